#include "referee/record/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "referee/record/game_json.hpp"
#include "referee/support/files.hpp"

namespace ebiri::record {

namespace {

namespace fs = std::filesystem;

}  // namespace

fs::path rejected_file(const fs::path& journal) { return journal.string() + ".rejected"; }

Result<JournalHead> read_journal(const std::filesystem::path& file, const JournalReader::Take& take,
                                 BytesRead* bytes_read) {
  auto input = LineFile::open(file, bytes_read);
  if (!input) return input.error();
  JournalReader reader{take};
  if (const auto read = reader.read(*input); !read) return read.error();
  auto head = reader.take_head();
  if (!head.begun)
    return Error{
        fmt::format("{}:1: error: the journal is empty, or its first line is incomplete", file.string())};
  return head;
}

Journal::~Journal() {
  if (output_.open()) (void)sync();
}

Result<Journal::Opened> Journal::open(const fs::path& file, SyncInterval interval) {
  if (const auto good = check_kind(file); !good) return good.error();
  auto lock = Lock::take(file);
  if (!lock) return lock.error();
  Descriptor output{::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_CREAT, 0666)};
  if (!output.open()) return system_failure("open", file);
  Journal journal{std::move(*lock), std::move(output), file, interval};
  auto digest = read_digest_or_empty(file);
  if (!digest) return digest.error();
  journal.rejected_ = digest->rejected;
  journal.unterminated_ = digest->unterminated;
  if (!digest->begun) return Opened{std::move(journal), std::nullopt};
  return Opened{std::move(journal), std::move(*digest)};
}

Result<void> Journal::repair() {
  if (!rejected_.empty()) {
    if (auto copied = copy_rejected(); !copied) return copied;
    if (auto removed = remove_rejected(); !removed) return removed;
    rejected_.clear();
  }
  if (unterminated_) {
    if (!write_all(output_.get(), "\n")) return system_failure("write to", file_);
    unterminated_ = false;
    dirty_ = true;
  }
  struct stat now {};
  if (::fstat(output_.get(), &now) != 0) return system_failure("read the status of", file_);
  size_ = now.st_size;
  if (now.st_size > 0 || !interval_) return {};
  // The folder may be new, too.
  const fs::path folder = fs::absolute(file_).parent_path();
  if (auto saved = sync_folder(folder); !saved) return saved;
  return sync_folder(folder.parent_path());
}

// Copies the rejected lines to their file and syncs it, before they are removed from the journal.
Result<void> Journal::copy_rejected() {
  const fs::path file = rejected_file(file_);
  const Descriptor output{::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_CREAT, 0666)};
  if (!output.open()) return system_failure("open", file);
  struct stat before {};
  if (::fstat(output.get(), &before) != 0) return system_failure("read the status of", file);
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  for (const Rejected& line : rejected_) {
    const nlohmann::ordered_json head{{"type", "rejected"},
                                      {"line", line.line},
                                      {"why", line.why},
                                      {"bytes", line.text.size()},
                                      {"moved", format_time(now)}};
    const std::string text = head.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (write_all(output.get(), text + "\n" + line.text + "\n")) continue;
    const auto problem = system_failure("write to", file);
    [[maybe_unused]] const bool undone = ::ftruncate(output.get(), before.st_size) == 0;
    return problem;
  }
  if (::fdatasync(output.get()) != 0) return system_failure("save", file);
  return sync_folder(fs::absolute(file).parent_path());
}

// Removes the rejected lines from the journal. The valid lines go into a new file that replaces the old one,
// so that a killed process leaves one or the other.
Result<void> Journal::remove_rejected() {
  struct stat old {};
  if (::fstat(output_.get(), &old) != 0) return system_failure("read the status of", file_);
  if (rejected_.front().torn) {  // it is the last line, and so the only rejected one
    const auto whole = old.st_size - static_cast<off_t>(rejected_.front().text.size());
    if (::ftruncate(output_.get(), whole) != 0) return system_failure("repair", file_);
    return {};
  }
  const fs::path part = file_.string() + ".part";
  Descriptor output{::open(part.c_str(), O_WRONLY | O_APPEND | O_TRUNC | O_CLOEXEC | O_CREAT, 0666)};
  if (!output.open()) return system_failure("open", part);
  // The new file has the access rights of the old one. Not every file system can set them, which is no error.
  [[maybe_unused]] const bool group_kept = ::fchown(output.get(), static_cast<uid_t>(-1), old.st_gid) == 0;
  [[maybe_unused]] const bool mode_kept = ::fchmod(output.get(), old.st_mode & 07777U) == 0;
  const auto failed = [&](Error problem) {
    ::unlink(part.c_str());
    return problem;
  };
  std::ifstream input(file_, std::ios::binary);
  if (!input) return failed(system_failure("open", file_));
  std::string line;
  std::size_t read = 0;  // bytes
  auto next = rejected_.begin();
  for (std::size_t number = 1; std::getline(input, line); ++number) {
    const bool rejected = next != rejected_.end() && next->line == number && next->text == line;
    if (!input.eof()) line += '\n';
    read += line.size();
    if (rejected)
      ++next;
    else if (!write_all(output.get(), line))
      return failed(system_failure("write to", part));
  }
  if (input.bad()) return failed(system_failure("read", file_));
  // The new file must have every line except those that were copied.
  if (next != rejected_.end() || static_cast<off_t>(read) != old.st_size)
    return failed(Error{fmt::format("`{}` was changed by another program; try again", file_.string())});
  if (::fdatasync(output.get()) != 0 || ::rename(part.c_str(), file_.c_str()) != 0)
    return failed(system_failure("write to", part));
  output_ = std::move(output);
  return sync_folder(fs::absolute(file_).parent_path());
}

Result<void> Journal::write_line(std::string line) {
  if (!size_)
    if (auto repaired = repair(); !repaired) return repaired;
  line += '\n';
  if (!write_all(output_.get(), line)) {
    auto problem = system_failure("write to", file_);
    // If this fails too, the next repair removes the incomplete line.
    [[maybe_unused]] const bool undone = ::ftruncate(output_.get(), *size_) == 0;
    return problem;
  }
  *size_ += static_cast<std::int64_t>(line.size());
  dirty_ = true;
  return {};
}

Result<void> Journal::sync_if_due() {
  if (!dirty_ || !interval_ || std::chrono::steady_clock::now() - synced_ < *interval_) return {};
  return sync();
}

Result<void> Journal::append(const RunInfo& run) { return write_line(line_of(run)); }
Result<void> Journal::append(const PlanInfo& plan) { return write_line(line_of(plan)); }
Result<void> Journal::append(const match::GameRecord& game) { return write_line(line_of(game)); }

Result<void> Journal::sync() {
  if (!dirty_ || !interval_) return {};
  synced_ = std::chrono::steady_clock::now();
  if (::fdatasync(output_.get()) != 0) return system_failure("save", file_);
  dirty_ = false;
  return {};
}

}  // namespace ebiri::record
