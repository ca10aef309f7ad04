#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <utility>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/folder.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/contest/entries/tree.hpp"
#include "referee/support/sha256.hpp"
#include "tests/new_folder.hpp"

using namespace ebiri;
using namespace ebiri::contest;
using ebiri::testing::NewFolder;

namespace {

// These bytes, and at the next call none.
ebiri::Result<std::string_view> once(std::string_view& bytes) { return std::exchange(bytes, {}); }

}  // namespace

TEST_CASE("sha256: the examples of FIPS 180-4 have their values") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Sha256 pieces;
  pieces.add("a");
  pieces.add("");
  pieces.add("bc");
  CHECK(pieces.hex() == sha256_hex("abc"));
  CHECK(is_sha256(sha256_hex("x")));
  CHECK_FALSE(is_sha256("ABC"));
}

TEST_CASE("tree: the digest is as defined, for any order of writing") {
  const std::string text = "ebiri tree 1\nx 3 " + sha256_hex("abc") + " B\n- 0 " + sha256_hex("") + " a/b\n";
  for (const bool reversed : {false, true}) {
    NewFolder folder;
    TreeWriter writer{folder.path, {}};
    const auto write = [&](const char* path, bool executable, std::string_view bytes) {
      REQUIRE(writer.add_file(path, executable, [&] { return once(bytes); }));
    };
    if (reversed) write("a/b", false, "");
    write("B", true, "abc");
    if (!reversed) write("a/b", false, "");
    const auto tree = writer.finish();
    REQUIRE(tree);
    CHECK(tree->digest() == sha256_hex(text));
    const auto read = read_tree(folder.path);
    REQUIRE(read);
    CHECK(read->files == tree->files);
  }
}

TEST_CASE("tree: a folder counts once, also if it is listed after its files") {
  NewFolder folder;
  TreeWriter writer{folder.path, {.files = 2}};
  std::string_view nothing;
  REQUIRE(writer.add_file("a/b", false, [&] { return once(nothing); }));
  CHECK(writer.add_folder("a"));
  CHECK_FALSE(writer.add_folder("c"));
}

TEST_CASE("tree: invalid paths are refused with a reason") {
  struct Row {
    std::string path, problem;  // the beginning of it; empty: it is good
  };
  const Row rows[] = {
      {"a", ""},
      {"a/b.txt", ""},
      {"…/ü", ""},
      {"..a/b..", ""},
      {"", "has no name"},
      {"/a", "is an absolute path"},
      {"..", "has a part `..`"},
      {"a/../b", "has a part `..`"},
      {"a/..", "has a part `..`"},
      {"./a", "is not in its shortest form"},
      {"a//b", "is not in its shortest form"},
      {"a/", "is not in its shortest form"},
      {"a\\b", "has a `\\`"},
      {"a\nb", "is not valid UTF-8"},
      {"a\xff", "is not valid UTF-8"},
      {std::string("a\0b", 3), "is not valid UTF-8"},
      {std::string(256, 'a'), "has a part of 256 bytes"},
      {std::string(1001, 'a'), "has 1001 bytes"},
  };
  for (const Row& row : rows) {
    INFO(row.path);
    const auto problem = path_problem(row.path);
    CHECK(problem.has_value() == !row.problem.empty());
    if (problem) CHECK(problem->starts_with(row.problem));
  }
}

TEST_CASE("unpacking: an error while an archive is read is reported") {
  NewFolder folder;
  const auto tree = unpack(
      []() -> ebiri::Result<std::string_view> { return ebiri::Error{"the line is cut"}; }, folder.path, {});
  REQUIRE_FALSE(tree);
  CHECK(tree.error().message == "the line is cut");
}

TEST_CASE("unpacking: members that the tree omits are counted") {
  NewFolder folder;
  std::vector<std::pair<std::string, std::string>> files{{"a", "b"}};
  const auto unpacked = [&](const std::string& name) {
    const auto file = folder.path / (name + ".zip");
    std::ofstream{file, std::ios::binary} << zip_of(files);
    std::filesystem::create_directory(folder.path / name);
    return unpack(file, folder.path / name, {.files = 1});
  };
  for (int i = 1; i < 100; ++i) files.emplace_back(".git/" + std::to_string(i), "x");
  const auto tree = unpacked("few");
  REQUIRE(tree);
  CHECK(tree->files.size() == 1);
  files.emplace_back(".git/100", "x");
  const auto refused = unpacked("many");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with("the archive has more than 100 members"));
}

TEST_CASE("tree: the only folder becomes the top if it has the required file") {
  NewFolder folder;
  const Folder contest{folder.path};
  REQUIRE(prepare_folders(contest));
  auto incoming = Incoming::make(contest);
  REQUIRE(incoming);
  TreeWriter writer{incoming->tree(), {}};
  for (const char* path : {"top/entry.yaml", "top/sub/x"}) {
    std::string_view nothing;
    REQUIRE(writer.add_file(path, false, [&] { return once(nothing); }));
  }
  auto tree = writer.finish();
  REQUIRE(tree);
  REQUIRE(strip_top_folder(*incoming, *tree, "entry.yaml"));
  CHECK(tree->find("entry.yaml") != nullptr);
  CHECK(tree->find("sub/x") != nullptr);
  const auto digest = store_tree(contest, std::move(*incoming), *tree);
  REQUIRE(digest);
  CHECK(std::filesystem::exists(contest.tree(*digest) / "sub" / "x"));
}

TEST_CASE("signature: it is valid only for the signed bytes and the key") {
  NewFolder folder;
  const auto file = folder.path / "private" / "key.pem";
  const auto key = SigningKey::open_or_make(file);
  REQUIRE(key);
  const auto again = SigningKey::open_or_make(file);
  REQUIRE(again);
  CHECK(key->public_key() == again->public_key());
  const std::string signature = key->sign("seeds");
  CHECK(is_signed("seeds", signature, key->public_key()));
  CHECK_FALSE(is_signed("seed", signature, key->public_key()));
  CHECK_FALSE(is_signed("seeds", signature, std::string(64, '0')));
  CHECK_FALSE(is_signed("seeds", std::string(128, '0'), key->public_key()));
  CHECK_FALSE(is_signed("seeds", "", ""));
  // RFC 8032, section 7.1, test 2.
  CHECK(is_signed("r",
                  "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                  "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
                  "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"));
  REQUIRE(::chmod(file.c_str(), 0644) == 0);
  const auto open_to_all = SigningKey::open_or_make(file);
  REQUIRE_FALSE(open_to_all);
  CHECK(open_to_all.error().message.starts_with("other users may read or write the key"));
}

TEST_CASE("draw: the seed depends on secret and beacon, and fits 52 bits") {
  const std::string secret(64, 'a');
  CHECK(seed_of(secret, "") != seed_of(secret, "x"));
  CHECK(seed_of(secret, "x") != seed_of(std::string(64, 'b'), "x"));
  CHECK(seed_of(secret, "") < std::uint64_t{1} << 52U);
  CHECK(commitment_to(secret) == sha256_hex("ebiri contest commitment 1\n" + secret + "\n"));
}

TEST_CASE("entry: no word of `run` names a file outside the build") {
  Entry entry;
  const Tree tree{
      .files = {{.path = "bot", .executable = true}, {.path = "data/book.txt"}, {.path = "plain"}}};
  const auto run = [&](const char* command) {
    entry.run = command;
    return command_of(entry, tree, "trees/x");
  };
  const auto good = run("./bot data/book.txt --level 9 ./data/book.txt");
  REQUIRE(good);
  CHECK(*good == std::vector<std::string>{"trees/x/bot", "trees/x/data/book.txt", "--level", "9",
                                          "trees/x/data/book.txt"});
  for (const char* command : {"./bot /etc/passwd", "./bot ../y/bot", "./bot data/../../y", "/bin/sh",
                              "./bot data//book.txt", "./bot --book=data/book.txt", "data/../bot"}) {
    INFO(command);
    const auto bad = run(command);
    REQUIRE_FALSE(bad);
    CHECK(bad.error().message.find("not found in the build") != std::string::npos);
  }
  CHECK(run("./plain").error().message ==
        "`plain` is not executable; add `chmod +x plain` to the end of `build`");
  CHECK(run("bot").error().message == "`run` names `bot`; write `./bot` for a file of the entry");
  CHECK(run("sh bot").value().front() == "/usr/bin/sh");
  CHECK(run("no-such-program").error().message.ends_with("is not in /usr/bin or /bin on this machine"));
  // A contest is verified on another machine.
  CHECK(command_of(entry, tree, "trees/x", false).value().front() == "/usr/bin/no-such-program");
}
