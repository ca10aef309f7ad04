#include "referee/cli/run_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <ostream>

#include "referee/cli/arena.hpp"
#include "referee/rating/history.hpp"
#include "referee/record/ogn.hpp"

namespace ebiri::cli {

namespace {

// A journal's games in schedule order, whatever the order in which they were finished: those that came too
// early wait.
class InOrder {
 public:
  using Key = std::pair<int, int>;  // game and attempt
  using Take = std::function<void(const match::GameRecord&)>;

  InOrder(const std::vector<match::GameSummary>& games, Take take) : take_(std::move(take)) {
    for (const match::GameSummary& game : games) order_.emplace_back(game.game, game.attempt);
    std::ranges::sort(order_);
  }

  void add(match::GameRecord&& game) {
    const Key key{game.game, game.attempt};
    if (!due(key)) {
      waiting_.emplace(key, std::move(game));
      return;
    }
    take_(game);
    for (++next_; !waiting_.empty() && due(waiting_.begin()->first); ++next_)
      take_(waiting_.extract(waiting_.begin()).mapped());
  }

 private:
  bool due(const Key& key) const { return next_ < order_.size() && order_[next_] == key; }

  Take take_;
  std::vector<Key> order_;
  std::size_t next_ = 0;
  std::map<Key, match::GameRecord> waiting_;
};

// Hands every game of the journal that `digest` has to `take`, in order; what was appended meanwhile is left
// out. Stops at the first problem.
Result<void> each_game(const RunFolder& folder, const record::Digest& digest,
                       const std::function<Result<void>(const match::GameRecord&)>& take) {
  Result<void> done;
  InOrder games{digest.games, [&](const match::GameRecord& game) {
                  if (done) done = take(game);
                }};
  const auto read =
      record::read_journal(folder.journal(), [&](match::GameRecord&& game) { games.add(std::move(game)); });
  if (!read) return read.error();
  return done;
}

// How ratings came about, at 10 to 40 moments: the more engines, the longer each takes. A bootstrap would
// take too long.
std::vector<rating::Moment> history_of(const record::Digest& digest, std::int64_t engines,
                                       rating::Options options) {
  const std::int64_t moments = std::clamp<std::int64_t>(600 / std::max<std::int64_t>(1, engines), 10, 40);
  if (options.errors == rating::Errors::bootstrap) options.errors = rating::Errors::paired_regularised;
  const auto games = static_cast<std::int64_t>(digest.games.size());
  return rating::history(digest.games, std::max<std::int64_t>(1, games / moments), options);
}

std::optional<report::PageTest> test_of(const record::Digest& digest) {
  const auto tournament = tournament_of(digest.plans, digest.games);
  if (!tournament || !tournament->plan().sprt) return std::nullopt;
  const tournament::SequentialTest test{*tournament};
  return report::PageTest{sprt_report(digest.run, *tournament, test), test.sprt().ratios()};
}

Result<void> write_page_file(const std::filesystem::path& file, const record::Digest& digest,
                             const report::Standings& standings, const rules::Rules& rules,
                             const report::PageGames& kept) {
  const rating::Tally tally = tally_of(digest);
  report::Page page{.standings = standings,
                    .tally = tally,
                    .thinking = digest.thinking,
                    .games = digest.games,
                    .rules = rules,
                    .kept = kept,
                    .history = history_of(digest, static_cast<std::int64_t>(standings.rows.size()),
                                          standings.meta.scoring.rating),
                    .test = test_of(digest)};
  if (!digest.plans.empty()) {
    page.engines = digest.plans.back().engines;
    page.announced = digest.plans.back().announced;
  }
  return write_file(file, [&](std::ostream& output) -> Result<void> {
    write_page(output, page);
    return {};
  });
}

}  // namespace

Result<void> write_games(const RunFolder& folder, const record::Digest& digest,
                         const report::Standings& standings) {
  const auto rules = rules_of(digest.run);
  if (!rules) return rules.error();
  report::PageGames kept{digest.games, **rules};
  const auto written = write_file(folder.path / "games.ogn", [&](std::ostream& output) {
    return each_game(folder, digest, [&](const match::GameRecord& game) -> Result<void> {
      const auto ogn = record::to_ogn(game, **rules, digest.run.name);
      if (!ogn) return ogn.error();
      output << *ogn;
      return kept.add(game);
    });
  });
  if (!written) return written;
  return write_page_file(folder.path / "report.html", digest, standings, **rules, kept);
}

Result<void> write_page_of(const PageOf& wanted, const RunFolder& folder, const record::Digest& digest,
                           const report::Standings& standings) {
  const auto rules = rules_of(digest.run);
  if (!rules) return rules.error();
  report::PageGames kept{digest.games, **rules, {.only = std::pair{wanted.first, wanted.last}}};
  const auto read = each_game(folder, digest, [&](const match::GameRecord& game) { return kept.add(game); });
  if (!read) return read;
  return write_page_file(wanted.file, digest, standings, **rules, kept);
}

}  // namespace ebiri::cli
