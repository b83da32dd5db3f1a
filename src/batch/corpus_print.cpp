#include "batch/corpus_print.h"

#include <filesystem>

#include "frontend/test_file.h"
#include "util/diagnostic.h"
#include "util/hash.h"

namespace hrfcheck::inline batch {
namespace {

/// Of the text of a test; empty where it cannot be read, or only once.
std::string sourceHashOf(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return "";
  }
  try {
    return hashText(readSource(path)->text());
  } catch (const UserError&) {
    return "";
  }
}

}  // namespace

CorpusPrint corpusPrint(const std::vector<std::string>& tests) {
  CorpusPrint print;
  std::string paths;
  for (const std::string& test : tests) {
    paths += test + '\0';
    print.sources.push_back(sourceHashOf(testPathOf(test).file));
  }
  print.paths = hashText(paths);
  return print;
}

}  // namespace hrfcheck::inline batch
