#include "cli/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/options/help_text.h"
#include "cli/options/option_groups.h"
#include "cli/output/output.h"
#include "cli/output/usage_error.h"
#include "cli/output/version.h"
#include "util/process/child_process.h"
#include "util/text.h"

// CLI11's App objects are the one table of commands and options: parsing, --help, the shell completions and
// the manual page are all read off it.

namespace hrfcheck::inline cli {
namespace {

constexpr const char* kDescription =
    "hrfcheck checks GPU kernels and litmus tests against scoped memory models: races, scope-inclusion violations, outcomes and termination.";

/// Where CLI11 begins the descriptions of options and commands.
constexpr std::size_t kDescriptionColumn = 30;

/// The program's table of commands.
class CommandLine {
 public:
  CommandLine() : app_(kDescription, "hrfcheck") {
    app_.require_subcommand(1);
    app_.get_formatter()->label("SUBCOMMAND", "COMMAND");
    app_.get_formatter()->label("Positionals", "Arguments");
    app_.set_help_flag("-h,--help", "Show this help");
    app_.set_version_flag("--version", versionText, "Show the versions of hrfcheck and the solver");
    app_.footer("Run hrfcheck COMMAND --help for the options of a command, with examples.");
    for (auto make : commandTables()) {
      tables_.push_back(make());
      commands_.push_back(tables_.back()->build(app_)->group("Commands"));
    }
  }

  CLI::App& app() { return app_; }

  /// Of the command that was chosen.
  /// @param words of the command line, the program's own first
  Command command(const std::vector<const char*>& words) const {
    const CLI::App* chosen = app_.get_subcommands().front();
    const auto at = std::find(commands_.begin(), commands_.end(), chosen) - commands_.begin();
    std::vector<std::string> all(words.begin(), words.end());
    all.front() = "hrfcheck";  // wherever it is installed
    tables_[static_cast<std::size_t>(at)]->setCommandLine(shellCommand(all));
    return tables_[static_cast<std::size_t>(at)]->command();
  }

 private:
  CLI::App app_;
  std::vector<std::unique_ptr<CommandOptions>> tables_;
  std::vector<const CLI::App*> commands_;
};

const CLI::App& selected(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

/// Breaks the lines of a help; CLI11 indents those of descriptions.
void fillDescriptions(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    option->description(filled(option->get_description(), kHelpWidth - kDescriptionColumn));
  }
}

std::string helpText(CLI::App& app) {
  const bool ofAll = &selected(app) == &app;
  app.description(filled(app.get_description(), kHelpWidth));
  fillDescriptions(app);
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    command->description(
        filled(command->get_description(), ofAll ? kHelpWidth - kDescriptionColumn : kHelpWidth));
    fillDescriptions(*command);
  }
  // CLI11 leaves a blank where an option excludes one that is not listed.
  std::string text;
  const std::string help = app.help();
  for (const std::string_view line : linesOf(help)) {
    text += std::string(line.substr(0, line.find_last_not_of(' ') + 1)) + "\n";
  }
  return text;
}

std::string helpHint(const CLI::App& app) {
  const CLI::App& at = selected(app);
  return fmt::format("see hrfcheck {}--help", &at == &app ? "" : at.get_name() + " ");
}

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
    for (const std::string& name : option->get_snames()) {
      names.push_back("-" + name);
    }
  }
  return names;
}

/// The only other command that has exactly this option; empty where there is none, or several.
std::string otherCommandWith(const CLI::App& app, const std::string& option) {
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (contains(optionNames(*command), option)) {
      commands.push_back(command->get_name());
    }
  }
  return commands.size() == 1 ? commands.front() : "";
}

[[noreturn]] void failUnknown(const CLI::App& app, const std::string& word) {
  const CLI::App& at = selected(app);
  const bool option = word.rfind('-', 0) == 0;
  std::vector<std::string> known = option ? optionNames(at) : std::vector<std::string>{};
  if (!option && &at == &app) {
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
      known.push_back(command->get_name());
    }
  }
  if (const std::string other = option ? otherCommandWith(app, word) : ""; !other.empty()) {
    throw UsageError(fmt::format("unknown option {}", word), fmt::format("hrfcheck {} has it", other));
  }
  const std::string kind = option ? "option" : &at == &app ? "command" : "argument";
  const std::vector<std::string> near = nearestNames(word.substr(0, word.find('=')), known);
  throw UsageError(fmt::format("unknown {} {}", kind, word),
                   near.empty() ? helpHint(app) : fmt::format("did you mean {}?", near.front()));
}

/// "{auto,smt,explicit}" among a type name's parts.
std::vector<std::string> choicesIn(const std::string& typeName) {
  const auto open = typeName.find('{');
  const auto close = typeName.find('}');
  std::vector<std::string> choices;
  if (open != std::string::npos && close != std::string::npos) {
    choices = CLI::detail::split(typeName.substr(open + 1, close - open - 1), ',');
  }
  return choices;
}

OptionText textOf(const CLI::Option& option) {
  OptionText text;
  for (const std::string& name : option.get_snames()) {
    text.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    text.names.push_back("--" + name);
  }
  text.positional = text.names.empty();
  if (text.positional) {
    text.names.push_back(option.get_name(true));
  }
  text.description = option.get_description();
  const std::string type = option.get_type_name();
  text.choices = choicesIn(type);
  if (option.get_type_size_max() > 0 && !text.positional) {
    text.value = !text.choices.empty() ? fmt::format("{}", CLI::detail::join(text.choices, "|"))
                                       : type.substr(0, type.find(':'));
  }
  return text;
}

std::vector<OptionText> textsOf(const CLI::App& app) {
  std::vector<OptionText> texts;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) {  // else hidden
      texts.push_back(textOf(*option));
    }
  }
  return texts;
}

/// Whether this asks for a suite by the spelling of version 0.1: simulate --suite.
bool isFormerSuite(const std::vector<const char*>& words) {
  const auto end = std::ranges::find(words, std::string_view("--"));
  return words.size() > 1 && words[1] == std::string_view("simulate") &&
         std::find(words.begin(), end, std::string_view("--suite")) != end;
}

/// The same in today's spelling.
std::vector<const char*> respelled(std::vector<const char*> words) {
  words[1] = "suite";
  words.erase(std::ranges::find(words, std::string_view("--suite")));
  return words;
}

Command afterHint(Command command) {
  return [command = std::move(command)] {
    complain({{Severity::Warning,
               {},
               "hrfcheck simulate --suite is now hrfcheck suite",
               "the next version will no longer accept the old spelling"}});
    return command();
  };
}

}  // namespace

Command parseCommandLine(int argc, const char* const* argv) {
  CommandLine line;
  CLI::App& app = line.app();
  std::vector<const char*> words(argv, argv + argc);
  const bool former = isFormerSuite(words);
  if (former) {
    words = respelled(std::move(words));
  }
  try {
    app.parse(static_cast<int>(words.size()), words.data());
    return former ? afterHint(line.command(words)) : line.command(words);
  } catch (const CLI::CallForHelp&) {
    return [text = helpText(app)] { return runShow(text); };
  } catch (const CLI::CallForVersion&) {
    return [] { return runShow(versionText() + "\n"); };
  } catch (const CLI::ParseError& error) {
    if (const auto rest = app.remaining(true); !rest.empty()) {
      failUnknown(app, rest.front());
    }
    throw UsageError(error.what(), helpHint(app));
  } catch (const UserError& error) {
    // Thrown by the tables of options, which know nothing but the arguments.
    throw UsageError(error.diagnostics());
  }
}

OptionTable optionTable() {
  CommandLine line;
  const CLI::App& app = line.app();
  OptionTable table{kDescription, textsOf(app), {}};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    table.commands.push_back(
        {command->get_name(), command->get_description(), command->get_footer(), textsOf(*command)});
  }
  return table;
}

}  // namespace hrfcheck::inline cli
