#include "referee/site/site.hpp"

#include <fmt/format.h>

#include "referee/run/run_folder.hpp"
#include "referee/site/pages.hpp"
#include "referee/site/play.hpp"
#include "referee/site/templates.hpp"

namespace ebiri::site {

namespace {

Error about_arguments(Error error) {
  error.kind = Error::Kind::arguments;
  return error;
}

}  // namespace

Result<BuiltSite> build_site(const SiteSettings& settings, run::Progress* progress) {
  const auto sources = find_runs(settings.inputs);
  if (!sources) return about_arguments(sources.error());
  auto files = SiteFiles::open(settings.output, settings.cache / "files.txt");
  if (!files) return about_arguments(files.error());
  BuiltSite built{.runs = sources->size()};
  std::vector<RunData> runs;
  for (const RunSource& source : *sources) {
    auto data = read_run(source, settings.cache, *files, progress);
    if (!data) return data.error();
    built.read += data->fresh ? 1U : 0U;
    const auto rejected = run::describe_rejected(source.games, data->digest, "left out");
    built.remarks.insert(built.remarks.end(), rejected.begin(), rejected.end());
    if (!data->report_problem.empty())
      built.remarks.push_back(fmt::format("{}: no report: {}", source.games.string(), data->report_problem));
    runs.push_back(*std::move(data));
  }
  if (progress != nullptr) progress->doing("rating");
  const auto leagues = make_leagues(runs, settings.overrides, built.remarks);
  if (!leagues) return about_arguments(leagues.error());
  if (progress != nullptr) progress->doing("writing the pages");
  files->write("style.css", std::string{style_sheet});
  files->write("markup.js", std::string{markup_script});
  files->write("openings/openings.js", std::string{openings_script});
  write_pages(*files, {settings.title, runs, *leagues, settings.module.has_value()});
  if (settings.module) write_play_page(*files, settings.title, *settings.module);
  if (const auto done = files->finish(); !done) return done.error();
  built.files = files->size();
  built.changed = files->changed();
  return built;
}

}  // namespace ebiri::site
