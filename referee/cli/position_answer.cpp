#include "referee/cli/position_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "referee/cli/common/chosen_rules.hpp"

namespace ebiri::cli {

namespace {

bool plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

void append_string(std::string& out, std::string_view text) {
  if (std::ranges::all_of(text, plain)) {
    out += '"';
    out += text;
    out += '"';
    return;
  }
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  out += nlohmann::json(text).dump(-1, ' ', false, replace);
}

/// `"name":`, after a comma unless it is the first.
void append_key(std::string& out, std::string_view name) {
  if (!out.ends_with('{')) out += ',';
  append_string(out, name);
  out += ':';
}

void append_text(std::string& out, std::string_view key, std::string_view text) {
  append_key(out, key);
  append_string(out, text);
}

void append_outcome(std::string& out, const std::optional<rules::Outcome>& outcome) {
  append_key(out, "outcome");
  if (!outcome) {
    out += "null";
    return;
  }
  out += '{';
  append_text(out, "winner", winner(*outcome));
  append_text(out, "reason", outcome->reason);
  if (!outcome->special.empty()) append_text(out, "special", outcome->special);
  fmt::format_to(std::back_inserter(out), R"(,"seeds":[{},{}]}})", outcome->south, outcome->north);
}

void append_legal(std::string& out, const rules::Game& game,
                  const std::vector<rules::Continuation>& continuations) {
  if (game.arrangement()) {
    append_text(out, "legal", "arrangement");
    return;
  }
  append_key(out, "legal");
  out += '[';
  for (const auto& next : continuations) {
    if (&next != &continuations.front()) out += ',';
    append_string(out, next.move);
  }
  out += ']';
}

void append_continuation(std::string& out, const rules::Continuation& next) {
  append_key(out, next.move);
  out += '{';
  append_text(out, "position", next.position);
  append_key(out, "captured");
  fmt::format_to(std::back_inserter(out), "{}", next.effect.captured);
  append_text(out, "next", rules::name(next.to_move));
  append_outcome(out, next.outcome);
  out += '}';
}

}  // namespace

void append_answer(std::string& out, const rules::Game& game) {
  const std::vector<rules::Continuation> continuations = game.continuations();
  out += '{';
  append_text(out, "position", game.position());
  append_legal(out, game, continuations);
  append_outcome(out, game.outcome());
  append_key(out, "after");
  out += '{';
  for (const auto& next : continuations) append_continuation(out, next);
  out += "}}";
}

void append_error(std::string& out, const std::string& message) {
  out += '{';
  append_text(out, "error", message);
  out += '}';
}

}  // namespace ebiri::cli
