// An engine for measuring arenas: it plays legal Oware moves in almost no time.
//
//   instant_bot [long|once]     `long`: avoids captures, so that games are long
//                               `once`: exits after each game, so that every game needs a start
//
// One thread, one read and one write per move. If a `position` extends the last one, only the new moves are
// parsed. The move depends only on the position.
#include <unistd.h>

#include <string>
#include <string_view>

#include "referee/rules/oware/oware.hpp"

namespace {

using ebiri::rules::oware::Oware;

class Bot {
 public:
  explicit Bot(std::string_view habit) : lasting_(habit == "long"), once_(habit == "once") {}

  /// Whether to exit after `line`.
  bool leaves(std::string_view line) const {
    return line == "quit" || (once_ && line.starts_with("gameover"));
  }

  /// The answer to `line`, with its newline, or an empty string.
  std::string answer(std::string_view line) {
    if (line == "ugi") return once_ ? "option name UGI_GameOver type check default true\nugiok\n" : "ugiok\n";
    if (line == "isready") return "readyok\n";
    if (line.starts_with("position ")) follow(line);
    if (!line.starts_with("go")) return {};
    const auto move = choose();
    return "bestmove " + rules_.move_text(position_, move) + "\n";
  }

 private:
  void follow(std::string_view line) {
    if (known_.empty() || !line.starts_with(known_)) {
      known_ = line.substr(0, line.find(" moves"));
      const bool fen = line.starts_with("position fen ");
      position_ = fen ? *rules_.parse_position(known_.substr(13)) : rules_.start();
      line.remove_prefix(known_.size() + (known_.size() < line.size() ? 6 : 0));
      known_ += line.empty() ? "" : " moves";
    } else {
      line.remove_prefix(known_.size());
      if (line.starts_with(" moves")) line.remove_prefix(6), known_ += " moves";
    }
    for (const char c : line)
      if (c != ' ')
        position_ = rules_.play(position_, static_cast<Oware::Move>(c >= 'a' ? c - 'a' + 6 : c - 'A'));
    known_ += line;
  }

  Oware::Move choose() const {
    const auto moves = rules_.legal_moves(position_);
    const auto first = static_cast<std::size_t>(rules_.key(position_) >> 33U) % moves.size();
    for (std::size_t i = 0; lasting_ && i < moves.size(); ++i) {
      const auto move = moves[(first + i) % moves.size()];
      const auto after = rules_.play(position_, move);
      if (after.other_store() == position_.own_store() && !rules_.is_over(after)) return move;
    }
    return moves[first];
  }

  Oware rules_;
  bool lasting_, once_;
  std::string known_;  // the `position` line that led to position_
  Oware::Position position_ = rules_.start();
};

}  // namespace

int main(int argc, char** argv) {
  Bot bot{argc > 1 ? argv[1] : ""};
  std::string input, output;
  char chunk[65536];
  while (true) {
    const ssize_t count = ::read(0, chunk, sizeof chunk);
    if (count <= 0) return 0;
    input.append(chunk, static_cast<std::size_t>(count));
    output.clear();
    std::size_t begin = 0;
    for (std::size_t end; (end = input.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const auto line = std::string_view{input}.substr(begin, end - begin);
      if (bot.leaves(line)) return 0;
      output += bot.answer(line);
    }
    input.erase(0, begin);
    if (!output.empty() && ::write(1, output.data(), output.size()) < 0) return 0;
  }
}
