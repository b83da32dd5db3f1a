// What is said of programs, whether or not any can be run.

#include "util/process/child_process.h"

namespace hrfcheck::inline util {

std::string ProgramResult::why() const {
  if (signal != 0) {
    return "ended by signal " + std::to_string(signal);
  }
  const std::string& said = errors.empty() ? output : errors;
  const std::string line = said.substr(0, said.find('\n'));
  return line.empty() ? "exit status " + std::to_string(status) : line;
}

std::string shellCommand(const std::vector<std::string>& command) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=+:,@%";
  std::string text;
  for (const std::string& word : command) {
    text += text.empty() ? "" : " ";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) {
      text += c == '\'' ? "'\\''" : std::string(1, c);
    }
    text += '\'';
  }
  return text;
}

}  // namespace hrfcheck::inline util
