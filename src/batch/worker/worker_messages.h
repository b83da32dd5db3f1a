#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "batch/task.h"
#include "report/rows/result_row.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {

/// A worker begins the row of a model.
struct ModelBegun {
  std::size_t column = 0;
};
/// The row of the model that a worker is at, should nothing better result from it.
struct RowFound {
  ResultRow row;
};
/// What a worker tells its parent of a task: the plan, then begun models, rows (some of them found first) and
/// warnings.
using WorkerMessage = std::variant<TestPlan, ModelBegun, RowFound, ResultRow, Diagnostic>;

/// As text. Bytes of paths and names arrive as they were, whether UTF-8 or not; those of a
/// row's other texts as rowJson writes them. Of a diagnostic, its place arrives as a part of its message.
std::string encode(const WorkerMessage& message);
std::string encode(const WorkerTask& task);

/// @throws UnreadableMessage when it is none of ours
WorkerMessage decodeMessage(std::string_view text);
WorkerTask decodeTask(std::string_view text);

}  // namespace hrfcheck::inline batch
