#pragma once

#include <vector>

#include "frontend/lowlevel/specialize.h"
#include "program/ir/instruction.h"

/// Words that look like the program's own addresses (program/ir/addresses.h). In registers and memory of code
/// as compilers make it there are no such addresses: they are formed where memory is accessed. Operators on
/// 64 bits take these words for the numbers that they are, but conversions leave them as they are.
namespace hrfcheck::frontend::lowlevel {

/// Whether the code names such words.
bool namesLargeWords(const std::vector<WrittenThread>& threads);

/// The expression with conversions that convert such words, too.
ExprPtr convertingLargeWords(const ExprPtr& expr);
/// All expressions of an operation.
void convertLargeWords(hrfcheck::Operation& operation);

}  // namespace hrfcheck::frontend::lowlevel
