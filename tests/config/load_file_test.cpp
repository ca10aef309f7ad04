#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/config/bad_config.hpp"
#include "tests/config/temporary_folder.hpp"

namespace ebiri::config {

namespace {

std::string verdict_of(const TemporaryFolder& root, const std::filesystem::path& file) {
  const SearchPath search{root.folder("working"), file.parent_path(), root.folder("own")};
  const auto loaded = load_file(file, {}, search);
  return loaded ? "ok" : root.without_place(loaded.error().message);
}

}  // namespace

TEST_CASE("config: a file that cannot be a config is refused by name") {
  const TemporaryFolder root;
  CHECK(verdict_of(root, root.folder("x") / "t.yaml") == "ROOT/x/t.yaml: error: file not found\n");
  CHECK(verdict_of(root, root.folder("x")) == "ROOT/x: error: this is a directory, not a config file\n");
  const std::string comment = "# " + std::string(1U << 20U, 'x');
  CHECK(verdict_of(root, root.file("x/big.yaml", comment)) ==
        "ROOT/x/big.yaml: error: larger than 1 MiB; is this a config file?\n");
}

TEST_CASE("config: a named pipe or a device is refused at once, without being opened") {
  const TemporaryFolder root;
  const auto pipe = root.folder("x") / "t.yaml";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(verdict_of(root, pipe) ==
        "ROOT/x/t.yaml: error: this is a named pipe, not a config file; `/dev/stdin` reads standard input\n");
  for (const char* device : {"/dev/null", "/dev/zero"}) {
    CHECK(verdict_of(root, device) ==
          fmt::format("{}: error: this is a device, not a config file; `/dev/stdin` reads standard input\n",
                      device));
  }
}

TEST_CASE("config: an open descriptor is read, even if it is a pipe") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  constexpr std::string_view text = "name: piped\n";
  REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  const auto source = read_source(fmt::format("/dev/fd/{}", ends[0]));
  REQUIRE(source);
  CHECK(source->text == text);
  ::close(ends[0]);
}

TEST_CASE("config: missing programs, folders and openings are reported with all other problems") {
  const TemporaryFolder root;
  root.program("working/bots/a");
  root.folder("x/data");
  const auto file = root.file("x/t.yaml",
                              "name: t\n"
                              "pairs: none\n"
                              "openings: {file: openings/none.txt}\n"
                              "engines:\n"
                              "  - {name: a, command: bots/a --fast, directory: data}\n"
                              "  - {name: b, command: bots/b, directory: elsewhere}\n");
  CHECK("\n" + verdict_of(root, file) == R"(
ROOT/x/t.yaml:2:8: error: `pairs` must be a whole number, not `none`
    2 | pairs: none
      |        ^
ROOT/x/t.yaml:3:18: error: opening file `openings/none.txt` not found in `ROOT/x`
    3 | openings: {file: openings/none.txt}
      |                  ^
ROOT/x/t.yaml:6:24: error: program `bots/b` not found in `ROOT/working`, `ROOT/x` or `ROOT/own`
    6 |   - {name: b, command: bots/b, directory: elsewhere}
      |                        ^
ROOT/x/t.yaml:6:43: error: folder `elsewhere` not found in `ROOT/x`
    6 |   - {name: b, command: bots/b, directory: elsewhere}
      |                                           ^
)");
}

TEST_CASE("config: a script that only the referee's working directory has is missing in a sandbox") {
  const TemporaryFolder root;
  root.file("working/a-script.sh", "");
  const std::string engines =
      "engines: [{name: a, command: sh a-script.sh}, {name: b, command: sh ./a-script.sh}]\n";
  CHECK(verdict_of(root, root.file("x/t.yaml", "name: t\n" + engines)) == "ok");
  CHECK(verdict_of(root, root.file("x/s.yaml", "name: t\nisolation: sandbox\n" + engines)) ==
        "ROOT/x/s.yaml:3:30: error: a sandbox does not have `a-script.sh`; write `./a-script.sh`, or set "
        "`directory`\n"
        "    3 | " +
            engines + "      |                              ^\n");
}

TEST_CASE("config: a sandbox hides only scripts that exist, and they have their names in the file system") {
  const TemporaryFolder root;
  root.file("working/bot.js", "");
  root.program("own/bots/node");
  const auto verdict = [&](const std::string& command) {
    return verdict_of(
        root, root.file("x/s.yaml", "name: t\nisolation: sandbox\nengines: [{name: a, command: " + command +
                                        "}, {name: b, command: bots/node}]\n"));
  };
  CHECK(verdict("bots/node bot").find("does not have `bot.js`; write `./bot.js`, or") != std::string::npos);
  const std::string missing = verdict("sh nothing.sh");
  CHECK(missing.find("`nothing.sh`, which is not found") != std::string::npos);
  CHECK(missing.find("a sandbox") == std::string::npos);
}

TEST_CASE("config: commands and paths of a good config stay as written") {
  const TemporaryFolder root;
  root.program("own/bots/a");
  root.folder("x/data");
  root.file("x/openings.txt", "");
  const auto file = root.file("x/t.yaml",
                              "name: t\n"
                              "openings: {file: openings.txt}\n"
                              "engines:\n"
                              "  - {name: a, command: bots/a --fast, directory: data}\n"
                              "  - {name: b, command: bots/a}\n");
  const SearchPath search{root.folder("working"), root.folder("x"), root.folder("own")};
  const auto settings = load_file(file, {}, search);
  REQUIRE(settings);
  CHECK(settings->engines[0].command == "bots/a --fast");
  CHECK(settings->engines[0].directory == "data");
  CHECK(settings->openings.file == "openings.txt");
  CHECK(resolve_path(*settings->openings.file, search) == root.folder("x") / "openings.txt");
}

TEST_CASE("config: every config that comes with Ebiri is valid, even if its engines are not built") {
  int configs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(EBIRI_SOURCE_DIR "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    ++configs;
    const auto source = read_source(entry.path());
    REQUIRE(source);
    CHECK(verdict(source->text) == "ok");
  }
  CHECK(configs > 0);
}

}  // namespace ebiri::config
