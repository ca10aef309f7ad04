#include "referee/config/sections.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

using player::WarmUp;
using std::chrono::milliseconds;
using tournament::EngineSettings;
using tournament::Settings;

constexpr milliseconds longest_warm_up{3600 * 1000};

// The mapping, or a duration.
template <class Owner, class Member>
Option<Owner> warm_up_option(Member Owner::*member, Description text) {
  Option<Owner> option = mapping(member, warm_up_section(), std::move(text));
  const auto time = duration(milliseconds(1), longest_warm_up);
  option.text.type = "mapping, `" + warm_up_section().empty_word + "` or " + time.name;
  option.text.range = time.range;
  option.read = [=, read = option.read](Owner& owner, const Entry& entry, Reading& reading) {
    const bool scalar = entry.value.kind == Node::Kind::scalar;
    if (!scalar || entry.value.text == warm_up_section().empty_word) return read(owner, entry, reading);
    if (const auto value = read_scalar(time, entry, reading)) owner.*member = WarmUp{.time = *value};
  };
  option.write = [=, write = option.write](const Owner& owner) {
    const std::optional<WarmUp> warm_up = owner.*member;
    return warm_up && warm_up->time ? scalar_node(time.print(*warm_up->time)) : write(owner);
  };
  return option;
}

}  // namespace

const Section<WarmUp>& warm_up_section() {
  static const Section<WarmUp> section{
      {scalar(&WarmUp::moves, whole_number<int>(1, 1000), required({"moves", "Number of moves", "2"}))},
      "{moves: 2}",
      {},
      "none"};
  return section;
}

// Written only if set, so that the settings of older runs keep their text.
Option<Settings> warm_up_of_all_option() {
  return unless_default(warm_up_option(
      &Settings::warm_up,
      {"warm-up",
       "Untimed moves before the first game of each engine process: a number of moves, or a duration shorter "
       "than `start-limit`",
       "{moves: 2}"}));
}

Option<EngineSettings> warm_up_of_one_option() {
  return warm_up_option(&EngineSettings::warm_up,
                        {"warm-up", "Warm-up, instead of the tournament's", "500ms"});
}

void check_warm_up(const Settings& settings, const Node& map, Reading& reading) {
  const auto check = [&](const Node& owner, const std::optional<WarmUp>& warm_up) {
    const Entry* entry = owner.find("warm-up");
    if (entry == nullptr || !warm_up || !warm_up->time || *warm_up->time < settings.start_limit) return;
    reading.problems.add(entry->value.place, "`warm-up` must be shorter than `start-limit`, which is " +
                                                 format_duration(settings.start_limit));
  };
  check(map, settings.warm_up);
  const Entry* engines = map.find("engines");
  if (engines == nullptr || engines->value.items.size() != settings.engines.size()) return;
  for (std::size_t k = 0; k < settings.engines.size(); ++k)
    check(engines->value.items[k], settings.engines[k].warm_up);
}

}  // namespace ebiri::config
