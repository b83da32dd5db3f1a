#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"

// The small commands: what there is, completions, the manual.

namespace hrfcheck::inline cli {
namespace {

class ModelsOptionTable final : public ArgumentTable<ModelsArguments> {
 public:
  ModelsOptionTable() : ArgumentTable(runModels) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* models =
        app.add_subcommand("models", "List the available models, with the publication that defines each");
    addValue(
        *models, "MODEL", parsed_.files,
        "Read these models, names or .cat files, and report their mistakes; - for standard input (default: "
        "all available models)",
        "")
        ->option_text("...");
    addStdinPath(*models, parsed_.stdinPath);
    addValue(*models, "--timeout", parsed_.timeout, "Time limit for reading one model (default: no limit)",
             "SECONDS")
        ->check(isSeconds);
    addInclude(*models, parsed_.includes);
    addFormat(*models, parsed_.format);
    models->footer(helpFooter({{"hrfcheck models", ""},
                               {"hrfcheck models --include my/models --format json", ""},
                               {"hrfcheck models my/models/*.cat", "the mistakes in these files"}},
                              "0 success; 2 a model cannot be read."));
    return models;
  }
};

class DialectsOptionTable final : public ArgumentTable<DialectsArguments> {
 public:
  DialectsOptionTable() : ArgumentTable(runDialects) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* dialects = app.add_subcommand("dialects", "List the supported dialects of litmus tests");
    addFormat(*dialects, parsed_.format);
    dialects->footer(helpFooter({{"hrfcheck dialects", ""}, {"hrfcheck dialects --format json", ""}}));
    return dialects;
  }
};

class CompletionOptionTable final : public ArgumentTable<CompletionArguments> {
 public:
  CompletionOptionTable() : ArgumentTable(runCompletion) {}
  CLI::App* build(CLI::App& app) override {
    CLI::App* completion = app.add_subcommand("completion", "Print shell completions");
    addChoice(*completion, "SHELL", parsed_.shell, "The shell", {"bash", "zsh", "fish"})->required();
    completion->footer(
        helpFooter({{"hrfcheck completion bash > ~/.local/share/bash-completion/completions/hrfcheck", ""},
                    {"hrfcheck completion zsh > ~/.zfunc/_hrfcheck", ""},
                    {"hrfcheck completion fish > ~/.config/fish/completions/hrfcheck.fish", ""}}));
    return completion;
  }
};

class ManualOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* manual = app.add_subcommand("man", "Print the manual page");
    manual->footer(helpFooter({{"hrfcheck man | man -l -", ""}}));
    return manual;
  }
  Command command() const override { return runManual; }
};

}  // namespace

std::unique_ptr<CommandOptions> modelsOptions() {
  return std::make_unique<ModelsOptionTable>();
}

std::unique_ptr<CommandOptions> dialectsOptions() {
  return std::make_unique<DialectsOptionTable>();
}

std::unique_ptr<CommandOptions> completionOptions() {
  return std::make_unique<CompletionOptionTable>();
}

std::unique_ptr<CommandOptions> manualOptions() {
  return std::make_unique<ManualOptionTable>();
}

}  // namespace hrfcheck::inline cli
