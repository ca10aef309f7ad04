#include "referee/config/options.hpp"

#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

std::string with_article(std::string type) {
  const auto last = type.rfind(" or ");  // `none` or size
  return type.insert(last == type.npos ? 0 : last + 4, "a ");
}

void report_unknown_key(const Entry& entry, const std::vector<std::string>& known, Reading& reading) {
  std::string hint = did_you_mean(entry.key, known);
  if (hint.empty())
    hint = known.size() <= 9 ? "expected one of `" + join(known, "`, `") + "`" : "`ebiri options` lists all";
  reading.problems.add(entry.place, "unknown key `" + printable(entry.key, 64) + "`", hint);
}

void report_missing_key(const Description& option, Place place, Reading& reading) {
  const bool list = option.example.find('\n') != std::string::npos;
  reading.problems.add(place, "`" + option.key + "` is missing",
                       list ? "`ebiri options " + option.key + "` explains it"
                            : "write for example `" + option.key + ": " + option.example + "`");
}

void report_missing_file(const std::string& what, const std::filesystem::path& written,
                         const std::string& hint, const Entry& entry, Reading& reading) {
  if (reading.search == nullptr) return;
  const auto status = status_of(resolve_path(written, *reading.search));
  if (what == "folder" ? is_directory(status) : is_regular_file(status)) return;
  const std::string where = written.is_absolute() ? "" : " in `" + reading.search->config.string() + "`";
  reading.problems.add(entry.value.place,
                       what + " `" + printable(written.string(), 200) + "` not found" + where, hint);
}

void report_no_mapping(const Entry& entry, const std::string& example, const std::string& instead,
                       Reading& reading) {
  if (entry.value.kind == Node::Kind::none) {
    reading.problems.add(entry.place, "`" + entry.key + "` has no value");
    return;
  }
  reading.problems.add(
      entry.value.place, "`" + entry.key + "` cannot be " + received(entry.value),
      "write for example `" + example + "`" + (instead.empty() ? "" : ", or `" + instead + "`"));
}

}  // namespace ebiri::config
