#pragma once

#include "frontend/spirv/kernel/arithmetic.h"

/// What SPIR-V does to the bits of numbers (3.49.14).
namespace hrfcheck::frontend::spirv {

/// Sum of the bits.
ExprPtr bitCount(const Operand& operand);
/// The number of the lowest or of the highest bit that is as it should be.
ExprPtr foundBit(const Operand& operand, bool lowest, const ExprPtr& none, Value wanted = 1);
/// The bits the other way round.
ExprPtr bitReverse(const Operand& operand, IntegerKind result);
/// Base, insert, and offset and count; null where these two are not known.
ExprPtr bitInsert(const std::vector<Operand>& operands, IntegerKind result);
/// Base, offset and count: so many bits from the offset on; null where these two are not known.
ExprPtr bitField(const std::vector<Operand>& operands, bool isSigned, IntegerKind result);

}  // namespace hrfcheck::frontend::spirv
