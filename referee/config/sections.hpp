// The tables of all options, one for each settings struct.
#pragma once

#include "referee/config/options.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::config {

const Section<match::Limit>& limit_section();
const Section<rules::Selection>& variant_section();
const Section<tournament::OpeningSettings>& openings_section();
const Section<match::Adjudication>& adjudication_section();
const Section<tournament::FormatSettings>& format_section();
const Section<tournament::TestSettings>& sprt_section();
const Section<tournament::StopSettings>& stop_section();
const Section<rating::Points>& points_section();
const Section<rating::Options>& rating_section();
const Section<tournament::EngineSettings>& engine_section();
const Section<tournament::Settings>& settings_section();

/// The `engines` list, which needs at least two engines with different names.
Option<tournament::Settings> engines_option();

/// The `warm-up` key of all engines: a mapping, a duration, or `none`.
Option<tournament::Settings> warm_up_of_all_option();

/// Reports a warm-up that is not shorter than `start-limit`.
void check_warm_up(const tournament::Settings& settings, const Node& map, Reading& reading);

/// The keys for the isolation of engines.
std::vector<Option<tournament::Settings>> isolation_options();

/// Reports `limits` without the key `isolation`, and scripts that a sandbox does not have.
void check_isolation(const tournament::Settings& settings, const Node& map, Reading& reading);

/// Reports adjudication rules that the variant does not support.
void check_adjudication(const tournament::Settings& settings, const Node& map, Reading& reading);

/// The `variant` key: a mapping, or the name alone.
Option<tournament::Settings> variant_option();

/// The `format` key: a mapping, or the name alone.
Option<tournament::Settings> format_option();

/// Reports engines and settings that the format does not support.
void check_plan(const tournament::Settings& settings, const Node& map, Reading& reading);

/// Reports an `sprt` that does not fit the engines, the format or the starter.
void check_sprt(const tournament::Settings& settings, const Node& map, Reading& reading);

/// Sets `pairs` to `max-pairs`, and reports a `stop` that does not fit the other keys.
void check_stop(tournament::Settings& settings, const Node& map, Reading& reading);

/// Reports that engines would be withdrawn from a run that does not allow it.
void check_withdrawal(const tournament::Settings& settings, const Node& map, Reading& reading);

/// Reports a name that no engine has.
void check_engine_name(const tournament::Settings& settings, const std::string& name, Place place,
                       Reading& reading);

/// The keys that score results: `points`, `rank-by`, `tie-breaks`, `rating`.
std::vector<Option<tournament::Settings>> scoring_options();

/// Reports anchors that name no engine.
void check_anchors(const tournament::Settings& settings, const Node& map, Reading& reading);

/// The selection, with the variant's default ruleset if it has none.
rules::Selection with_ruleset(rules::Selection selection);

}  // namespace ebiri::config
