#include "talk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

namespace ebiri::tests {

Talk::Talk(sdk::Bot& bot, sdk::Identity identity) {
  REQUIRE(pipe2(in_, O_CLOEXEC) == 0);
  REQUIRE(pipe2(out_, O_CLOEXEC) == 0);
  REQUIRE(pipe2(errors_, O_CLOEXEC) == 0);
  thread_ = std::thread([this, &bot, identity = std::move(identity)] {
    result_ = sdk::run(bot, identity, {.in = in_[0], .out = out_[1], .errors = errors_[1]});
    close(out_[1]);
    close(errors_[1]);
  });
}

Talk::~Talk() {
  if (thread_.joinable()) end();
  close(in_[0]);
  close(out_[0]);
  close(errors_[0]);
}

void Talk::write(const std::string& text) {
  REQUIRE(::write(in_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

std::string Talk::line() {
  while (true) {
    if (const auto at = unread_.find('\n'); at != std::string::npos) {
      std::string first = unread_.substr(0, at);
      unread_.erase(0, at + 1);
      return first;
    }
    char block[4096];
    const ssize_t count = read(out_[0], block, sizeof block);
    if (count <= 0) return "(end)";
    unread_.append(block, static_cast<std::size_t>(count));
  }
}

std::vector<std::string> Talk::until(const std::string& last) {
  std::vector<std::string> lines;
  do {
    lines.push_back(line());
  } while (!lines.back().starts_with(last) && lines.back() != "(end)");
  return lines;
}

std::string Talk::ask(const std::string& position, const std::string& go) {
  say(position);
  say(go);
  return until("bestmove").back().substr(9);
}

int Talk::end() {
  close(in_[1]);
  thread_.join();
  return result_;
}

std::string Talk::errors() {
  std::string text;
  char block[4096];
  for (ssize_t count = 0; (count = read(errors_[0], block, sizeof block)) > 0;) {
    text.append(block, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace ebiri::tests
