#pragma once

#include <vector>

#include "frontend/lowlevel/residual/residual.h"
#include "frontend/lowlevel/specialize/specialize.h"
#include "program/expr/integer_kind.h"
#include "program/ir/instruction.h"

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
/// Comparisons and choices ask whether what they depend on is known.
ExprPtr askingUnknown(const ExprPtr& expr);

/// Words that look like the program's own addresses (program/expr/addresses.h). In registers and memory of
/// code as compilers make it there are no such addresses: they are formed where memory is accessed. Operators
/// on 64 bits take these words for the numbers that they are, but conversions leave them as they are.

/// Whether the code names such words.
bool namesLargeWords(const std::vector<WrittenThread>& threads);

/// The expression with conversions that convert such words, too.
ExprPtr convertingLargeWords(const ExprPtr& expr);
/// All expressions of an operation.
void convertLargeWords(hrfcheck::Operation& operation);

}  // namespace hrfcheck::frontend::lowlevel
