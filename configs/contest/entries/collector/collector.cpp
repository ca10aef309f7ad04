// collector: a whole engine for Kalah that plays the move which brings the most seeds into its own store.
#include <array>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>

namespace {

using Board = std::array<int, 14>;  // south's six pits and store, north's six pits and store

constexpr const char* pits = "ABCDEF.abcdef";

// Sows and captures on `board`; returns the next mover.
int sow(Board& board, int side, int pit) {
  const int own = 6 + 7 * side, other = 13 - 7 * side;
  int at = pit;
  for (int seeds = std::exchange(board[pit], 0); seeds > 0;) {
    at = (at + 1) % 14;
    if (at == other) continue;
    ++board[at];
    --seeds;
  }
  if (at / 7 == side && at != own && board[at] == 1 && board[12 - at] > 0)
    board[own] += std::exchange(board[at], 0) + std::exchange(board[12 - at], 0);
  return at == own ? side : 1 - side;
}

struct Position {
  Board board{4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0};
  int side = 0;
};

// `startpos moves A b` or `fen 4-…-4-0-0-S moves A b`: in a FEN both stores come last.
Position read(std::istringstream& words) {
  Position position;
  std::string word;
  words >> word;
  if (word == "fen") {
    words >> word;
    for (char& c : word) c = c == '-' ? ' ' : c;
    std::istringstream numbers{word};
    for (int i = 0; i < 12; ++i) numbers >> position.board[i < 6 ? i : i + 1];
    numbers >> position.board[6] >> position.board[13] >> word;
    position.side = word == "N" ? 1 : 0;
  }
  words >> word;
  while (words >> word)
    position.side = sow(position.board, position.side, static_cast<int>(std::string{pits}.find(word)));
  return position;
}

char choose(const Position& position) {
  int best = -1, most = -1;
  for (int pit = 7 * position.side; pit < 7 * position.side + 6; ++pit) {
    if (position.board[pit] == 0) continue;
    Board after = position.board;
    sow(after, position.side, pit);
    if (after[6 + 7 * position.side] < most) continue;
    most = after[6 + 7 * position.side];
    best = pit;
  }
  return pits[best];
}

}  // namespace

int main() {
  Position position;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words{line};
    std::string command;
    words >> command;
    if (command == "ugi")
      std::cout << "id name Collector 1.0\nid author the Ebiri authors\nvariants kalah\nugiok" << std::endl;
    else if (command == "isready")
      std::cout << "readyok" << std::endl;
    else if (command == "position")
      position = read(words);
    else if (command == "go")
      std::cout << "bestmove " << choose(position) << std::endl;
    else if (command == "quit")
      break;
  }
}
