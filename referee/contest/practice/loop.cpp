#include "referee/contest/practice/loop.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

#include "referee/contest/entries/draw.hpp"
#include "referee/contest/practice/pairs.hpp"
#include "referee/contest/practice/practice_records.hpp"
#include "referee/contest/practice/practice_view.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/text.hpp"
#include "referee/tournament/runner.hpp"

namespace ebiri::contest {

namespace {

using SteadyClock = std::chrono::steady_clock;
using rules::Side;
using tournament::Runner;
using tournament::Task;

constexpr int practice_poll_ms = 100;
constexpr std::chrono::milliseconds practice_rating_time{200};  // standings are not made more often
constexpr std::size_t most_without_record = 10;                 // pairs that the machine may fail in a row

std::vector<std::string> names_not_in(const std::vector<PracticePlayer>& some,
                                      const std::vector<PracticePlayer>& others) {
  std::vector<std::string> names;
  for (const PracticePlayer& player : some)
    if (std::ranges::find(others, player) == others.end()) names.push_back(player.name);
  return names;
}

class PracticeLoop {
 public:
  explicit PracticeLoop(const PracticeParts& parts)
      : parts_(parts),
        tally_(present_tally(parts.digest, parts.field.players())),
        pairs_(parts.digest.games) {}

  Result<PracticeEnd> run(Runner& runner) {
    while (true) {
      runner.acknowledge();
      const bool ended = runner.ended();
      const std::size_t pending = runner.pending();
      if (auto done = step(runner, pending); !done) {
        give_up(runner);
        return done.error();
      }
      if (end_ && pending == 0) runner.close();
      if (ended) return *end_;
      wait(runner);
      listen(runner);
      show(runner);
      parts_.feed.pump(runner);
    }
  }

  // Interrupts every player that waits.
  void interrupt() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto ignored = ::write(parts_.interrupt, &one, sizeof one);
  }

 private:
  Result<void> step(Runner& runner, std::size_t pending) {
    if (auto saved = collect(runner); !saved) return saved;
    if (auto works = check_machine(pending); !works) return works;
    if (!end_)
      if (auto looked = look(runner); !looked) return looked;
    if (!end_) hand_out(runner, pending);
    refresh();
    return {};
  }

  // What each team may see is kept before the journal says that the game was played.
  Result<void> collect(Runner& runner) {
    for (const match::GameRecord& record : runner.take()) {
      for (const Side side : {Side::south, Side::north}) {
        const auto& owner = owners_.at(side == Side::south ? record.south : record.north);
        if (auto kept =
                contest::keep_practice_record(parts_.at_hand.folder, owner, contest::team_view(record, side));
            !kept)
          return kept;
      }
      const match::GameRecord shown = contest::public_view(record);
      if (auto saved = parts_.journal.append(shown); !saved) return saved;
      parts_.digest.add(shown);
      if (is_among_present(parts_.digest.games.back(), parts_.field.players())) tally_.add(shown);
      parts_.console.game(shown);
      pairs_.rate_anew();
      failed_from_ = handed_out_;
    }
    return parts_.journal.sync_soon();
  }

  // Games of which not a move could be played leave no record.
  Result<void> check_machine(std::size_t pending) const {
    const std::size_t played = handed_out_ - pending;
    if (played < failed_from_ + most_without_record || end_) return {};
    return Error{
        fmt::format("{} pairs in a row could not be played: the machine has no processes or "
                    "descriptors left, or its sandbox does not start; `ebiri doctor` says more",
                    most_without_record)};
  }

  // The deadline, the lock, and who has come and gone.
  Result<void> look(Runner& runner) {
    const auto before = parts_.field.players();
    const auto change = parts_.field.look();
    if (!change) return change.error();
    if (parts_.field.state().locked) {
      finish(runner, PracticeEnd::locked, "the contest is locked: practice is over");
      give_up(runner);
      return {};
    }
    if (is_over(parts_.at_hand.settings)) {
      finish(runner, PracticeEnd::deadline, "the deadline is over: finishing the running games");
      return {};
    }
    if (*change == PracticeField::Change::none && begun_) return {};
    begun_ = true;
    return enter(before);
  }

  void finish(Runner& runner, PracticeEnd end, const std::string& why) {
    end_ = end;
    runner.finish();
    parts_.console.say(why);
  }

  // The field is another one: a plan says so.
  Result<void> enter(const std::vector<PracticePlayer>& before) {
    const auto& players = parts_.field.players();
    for (const PracticePlayer& player : players)
      owners_.insert_or_assign(player.name, contest::PracticeOwner{player.team, player.number});
    tell(names_not_in(players, before), names_not_in(before, players));
    const run::Arena* arena = parts_.field.arena();
    if (arena == nullptr) return {};
    record::Digest& digest = parts_.digest;
    if (digest.run == record::RunInfo{}) {
      digest.run = run_info(*arena);
      if (auto saved = parts_.journal.append(digest.run); !saved) return saved;
    } else if (auto same = same_practice(digest.run, *arena); !same) {
      return same;
    }
    record::PlanInfo plan = practice_plan(*arena);
    if (digest.plans.empty() || digest.plans.back() != plan) {
      if (auto saved = parts_.journal.append(plan); !saved) return saved;
      digest.plans.push_back(std::move(plan));
    }
    tally_ = present_tally(digest, players);
    meta_ = run::run_meta(digest);
    if (!std::exchange(resumed_, true)) pairs_.find_halves(digest.games, *arena);
    pairs_.rate_new_field();
    viewed_.reset();
    return {};
  }

  void tell(const std::vector<std::string>& joined, const std::vector<std::string>& left) {
    const std::size_t count = parts_.field.players().size();
    std::string text = fmt::format("{} {}", count, count == 1 ? "entry" : "entries");
    if (count < 2) text += parts_.games ? "" : "; waiting for more that qualify";
    if (!joined.empty() && joined.size() < count) text += "; joins: " + join(joined, ", ");
    if (!left.empty()) text += "; leaves: " + join(left, ", ");
    parts_.console.say(text);
  }

  // As many pairs as there are free slots: who is next is only known when there is one.
  void hand_out(Runner& runner, std::size_t pending) {
    const run::Arena* arena = parts_.field.arena();
    if (parts_.games && (arena == nullptr || games_ >= *parts_.games)) {
      end_ = arena == nullptr ? PracticeEnd::too_few : PracticeEnd::played;
      return;
    }
    while (arena != nullptr && pending < runner.slots() && (!parts_.games || games_ < *parts_.games)) {
      Task task = pairs_.next(parts_.field.players(), *arena, tally_);
      games_ += static_cast<int>(task.size());
      ++pending;
      ++handed_out_;
      runner.add({std::move(task)});
    }
  }

  // New standings for the view, in at most a tenth of the time.
  void refresh() {
    const auto begin = SteadyClock::now();
    if (viewed_ == parts_.digest.games.size() || parts_.digest.plans.empty() || begin < next_view_) return;
    viewed_ = parts_.digest.games.size();
    parts_.console.standings(run::quick_standings(meta_, tally_));
    const auto end = SteadyClock::now();
    next_view_ = std::max(begin + practice_rating_time, end + 9 * (end - begin));
  }

  void wait(const Runner& runner) const {
    pollfd watched[] = {{runner.ready(), POLLIN, 0},
                        {parts_.signals.descriptor(), POLLIN, 0},
                        {parts_.keys.descriptor(), POLLIN, 0}};
    ::poll(watched, std::size(watched), practice_poll_ms);
  }

  void listen(Runner& runner) {
    for (int count = parts_.signals.take(); count > 0; --count) quit(runner);
    for (const char key : parts_.keys.take()) {
      if (key == 'q') quit(runner);
      if (key == 't') parts_.console.table();
    }
  }

  void quit(Runner& runner) {
    if (++quits_ == 1) {
      const bool is_over = end_ && *end_ != PracticeEnd::played;
      return finish(runner, is_over ? *end_ : PracticeEnd::interrupted,
                    "finishing the running games; once more to give them up");
    }
    give_up(runner);
    parts_.console.say("giving up the running games");
  }

  void give_up(Runner& runner) const {
    runner.abort();
    interrupt();
  }

  void show(const Runner& runner) {
    const int playing = runner.playing();
    parts_.console.halt(end_ ? fmt::format("finishing {} game{}", playing, playing == 1 ? "" : "s")
                        : parts_.field.arena() == nullptr ? "waiting for entries that qualify"
                                                          : "");
    if (parts_.keys.active())
      parts_.console.hint(end_ ? "q give up  t table" : "q quit  t table");
    else
      parts_.console.hint(end_ ? "Ctrl-C gives up" : "Ctrl-C stops");
    parts_.console.tick(std::chrono::floor<std::chrono::milliseconds>(SteadyClock::now() - since_));
  }

  PracticeParts parts_;
  rating::Tally tally_;  // of the games that are rated
  report::RunMeta meta_;
  PracticePairs pairs_;
  std::map<std::string, contest::PracticeOwner> owners_;  // of engines that have been in the field
  bool begun_ = false;                                    // the first field was entered
  bool resumed_ = false;                                  // half played pairs were looked for
  int games_ = 0;                                         // handed out
  std::size_t handed_out_ = 0, failed_from_ = 0;          // pairs; those until the last record
  std::optional<PracticeEnd> end_;
  int quits_ = 0;
  std::optional<std::size_t> viewed_;  // games that the live view's standings are of
  SteadyClock::time_point next_view_{}, since_ = SteadyClock::now();
};

struct InterruptAtEnd {
  const PracticeLoop& loop;
  ~InterruptAtEnd() { loop.interrupt(); }
};

}  // namespace

bool is_over(const contest::Settings& settings) {
  return settings.deadline && std::chrono::system_clock::now() >= *settings.deadline;
}

Result<void> same_practice(const record::RunInfo& begun, const run::Arena& arena) {
  record::RunInfo now = run_info(arena);
  now.version = begun.version;
  if (now == begun) return {};
  return Error{
      "contest.yaml has other rules, limits or openings than the practice was begun with; rename "
      "`practice/`, "
      "and it begins anew"};
}

Result<PracticeEnd> practise(PracticeParts parts) {
  const auto& place = parts.place;
  const tournament::SlotHooks hooks{
      .max_replays = parts.at_hand.settings.games.max_replays,
      .make_player = [&parts](const std::string& engine) { return parts.field.make_player(engine); },
      .seed =
          [seed = contest::practice_seed(parts.at_hand.state.opened->commitment)](int game, int attempt) {
            tournament::Settings settings;
            settings.seed = seed;
            return run::game_seed(settings, game, attempt);
          },
      .enter = [&place](int slot) { take_place(place, slot); },
  };
  try {
    Runner runner{parts.rules, place.slots, hooks};
    PracticeLoop loop{parts};
    const InterruptAtEnd on_exception{loop};  // before the runner's destructor waits for its slots
    auto end = loop.run(runner);
    runner.join();
    return end;
  } catch (const std::system_error& error) {
    return Error{fmt::format("cannot start a slot: {}", error.what())};
  }
}

}  // namespace ebiri::contest
