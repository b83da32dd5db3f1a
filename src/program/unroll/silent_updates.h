#pragma once

#include "program/expr/substitute.h"
#include "program/ir/instruction.h"

namespace hrfcheck::inline program {

/// Whether an operation is a compare-and-swap that stores what it expects (`atomicCAS(p, 0, 0)`, which only
/// asks): it leaves its location as it is, whether or not it succeeds.
inline bool swapsForTheSame(const RmwOperation& o) {
  return o.op == RmwOp::CompareSwap && sameExpr(*o.expected, *o.operand);
}

}  // namespace hrfcheck::inline program
