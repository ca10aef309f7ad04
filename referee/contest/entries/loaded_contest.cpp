#include "referee/contest/entries/loaded_contest.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "referee/contest/entries/signature.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

Result<LoadedContest> read_contest(const std::filesystem::path& path) {
  Folder folder{path};
  if (path.filename() == "contest.yaml") folder.root = path.has_parent_path() ? path.parent_path() : ".";
  auto settings = read_settings(folder.settings());
  if (!settings) return settings.error();
  auto state = read_history(folder);
  if (!state) return state.error();
  return LoadedContest{std::move(folder), std::move(*settings), std::move(*state)};
}

Result<Opened> open(const LoadedContest& contest) {
  const Folder& folder = contest.folder;
  auto history = History::open(folder);
  if (!history) return history.error();
  if (history->state().opened) return refusal("the contest is already open");
  if (const auto prepared = prepare_folders(folder); !prepared) return prepared.error();
  const auto key = SigningKey::open_or_make(folder.key());
  if (!key) return key.error();
  const auto secret = random_secret();
  if (!secret) return secret.error();
  if (const auto saved = save_file(folder.secret(), *secret + "\n", 0600); !saved) return saved.error();
  const auto rules = sha256_of_file(folder.settings());
  if (!rules) return rules.error();
  Opened opened{contest.settings.name, commitment_to(*secret), key->public_key(), *rules};
  if (const auto appended = history->append(opened); !appended) return appended.error();
  return opened;
}

Result<void> prepare_folders(const LoadedContest& contest) {
  return contest.state.finalized ? Result<void>{} : prepare_folders(contest.folder);
}

Error no_such_team(std::string_view name) {
  return refusal(fmt::format("team `{}` not found", printable(name, 80)));
}

Result<const Submission*> find_submission(const State& state, std::string_view name, int number) {
  const Team* team = state.team(name);
  if (team == nullptr) return no_such_team(name);
  const auto count = team->submissions.size();
  const auto* one = state.submission(name, number == 0 ? static_cast<int>(count) : number);
  if (one == nullptr)
    return refusal(fmt::format("`{}` has no submission {}; its last is {}", name, number, count));
  return one;
}

std::string state_of(const Team& team, const Submission& submission) {
  if (team.withdrawn) return "withdrawn";
  if (!submission.built) return "received";
  if (!submission.is_built()) return "does not build";
  if (!submission.qualified) return "built";
  return submission.is_qualified() ? "qualified" : "refused";
}

std::vector<std::string> reasons_of(const Team& team, const Submission& submission) {
  if (team.withdrawn)
    return team.withdrawn->reason.empty() ? std::vector<std::string>{} : std::vector{team.withdrawn->reason};
  if (submission.built && !submission.built->problem.empty()) return {submission.built->problem};
  return submission.qualified ? submission.qualified->problems : std::vector<std::string>{};
}

nlohmann::ordered_json json_of(const Team& team, const Submission& submission, const std::string& receipt) {
  return {{"team", team.name},
          {"number", submission.submitted.number},
          {"at", record::format_time(submission.at)},
          {"state", state_of(team, submission)},
          {"reasons", reasons_of(team, submission)},
          {"tree", submission.submitted.tree},
          {"built", submission.built ? submission.built->tree : ""},
          {"files", submission.submitted.files},
          {"bytes", submission.submitted.bytes},
          {"source", submission.submitted.source},
          {"plays", team.finalist() == &submission},
          {"line", submission.line},
          {"hash", submission.hash},
          {"receipt", receipt}};
}

}  // namespace ebiri::contest
