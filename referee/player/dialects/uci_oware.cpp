// The dialect of Oware engines that speak UCI, Aalina for example: `uci`, `position startpos moves FfE`,
// moves without blanks between them, `go movetime N`.
//
// Such an engine gets a time or a depth for each move and never a clock, because some engines always read
// the clock of the side that moved first, even if the other side is to move.
#include <fmt/format.h>

#include "protocol/ugi.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

constexpr std::string_view no_move = "0000";

class UciOware final : public Dialect {
 public:
  std::string encode(const protocol::Request& request) override {
    if (std::holds_alternative<protocol::Hello>(request)) return "uci\n";
    if (std::holds_alternative<protocol::NewGame>(request)) return "ucinewgame\n";
    if (std::holds_alternative<protocol::GameOver>(request)) return {};
    return protocol::ugi::encode(request) + "\n";
  }

  // A base position may have fewer fields than these engines need, so it is written in full.
  std::string question(const GameLine& line, const Budget& budget) override {
    std::string text = "position startpos";
    if (line.base()) text = "position fen " + (*rules_->from_position(*line.base()))->position();
    if (!line.moves().empty()) text += " moves " + join(line.moves(), "");
    const protocol::Go& go = budget.go;
    const bool by_depth = go.depth && !go.movetime && !go.p1time && !go.p2time;
    if (by_depth) return fmt::format("{}\ngo depth {}\n", text, *go.depth);
    const auto mover = game_at(line)->to_move();
    return fmt::format("{}\ngo movetime {}\n", text, time_for_move(budget, mover).count());
  }

  Interpreted interpret(std::string_view line) override {
    if (trim(line) == "uciok") return {protocol::HelloDone{}};
    auto reply = protocol::ugi::decode(line);
    const auto* best = std::get_if<protocol::BestMove>(&reply);
    if (best != nullptr && best->move == no_move)
      return {
          protocol::Malformed{"expected a move, found `0000`; the engine considers the game over or did not "
                              "understand the position"}};
    return {std::move(reply)};
  }
};

}  // namespace

std::unique_ptr<Dialect> make_uci_oware() { return std::make_unique<UciOware>(); }

}  // namespace ebiri::player
