#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"

namespace hrfcheck::inline cli {
namespace {

std::string lspHelp() {
  return helpFooter(
      {{"hrfcheck lsp", "what an editor starts (docs/editor.md)"},
       {"hrfcheck lsp -m rsp -m my/model.cat --timeout 2", "under two models"}},
      "0 ended by the editor; 1 the editor closed its end without saying so; 2 the input is not the "
      "protocol.");
}

class LspOptionTable final : public ArgumentTable<LspArguments> {
 public:
  LspOptionTable() : ArgumentTable(runLsp) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* lsp = app.add_subcommand(
        "lsp",
        "Serve an editor: mistakes and races as you type, with quick fixes (Language Server Protocol)");
    addModels(*lsp, parsed_.models, "as hrfcheck check chooses them for each file");
    addValue(*lsp, "--include", parsed_.includes,
             "Search this folder for models before the installed ones (may be repeated)", "DIR")
        ->allow_extra_args(false);
    addValue(*lsp, "--timeout", parsed_.seconds, "Time limit for one test under one model (default 10)",
             "SECONDS")
        ->check(CLI::Range(0.1, 3600.0));
    addValue(*lsp, "--memory", parsed_.memory, "Memory limit of each check, in MiB (default 2048)", "MIB")
        ->check(CLI::Range(64, 1 << 20));
    addValue(*lsp, "-j,--jobs", parsed_.jobs, "Number of checks at once (default: one per core)", "N")
        ->check(CLI::Range(1U, 64U));
    lsp->footer(lspHelp());
    return lsp;
  }
};

}  // namespace

std::unique_ptr<CommandOptions> lspOptions() {
  return std::make_unique<LspOptionTable>();
}

}  // namespace hrfcheck::inline cli
