#pragma once

#include <string>

namespace hrfcheck::inline questions {

/// What became of a question.
struct Answer {
  int status = 0;      ///< exit status of the command
  std::string ended;   ///< why it did not end by itself: "time limit", "cancelled", "signal 9"; mostly empty
  std::string output;  ///< what it printed
  std::string errors;  ///< the same on standard error
  double seconds = 0;  ///< that it took
};

}  // namespace hrfcheck::inline questions
