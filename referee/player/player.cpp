#include "referee/player/player.hpp"

#include <utility>

#include "protocol/ugi.hpp"

namespace ebiri::player {

GameLine::GameLine(std::optional<std::string> base, std::vector<std::string> moves)
    : base_(std::move(base)),
      moves_(std::move(moves)),
      in_ugi_(protocol::ugi::encode_position({base_, moves_})) {}

void GameLine::add(const std::string& move) {
  in_ugi_.append(moves_.empty() ? " moves " : " ").append(move);
  moves_.push_back(move);
}

}  // namespace ebiri::player
