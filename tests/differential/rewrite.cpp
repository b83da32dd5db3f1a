#include "differential/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>
#include <vector>

namespace hrfcheck {
namespace {

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

bool wordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// `r0`, `r12`, as a whole word at `at`; its length, or 0.
std::size_t registerAt(const std::string& text, std::size_t at) {
  if (text[at] != 'r' || (at > 0 && wordCharacter(text[at - 1]))) {
    return 0;
  }
  std::size_t end = at + 1;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) {
    ++end;
  }
  return end == at + 1 || (end < text.size() && wordCharacter(text[end])) ? 0 : end - at;
}

/// `r0` becomes `(*r0)`, `&r0` becomes `r0`.
std::string throughPointers(const std::string& line, std::set<std::string>& registers) {
  std::string text;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t length = registerAt(line, i);
    if (length == 0) {
      text += line[i++];
      continue;
    }
    const std::string name = line.substr(i, length);
    registers.insert(name);
    if (!text.empty() && text.back() == '&') {
      text.back() = ' ';
      text += name;
    } else {
      text += "(*" + name + ")";
    }
    i += length;
  }
  return text;
}

/// `int r0;` says nothing; `int r0 = 1;` assigns.
std::string withoutDeclaration(const std::string& line) {
  const std::size_t at = line.find_first_not_of(' ');
  if (at == std::string::npos || line.compare(at, 5, "int r") != 0 || registerAt(line, at + 4) == 0) {
    return line;
  }
  return line.find('=') == std::string::npos ? "" : line.substr(0, at) + line.substr(at + 4);
}

bool startsThread(const std::string& line) {
  return line.size() > 1 && line[0] == 'P' && std::isdigit(static_cast<unsigned char>(line[1])) != 0;
}

/// The names of parameters: `global int* x, int* d` gives `x, d`.
std::string namesOf(const std::string& parameters) {
  std::string names;
  std::istringstream in(parameters);
  for (std::string parameter; std::getline(in, parameter, ',');) {
    names += (names.empty() ? "" : ", ") + parameter.substr(parameter.rfind(' ') + 1);
  }
  return names;
}

std::string threadAsFunction(const std::string& header, const std::vector<std::string>& body,
                             std::size_t thread) {
  const std::size_t open = header.find('(');
  const std::size_t close = header.rfind(')');
  const std::string parameters = header.substr(open + 1, close - open - 1);
  std::set<std::string> registers;
  std::string code;
  for (const std::string& line : body) {
    throughPointers(line, registers);
    code += throughPointers(withoutDeclaration(line), registers) + "\n";
  }
  std::string formal = parameters;
  std::string actual = namesOf(parameters);
  std::string declarations;
  for (const std::string& reg : registers) {
    formal += ", int* " + reg;
    actual += ", &" + reg;
    declarations += fmt::format("  int {};\n", reg);
  }
  return fmt::format("void body{0}({1}) {{\n{2}}}\n{3}\n{4}  body{0}({5});\n}}\n", thread, formal, code,
                     header, declarations, actual);
}

}  // namespace

std::optional<std::string> withCountedRounds(const std::string& litmus) {
  std::string text;
  unsigned loops = 0;
  std::vector<unsigned> open;
  for (const std::string& line : linesOf(litmus)) {
    const std::size_t at = line.find_first_not_of(' ');
    const std::string word = at == std::string::npos ? "" : line.substr(at);
    if (word == "// rounds") {
      open.push_back(loops++);
      text += fmt::format("int n{} = 0;\n", open.back());
    } else if (word == "// round" && !open.empty()) {
      text += fmt::format("n{0} = n{0} + 1;\n", open.back());
      open.pop_back();
    } else {
      text += line + "\n";
    }
  }
  return loops == 0 ? std::nullopt : std::optional(text);
}

std::string withThreadsAsFunctions(const std::string& litmus) {
  std::string text;
  std::string header;
  std::vector<std::string> body;
  std::size_t threads = 0;
  for (const std::string& line : linesOf(litmus)) {
    if (startsThread(line)) {
      header = line;
      body.clear();
    } else if (!header.empty() && line == "}") {
      text += threadAsFunction(header, body, threads++);
      header.clear();
    } else if (!header.empty()) {
      body.push_back(line);
    } else {
      text += line + "\n";
    }
  }
  return text;
}

}  // namespace hrfcheck
