#include "referee/contest/practice/practice_view.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "referee/record/game_json.hpp"
#include "referee/record/line_file.hpp"
#include "referee/record/seal.hpp"
#include "referee/support/descriptor.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;
using player::Fault;
using rules::Side;

void hide(match::GameRecord& record, Side side) {
  for (match::Ply& ply : record.plies) {
    if (ply.side != side) continue;
    ply.thought.depth.reset();
    ply.thought.nodes.reset();
    ply.thought.score.reset();
    ply.thought.score_in_seeds = true;
  }
  if (!is_fault_of(record, side)) return;
  const Fault& fault = *record.verdict.fault;
  Fault bare{.kind = fault.kind, .detail = std::string{player::word(fault.kind)}};
  if (fault.kind == Fault::Kind::illegal_move) {
    bare.detail = fault.detail;
    bare.line = fault.line;
  }
  record.verdict.fault = std::move(bare);
}

// A section of a report; empty if it has no text.
std::string section(std::string_view title, const std::string& text) {
  constexpr std::size_t longest = 20'000;
  if (text.empty()) return {};
  return fmt::format("\n{}:\n{}\n", title, printable_lines(text, longest));
}

std::string moves_of(const match::GameRecord& record) {
  std::string text;
  for (const std::string& move : record.opening.moves) text += move + " ";
  for (const match::Ply& ply : record.plies) text += ply.move + " ";
  return std::string{trim(text)};
}

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

bool is_fault_of(const match::GameRecord& record, Side side) {
  return record.verdict.fault && record.verdict.loser == side;
}

match::GameRecord public_view(match::GameRecord record) {
  hide(record, Side::south);
  hide(record, Side::north);
  return record;
}

match::GameRecord team_view(match::GameRecord record, Side own) {
  hide(record, rules::opponent(own));
  return record;
}

std::string fault_report(const match::GameRecord& record) {
  const Fault& fault = *record.verdict.fault;
  const bool south = record.verdict.loser == Side::south;
  std::string text = fmt::format(
      "game {}{}: {} (south) against {} (north)\n{} lost after {} plies: {}\n", record.game,
      record.attempt == 1 ? "" : fmt::format(", attempt {}", record.attempt), record.south, record.north,
      south ? record.south : record.north, record.plies.size(), printable(fault.detail, 2000));
  if (!fault.exit.empty()) text += "its process ended with " + printable(fault.exit, 200) + "\n";
  text += section("request", fault.asked);
  text += section("answer", fault.line);
  text += section("its standard error ends with", fault.errors);
  if (record.opening.base) text += section("start position", *record.opening.base);
  return text + section("moves, including the opening", moves_of(record));
}

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
