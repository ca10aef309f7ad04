#include "referee/cli/common/chunk_options.hpp"

#include <CLI/CLI.hpp>

namespace ebiri::cli {

void add_chunk_arguments(CLI::App& command, run::ChunkArguments& arguments) {
  command
      .add_option("CONFIG", arguments.config, "The tournament's YAML file, as its chunks were played with it")
      ->type_name("CONFIG")
      ->required();
  command
      .add_option("FOLDER", arguments.folders,
                  "Further folders of chunks, beside those in the folder of results")
      ->type_name("FOLDER");
  command
      .add_option("--set", arguments.overrides,
                  "Use KEY=VALUE in place of the file's value, as the chunks did")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--results", arguments.results, "Folder that holds the run folders")
      ->type_name("FOLDER")
      ->capture_default_str()
      ->envname("EBIRI_RESULTS");
}

}  // namespace ebiri::cli
