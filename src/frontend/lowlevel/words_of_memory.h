#pragma once

#include "frontend/lowlevel/residual.h"
#include "program/ir/integer_kind.h"

/// Words of registers, which have no sign, and what locations hold.
namespace hrfcheck::frontend::lowlevel {

inline constexpr unsigned kByteBits = 8;

IntegerKind kindOf(unsigned bytes, bool isSigned);
/// What a location holds, as a word.
ExprPtr asWord(const ExprPtr& number, unsigned bytes, bool isSigned);
/// And back.
ExprPtr asHeld(const ExprPtr& word, unsigned bytes, bool isSigned);
/// Some bits of a word.
ExprPtr bitsOf(const StoredWord& word, unsigned begin, unsigned bits);

/// The expression, where it is no unknown content; else there is no value.
ExprPtr known(const ExprPtr& e);
/// Comparisons and choices ask whether what they hang on is known.
ExprPtr askingUnknown(const ExprPtr& expr);

}  // namespace hrfcheck::frontend::lowlevel
