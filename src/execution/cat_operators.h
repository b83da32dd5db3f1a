#pragma once

#include "cat/model/model.h"
#include "execution/evaluate.h"

namespace hrfcheck::inline execution {

/// The set or the relation that a value is.
const EventSet& setIn(const CatValue& value);
const Relation& relationIn(const CatValue& value);

/// The value of an operator, given those of its operands.
/// @param happened all events there are
CatValue applied(CatUnary op, const CatValue& operand, const EventSet& happened);
CatValue combined(CatBinary op, const CatValue& left, const CatValue& right);

}  // namespace hrfcheck::inline execution
