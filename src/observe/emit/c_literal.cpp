#include "observe/emit/c_literal.h"

#include <algorithm>

namespace hrfcheck::inline observe {

std::string cString(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' || c == '\\' ? "\\" : "";
    result += c;
  }
  return result + "\"";
}

std::string cLiteral(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = cString(text.substr(at, end - at));
    line.insert(line.size() - 1, "\\n");
    result += "  " + line + "\n";
    at = end + 1;
  }
  return result;
}

}  // namespace hrfcheck::inline observe
