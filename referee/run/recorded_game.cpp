#include "referee/run/recorded_game.hpp"

#include <fmt/format.h>

#include <optional>

#include "referee/record/journal.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

Result<RecordedGame> recorded_game(const std::string& folder, int number) {
  std::optional<match::GameRecord> found;
  const auto head = record::read_journal(run_folder(folder).journal(), [&](match::GameRecord&& record) {
    if (record.game == number) found = std::move(record);
  });
  if (!head) return head.error();
  if (!found) return Error{fmt::format("game {} not found in `{}`", number, folder), Error::Kind::arguments};
  auto rules = rules_of(head->run);
  if (!rules) return rules.error();
  return RecordedGame{std::move(*rules), std::move(*found)};
}

}  // namespace ebiri::run
