#include "referee/record/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "referee/record/game_json.hpp"

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;

Error failure(const std::filesystem::path& file, std::string_view doing) {
  return Error{fmt::format("cannot {} `{}`: {}", doing, file.string(), std::strerror(errno))};
}

Json to_json(const RunInfo& run) {
  return {{"type", "run"},        {"journal", journal_version}, {"name", run.name},
          {"ebiri", run.version}, {"variant", run.variant},     {"ruleset", run.ruleset},
          {"seed", run.seed},     {"limit", run.limit},         {"openings", run.openings}};
}

Json to_json(const PlanInfo& plan) {
  return {{"type", "plan"},      {"config_hash", plan.config_hash},         {"engines", plan.engines},
          {"pairs", plan.pairs}, {"akawumbi_points", plan.akawumbi_points}, {"config", plan.config}};
}

// Engines can make us quote bytes that are not UTF-8: those are replaced, never refused.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

RunInfo run_from(const Json& json) {
  return {.name = json.at("name"),
          .version = json.at("ebiri"),
          .variant = json.at("variant"),
          .ruleset = json.at("ruleset"),
          .seed = json.at("seed"),
          .limit = json.at("limit"),
          .openings = json.at("openings")};
}

PlanInfo plan_from(const Json& json) {
  return {.config = json.at("config"),
          .config_hash = json.at("config_hash"),
          .engines = json.at("engines"),
          .pairs = json.at("pairs"),
          .akawumbi_points = json.value("akawumbi_points", 1)};
}

using Seen = std::set<std::pair<int, int>>;  // game, attempt

// Adds one line to `contents`; `number` counts from 1.
Result<void> take_line(std::string_view line, std::size_t number, Contents& contents, Seen& seen) {
  try {
    const Json json = Json::parse(line);
    const std::string type = json.at("type");
    if (number == 1) {
      if (type != "run") return Error{"the first line must be of type `run`"};
      const int version = json.at("journal");
      if (version != journal_version)
        return Error{fmt::format("journal version {} is not {}; use the ebiri that wrote it", version,
                                 journal_version)};
      contents.run = run_from(json);
      return {};
    }
    if (type == "plan") {
      contents.plans.push_back(plan_from(json));
      return {};
    }
    if (type != "game") return Error{fmt::format("unknown type `{}`", type)};
    auto game = game_from_json(json);
    if (!game) return game.error();
    if (!seen.emplace(game->game, game->attempt).second)
      return Error{fmt::format("game {}, attempt {} is recorded twice", game->game, game->attempt)};
    contents.games.push_back(std::move(*game));
    return {};
  } catch (const nlohmann::json::exception& exception) {
    return Error{exception.what()};
  }
}

// Nothing if there is not even a first line: the run was killed before it began.
Result<std::optional<Contents>> read_lines(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  if (!input) return failure(file, "open");
  Contents contents;
  Seen seen;
  std::string line;
  for (std::size_t number = 1; std::getline(input, line); ++number) {
    if (input.eof()) {  // no newline: the referee was killed while it wrote
      contents.torn = true;
      break;
    }
    if (const auto taken = take_line(line, number, contents, seen); !taken)
      return Error{fmt::format("{}:{}: error: {}", file.string(), number, taken.error().message)};
    contents.whole_bytes += line.size() + 1;
  }
  if (input.bad()) return failure(file, "read");
  if (contents.whole_bytes == 0) return std::optional<Contents>{};
  return std::optional{std::move(contents)};
}

}  // namespace

Result<Contents> read_journal(const std::filesystem::path& file) {
  auto contents = read_lines(file);
  if (!contents) return contents.error();
  if (!*contents) return Error{fmt::format("{}:1: error: nothing was recorded here yet", file.string())};
  return std::move(**contents);
}

Journal::Journal(int fd, std::filesystem::path file) : fd_(fd), file_(std::move(file)) {}

Journal::Journal(Journal&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      file_(std::move(other.file_)),
      synced_(other.synced_) {}

Journal::~Journal() {
  if (fd_ < 0) return;
  (void)sync();
  ::close(fd_);
}

Result<Journal> Journal::lock(const std::filesystem::path& file) {
  Journal journal{::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_CREAT, 0666), file};
  if (journal.fd_ < 0) return failure(file, "open");
  // A referee that was killed while it started an engine leaves the lock to that child for a moment.
  for (int tries = 20; ::flock(journal.fd_, LOCK_EX | LOCK_NB) != 0; --tries) {
    if (errno == EWOULDBLOCK && tries > 0) {
      ::poll(nullptr, 0, 25);
      continue;
    }
    if (errno == EWOULDBLOCK)
      return Error{
          fmt::format("`{}` is being written by another ebiri; wait for it or stop it first", file.string())};
    return failure(file, "lock");
  }
  return journal;
}

Result<Journal::Opened> Journal::open(const std::filesystem::path& file) {
  auto journal = lock(file);
  if (!journal) return journal.error();
  auto contents = read_lines(file);
  if (!contents) return contents.error();
  const std::size_t whole = *contents ? (*contents)->whole_bytes : 0;
  if (::ftruncate(journal->fd_, static_cast<off_t>(whole)) != 0) return failure(file, "repair");
  return Opened{std::move(*journal), std::move(*contents)};
}

Result<void> Journal::write_line(std::string line) {
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t count = ::write(fd_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure(file_, "write to");
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  dirty_ = true;
  return sync_soon();
}

Result<void> Journal::sync_soon() {
  const auto now = std::chrono::steady_clock::now();
  if (!dirty_ || now - synced_ < std::chrono::seconds{1}) return {};
  synced_ = now;
  return sync();
}

Result<void> Journal::append(const RunInfo& run) { return write_line(text_of(to_json(run))); }
Result<void> Journal::append(const PlanInfo& plan) { return write_line(text_of(to_json(plan))); }
Result<void> Journal::append(const match::GameRecord& game) {
  return write_line(text_of(record::to_json(game)));
}

Result<void> Journal::sync() {
  dirty_ = false;
  if (::fdatasync(fd_) != 0) return failure(file_, "save");
  return {};
}

std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return fmt::format("{:016x}", hash);
}

}  // namespace ebiri::record
