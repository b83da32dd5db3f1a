#pragma once

#include "program/expr/expr.h"
#include "program/expr/value.h"

/// The words that stand for barrier objects (program/expr/phase_barrier.h), as instructions of columns make
/// and look at them.
namespace hrfcheck::frontend::phase_words {

inline constexpr Value kMostArrivals = 65'534;

/// Of an object that was initialized to expect so many arrivals.
Value initialized(Value arrivals);

/// The operand of an update: arrivals, of which later phases expect none where they drop out, and bytes that
/// are expected (negative: that have come).
Value update(Value arrivals, bool drops, Value bytes);

/// Whether what was the word is an object that an update may be made to (PTX ISA, `mbarrier.arrive`: "the
/// count is at most the pending count").
ExprPtr allows(RegisterId word, const ExprPtr& operand);

/// Whether the word is an object.
ExprPtr isValid(RegisterId word);
/// Whether its phase with that parity is complete.
ExprPtr completedParity(RegisterId word, const ExprPtr& parity);
/// Whether the phase in which `state` was returned is complete.
ExprPtr completedSince(RegisterId word, RegisterId state);
/// Whether the phase of `state` is that of the word or the one before it: a wait may ask for no other.
ExprPtr isRecent(RegisterId word, RegisterId state);
/// How many arrivals a state lacks.
ExprPtr pending(const ExprPtr& state);

}  // namespace hrfcheck::frontend::phase_words
