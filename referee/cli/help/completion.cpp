// `ebiri completion`: what shells need to complete our command line.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "referee/cli/help/commands.hpp"
#include "referee/cli/help/completion_model.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* completion_footer = R"(Examples:
  ebiri completion bash > ~/.local/share/bash-completion/completions/ebiri
  ebiri completion zsh > ~/.zfunc/_ebiri
  ebiri completion fish > ~/.config/fish/completions/ebiri.fish
  source <(ebiri completion bash)                         for this shell only

Prints a script with which the Tab key completes commands, options, and what they take: files, runs, variants, rulesets, keys
of configs, words of a list. bash needs no other package for it; for all shells that begin later, the first example
needs the package bash-completion. zsh reads the folder ~/.zfunc if ~/.zshrc says `fpath+=(~/.zfunc)` before `compinit`.
An installed Ebiri has brought these scripts along.
Exit code 0: printed; 2: no such shell.)";

}  // namespace

void add_completion(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("completion", "Print what a shell needs to complete commands");
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "For which shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(completion_footer);
  command->callback([shell, &app, &exit_code] {
    fmt::print("{}", *shell == "bash"  ? bash_completion(app)
                     : *shell == "zsh" ? zsh_completion(app)
                                       : fish_completion(app));
    exit_code = 0;
  });
}

}  // namespace ebiri::cli
