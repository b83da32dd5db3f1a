#include "report/picture/dot_text.h"

#include "util/utf8.h"

namespace hrfcheck::inline report {

std::string dotHtml(const std::string& text) {
  std::string escaped;
  for (const char c : cleaned(text, Controls::None)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case ' ':
        escaped += "&#160;";  // Graphviz would drop leading spaces and join others
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string dotQuoted(const std::string& text) {
  std::string escaped = "\"";
  for (const char c : cleaned(text, Controls::None)) {
    if (c == '"' || c == '\\') {
      escaped += '\\';
    }
    escaped += c;
  }
  return escaped + "\"";
}

}  // namespace hrfcheck::inline report
