#include "report/text_layout.h"

namespace hrfcheck {

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string wrapped(const std::vector<std::string>& names, const std::string& indent) {
  std::string text;
  std::string line = indent;
  for (const std::string& name : names) {
    if (line.size() + name.size() + 1 > kLineWidth) {
      text += trimmed(line) + "\n";
      line = indent;
    }
    line += name + " ";
  }
  return text + trimmed(line) + "\n";
}

}  // namespace hrfcheck
