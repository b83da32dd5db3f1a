#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "execution/execution.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline engine {

/// The limits of an enumeration of candidates.
struct EnumerationLimits {
  Deadline deadline;
  /// Candidates visited, and a fixed multiple of that for thread runs and their combinations together; 0
  /// means no limit.
  std::uint64_t candidates = 0;
};

/// How much an enumeration has visited.
struct EnumerationCounts {
  std::uint64_t runs = 0;        ///< of single threads
  std::uint64_t candidates = 0;  ///< visited
};

/// Calls `visit` with every candidate execution of the structure, under no model at all: every combination of
/// one run per thread in which barriers are kept and every read value is written by someone, every
/// reads-from, every coherence order; what a thread reads for ever comes last in it
/// (execution/witness/spinning.h). Each candidate once, in a fixed order; none has choices of a model. The
/// execution passed is changed in place between calls, so copy what is to be kept. Stops when `visit` returns
/// false.
/// @returns why the enumeration is not complete ("time limit", "candidate limit", "too many thread runs"), if
/// a limit ended it.
std::optional<std::string> forEachCandidate(const std::shared_ptr<const EventStructure>& structure,
                                            const std::function<bool(const Execution&)>& visit,
                                            const EnumerationLimits& limits = {},
                                            EnumerationCounts* counts = nullptr);

}  // namespace hrfcheck::inline engine
