#include "referee/live/feed.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "referee/record/game_json.hpp"
#include "referee/record/json_writer.hpp"

namespace ebiri::live {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds feed_step{100};
constexpr std::size_t max_spectators = 16;
constexpr std::size_t longest_feed_line = std::size_t{16} << 20;
constexpr const char* socket_name = "live.sock";

// `sun_path` has 108 bytes, so the address goes through the folder's descriptor.
struct SocketPlace {
  explicit SocketPlace(const std::filesystem::path& folder)
      : directory(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    address.sun_family = AF_UNIX;
    const auto end = fmt::format_to_n(address.sun_path, sizeof address.sun_path - 1, "/proc/self/fd/{}/{}",
                                      directory.get(), socket_name);
    *end.out = '\0';
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }

  Descriptor directory;
  sockaddr_un address{};
};

Descriptor unix_socket() {
  return Descriptor{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
}

std::optional<std::int64_t> in_milliseconds(std::optional<player::Duration> left) {
  if (!left) return std::nullopt;
  return std::chrono::floor<std::chrono::milliseconds>(*left).count();
}

std::string line_of(std::string_view event, std::size_t slot, match::GameSnapshot snapshot,
                    const GameView& view) {
  if (view) snapshot.record = view(std::move(snapshot.record));
  record::JsonWriter line;
  line.begin();
  line.field("event")(event);
  line.field("slot")(slot);
  line.field("from")(snapshot.from);
  line.field("mover")(name(snapshot.mover));
  line.field("thinking_ms")(in_milliseconds(snapshot.thinking));
  line.field("left_ms").pair(in_milliseconds(snapshot.south_left), in_milliseconds(snapshot.north_left));
  line.field("game").json(record::game_text(snapshot.record));
  line.end();
  return std::move(line).text() + "\n";
}

// False: the peer has closed the connection.
bool send_pending(int socket, std::string& pending) {
  while (!pending.empty()) {
    const ssize_t sent = ::send(socket, pending.data(), pending.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    pending.erase(0, static_cast<std::size_t>(sent));
  }
  return true;
}

// Throws an exception of nlohmann::json if the line is malformed.
bool read_line(std::string_view text, FeedNews& news) {
  const Json line = Json::parse(text);
  const auto& event = line.at("event");
  if (event == "live") news.slots = line.at("slots").get<int>();
  if (event != "playing" && event != "ended" && event != "over") return true;
  FeedGame& fed = news.games.emplace_back();
  fed.slot = line.at("slot").get<int>();
  fed.ended = event != "playing";
  if (event == "over") return true;
  auto record = record::game_from_json(line.at("game").dump());
  if (!record) return false;
  const auto left = [&](std::size_t side) -> std::optional<player::Duration> {
    const Json& left_ms = line.at("left_ms").at(side);
    if (left_ms.is_null()) return std::nullopt;
    return std::chrono::milliseconds(left_ms.get<std::int64_t>());
  };
  fed.record = std::move(*record);
  fed.from = line.at("from").get<std::size_t>();
  fed.mover = line.at("mover") == "south" ? rules::Side::south : rules::Side::north;
  fed.thinking = std::chrono::milliseconds(line.at("thinking_ms").get<std::int64_t>());
  fed.south_left = left(0);
  fed.north_left = left(1);
  return true;
}

}  // namespace

void Feed::remove_socket() const {
  std::error_code ignored;
  std::filesystem::remove(folder_ / socket_name, ignored);
}

void Feed::begin(const run::Start&) {
  listening_ = unix_socket();
  remove_socket();
  const SocketPlace place{folder_};
  if (::bind(listening_.get(), place.get(), sizeof place.address) != 0 || ::listen(listening_.get(), 8) != 0)
    listening_ = Descriptor{};
}

void Feed::close() {
  if (!listening_.open()) return;
  remove_socket();
  listening_ = Descriptor{};
  spectators_.clear();
}

void Feed::tick(const run::LoopState&, const tournament::GameQueue& queue) {
  const auto now = Clock::now();
  if (!listening_.open() || now - sent_ < feed_step) return;
  sent_ = now;
  while (spectators_.size() < max_spectators) {
    Descriptor socket{::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)};
    if (!socket.open()) break;
    spectators_.push_back(
        {.socket = std::move(socket),
         .slots = std::vector<Known>(queue.slots()),
         .pending = fmt::format("{{\"event\":\"live\",\"version\":1,\"slots\":{}}}\n", queue.slots())});
  }
  std::erase_if(spectators_, [&](Spectator& spectator) { return !serve(spectator, queue); });
}

// A spectator gets no further news until it has read the last.
bool Feed::serve(Spectator& spectator, const tournament::GameQueue& queue) const {
  const bool takes = spectator.pending.empty();
  for (std::size_t slot = 0; takes && slot < spectator.slots.size(); ++slot) {
    Known& known = spectator.slots[slot];
    const match::LiveGame& live = queue.live(slot);
    const auto ask_for_rest = [&] { return live.rest(known.game, known.attempt, known.plies); };
    auto rest = known.playing ? ask_for_rest() : std::nullopt;
    const auto snapshot = live.look(known.game, known.attempt, known.plies);
    const bool other =
        !snapshot || snapshot->record.game != known.game || snapshot->record.attempt != known.attempt;
    if (known.playing && other && !rest) rest = ask_for_rest();  // it has just ended
    if (rest) {
      spectator.pending += line_of("ended", slot, *rest, view_);
      known.playing = false;
    }
    if (!snapshot) {
      if (std::exchange(known.playing, false))
        spectator.pending += fmt::format("{{\"event\":\"over\",\"slot\":{}}}\n", slot);
      continue;
    }
    const auto& record = snapshot->record;
    // A request without a new ply changes the mover, its clock or its thinking time.
    if (known.playing && !other && record.plies.empty() && known.asked == snapshot->asked) continue;
    known = {.game = record.game,
             .attempt = record.attempt,
             .plies = snapshot->from + record.plies.size(),
             .asked = snapshot->asked,
             .playing = true};
    spectator.pending += line_of("playing", slot, *snapshot, view_);
  }
  return send_pending(spectator.socket.get(), spectator.pending);
}

FeedNews FeedReader::poll() {
  FeedNews news;
  if (!socket_.open()) {
    const SocketPlace place{folder_};
    Descriptor socket = unix_socket();
    if (::connect(socket.get(), place.get(), sizeof place.address) != 0) return news;
    socket_ = std::move(socket);
    news.begins = true;
  }
  const auto end = [&] {
    socket_ = Descriptor{};
    pending_.clear();
    return FeedNews{.begins = true};
  };
  char block[65536];
  while (true) {
    const ssize_t size = ::recv(socket_.get(), block, sizeof block, MSG_DONTWAIT);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) break;
    if (size <= 0) return end();
    pending_.append(block, static_cast<std::size_t>(size));
    if (pending_.size() > longest_feed_line) return end();
  }
  std::size_t at = 0;
  for (auto line_end = pending_.find('\n'); line_end != pending_.npos; line_end = pending_.find('\n', at)) {
    try {
      if (!read_line(std::string_view{pending_}.substr(at, line_end - at), news)) return end();
    } catch (const nlohmann::json::exception&) {
      return end();
    }
    at = line_end + 1;
  }
  pending_.erase(0, at);
  return news;
}

}  // namespace ebiri::live
