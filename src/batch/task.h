#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// A test of a corpus, and under which models it is asked.
struct BatchTest {
  std::size_t index = 0;  ///< place in the whole corpus
  std::string path;
  /// Names that its expectations bring in; when none, those of the command line decide (ModelChoice), and
  /// only those that apply. kProgressModel among them.
  std::vector<std::string> models;
  /// Whose termination its expectations speak of, as they write it; the test's own lines come to these.
  std::vector<std::string> schedulers = {};
  std::optional<unsigned> unroll = std::nullopt;  ///< instead of WorkerOptions::unroll
  /// Where WorkerOptions::question is Expected; without, everything is asked.
  std::optional<CheckQuestion> question = std::nullopt;
};

/// What an earlier run found of a test. It stays as far as the same would be asked now.
struct FoundRows {
  std::vector<std::string> models;
  std::string sourceHash;  ///< of the text that they are about
  /// Whose answers the row of kProgressModel holds; nothing where it has none, because of a limit.
  std::optional<std::vector<std::string>> schedulers = std::nullopt;
};

/// What a worker is asked: a test, without the models that are done already.
struct WorkerTask {
  BatchTest test;
  std::vector<std::string> done;  ///< in this run
  FoundRows found = {};
};

}  // namespace hrfcheck::inline batch
