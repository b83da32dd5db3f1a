#pragma once

#include <cadical.hpp>

#include "util/process/deadline.h"

namespace hrfcheck::inline engine::smt {

/// What CaDiCaL::Solver::solve returns; 0 where it was stopped.
inline constexpr int kSatisfiable = 10;
inline constexpr int kUnsatisfiable = 20;

/// Tells CaDiCaL, which asks again and again, to stop when a deadline has expired.
class StopAtDeadline final : public CaDiCaL::Terminator {
 public:
  /// The deadline must outlive it.
  explicit StopAtDeadline(const Deadline& deadline) : deadline_(deadline) {}
  bool terminate() override { return deadline_.expired(); }

 private:
  const Deadline& deadline_;
};

}  // namespace hrfcheck::inline engine::smt
