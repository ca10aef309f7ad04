#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "bots/sdk/cpp/bot.hpp"
#include "protocol/ugi.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::sdk {

namespace {

/// Writes whole lines to a descriptor. Thread-safe. Ignores errors; may raise SIGPIPE.
class LineSink {
 public:
  explicit LineSink(int descriptor) : descriptor_(descriptor) {}

  void write(std::string line) {
    line += '\n';
    const std::lock_guard lock(mutex_);
    (void)write_all(descriptor_, line);
  }

 private:
  int descriptor_;
  std::mutex mutex_;
};

/// A request that waits for the bot; `stop` belongs only to this request.
struct Incoming {
  protocol::Request request;
  Clock::time_point arrived;
  std::stop_source stop;
};

/// Reads requests in its own thread until `quit` or the end of input, which counts as `quit`. `stop` and
/// `quit` reach a running or waiting search; `isready` is answered immediately during a search.
class Inbox {
 public:
  Inbox(const Pipes& pipes, LineSink& out, LineSink& errors)
      : in_(pipes.in),
        out_(out),
        errors_(errors),
        reader_([this] { read(); }) {}

  /// Waits for the next request. A call means that the previous request is done. The last request is `quit`.
  Incoming next() {
    std::unique_lock lock(mutex_);
    running_ = std::stop_source(std::nostopstate);
    arrived_.wait(lock, [&] { return !waiting_.empty(); });
    Incoming incoming = std::move(waiting_.front());
    waiting_.pop_front();
    if (!std::holds_alternative<protocol::Go>(incoming.request)) return incoming;
    running_ = incoming.stop;
    // `isready` may arrive before the search begins, and must not wait for its end.
    for (; !waiting_.empty() && std::holds_alternative<protocol::IsReady>(waiting_.front().request);
         waiting_.pop_front())
      out_.write(protocol::ugi::encode_reply(protocol::Ready{}));
    return incoming;
  }

 private:
  // A line that is too long is dropped as a whole: a part of a message could have another meaning.
  void read() {
    std::string line;
    std::vector<char> block(protocol::max_line_bytes);
    while (!ended_) {
      const ssize_t count = ::read(in_, block.data(), block.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      for (const char c : std::string_view(block.data(), static_cast<std::size_t>(count))) {
        if (c != '\n') {
          if (line.size() < protocol::max_line_bytes) line += c;
          continue;
        }
        if (line.size() < protocol::max_line_bytes) {
          receive(line);
        } else {
          errors_.write("ignored: a line of more than " + std::to_string(protocol::max_line_bytes) +
                        " bytes");
        }
        line.clear();
        if (ended_) return;
      }
    }
    if (!ended_) receive("quit");
  }

  void receive(std::string_view line) {
    auto request = protocol::ugi::decode_request(line);
    if (!request) {
      errors_.write("ignored: " + request.error().message);
      return;
    }
    if (std::holds_alternative<protocol::Stop>(*request)) return stop_search();
    if (std::holds_alternative<protocol::Quit>(*request)) stop_everything();
    put(std::move(*request));
  }

  void put(protocol::Request request) {
    const std::lock_guard lock(mutex_);
    if (running_.stop_possible() && waiting_.empty() && std::holds_alternative<protocol::IsReady>(request)) {
      out_.write(protocol::ugi::encode_reply(protocol::Ready{}));
      return;
    }
    waiting_.push_back({std::move(request), Clock::now(), std::stop_source()});
    arrived_.notify_one();
  }

  // Stops the search that was requested last, whether it has begun or not.
  void stop_search() {
    const std::lock_guard lock(mutex_);
    for (auto incoming = waiting_.rbegin(); incoming != waiting_.rend(); ++incoming) {
      if (!std::holds_alternative<protocol::Go>(incoming->request)) continue;
      incoming->stop.request_stop();
      return;
    }
    running_.request_stop();
  }

  void stop_everything() {
    ended_ = true;
    const std::lock_guard lock(mutex_);
    for (Incoming& incoming : waiting_) incoming.stop.request_stop();
    running_.request_stop();
  }

  int in_;
  LineSink& out_;
  LineSink& errors_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Incoming> waiting_;
  std::stop_source running_{std::nostopstate};  // of the running search, if any
  bool ended_ = false;                          // reading thread only
  std::jthread reader_;
};

constexpr std::uint64_t default_seed = 1;

std::vector<std::string> playable(const Identity& identity) {
  if (!identity.variants.empty()) return identity.variants;
  std::vector<std::string> names = mapped(rules::variants(), &rules::VariantInfo::name);
  if (rules::has_other_games()) names.emplace_back(rules::any_described_game);
  return names;
}

std::string default_variant(const std::vector<std::string>& names) {
  const bool oware = std::find(names.begin(), names.end(), "oware") != names.end();
  return oware || names.empty() ? "oware" : names.front();
}

Budget budget_of(const protocol::Go& go, rules::Side side, Clock::time_point asked) {
  const bool south = side == rules::Side::south;
  return {.asked = asked,
          .clock = south ? go.p1time : go.p2time,
          .increment = south ? go.p1inc : go.p2inc,
          .moves_to_go = go.movestogo,
          .move_time = go.movetime,
          .depth = go.depth,
          .nodes = go.nodes};
}

std::string result_word(const std::optional<rules::Outcome>& outcome) {
  constexpr std::array words{"p1win", "p2win", "draw", "void"};  // in the order of Outcome::Kind
  return outcome ? words.at(static_cast<std::size_t>(outcome->kind)) : "none";
}

/// The state of one conversation; each `on` answers one request, `search` the request `go`.
class Conversation {
 public:
  Conversation(Bot& bot, const Identity& identity, LineSink& out, LineSink& errors)
      : bot_(bot),
        identity_(identity),
        variants_(playable(identity)),
        options_(identity.options),
        out_(out),
        errors_(errors),
        variant_(default_variant(variants_)) {}

  void answer(const Incoming& incoming) {
    if (const auto* go = std::get_if<protocol::Go>(&incoming.request)) return search(*go, incoming);
    std::visit([&](const auto& request) { on(request); }, incoming.request);
  }

 private:
  void on(const protocol::Hello&) {
    say(protocol::Id{"name", identity_.name});
    say(protocol::Id{"author", identity_.author});
    say(protocol::OptionOffer{"UGI_Variant", "combo", default_variant(variants_), {}, {}, variants_});
    say(protocol::OptionOffer{"UGI_Ruleset", "string", "", {}, {}, {}});
    if (plays(rules::any_described_game))
      say(protocol::OptionOffer{"UGI_Description", "string", "", {}, {}, {}});
    say(protocol::OptionOffer{
        "UGI_Seed", "spin", std::to_string(default_seed), "0", std::to_string(UINT64_MAX), {}});
    for (const auto& option : identity_.options) say(option);
    say(protocol::Variants{variants_});
    say(protocol::HelloDone{});
  }

  void on(const protocol::SetOption& option) {
    if (option.name == "UGI_Variant") {
      variant_ = option.value;
      description_.clear();
    } else if (option.name == "UGI_Description" && plays(rules::any_described_game)) {
      description_ = option.value;
    } else if (option.name == "UGI_Ruleset") {
      ruleset_ = option.value;
    } else if (option.name == "UGI_Seed") {
      const auto seed = parse_integer<std::uint64_t>(option.value);
      if (!seed)
        return complain("option `UGI_Seed` needs a whole number, got `" + printable(option.value, 60) + "`");
      seed_ = *seed;
    } else if (auto set = options_.set(option.name, option.value); !set) {
      return complain(set.error().message);
    }
    game_stale_ = true;
  }

  void on(const protocol::IsReady&) {
    if (game_stale_) begin_game();
    say(protocol::Ready{});
  }

  void on(const protocol::NewGame&) { begin_game(); }

  void on(const protocol::Position& position) {
    if (game_stale_) begin_game();
    if (rules_ == nullptr) return;
    const std::size_t known = known_moves(position);
    if (known == 0 && !restart(position)) return;
    for (std::size_t i = known; i < position.moves.size(); ++i) {
      if (!play(position.moves[i])) return;
    }
    at_ = position;
  }

  void search(const protocol::Go& go, const Incoming& incoming) {
    if (game_stale_) begin_game();
    if (game_ == nullptr) return resign(problem_);
    if (game_->outcome()) return resign("the game is over");
    const Turn turn{.game = *game_,
                    .base = at_.base,
                    .moves = at_.moves,
                    .seed = seed_,
                    .budget = budget_of(go, game_->to_move(), incoming.arrived),
                    .stop = incoming.stop.get_token(),
                    .report = [this](const protocol::Info& info) { say(info); }};
    say(protocol::BestMove{.move = bot_.choose(turn)});
  }

  void on(const protocol::Query& query) {
    if (game_stale_) begin_game();
    if (game_ == nullptr) return say(protocol::Response{"none"});
    const auto outcome = game_->outcome();
    switch (query.what) {
      case protocol::Query::What::gameover:
        return say(protocol::Response{outcome ? "true" : "false"});
      case protocol::Query::What::p1turn:
        return say(protocol::Response{game_->to_move() == rules::Side::south ? "true" : "false"});
      case protocol::Query::What::result:
        return say(protocol::Response{result_word(outcome)});
    }
  }

  void on(const protocol::Go&) {}  // see `search`
  void on(const protocol::GameOver&) {}
  void on(const protocol::Stop&) {}
  void on(const protocol::Quit&) {}

  void begin_game() {
    game_stale_ = false;
    problem_.clear();
    game_.reset();
    rules_.reset();
    at_ = {};
    auto made = chosen_rules();
    if (!made) {
      fail(made.error().message);
      return;
    }
    rules_ = std::move(*made);
    game_ = rules_->start();
    bot_.new_game(
        {.rules = *rules_, .options = options_, .seed = seed_, .say = [this](const std::string& text) {
           inform(text);
         }});
  }

  bool plays(std::string_view variant) const {
    return std::ranges::find(variants_, variant) != variants_.end();
  }

  // The rules of the next game.
  Result<std::unique_ptr<rules::Rules>> chosen_rules() {
    if (!description_.empty()) return described_rules();
    const bool is_native = find_by(rules::variants(), variant_, &rules::VariantInfo::name) != nullptr;
    // Any name that is not a native variant's may belong to a described game.
    if (!plays(variant_) && (is_native || !plays(rules::any_described_game)))
      return Error{"variant `" + printable(variant_, 60) + "` is not one of " + join(variants_, " ")};
    return rules::make_rules(variant_, ruleset_);
  }

  Result<std::unique_ptr<rules::Rules>> described_rules() {
    auto rules = rules::rules_from_description(description_, variant_);
    if (!rules) return rules.error();
    const std::string hash{(*rules)->ruleset()};
    if (!ruleset_.empty() && ruleset_ != hash)
      return Error{"the hash of the description is " + hash + ", but `UGI_Ruleset` is " +
                   printable(ruleset_, 60)};
    return rules;
  }

  void resign(const std::string& why) {
    inform("resigns: " + why);
    say(protocol::BestMove{.kind = protocol::BestMove::Kind::resign});
  }

  // The number of moves that are already on the board: most positions add a few moves to the previous one.
  std::size_t known_moves(const protocol::Position& position) const {
    if (game_ == nullptr || position.base != at_.base || at_.moves.size() > position.moves.size()) return 0;
    return std::equal(at_.moves.begin(), at_.moves.end(), position.moves.begin()) ? at_.moves.size() : 0;
  }

  bool restart(const protocol::Position& position) {
    problem_.clear();
    at_ = {};
    auto game = rules::game_from(*rules_, position.base.value_or(""));
    if (!game) return fail("cannot read the position: " + game.error().message);
    game_ = std::move(*game);
    return true;
  }

  bool play(const std::string& move) {
    if (game_->outcome()) return fail("move `" + printable(move, 60) + "` comes after the end of the game");
    if (const auto refused = rules::advance(*game_, move))
      return fail("cannot play move `" + printable(move, 60) + "`: " + refused->message);
    return true;
  }

  // Returns false.
  bool fail(std::string problem) {
    game_.reset();
    problem_ = std::move(problem);
    complain(problem_);
    return false;
  }

  void say(const protocol::Reply& reply) { out_.write(protocol::ugi::encode_reply(reply)); }
  void inform(const std::string& text) { out_.write("info string " + text); }
  void complain(const std::string& message) { errors_.write(message); }

  Bot& bot_;
  const Identity& identity_;
  std::vector<std::string> variants_;
  Options options_;
  LineSink& out_;
  LineSink& errors_;

  std::string variant_;
  std::string ruleset_;
  std::string description_;  // of a described game; empty: a variant by name
  std::uint64_t seed_ = default_seed;
  bool game_stale_ = true;  // settings changed since the last `begin_game`

  std::unique_ptr<rules::Rules> rules_;
  std::unique_ptr<rules::Game> game_;
  protocol::Position at_;  // the position of `game_`
  std::string problem_;    // why `game_` is empty
};

}  // namespace

int run(Bot& bot, const Identity& identity, const Pipes& pipes) {
  LineSink out(pipes.out);
  LineSink errors(pipes.errors);
  Conversation conversation(bot, identity, out, errors);
  Inbox inbox(pipes, out, errors);
  while (true) {
    const Incoming incoming = inbox.next();
    if (std::holds_alternative<protocol::Quit>(incoming.request)) return 0;
    conversation.answer(incoming);
  }
}

}  // namespace ebiri::sdk
