#pragma once

#include <string>
#include <vector>

namespace hrfcheck::inline cli {

/// No line of any help is wider.
inline constexpr std::size_t kHelpWidth = 80;

/// An example at the end of a help text.
struct HelpExample {
  std::string command;      ///< "hrfcheck check test.litmus", in one line
  std::string explanation;  ///< below it; may be empty
};

/// What --help says of a command after its options: examples, and then what its exit status means. Lines are
/// broken here and nowhere else; sources hold whole sentences, so that no editor or formatter can tear them.
/// @param exitStatus the meanings, "0 success; 2 input error."; bad usage, which all commands have in common,
/// is added
///   here. Empty for a command that cannot fail otherwise.
std::string helpFooter(const std::vector<HelpExample>& examples, const std::string& exitStatus = "");

/// Words on lines of a width, each with `indent` before it.
std::string filled(const std::string& text, std::size_t width, const std::string& indent = "");

}  // namespace hrfcheck::inline cli
