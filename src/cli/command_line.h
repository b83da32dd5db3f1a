#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"

namespace hrfcheck::inline cli {

/// One option as help, completion and the manual page show it.
struct OptionText {
  std::vector<std::string> names;       ///< "-m", "--model"; one without dashes for a positional
  std::string value;                    ///< "MODEL", or empty for a flag
  std::vector<std::string> choices;     ///< what the value may be, where there is a list
  std::vector<std::string> known = {};  ///< names that it may be, where files and others are possible, too
  std::string description;
  bool positional = false;
};

/// The help of a command, as data for the completions and the manual page.
struct CommandText {
  std::string name;
  std::string description;
  std::string examples;
  std::vector<OptionText> options;
};

/// The whole command line, read off the parser's own table.
struct OptionTable {
  std::string description;
  std::vector<OptionText> options;  ///< of the program itself
  std::vector<CommandText> commands;
};

/// What the user asks for.
/// @throws UserError for an unknown command or option, with near names
Command parseCommandLine(int argc, const char* const* argv);

OptionTable optionTable();

}  // namespace hrfcheck::inline cli
