#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/rows/result_row.h"

namespace hrfcheck {

/// A test of a corpus, and under which models it is asked.
struct BatchTest {
  std::size_t index = 0;  ///< place in the whole corpus
  std::string path;
  /// Names that its expectations bring in; when none, those of the command line decide (ModelChoice), and
  /// only those that apply. kProgressModel among them.
  std::vector<std::string> models;
  /// Whose termination its expectations speak of, as they write it; the test's own lines come to these.
  std::vector<std::string> schedulers = {};
};

/// What a worker is asked: a test, without the models that are done already.
struct WorkerTask {
  BatchTest test;
  std::vector<std::string> done;
};

}  // namespace hrfcheck
