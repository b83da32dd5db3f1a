#pragma once

#include <vector>

#include "program/structure/event_structure.h"

namespace hrfcheck::inline triage {

/// The pairs of two lists of accesses, by what they could ever do.
struct Candidates {
  /// Of different threads, one of the two a write, to one location that both may access: these can conflict.
  /// Sorted.
  std::vector<InstructionPair> conflicting;
  /// Of different threads. Sorted.
  std::vector<InstructionPair> concurrent;
  bool firstHappens = false;  ///< some access of the first list is in the code as it is unrolled
  bool secondHappens = false;
  bool someWrite = false;  ///< of the pairs of different threads
};

/// @throws OutOfTime
Candidates candidatesOf(const EventStructure& structure, const std::vector<InstructionRef>& first,
                        const std::vector<InstructionRef>& second, const Deadline& deadline);

/// Pairs of each access with whatever may happen beside it: if none of them happens together, it does not
/// happen.
std::vector<InstructionPair> withAnything(const EventStructure& structure,
                                          const std::vector<InstructionRef>& accesses);

/// A pair that no flag relates.
InstructionPair noPair();

}  // namespace hrfcheck::inline triage
