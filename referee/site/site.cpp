#include "referee/site/site.hpp"

#include <fmt/format.h>

#include "referee/run/run_folder.hpp"
#include "referee/run/run_games.hpp"
#include "referee/site/pages.hpp"
#include "referee/site/play.hpp"
#include "referee/site/templates.hpp"

namespace ebiri::site {

namespace {

Error about_arguments(Error error) {
  error.kind = Error::Kind::arguments;
  return error;
}

// Writes the report of a run that was read, and keeps that of another one; whether there is one.
bool write_report(SiteFiles& files, const RunData& run, run::Progress* progress,
                  std::vector<std::string>& remarks) {
  const std::string folder = fmt::format("runs/{}/report/", run.source.key);
  if (!run.journal || run.digest.games.empty()) return false;
  if (!run.fresh && files.keep(folder)) return true;
  report::PageFiles output{
      [&](const std::string& name, const std::string& text) { files.write(folder + name, text); },
      "../../../index.html"};
  const auto written = run::write_page_files(output, run::run_folder(run.source.games), progress);
  if (!written)
    remarks.push_back(fmt::format("{}: no report: {}", run.source.games.string(), written.error().message));
  return bool{written};
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
    auto data = read_run(source, settings.cache, progress);
    if (!data) return data.error();
    built.read += data->fresh ? 1U : 0U;
    const auto rejected = run::describe_rejected(source.games, data->digest, "left out");
    built.remarks.insert(built.remarks.end(), rejected.begin(), rejected.end());
    data->report = write_report(*files, *data, progress, built.remarks);
    runs.push_back(*std::move(data));
  }
  if (progress != nullptr) progress->doing("rating");
  const auto leagues = make_leagues(runs, settings.overrides, built.remarks);
  if (!leagues) return about_arguments(leagues.error());
  if (progress != nullptr) progress->doing("writing the pages");
  files->write("style.css", std::string{style_sheet});
  files->write("openings/openings.js", std::string{openings_script});
  write_pages(*files, {settings.title, runs, *leagues, settings.module.has_value()});
  if (settings.module) write_play_page(*files, *settings.module);
  if (const auto done = files->finish(); !done) return done.error();
  built.files = files->size();
  built.changed = files->changed();
  return built;
}

}  // namespace ebiri::site
