#include "referee/cli/common/web_module.hpp"

#include <fmt/format.h>

#include "referee/config/command.hpp"
#include "referee/described/library.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

Result<report::Module> web_module(const std::string& variant) {
  const auto file = config::search_path_for({}).home / "web" / "ebiri.wasm.gz";
  report::Module module;
  auto read = read_file(file);
  if (!read)
    return Error{
        fmt::format("`{}` is not built; `./ebiri web` installs what it needs and builds it", file.string())};
  module.gzip = *std::move(read);
  if (variant.empty() || find_by(rules::variants(), variant, &rules::VariantInfo::name) != nullptr)
    return module;
  auto game = described::game_bytes(variant);
  if (!game) return game.error();
  module.described_game = *std::move(game);
  return module;
}

}  // namespace ebiri::cli
