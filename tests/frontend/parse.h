#pragma once

#include <fmt/format.h>

#include <string>

#include "frontend/litmus.h"

namespace hrfcheck::test {

inline std::shared_ptr<const Program> parse(const std::string& text) {
  return parseLitmus(std::make_shared<Source>("test.litmus", text));
}

/// A test of one thread with the given instructions, one a line, over x, y and q[3].
inline std::shared_ptr<const Program> parseCode(const std::string& code) {
  std::string rows;
  std::size_t begin = 0;
  while (begin < code.size()) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    rows += code.substr(begin, end - begin) + " ;\n";
    begin = end + 1;
  }
  return parse("HSA t\n{ x=0; y=0; q[3]=0; }\nP0 ;\n" + rows);
}

/// The messages of what is wrong with `text`, one a line; empty when nothing is.
inline std::string mistakes(const std::string& text) {
  try {
    parse(text);
  } catch (const UserError& error) {
    std::string result;
    for (const Diagnostic& d : error.diagnostics()) {
      const LineColumn at = d.place.position();
      result += fmt::format("{}:{}: {}\n", at.line, at.column, d.message);
    }
    return result;
  }
  return "";
}

}  // namespace hrfcheck::test
