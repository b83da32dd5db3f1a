#include "cli/options/help_text.h"

#include <sstream>

namespace hrfcheck::inline cli {

std::string filled(const std::string& text, std::size_t width, const std::string& indent) {
  std::istringstream words(text);
  std::string result;
  std::size_t column = indent.size();
  for (std::string word; words >> word;) {
    if (result.empty()) {
      result = indent + word;
      column += word.size();
    } else if (column + 1 + word.size() <= width) {
      result += " " + word;
      column += 1 + word.size();
    } else {
      result += "\n" + indent + word;
      column = indent.size() + word.size();
    }
  }
  return result;
}

std::string helpFooter(const std::vector<HelpExample>& examples, const std::string& exitStatus) {
  std::string text = "Examples:";
  for (const HelpExample& example : examples) {
    text += "\n  " + example.command;
    if (!example.explanation.empty()) {
      text += "\n" + filled(example.explanation, kHelpWidth, "      ");
    }
  }
  if (exitStatus.empty()) {
    return text;
  }
  const std::string meanings = exitStatus.substr(0, exitStatus.rfind('.'));
  return text + "\n\n" + filled("Exit status: " + meanings + "; 64 bad usage.", kHelpWidth);
}

}  // namespace hrfcheck::inline cli
