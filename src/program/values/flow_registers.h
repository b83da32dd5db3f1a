#pragma once

#include <functional>
#include <vector>

#include "program/expr/expr.h"
#include "program/values/provenance.h"
#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::inline program {

/// What a register may hold at some place of the code.
struct FlowRegister {
  Provenance values;
  bool read = false;  ///< may depend on what is read
  bool any = false;   ///< may hold anything: the values are given up
};
using FlowRegisters = std::vector<FlowRegister>;

/// Every value that `expr` may have.
/// @throws TooManyValues at `place` when there are too many combinations of register values
/// @throws OutOfTime when the deadline has expired
Provenance valuesOf(const Expr& expr, const FlowRegisters& registers, const Place& place, PacedLook& look);

/// Whether it has more combinations of register values than this.
bool hasMoreCombinations(const Expr& expr, const FlowRegisters& registers, std::size_t most);

bool dependsOnReads(const Expr& expr, const FlowRegisters& registers);

/// Values at and near the constants of a condition, most likely first: among them is a witness of every
/// comparison with one.
std::vector<Value> valuesNear(const Expr& condition);

}  // namespace hrfcheck::inline program
