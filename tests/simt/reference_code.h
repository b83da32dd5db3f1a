#pragma once

#include <optional>
#include <set>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::test {

/// Where an instruction may be followed by which others; the end is the number of instructions.
std::set<std::size_t> successorsByText(const Thread& thread, std::size_t at);

/// What can be reached from `from` (which counts) by ways that do not come to `without`.
std::set<std::size_t> reachableFrom(const Thread& thread, std::size_t from,
                                    std::optional<std::size_t> without = std::nullopt);

/// Where lanes that part behind `branch` meet again: the first instruction that lies on every way from it to
/// the end; the end where there is no other, or no way.
std::size_t meetingPoint(const Thread& thread, std::size_t branch);

/// Whether the value that a register has after an instruction may matter: to memory, to barriers, to where
/// the code goes, to a register whose value matters, or at the end to those who look at `atEnd`.
bool isUsed(const Thread& thread, std::size_t after, RegisterId reg, const std::set<RegisterId>& atEnd);

}  // namespace hrfcheck::test
