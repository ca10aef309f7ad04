// The games that a run is playing, for who looks on from another process: a socket in the run folder.
//
// A connection is sent lines of JSON, at most ten times a second:
//
//   {"event":"live","version":1,"slots":2}      first
//   {"event":"playing","slot":0,"from":12,"mover":"south","thinking_ms":40,"left_ms":[900,null],"game":{…}}
//   {"event":"ended",…}                         as `playing`: the last plies of a game that is over
//   {"event":"over","slot":0}                   nothing is being played there
//
// `game` is as in the journal, with the plies from `from` on in place of all, and a verdict that says
// nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/child.hpp"
#include "referee/run/observer.hpp"

namespace ebiri::live {

/// What of a game is told, made of its record so far.
using GameView = std::function<match::GameRecord(match::GameRecord)>;

/// The side that plays. Costs nothing while nobody looks; who is slow is sent less. One thread.
class Feed final : public run::Observer {
 public:
  /// Listens in `folder`, in place of who did so before: its run's lock is held. Without a socket, which some
  /// file systems refuse, nobody can look. Without `view` all is told.
  explicit Feed(const std::filesystem::path& folder, GameView view = {});
  ~Feed() override;
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  /// Sends what is new.
  void pump(const tournament::GameQueue& queue);
  void tick(const run::LoopState&, const tournament::GameQueue& queue) override { pump(queue); }

 private:
  struct Known {  // of a slot
    int game = 0, attempt = 0;
    std::size_t plies = 0;
    bool playing = false;
  };
  struct Onlooker {
    process::Descriptor socket;
    std::vector<Known> slots;
    std::string pending;
  };

  void let_in(const tournament::GameQueue& queue);
  bool serve(Onlooker& onlooker, const tournament::GameQueue& queue) const;

  std::filesystem::path folder_;
  GameView view_;  // empty: all of it
  process::Descriptor listening_;
  std::vector<Onlooker> onlookers_;
  std::chrono::steady_clock::time_point pumped_{};
};

/// A game that is being played, as the feed tells it.
struct FedGame {
  int slot = 0;
  std::size_t from = 0;      ///< plies of this game that were told before
  match::GameRecord record;  ///< with those after them
  rules::Side mover = rules::Side::south;
  std::chrono::milliseconds thinking{};
  std::optional<std::int64_t> south_left, north_left;  ///< ms
  bool ended = false;                                  ///< these plies are its last
};

struct FeedNews {
  bool begins = false;  ///< what was told before is void: another connection, or none any more
  int slots = 0;        ///< of the run; 0: no change
  std::vector<FedGame> playing;
  std::vector<int> over;  ///< slots
};

/// The side that looks on. Never waits. One thread.
class FeedReader {
 public:
  explicit FeedReader(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// What has come since the last call; connects if need be. What is no such line ends the connection.
  FeedNews poll();

 private:
  bool connect();

  std::filesystem::path folder_;
  process::Descriptor socket_;
  std::string pending_;
};

}  // namespace ebiri::live
