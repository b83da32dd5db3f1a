#include "util/terminal_text.h"

#include <algorithm>

#include "util/utf8.h"

namespace hrfcheck::inline util {

std::string terminalText(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\t\n"), text.size());
    const bool returns = end > 0 && text.substr(end - 1, 2) == "\r\n";
    result += cleaned(text.substr(0, end - (returns ? 1 : 0)), Controls::None);
    result += text.substr(end - (returns ? 1 : 0), returns ? 2 : 1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace hrfcheck::inline util
