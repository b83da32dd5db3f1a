#pragma once

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "suite/suite.h"
#include "suite/suite_report.h"

namespace hrfcheck::test {

inline ModelLibrary models() {
  return ModelLibrary({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"});
}

/// A suite on `rsp-fix` that takes a second or two.
inline SuiteOptions smallSuite(const std::string& machine = "rsp-fix") {
  SuiteOptions options;
  options.simulation.machine = machine;
  options.operations = 2;
  options.models = {suiteModelFor(options.simulation)};
  options.version = "0";
  return options;
}

inline SuiteResult runToEnd(const SuiteOptions& options) {
  const std::atomic<bool> never{false};
  return runSuite(
      options, models(), [](const SuiteProgress&) {}, never);
}

inline std::string contentOf(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace hrfcheck::test
