// The file of endgame tables: invalid files, and resumed builds.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "tests/rules/oware_tables.hpp"

using namespace ebiri::rules::oware;
using namespace ebiri::rules::oware::tests;

namespace {

constexpr int seeds = 3;

std::string refusal(const std::string& path, const Options& options = {}) {
  const auto tables = EndgameTables::open(path, options);
  return tables ? "opened" : tables.error().message;
}

std::string rebuilt(const std::string& path, const Options& options = {}) {
  const auto built = build_tables(path, {options, seeds, 1}, [](const LayerDone&) { return true; });
  return built ? "built" : built.error().message;
}

}  // namespace

TEST_CASE("oware: a table with a changed byte is refused by readers and builders, and not modified") {
  const BuiltTables built({}, seeds);
  const std::string sound = bytes_of(built.path());
  REQUIRE(sound.size() == 256 + 4 * 32 + 2 * 455);
  const Folder folder;
  const std::string path = folder.file("damaged");
  for (std::size_t at = 0; at < sound.size(); ++at) {
    INFO(at);
    std::string damaged = sound;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    write_bytes(path, damaged);
    CHECK(refusal(path) != "opened");
    CHECK(rebuilt(path) != "built");
    CHECK(bytes_of(path) == damaged);
  }
}

TEST_CASE("oware: a truncated table is completed") {
  const BuiltTables built({}, seeds);
  const std::string sound = bytes_of(built.path());
  const Folder folder;
  const std::string path = folder.file("torn");
  int whole_layers = 0;
  for (std::size_t size = 0; size < sound.size(); ++size) {
    INFO(size);
    write_bytes(path, sound.substr(0, size));
    whole_layers += refusal(path) == "opened" ? 1 : 0;
    CHECK(rebuilt(path) == "built");
    CHECK(bytes_of(path) == sound);
  }
  CHECK(whole_layers == seeds);
}

TEST_CASE("oware: errors of a table are named") {
  const BuiltTables built({}, seeds);
  const std::string sound = bytes_of(built.path());
  const Folder folder;
  const std::string path = folder.file("x");
  const std::string name = "`" + path + "` ";
  CHECK(refusal(path) == "cannot open `" + path + "`: No such file or directory");
  write_bytes(path, "");
  CHECK(refusal(path) == name + "is not an endgame file");
  write_bytes(path, "seeds: 48\n");
  CHECK(refusal(path) == name + "is not an endgame file");
  CHECK(rebuilt(path) ==
        name + "is not an endgame file; the file is unchanged: remove it, or choose another file");
  write_bytes(path, sound.substr(0, sound.size() - 1));
  CHECK(refusal(path) == name + "is truncated in the boards with 3 seeds; `ebiri tables` continues it");
  std::string damaged = sound;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  write_bytes(path, damaged);
  CHECK(refusal(path) == name + "is damaged in the boards with 3 seeds");
  write_bytes(path, sound + sound);
  CHECK(refusal(path) == name + "is truncated in the boards with 4 seeds; `ebiri tables` continues it");
  Options other;
  other.feed = Feed::none;
  CHECK(refusal(built.path(), other) ==
        "`" + built.path() +
            "` was built for `grand-slam=no-capture grand-slam-trigger=all-seeds feed=must cannot-feed=end "
            "no-legal-move=own-side`, not for `grand-slam=no-capture grand-slam-trigger=all-seeds feed=none "
            "cannot-feed=end no-legal-move=own-side`");
  Options endless;
  endless.repetition = Repetition::off;
  CHECK(refusal(built.path(), endless) == "opened");
}

TEST_CASE("oware: a table does not depend on the number of threads, or on interruptions") {
  const Folder folder;
  const BuiltTables whole({}, 6);
  const std::string path = folder.file("in-goes");
  std::vector<bool> were_there;
  for (const unsigned threads : {1U, 3U}) {
    REQUIRE(build_tables(path, {{}, 6, threads}, [&](const LayerDone& layer) {
      were_there.push_back(layer.was_there);
      return layer.seeds != 3 || layer.was_there;
    }));
  }
  CHECK(were_there ==
        std::vector<bool>{false, false, false, false, true, true, true, true, false, false, false});
  CHECK(bytes_of(path) == bytes_of(whole.path()));
}
