#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "machine/machine.h"
#include "program/ir/platforms.h"
#include "util/invariant.h"
#include "util/mapped.h"

// Completions are written out once, as static lists of commands, options and values, among them the names of
// the installed models; file names are left to the shell. Nothing is run while the user types.

namespace hrfcheck::inline cli {
namespace {

std::vector<std::string> schedulerNames() {
  std::vector<std::string> names{"all"};
  for (const Scheduler scheduler : allSchedulers()) {
    names.emplace_back(nameOf(scheduler));
  }
  for (const Platform& platform : platforms()) {
    names.emplace_back(platform.name);
  }
  return names;
}

std::vector<std::string> machineNames() {
  return mapped<std::string>(machines(), [&](const MachineInfo& machine) { return machine.name; });
}

/// Adds the names of models, machines and schedulers to the options that take them.
void addNames(OptionTable& table) {
  const std::vector<std::string> models = makeModelLibrary(ModelSearch{}).names();
  const std::map<std::string, std::vector<std::string>> names{{"--model", models},
                                                              {"--against", models},
                                                              {"--also", models},
                                                              {"--machine", machineNames()},
                                                              {"--scheduler", schedulerNames()}};
  for (CommandText& command : table.commands) {
    for (OptionText& option : command.options) {
      if (const auto it = names.find(option.names.back()); it != names.end()) {
        option.known = it->second;
      }
    }
  }
}

/// What may be typed for the value of an option.
std::string wordsOf(const OptionText& option) {
  return fmt::format("{}", fmt::join(option.choices.empty() ? option.known : option.choices, " "));
}

std::vector<std::string> namesOf(const CommandText& command) {
  std::vector<std::string> names;
  for (const OptionText& option : command.options) {
    if (option.positional) {
      names.insert(names.end(), option.choices.begin(), option.choices.end());
    } else {
      names.insert(names.end(), option.names.begin(), option.names.end());
    }
  }
  return names;
}

std::string bash(const OptionTable& table) {
  std::string commands;
  std::string cases;
  std::string values;
  for (const CommandText& command : table.commands) {
    commands += command.name + " ";
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command.name, fmt::join(namesOf(command), " "));
    for (const OptionText& option : command.options) {
      if (const std::string words = wordsOf(option); !words.empty() && !option.positional) {
        values += fmt::format("    {}:{}) words=\"{}\" ;;\n", command.name,
                              fmt::join(option.names, fmt::format("|{}:", command.name)), words);
      }
    }
  }
  return fmt::format(R"(# bash completion for hrfcheck
_hrfcheck() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{}--help --version" -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}}:$previous" in
{}    *) case "${{COMP_WORDS[1]}}" in
{}    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word"))
}}
complete -o filenames -F _hrfcheck hrfcheck
)",
                     commands, values, cases);
}

/// For single-quoted shell words.
std::string quoted(const std::string& text) {
  return concatenated(text, [&](const char c) { return c == '\'' ? "'\\''" : std::string(1, c); });
}

/// zsh's descriptions stand in brackets.
std::string bracketed(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') {
      result += '\\';
    }
    result += c;
  }
  return cli::quoted(result);
}

/// What zsh completes the value of an option with.
std::string zshValue(const OptionText& option) {
  if (!option.choices.empty()) {
    return fmt::format("({})", wordsOf(option));
  }
  return option.known.empty()
             ? "_files"
             : fmt::format(R"x({{_alternative "names:name:({})" "files:file:_files"}})x", wordsOf(option));
}

std::string zshArgument(const OptionText& option) {
  if (option.positional) {
    return fmt::format("      '*:{}:{}'", option.names.front(), zshValue(option));
  }
  std::vector<std::string> lines;
  for (const std::string& name : option.names) {
    const std::string value = option.value.empty() ? "" : fmt::format(":value:{}", zshValue(option));
    lines.push_back(fmt::format("      '*{}[{}]{}'", name, bracketed(option.description), value));
  }
  return fmt::format("{}", fmt::join(lines, " \\\n"));
}

std::string zsh(const OptionTable& table) {
  std::string commands;
  std::string cases;
  for (const CommandText& command : table.commands) {
    commands += fmt::format("      '{}:{}'\n", command.name, bracketed(command.description));
    auto arguments =
        mapped<std::string>(command.options, [&](const OptionText& option) { return zshArgument(option); });
    cases += fmt::format("    {}) _arguments \\\n{} ;;\n", command.name, fmt::join(arguments, " \\\n"));
  }
  return fmt::format(R"(#compdef hrfcheck
_hrfcheck() {{
  if (( CURRENT == 2 )); then
    local -a commands=(
{}    )
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_hrfcheck "$@"
)",
                     commands, cases);
}

std::string fish(const OptionTable& table) {
  std::string text = "# fish completion for hrfcheck\n";
  for (const CommandText& command : table.commands) {
    text += fmt::format("complete -c hrfcheck -n __fish_use_subcommand -f -a {} -d '{}'\n", command.name,
                        quoted(command.description));
    for (const OptionText& option : command.options) {
      text += fmt::format("complete -c hrfcheck -n '__fish_seen_subcommand_from {}'", command.name);
      for (const std::string& name : option.positional ? std::vector<std::string>{} : option.names) {
        text += name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (!option.choices.empty()) {
        text += fmt::format(" {}-a '{}'", option.positional ? "-f " : "-x ", fmt::join(option.choices, " "));
      } else if (!option.known.empty()) {
        text += fmt::format(" -r -a '{}'", wordsOf(option));
      } else if (!option.value.empty()) {
        text += " -r";
      }
      text += fmt::format(" -d '{}'\n", quoted(option.description));
    }
  }
  return text;
}

}  // namespace

ExitStatus runCompletion(const CompletionArguments& arguments) {
  OptionTable table = optionTable();
  addNames(table);
  INVARIANT(arguments.shell == "bash" || arguments.shell == "zsh" || arguments.shell == "fish",
            "the parser lets only known shells pass");
  Output(std::nullopt)
      .write(arguments.shell == "bash"  ? bash(table)
             : arguments.shell == "zsh" ? zsh(table)
                                        : fish(table));
  return ExitStatus::Done;
}

}  // namespace hrfcheck::inline cli
