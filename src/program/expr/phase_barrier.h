#pragma once

#include <cstdint>
#include <string>

#include "program/expr/value.h"

/// The word that stands for an `mbarrier` object (PTX ISA, "Contents of the mbarrier object"): its phase, how
/// many arrivals it expects and still lacks, and its tx-count. PTX leaves the bits open; these are ours.
namespace hrfcheck::inline program::phase_barrier {

struct Field {
  unsigned shift;
  unsigned bits;

  constexpr std::uint64_t mask() const { return (std::uint64_t{1} << bits) - 1; }
};

// Of the word. One that is not valid is no barrier object.
inline constexpr Field kPhase{0, 8};  ///< the number of phases that are complete, modulo 256
inline constexpr Field kPending{8, 16};
inline constexpr Field kExpected{24, 16};
inline constexpr Field kTransactions{40, 21};  ///< two's complement
inline constexpr Field kValid{61, 1};

// Of the operand of an update: what it does at once.
inline constexpr Field kArrivals{0, 16};
inline constexpr Field kDrops{16, 1};              ///< later phases expect these arrivals no more
inline constexpr Field kJoins{17, 1};              ///< the phase expects one arrival more
inline constexpr Field kMoreTransactions{20, 21};  ///< two's complement

/// The word after an update (atomic: PTX ISA, "Phase Completion of the mbarrier object"). What the update
/// must not do to a word leaves it as it is: code that updates it asks for that first.
Value updated(Value word, Value update);
/// "phase 1, 2 of 4 arrivals pending"; empty where the word is no valid one.
std::string textOf(Value word);

}  // namespace hrfcheck::inline program::phase_barrier
