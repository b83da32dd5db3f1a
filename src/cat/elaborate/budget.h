#pragma once

#include <cstddef>

#include "cat/model/limits.h"
#include "cat/syntax/ast.h"

namespace hrfcheck::cat {

/// What is left of a model's limits while it is read.
class Budget {
 public:
  explicit Budget(const ModelLimits& limits)
      : cancelled_(limits.cancelled), deadline_(limits.deadline()), all_(limits.steps), left_(limits.steps) {}

  /// From now on this statement of the model itself is being read: messages name it.
  void enter(const Statement& statement) { at_ = &statement; }
  /// @throws UserError when nothing is left, when the time is over, or when there was an interrupt
  void spend(std::size_t steps) {
    look_ += steps;
    if (steps > left_ || look_ >= kLookAtDeadline) look(steps);
    left_ -= steps;
  }

 private:
  static constexpr std::size_t kLookAtDeadline = 2000;
  void look(std::size_t steps);
  [[noreturn]] void fail(const std::string& message, const std::string& hint) const;

  const std::atomic<bool>* cancelled_;
  Deadline deadline_;
  std::size_t all_;
  std::size_t left_;
  std::size_t look_ = 0;  ///< steps since the deadline was looked at
  const Statement* at_ = nullptr;
};

}  // namespace hrfcheck::cat
