#include "batch/expect/log_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "frontend/test_file.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {

namespace fs = std::filesystem;

std::string logFolderOf(const std::string& test) {
  return (fs::path(test).parent_path() / "expected").string();
}

std::string logOf(const std::string& test) {
  const TestPath meant = testPathOf(test);
  fs::path name = fs::path(meant.file).filename();
  if (isKernelFile(meant.file)) {
    // The same kernel may be there in several languages, and a file may have several tests.
    name += (meant.test.empty() ? "" : "." + meant.test) + ".log";
  } else {
    name.replace_extension(".log");
  }
  return (fs::path(logFolderOf(meant.file)) / name).string();
}

std::vector<ParsedEntry> readExpectedLog(const std::string& path) {
  const SourcePtr source = readSource(path);
  std::vector<ParsedEntry> entries = parseLog(source);
  Diagnostics diagnostics;
  std::set<std::string> models;
  for (const ParsedEntry& parsed : entries) {
    const std::string_view line = source->line(parsed.line);
    const auto begin = static_cast<std::uint32_t>(line.data() - source->text().data());
    const Place place{source, {begin, begin + static_cast<std::uint32_t>(line.size())}};
    if (parsed.entry.models.empty()) {
      diagnostics.error(place, "this entry does not name its models",
                        "add a line 'Models NAME...' after 'Test'");
    }
    for (const std::string& model : parsed.entry.models) {
      if (!models.insert(model).second) {
        diagnostics.error(place, fmt::format("the model {} is expected twice", model));
      }
    }
  }
  diagnostics.throwIfErrors();
  return entries;
}

}  // namespace hrfcheck::inline batch
