#include "cat/support.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::test {

std::vector<std::filesystem::path> catFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto& folder : {inputsFolder(), modelsFolder()}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".cat") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string firstError(const std::string& text) {
  try {
    modelOf(text);
  } catch (const UserError& error) {
    const Diagnostic& first = error.diagnostics().front();
    const LineColumn at = first.place.position();
    return fmt::format("{}:{}: {}", at.line, at.column, first.message);
  }
  return "";
}

}  // namespace hrfcheck::test
