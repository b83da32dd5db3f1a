#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "report/rows/result_row.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {

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
