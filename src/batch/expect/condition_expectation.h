#pragma once

#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// The answer to a yes-or-no question about a row; Open when it is not known.
enum class Answer { Yes, No, Open };

/// Whether some final state satisfies the condition. A witness found stands, however the search ended.
Answer reachable(const LogEntry& log);
/// Whether the condition holds as it is quantified.
Answer holds(const LogEntry& log);

}  // namespace hrfcheck::inline batch
