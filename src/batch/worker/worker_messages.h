#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "batch/task.h"
#include "batch/worker/answer_calls.h"
#include "report/rows/result_row.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {

/// A worker has received its task.
struct TaskTaken {};
/// A worker begins the row of a model.
struct ModelBegun {
  std::size_t column = 0;
};
/// The row of the model that a worker is at, should nothing better come of it.
struct RowFound {
  ResultRow row;
};
/// A worker has finished its task.
struct TaskFinished {};

/// What a worker tells its parent, in this order for each task: taken; the plan; begun models, rows (some of
/// them found first) and warnings; finished.
using WorkerMessage =
    std::variant<TaskTaken, TestPlan, ModelBegun, RowFound, ResultRow, Diagnostic, TaskFinished>;

/// Framed text for a stream. Bytes of paths and names arrive as they were, whether UTF-8 or not; those of a
/// row's other texts as rowJson writes them. Of a diagnostic, its place arrives as a part of its message.
std::string encode(const WorkerMessage& message);
std::string encode(const WorkerTask& task);

/// What a frame held.
/// @throws std::runtime_error when it is none of ours
WorkerMessage decodeMessage(std::string_view payload);
WorkerTask decodeTask(std::string_view payload);

/// Cuts a stream into the frames that were put into it.
class FrameReader {
 public:
  void append(std::string_view bytes) { buffer_ += bytes; }
  /// The payload of the next frame, once all of it has come.
  /// @throws std::runtime_error for a length that no message has
  std::optional<std::string> next();

 private:
  std::string buffer_;
  std::size_t begin_ = 0;  ///< of what has not been given out
};

}  // namespace hrfcheck::inline batch
