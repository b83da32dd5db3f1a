#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hrfcheck::dat3m {

/// One expectation of expected.csv.
struct Row {
  std::size_t line;
  std::string path;      ///< of the litmus file, below the folder of the corpus: "OPENCL/herd/MP.litmus"
  std::string model;     ///< "opencl"
  std::string property;  ///< "condition", "race", "termination"
  std::string meaning;   ///< "reachable", "racy", ...; what PASS or FAIL says of the test

  std::string family() const { return path.substr(0, path.find('/')); }
};

/// The corpus: $HRFCHECK_CORPORA/dat3m where that is set, else ../shared/corpora/dat3m beside the sources, if
/// there. @throws std::runtime_error when HRFCHECK_CORPORA names a folder without it.
std::optional<std::filesystem::path> folder();

/// Every row of expected.csv. @throws std::runtime_error for a header or a row of another shape.
std::vector<Row> readRows(const std::filesystem::path& file);

}  // namespace hrfcheck::dat3m
