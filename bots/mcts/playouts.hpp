// What mcts needs to know of each variant besides its rules and alphabeta's evaluations: its playouts. They
// live in the variants' namespaces, where the tree finds them.
#pragma once

#include "bots/alphabeta/bao_face.hpp"
#include "bots/alphabeta/kalah_face.hpp"
#include "bots/alphabeta/namnam_face.hpp"
#include "bots/alphabeta/omweso_face.hpp"
#include "bots/alphabeta/oware_face.hpp"
#include "bots/mcts/tree.hpp"

namespace ebiri::rules {

namespace bao {
inline bots::Playout playout(const Bao&) { return {2, 70, 8}; }
}  // namespace bao

namespace kalah {
inline bots::Playout playout(const Kalah&) { return {2, 70, 4}; }
}  // namespace kalah

namespace namnam {
inline bots::Playout playout(const NamNam&) { return {2, 70, 4}; }
}  // namespace namnam

namespace omweso {
inline bots::Playout playout(const Omweso&) { return {2, 70, 8}; }
}  // namespace omweso

namespace oware {
inline bots::Playout playout(const Oware&) { return {2, 70, 4}; }
}  // namespace oware

}  // namespace ebiri::rules
