#pragma once

#include "cat/model/model.h"
#include "execution/evaluate/evaluate.h"

namespace hrfcheck::inline execution {

/// The set or the relation that a value is.
const EventSet& setIn(const CatValue& value);
const Relation& relationIn(const CatValue& value);

CatValue nothing(CatType type, std::size_t size);
/// All of these events, or all pairs of them.
CatValue everything(CatType type, const EventSet& events);
bool isNothing(const CatValue& value);

/// The value of an operator, given those of its operands.
/// @param happened all events there are
CatValue applied(CatUnary op, const CatValue& operand, const EventSet& happened);
CatValue combined(CatBinary op, const CatValue& left, const CatValue& right);

/// What a definition holds at most, and at least.
struct CatBounds {
  CatValue may, must;

  friend bool operator==(const CatBounds&, const CatBounds&) = default;
};
/// The bounds of an operator's value, which is made of nothing but its operands.
/// @param mayHappen, mustHappen the events there are, at most and at least
CatBounds applied(CatUnary op, const CatBounds& operand, const EventSet& mayHappen,
                  const EventSet& mustHappen);
CatBounds combined(CatBinary op, const CatBounds& left, const CatBounds& right);

}  // namespace hrfcheck::inline execution
