// JSON as it stands in the page of a run.
#pragma once

#include <iosfwd>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "referee/record/json_writer.hpp"
#include "referee/report/page.hpp"
#include "referee/rules/scene.hpp"

namespace ebiri::report {

/// `json`, which is on one line, without any `<`: nothing in it can end the element that it stands in.
std::string script_safe(std::string json);

/// The same; what is no UTF-8 is replaced.
std::string script_safe(const nlohmann::ordered_json& json);

nlohmann::ordered_json scene_json(const rules::Scene& scene);

/// Tables name engines; lists give the row of an engine in the standings.
class Rows {
 public:
  explicit Rows(const Standings& standings);
  std::size_t operator()(const std::string& engine) const;  ///< the number of rows, if there is none

 private:
  std::map<std::string, std::size_t> rows_;
};

/// What engines said and took for each of these plies, by columns: `wall_us`, `score`, `depth`, `nodes`.
void write_thoughts(record::JsonWriter& out, std::span<const match::Ply> plies);

/// All but the list of games.
nlohmann::ordered_json page_document(const Page& page);

/// Writes some of the list of games by columns, as JSON; `listed` are of `kept`, and index `games`.
void write_games_columns(std::ostream& output, const PageGames& kept, std::span<const ListedGame> listed,
                         const match::GameList& games, const Rows& row);

}  // namespace ebiri::report
