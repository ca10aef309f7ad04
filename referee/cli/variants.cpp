// `ebiri variants`: lists variants, rulesets and options.
#include <nlohmann/json.hpp>
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/explain/variant.hpp"
#include "referee/rules/describe.hpp"

namespace ebiri::cli {

namespace {

struct VariantsArguments {
  std::string name;
  bool json = false;
};

constexpr const char* variants_footer = R"(Examples:
  ebiri variants                 every variant and its rulesets
  ebiri variants oware           one variant with its options
  ebiri variants oware --json

Exit code 0: printed; 2: unknown variant.)";

int print_variants(const VariantsArguments& arguments) {
  if (!arguments.name.empty()) {
    const auto variant = rules::find_variant(arguments.name);
    if (!variant) return fail_usage(variant.error());
    return print_text(arguments.json ? explain::variant_json(**variant).dump(2) + "\n"
                                     : explain::variant_options(**variant));
  }
  if (!arguments.json) return print_text(explain::variant_list());
  nlohmann::json list = nlohmann::json::array();
  for (const rules::VariantInfo& variant : rules::variants()) list.push_back(explain::variant_json(variant));
  return print_text(list.dump(2) + "\n");
}

}  // namespace

void add_variants(Command app, int& exit_code) {
  auto [command, arguments] = add_command(app, exit_code, "variants", "List variants, rulesets and options",
                                          variants_footer, print_variants);
  command.add_option("NAME VARIANT", arguments.name, "One variant, with its options");
  command.add_flag("--json", arguments.json, "Print JSON");
}

}  // namespace ebiri::cli
