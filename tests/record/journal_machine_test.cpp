// The journal under adverse conditions: full disks, other writers, and paths that are not regular files.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <array>
#include <catch2/catch_test_macros.hpp>

#include "referee/record/game_json.hpp"
#include "referee/record/journal.hpp"
#include "tests/record/records.hpp"
#include "tests/support/full_disk.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;
namespace fs = std::filesystem;

namespace {

// The number of a process that has ended.
pid_t dead_process() {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(0);
  ::waitpid(pid, nullptr, 0);
  return pid;
}

std::string host() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

// Until its destruction, this process can open only `count` more files at a time.
class FewDescriptors {
 public:
  explicit FewDescriptors(rlim_t count) {
    const int lowest = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::close(lowest);
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit now{static_cast<rlim_t>(lowest) + count, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &now);
  }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

const char* const plainly_refused = "` is in use by another ebiri; wait until it ends, or stop it";

}  // namespace

TEST_CASE_METHOD(
    Files, "journal: a full disk leaves only whole lines, and appending continues when there is room again") {
  auto journal = Journal::open(file).value().journal;
  REQUIRE(journal.append(run));
  REQUIRE(journal.append(plan));
  REQUIRE(journal.append(played(1)));
  const std::string before = text_of(file);
  const std::size_t line = line_of(played(2)).size() + 1;
  for (const std::size_t room : {std::size_t{0}, std::size_t{1}, line / 2, line - 1}) {
    const FullDisk full{before.size() + room};
    CHECK(journal.append(played(2)).error().message ==
          "cannot write to `" + file.string() + "`: File too large");
    CHECK(text_of(file) == before);
  }
  REQUIRE(journal.append(played(2)));
  CHECK(read_journal(file).value().games == std::vector{played(1), played(2)});
  CHECK(read_journal(file).value().rejected.empty());
}

TEST_CASE_METHOD(Files, "journal: a repair on a full disk changes nothing and can be repeated") {
  {
    auto journal = Journal::open(file).value().journal;
    REQUIRE(journal.append(run));
    REQUIRE(journal.append(played(1)));
  }
  const std::string good = text_of(file), bad(300, 'x');
  std::ofstream(file, std::ios::app) << bad << "\n" << line_of(played(2)) << "\n";
  const std::string before = text_of(file);
  for (const std::size_t room : {std::size_t{10}, std::size_t{200}, std::size_t{500}, before.size() - 400}) {
    auto journal = Journal::open(file).value().journal;
    const FullDisk full{room};
    const auto repaired = journal.repair();
    REQUIRE_FALSE(repaired);
    CHECK(repaired.error().message.ends_with("`: File too large"));
    CHECK(text_of(file) == before);
    CHECK_FALSE(fs::exists(file.string() + ".part"));
  }
  REQUIRE(Journal::open(file).value().journal.repair());
  CHECK(text_of(file) == good + line_of(played(2)) + "\n");
  CHECK(text_of(rejected_file(file)).find("\n" + bad + "\n") != std::string::npos);
}

TEST_CASE_METHOD(Files, "journal: a repair that cannot read the journal again changes nothing") {
  {
    auto journal = Journal::open(file).value().journal;
    REQUIRE(journal.append(run));
  }
  const std::string good = text_of(file), game = line_of(played(1)) + "\n";
  std::ofstream(file, std::ios::app) << "bad\n" << game;
  {
    auto journal = Journal::open(file).value().journal;
    const FewDescriptors one{1};  // for the new file, but not for the old one at the same time
    CHECK(journal.repair().error().message == "cannot open `" + file.string() + "`: Too many open files");
  }
  CHECK(text_of(file) == good + "bad\n" + game);
  CHECK_FALSE(fs::exists(file.string() + ".part"));
}

TEST_CASE_METHOD(Files, "journal: a repair changes nothing if another program replaced the journal") {
  {
    auto journal = Journal::open(file).value().journal;
    REQUIRE(journal.append(run));
  }
  const std::string good = text_of(file), game = line_of(played(1)) + "\n";
  std::ofstream(file, std::ios::app) << "bad\n" << game;
  for (const std::string& text : {good + game + "bad\n", good + "bad\n", std::string{}}) {
    auto journal = Journal::open(file).value().journal;
    const fs::path copy = folder.path / "copy";
    fs::rename(file, copy);
    write(file, text);
    CHECK(journal.repair().error().message ==
          "`" + file.string() + "` was changed by another program; try again");
    CHECK(text_of(file) == text);
    fs::rename(copy, file);
  }
}

TEST_CASE_METHOD(Files, "journal: a second writer is refused with an error that names the first") {
  {
    const auto first = Journal::open(file);
    REQUIRE(first);
    const std::string message = Journal::open(file).error().message;
    INFO(message);
    CHECK(message.starts_with("`" + file.string() + "` is in use by another ebiri, process " +
                              std::to_string(::getpid()) + " on " + host() + " since 20"));
    CHECK(message.ends_with("Z; wait until it ends, or stop it"));
  }
  CHECK(Journal::open(file));
}

TEST_CASE_METHOD(Files, "journal: only the lock counts, not the content of its file") {
  const auto lock = fs::path{file.string() + ".lock"};
  const std::string about_dead = "{\"pid\":" + std::to_string(dead_process()) + ",\"host\":\"" + host() +
                                 "\",\"since\":\"2026-01-01T00:00:00.000Z\"}\n";
  std::ofstream(lock) << about_dead;
  CHECK(Journal::open(file));  // the holder was killed, and its file is still there
  for (const std::string& text :
       {about_dead, std::string{}, std::string{"{\"pid\":\"x\"}"}, std::string(2000, '\0')}) {
    std::ofstream(lock) << text;
    const int held = ::open(lock.c_str(), O_RDWR | O_CLOEXEC);
    REQUIRE(::flock(held, LOCK_EX) == 0);
    CHECK(Journal::open(file).error().message == "`" + file.string() + plainly_refused);
    ::close(held);
  }
  std::ofstream(lock) << R"({"pid":1,"host":"elsewhere","since":"2026-01-01T00:00:00.000Z"})";
  const int held = ::open(lock.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(::flock(held, LOCK_EX) == 0);
  CHECK(Journal::open(file).error().message ==
        "`" + file.string() +
            "` is in use by another ebiri, process 1 on elsewhere since "
            "2026-01-01T00:00:00.000Z; wait until it ends, or stop it");
  ::close(held);
}

TEST_CASE_METHOD(Files, "journal: a file that is not regular is refused without waiting") {
  const std::string message = "`" + file.string() + "` is not a regular file";
  REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
  CHECK(read_journal(file).error().message == message);
  CHECK(Journal::open(file).error().message == message);
  fs::remove(file);
  fs::create_symlink("/dev/full", file);
  CHECK(Journal::open(file).error().message == message);
  fs::remove(file);
  fs::create_directory(file);
  CHECK(Journal::open(file).error().message == message);
  CHECK(Journal::open(folder.path / "none" / "games.jsonl").error().message ==
        "cannot open `" + (folder.path / "none" / "games.jsonl.lock").string() +
            "`: No such file or directory");
}
