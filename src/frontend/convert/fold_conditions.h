#pragma once

#include <set>

#include "program/ir/program.h"

namespace hrfcheck::frontend {

/// Makes comparisons whose truth only a branch behind them takes the branch's condition: compilers put them
/// into registers, and not every dialect has a comparison that gives a value.
/// @return the assignments that nothing reads any more, by instruction
std::set<std::uint32_t> foldConditions(Thread& thread, const std::set<RegisterId>& observed);

}  // namespace hrfcheck::frontend
