#include "referee/run/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "referee/record/follow.hpp"
#include "referee/record/verify.hpp"
#include "referee/run/identity.hpp"
#include "referee/run/resume.hpp"

namespace ebiri::run {

namespace {

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
  Merge(ChunkedRun run, Arena arena, const Say& say)
      : run_(std::move(run)),
        arena_(std::move(arena)),
        say_(say) {}

  Result<MergedRun> operator()() {
    if (auto opened = open(); !opened) return opened.error();
    auto tournament = tournament_of(digest_.plans, {});
    if (!tournament) return tournament.error();
    schedule_ = tournament->schedule();
    auto places = find_games();
    if (!places) return places.error();
    for (const Place& place : *places)
      if (auto taken = take(place); !taken) return taken.error();
    if (auto saved = journal_->sync(); !saved) return saved.error();
    auto reported = write_reports(run_.folder, digest_);
    if (!reported) return reported.error();
    const auto merged = tournament_of(digest_.plans, digest_.games);
    if (!merged) return merged.error();
    return MergedRun{.standings = std::move(reported->standings),
                     .refused = std::move(refused_),
                     .added = added_,
                     .known = known_,
                     .missing = schedule_.size() - merged->over()};
  }

 private:
  Result<void> open() {
    auto opened = open_run(
        run_.folder, run_.settings.sync,
        [this](const record::Digest& digest) { return fits(digest, arena_); }, Observers{{}}, "");
    if (!opened) return opened.error();
    journal_.emplace(std::move(opened->journal));
    const record::PlanInfo plan = plan_of_whole(run_);
    if (opened->digest) {
      digest_ = std::move(*opened->digest);
      auto plans = digest_.plans;
      plans.push_back(plan_info(arena_));
      say_(describe_changes(plans));
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

  // Sorted in the order of the schedule, in which the merged journal is read fastest.
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
    const RunFolder& folder = run_.chunks[place.chunk].folder;
    const auto game = record::read_game_at(folder.journal(), place.offset);
    if (!game) return game.error();
    auto problems = record::contradictions(*game, *arena_.rules);
    if (auto other = schedule_difference(*game, arena_, schedule_)) problems.push_back(std::move(*other));
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

  ChunkedRun run_;
  Arena arena_;
  const Say& say_;
  std::optional<record::Journal> journal_;
  record::Digest digest_;
  tournament::Schedule schedule_;
  std::set<Key> there_;
  std::vector<std::string> refused_;
  std::size_t added_ = 0, known_ = 0;
};

}  // namespace

Result<MergedRun> merge_chunks(ChunkedRun run, Arena arena, const Say& say) {
  return Merge{std::move(run), std::move(arena), say}();
}

}  // namespace ebiri::run
