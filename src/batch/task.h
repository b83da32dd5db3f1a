#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "report/rows/result_row.h"
#include "util/diagnostic.h"

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

/// What a worker knows of its test when it has read it: all that a row says of itself without an answer.
struct TestPlan {
  std::vector<std::string> models;  ///< that the test has a row of, by column; "" where it cannot be asked
  std::string sourceHash;
  std::vector<std::string> kept = {};  ///< of them, those whose rows of an earlier run stay

  friend bool operator==(const TestPlan&, const TestPlan&) = default;
};

/// Who listens while a task is answered.
struct AnswerCalls {
  std::function<void(const TestPlan&)> plan;  ///< comes first
  std::function<void(std::size_t)> begin;     ///< this column, before any work on it; its row follows
  std::function<void(ResultRow)> row;
  std::function<void(const Diagnostic&)> warn;
  /// The row of the column that was begun, should this process end before it gives a better one.
  std::function<void(ResultRow)> found = [](const ResultRow&) {};
};

}  // namespace hrfcheck::inline batch
