#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"

// The small commands: what there is, completions, the manual.

namespace hrfcheck::inline cli {
namespace {

class ModelsOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* models =
        app.add_subcommand("models", "List the available models, with the publication that defines each");
    addInclude(*models, includes_);
    addChoice(*models, "--format", format_, "Output format: text (default) or JSON", {"text", "json"});
    models->footer(
        helpFooter({{"hrfcheck models", ""}, {"hrfcheck models --include my/models --format json", ""}}));
    return models;
  }
  Command command() const override {
    return [arguments = ModelsArguments{includes_, formatOf(format_)}] { return runModels(arguments); };
  }

 private:
  ModelSearch includes_;
  std::string format_ = "text";
};

class DialectsOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* dialects = app.add_subcommand("dialects", "List the supported dialects of litmus tests");
    addChoice(*dialects, "--format", format_, "Output format: text (default) or JSON", {"text", "json"});
    dialects->footer(helpFooter({{"hrfcheck dialects", ""}, {"hrfcheck dialects --format json", ""}}));
    return dialects;
  }
  Command command() const override {
    return [arguments = DialectsArguments{formatOf(format_)}] { return runDialects(arguments); };
  }

 private:
  std::string format_ = "text";
};

class CompletionOptionTable final : public CommandOptions {
 public:
  CLI::App* build(CLI::App& app) override {
    CLI::App* completion = app.add_subcommand("completion", "Print shell completions");
    addChoice(*completion, "SHELL", arguments_.shell, "The shell", {"bash", "zsh", "fish"})->required();
    completion->footer(
        helpFooter({{"hrfcheck completion bash > ~/.local/share/bash-completion/completions/hrfcheck", ""},
                    {"hrfcheck completion zsh > ~/.zfunc/_hrfcheck", ""},
                    {"hrfcheck completion fish > ~/.config/fish/completions/hrfcheck.fish", ""}}));
    return completion;
  }
  Command command() const override {
    return [arguments = arguments_] { return runCompletion(arguments); };
  }

 private:
  CompletionArguments arguments_;
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
