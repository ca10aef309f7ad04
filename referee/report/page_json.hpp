// JSON as it stands in the page of a run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "referee/rules/scene.hpp"

namespace ebiri::report {

/// On one line, without any `<`: nothing in it can end the element that it stands in. What is no UTF-8 is
/// replaced.
std::string script_safe(const nlohmann::ordered_json& json);

nlohmann::ordered_json scene_json(const rules::Scene& scene);

}  // namespace ebiri::report
