#include "referee/contest/practice/practice_records.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "referee/record/game_json.hpp"
#include "referee/record/line_file.hpp"
#include "referee/record/seal.hpp"
#include "referee/support/descriptor.hpp"
#include "referee/support/files.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

fs::path records_of(const Folder& folder, const std::string& team, int number) {
  return folder.team(team, number) / "practice.jsonl";
}

// Whether a power failure has left an unfinished line.
bool is_torn(int fd) {
  const off_t size = ::lseek(fd, 0, SEEK_END);
  char last = '\n';
  return size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

Result<void> add_practice_record(const Folder& folder, const std::string& team, int number,
                                 const match::GameRecord& record) {
  const fs::path file = records_of(folder, team, number);
  std::error_code problem;
  fs::create_directories(file.parent_path(), problem);
  const Descriptor output{::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600)};
  if (!output.open()) return system_failure("open", file);
  const std::string line = (is_torn(output.get()) ? "\n" : "") + record::line_of(record) + "\n";
  if (!write_all(output.get(), line)) return system_failure("write to", file);
  return {};
}

Result<std::vector<match::GameRecord>> practice_records(const Folder& folder, const std::string& team,
                                                        int number) {
  std::vector<match::GameRecord> records;
  const fs::path path = records_of(folder, team, number);
  if (!exists(status_of(path))) return records;
  auto file = record::LineFile::open(path);
  if (!file) return file.error();
  while (true) {
    const auto line = file->next();
    if (!line) return line.error();
    if (!*line) return records;
    if (!record::seal_holds((*line)->text)) continue;
    if (auto record = record::game_from_json((*line)->text)) records.push_back(std::move(*record));
  }
}

}  // namespace ebiri::contest
