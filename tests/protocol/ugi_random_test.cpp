// Random messages survive encoding and decoding; random bytes and damaged lines are handled safely.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <vector>

#include "protocol/ugi.hpp"

using namespace ebiri::protocol;

namespace {

constexpr int rounds = EBIRI_TEST_SAMPLING != 0 ? 2000 : 20000;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(engine_);
  }
  bool coin() { return below(2) == 1; }
  std::uint64_t number() { return engine_() >> below(64); }

  /// A word that is no keyword of any message.
  std::string word() {
    static constexpr std::string_view letters = "QXYZ0123456789-=/,+<>*ABCDEF";
    std::string text = "X";
    for (std::size_t n = below(6); n > 0; --n) text += letters[below(letters.size())];
    return text;
  }
  std::string text() { return coin() ? word() : word() + " " + word(); }
  std::vector<std::string> list(std::size_t least) {
    std::vector<std::string> result;
    for (std::size_t n = least + below(5); n > 0; --n) result.push_back(word());
    return result;
  }
  std::chrono::milliseconds time() { return std::chrono::milliseconds(below(1'000'000'001)); }
  int count() { return 1 + static_cast<int>(below(1000)); }

  Go go() {
    Go go;
    if (coin()) go.p1time = time();
    if (coin()) go.p2time = time();
    if (coin()) go.p1inc = time();
    if (coin()) go.p2inc = time();
    if (coin()) go.movestogo = count();
    if (coin()) go.movetime = time();
    if (coin()) go.depth = count();
    if (coin()) go.nodes = number() | 1U;
    return go;
  }

  Request request() {
    switch (below(10)) {
      case 0:
        return Hello{};
      case 1:
        return SetOption{text(), coin() ? text() : ""};
      case 2:
        return IsReady{};
      case 3:
        return NewGame{};
      case 4:
        return Position{coin() ? std::optional(word()) : std::nullopt, list(0)};
      case 5:
        return go();
      case 6:
        return Stop{};
      case 7:
        return Query{static_cast<Query::What>(below(3))};
      case 8:
        return GameOver{coin() ? "p1" : "void", coin() ? text() : ""};
      default:
        return Quit{};
    }
  }

  Info info() {
    Info info;
    if (coin()) info.depth = count();
    if (coin()) info.nodes = number();
    if (coin()) info.time = time();
    if (coin()) {
      const double value = std::uniform_real_distribution<double>(-1e6, 1e6)(engine_);
      info.score = Score{coin() ? Score::Unit::seeds : Score::Unit::centipawns, coin() ? value : count()};
    }
    info.pv = list(0);
    return info;
  }

  OptionOffer offer() {
    static constexpr std::array<const char*, 5> types{"check", "spin", "combo", "button", "string"};
    OptionOffer offer{text(), types.at(below(types.size())), {}, {}, {}, {}};
    if (coin()) offer.fallback = coin() ? text() : "";
    if (offer.type == "string") return offer;
    if (coin()) offer.min = word();
    if (coin()) offer.max = word();
    offer.vars = list(0);
    return offer;
  }

  Reply reply() {
    switch (below(8)) {
      case 0:
        return Id{coin() ? "name" : "author", text()};
      case 1:
        return offer();
      case 2:
        return Variants{list(1)};
      case 3:
        return HelloDone{};
      case 4:
        return Ready{};
      case 5:
        return info();
      case 6:
        return BestMove{.move = word(), .offer = coin()};
      default:
        return Response{text()};
    }
  }

  /// `line` with a few bytes or words replaced, removed, doubled or cut off.
  std::string damaged(std::string line) {
    for (std::size_t n = 1 + below(4); n > 0 && !line.empty(); --n) {
      const std::size_t at = below(line.size());
      switch (below(5)) {
        case 0:
          line[at] = static_cast<char>(below(256));
          break;
        case 1:
          line.erase(at, 1 + below(8));
          break;
        case 2:
          line.insert(at, line.substr(below(line.size()), below(12)));
          break;
        case 3:
          line.resize(at);
          break;
        default:
          line.insert(at, 1, " \t\r\0-"[below(5)]);
          break;
      }
    }
    return line;
  }

  std::string bytes(std::size_t length) {
    std::string result(length, '\0');
    for (char& c : result) c = static_cast<char>(below(256));
    return result;
  }

 private:
  std::mt19937_64 engine_;
};

bool printable_sentence(const std::string& message) {
  if (message.empty() || message.size() > 400) return false;
  for (const char c : message) {
    if (static_cast<unsigned char>(c) < 0x20) return false;
  }
  return true;
}

// Decodes a line at both ends. The result can be encoded again, and an error can be printed.
void read_both_ways(const std::string& line) {
  const Reply reply = ugi::decode(line);
  if (const auto* malformed = std::get_if<Malformed>(&reply)) {
    CHECK(printable_sentence(malformed->why));
  } else if (!std::holds_alternative<Unknown>(reply)) {
    const std::string canonical = ugi::encode_reply(reply);
    CHECK(canonical.find('\n') == std::string::npos);
    CHECK(ugi::encode_reply(ugi::decode(canonical)) == canonical);
  }
  const auto request = ugi::decode_request(line);
  if (!request) {
    CHECK(printable_sentence(request.error().message));
  } else {
    const std::string canonical = ugi::encode(*request);
    CHECK(canonical.find('\n') == std::string::npos);
    const auto again = ugi::decode_request(canonical);
    REQUIRE(again);
    CHECK(ugi::encode(*again) == canonical);
  }
}

}  // namespace

TEST_CASE("ugi: random requests survive encoding and decoding") {
  Dice dice(1);
  for (int i = 0; i < rounds; ++i) {
    const Request request = dice.request();
    const std::string line = ugi::encode(request);
    INFO(line);
    const auto decoded = ugi::decode_request(line);
    REQUIRE(decoded);
    REQUIRE(*decoded == request);
  }
}

TEST_CASE("ugi: random replies survive encoding and decoding") {
  Dice dice(2);
  for (int i = 0; i < rounds; ++i) {
    const Reply reply = dice.reply();
    const std::string line = ugi::encode_reply(reply);
    INFO(line);
    REQUIRE(ugi::decode(line) == reply);
  }
}

TEST_CASE("ugi: damaged lines are handled safely") {
  Dice dice(3);
  for (int i = 0; i < rounds; ++i) {
    const std::string line =
        dice.damaged(dice.coin() ? ugi::encode(dice.request()) : ugi::encode_reply(dice.reply()));
    INFO(line);
    read_both_ways(line);
  }
}

TEST_CASE("ugi: random bytes are handled safely") {
  Dice dice(4);
  for (int i = 0; i < rounds; ++i) read_both_ways(dice.bytes(dice.below(200)));
}

TEST_CASE("ugi: long lines are read in linear time") {
  const std::string blanks(1 << 20, ' ');
  CHECK(ugi::decode(blanks) == Reply{Unknown{}});
  CHECK(ugi::decode("bestmove" + blanks + "f") == Reply{BestMove{.move = "f"}});
  std::string option = "option name";
  for (int i = 0; i < 100000; ++i) option += " X";
  CHECK(std::holds_alternative<Malformed>(ugi::decode(option)));
  CHECK(std::holds_alternative<OptionOffer>(ugi::decode(option + " type check")));
}
