// `ebiri merge`: one run of the chunks that were played of it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/chunk_options.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/common/table_format.hpp"
#include "referee/record/follow.hpp"
#include "referee/record/verify.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/chunks.hpp"
#include "referee/run/identity.hpp"
#include "referee/run/resume.hpp"
#include "referee/terminal/table_text.hpp"

namespace ebiri::cli {

namespace {

struct MergeArguments : run::ChunkArguments {
  std::string format = "table";
};

constexpr const char* merge_footer = R"(Examples:
  ebiri run my.yaml --chunk 3/10 --quiet          on one of ten machines
  ebiri missing my.yaml                           which chunks have still to be played
  ebiri merge my.yaml                             the run as a whole
  ebiri merge my.yaml /mnt/other/my.chunk-7-of-10

Puts the games of all chunks RESULTS/NAME.chunk-I-of-N, and of the FOLDERs that are named, into the journal of the run
RESULTS/NAME, and writes its tables. A game counts if the rules confirm its moves, and opening, seed and engines are those
of the schedule; of two that have one number the first one counts. It may be interrupted and called again, also while chunks
are still being played: what is there stays, what is new is added.
Exit code 0: every game of the run is there; 1: games are missing, or were refused; 2: the config is wrong, or chunks do
not belong to it; 3: there is no chunk, or the machine said no.)";

using Key = std::pair<int, int>;  // game and attempt

// A game in a chunk's journal.
struct Place {
  Key key;
  std::size_t chunk = 0;
  std::uint64_t offset = 0;

  auto order() const { return std::tie(key, chunk, offset); }
};

class Merge {
 public:
  Merge(run::ChunkedRun run, run::Arena arena) : run_(std::move(run)), arena_(std::move(arena)) {}

  Result<run::Reported> operator()() {
    if (auto opened = open(); !opened) return opened.error();
    auto tournament = run::tournament_of(digest_.plans, {});
    if (!tournament) return tournament.error();
    schedule_ = tournament->schedule();
    auto places = find_games();
    if (!places) return places.error();
    for (const Place& place : *places)
      if (auto taken = take(place); !taken) return taken.error();
    if (auto saved = journal_->sync(); !saved) return saved.error();
    return write_reports(run_.folder, digest_);
  }

  // What happened, in lines for people.
  void tell() const {
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, refused_.size()); ++i)
      fmt::print(stderr, "ebiri: {}\n", refused_[i]);
    if (refused_.size() > most) fmt::print(stderr, "ebiri: … and {} more\n", refused_.size() - most);
    if (!refused_.empty())
      fmt::print(stderr,
                 "ebiri: chunks whose games were refused have to be played again: remove their folders\n");
    fmt::print(stderr, "ebiri: {} games of {} chunks are new in {}; {} were there already, {} refused\n",
               added_, run_.chunks.size(), run_.folder.path.string(), known_, refused_.size());
  }

  bool sound() const { return refused_.empty(); }
  const record::Digest& digest() const { return digest_; }

  // How many games of the schedule are not in the run yet.
  Result<std::size_t> missing() const {
    const auto tournament = run::tournament_of(digest_.plans, digest_.games);
    if (!tournament) return tournament.error();
    return schedule_.size() - tournament->over();
  }

 private:
  Result<void> open() {
    auto opened = open_run(
        run_.folder, run_.settings.sync,
        [this](const record::Digest& digest) { return fits(digest, arena_); }, run::Observers{{}}, "");
    if (!opened) return opened.error();
    journal_.emplace(std::move(opened->journal));
    const record::PlanInfo plan = plan_of_whole(run_);
    if (opened->digest) {
      digest_ = std::move(*opened->digest);
      auto plans = digest_.plans;
      plans.push_back(plan_info(arena_));
      say(run::describe_changes(plans));
    } else {
      digest_.run = run_.chunks.front().digest.run;
      if (auto saved = journal_->append(digest_.run); !saved) return saved;
    }
    if (digest_.plans.empty() || digest_.plans.back() != plan) {
      if (auto saved = journal_->append(plan); !saved) return saved;
      digest_.plans.push_back(plan);
    }
    for (const match::GameSummary& game : digest_.games) there_.insert({game.game, game.attempt});
    return {};
  }

  // In the order of the schedule, which is the order in which a journal is read best.
  Result<std::vector<Place>> find_games() const {
    std::vector<Place> places;
    for (std::size_t chunk = 0; chunk < run_.chunks.size(); ++chunk) {
      record::JournalFollower follower{run_.chunks[chunk].folder.journal()};
      for (bool more = true; more;) {
        const auto news = follower.poll();
        if (!news) return news.error();
        for (const record::FollowedGame& game : news->games)
          places.push_back({{game.record->game, game.record->attempt}, chunk, game.offset});
        more = news->more;
      }
    }
    std::ranges::sort(places, {}, &Place::order);
    return places;
  }

  Result<void> take(const Place& place) {
    if (there_.contains(place.key)) {
      ++known_;
      return {};
    }
    const run::RunFolder& folder = run_.chunks[place.chunk].folder;
    const auto game = record::read_game_at(folder.journal(), place.offset);
    if (!game) return game.error();
    auto problems = record::contradictions(*game, *arena_.rules);
    if (auto other = against_draw(*game, arena_, schedule_)) problems.push_back(std::move(*other));
    if (!problems.empty()) {
      refused_.push_back(
          fmt::format("game {} of {} is refused: {}", game->game, folder.path.string(), problems.front()));
      return {};
    }
    if (auto saved = journal_->append(*game); !saved) return saved;
    digest_.add(*game);
    there_.insert(place.key);
    ++added_;
    return {};
  }

  run::ChunkedRun run_;
  run::Arena arena_;
  std::optional<record::Journal> journal_;
  record::Digest digest_;
  tournament::Schedule schedule_;
  std::set<Key> there_;
  std::vector<std::string> refused_;
  std::size_t added_ = 0, known_ = 0;
};

int merge(const MergeArguments& arguments) {
  auto found = read_chunked_run(arguments, say);
  if (!found) return fail(found.error());
  auto arena = run::make_arena(found->settings, found->search);
  if (!arena) return fail(usage_error, arena.error().message);
  Merge merge{std::move(*found), std::move(*arena)};
  const auto merged = merge();
  if (!merged) return fail(machine_error, merged.error().message);
  merge.tell();
  fmt::print("{}", terminal::table_text(merged->standings, arguments.format));
  const auto missing = merge.missing();
  if (!missing) return fail(machine_error, missing.error().message);
  if (*missing > 0)
    fmt::print(stderr,
               "ebiri: {} game{} of the run {} missing; `ebiri missing {}` says which chunks have them\n",
               *missing, *missing == 1 ? "" : "s", *missing == 1 ? "is" : "are", arguments.config);
  return *missing == 0 && merge.sound() ? 0 : expectation_failed;
}

}  // namespace

void add_merge(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("merge", "Make one run of its chunks");
  const auto arguments = std::make_shared<MergeArguments>();
  add_chunk_arguments(*command, *arguments);
  add_format_option(*command, arguments->format);
  command->footer(merge_footer);
  command->callback([arguments, &exit_code] { exit_code = merge(*arguments); });
}

}  // namespace ebiri::cli
