// The reference interpretation of cat: every node is a set or relation, computed from its operands by the
// operation its name says, on bit rows. On a partly known execution a node has two values, one that is
// contained in it whatever the rest of the execution turns out to be, and one that contains it (interval
// analysis; the operations are monotone except for difference and complement, which swap the bounds of what
// they take away).
//
// Enumeration and search visit executions that differ little from one to the next, so each bound of a step
// knows which inputs it depends on (bound_uses.cpp). A change of an input marks its dependents as doubtful,
// by one bit each. A doubtful value is looked at again only when somebody asks for it: then its operands are,
// and it is computed only if one of them really took another value since. That is known from times: a clock
// ticks whenever a value changes. Once an operand makes the result empty, the other one is not asked for at
// all. A model's static half is thus computed once per set of events that happen, and most of the rest stays
// as it is when one reads-from edge moves. Upper bounds are computed where something below a requirement is
// taken away, and nowhere else; where no input of a step is open, its lower bound is both.

#include "execution/evaluate/node_values.h"

#include "cat/model/operators.h"
#include "util/overloaded.h"

namespace hrfcheck::inline execution {

/// Groups below a step are solved before the step is looked at, so that no operand changes its value while
/// another one is being computed.
void NodeValues::refresh(StepId id, Side side, Slot& slot) {
  shape(id, slot);
  for (const std::uint32_t group : groupsBelow_[slotIndex(id, side)]) {
    solve(group / 2, group % 2 == 0 ? Side::Lower : Side::Upper);
  }
  const PlanStep& step = plan_.steps()[id];
  std::visit(Overloaded{[&](StepOp op) { refreshStep(op, id, side, slot); },
                        [&](CatUnary op) { refreshUnary(op, step.operands[0], side, slot); },
                        [&](StepPair op) { refreshBinary(op, false, step, side, slot); },
                        [&](CatBinary op) { refreshBinary(op, about(op).swapsRight, step, side, slot); }},
             step.work);
  slot.checkedAt = clock_;
}

void NodeValues::refreshStep(StepOp op, StepId id, Side side, Slot& slot) {
  switch (op) {
    case StepOp::Part:
      slot.changedAt = ++clock_;
      slot.empty = slot.rows->empty();
      return;
    case StepOp::Constant:
    case StepOp::Tag:
    case StepOp::Members:
    case StepOp::Universe:
    case StepOp::Identity:
      return refreshLeaf(op, id, side, slot);
    case StepOp::Union:
      return refreshUnion(plan_.steps()[id], side, slot);
    case StepOp::Choice:
      return refreshChoice(plan_.steps()[id], side, slot);
    case StepOp::Empty:
    case StepOp::Member:
      return;
  }
}

/// Makes room for a value when it is first looked at.
void NodeValues::shape(StepId id, Slot& slot) {
  if (slot.own.rows() == 0 && !plan_.steps()[id].is(StepOp::Part)) {
    slot.own = isSet(id) ? BitRows::set(structure_.size()) : BitRows::relation(structure_.size());
  }
}

/// Takes over what is in the scratch space, if that is another value.
void NodeValues::commit(Slot& slot) {
  BitRows& next = scratchFor(slot);
  if (next == slot.own) {
    return;
  }
  slot.own.swap(next);
  slot.empty = slot.own.empty();
  slot.changedAt = ++clock_;
}

void NodeValues::makeEmpty(Slot& slot) {
  if (!slot.empty) {
    slot.own.clear();
    slot.empty = true;
    slot.changedAt = ++clock_;
  }
}

void NodeValues::refreshLeaf(StepOp op, StepId id, Side side, Slot& slot) {
  const PlanStep& step = plan_.steps()[id];
  BitRows& out = scratchFor(slot);
  const BitRows& here = happened(side);
  if (op == StepOp::Tag) {
    computeTag(id, side, out);
  } else if (op == StepOp::Members) {
    out.intersectionOf(plan_.constants()[step.index], here);
  } else if (op == StepOp::Constant) {
    out.restrictOf(plan_.constants()[step.index], here);
  } else if (op == StepOp::Identity) {
    out.clear();
    out.addIdentity(here);
  } else if (isSet(id)) {
    out = here;
  } else {
    out.productOf(here, here);
  }
  commit(slot);
}

/// A member that depends on another event is certain when that event certainly happens, or certainly does
/// not.
void NodeValues::computeTag(StepId id, Side side, BitRows& out) {
  out = plan_.constants()[plan_.steps()[id].index];
  if (plan_.isConditional(id)) {
    for (const auto& [event, decisive, whenHappens] : plan_.conditional(id)) {
      if (happened(whenHappens ? side : other(side)).contains(0, decisive) == whenHappens) {
        out.insert(event);
      }
    }
  }
  out &= happened(side);
}

/// An empty operand makes the result empty, but for one that is taken away.
template <typename Op>
void NodeValues::refreshBinary(Op op, bool swapsRight, const PlanStep& step, Side side, Slot& slot) {
  const Slot& left = ensure(step.operands[0], side);
  if (left.empty) {
    makeEmpty(slot);
    return;
  }
  const Slot& right = ensure(step.operands[1], swapsRight ? other(side) : side);
  if (left.changedAt <= slot.checkedAt && right.changedAt <= slot.checkedAt) {
    return;
  }
  if (right.empty && !swapsRight) {
    makeEmpty(slot);
    return;
  }
  look_.spend(scratchFor(slot).rows());
  compute(op, *left.rows, *right.rows, scratchFor(slot));
  commit(slot);
}

void NodeValues::compute(CatBinary op, const BitRows& left, const BitRows& right, BitRows& out) {
  switch (op) {
    case CatBinary::Union:
      return out.unionOf(left, right);
    case CatBinary::Intersection:
      return out.intersectionOf(left, right);
    case CatBinary::Difference:
      return out.differenceOf(left, right);
    case CatBinary::Sequence:
      return out.composeOf(left, right, look_);
    case CatBinary::Product:
      return out.productOf(left, right);
  }
}

void NodeValues::compute(StepPair op, const BitRows& left, const BitRows& right, BitRows& out) {
  switch (op) {
    case StepPair::InverseSequence:
      return out.composeInverseOf(left, right, look_);
    case StepPair::RestrictDomain:
      return out.restrictDomainOf(right, left);
    case StepPair::RestrictRange:
      return out.restrictRangeOf(left, right);
  }
}

void NodeValues::refreshUnary(CatUnary op, StepId of, Side side, Slot& slot) {
  const Slot& operand = ensure(of, about(op).swaps ? other(side) : side);
  if (operand.changedAt <= slot.checkedAt && !about(op).adds) {
    return;
  }
  look_.spend(scratchFor(slot).rows());
  compute(op, *operand.rows, side, scratchFor(slot));
  commit(slot);
}

void NodeValues::compute(CatUnary op, const BitRows& operand, Side side, BitRows& out) {
  switch (op) {
    case CatUnary::Plus:
      out = operand;
      return out.close(look_);
    case CatUnary::Star:
      out = operand;
      out.close(look_);
      return out.addIdentity(happened(side));
    case CatUnary::Optional:
      out = operand;
      return out.addIdentity(happened(side));
    case CatUnary::Inverse:
      return out.inverseOf(operand);
    case CatUnary::Complement:
      if (operand.rows() == 1) {
        out = happened(side);
      } else {
        out.productOf(happened(side), happened(side));
      }
      out -= operand;
      return;
    case CatUnary::Bracket:
      out.clear();
      return out.addIdentity(operand);
    case CatUnary::Domain:
      return out.domainOf(operand);
    case CatUnary::Range:
      return out.rangeOf(operand);
    case CatUnary::Equivalence:
      out.inverseOf(operand);
      out |= operand;
      out.close(look_);
      return out.addIdentity(happened(side));
  }
}

void NodeValues::refreshUnion(const PlanStep& step, Side side, Slot& slot) {
  bool same = true;
  for (const StepId operand : step.operands) {
    same &= ensure(operand, side).changedAt <= slot.checkedAt;
  }
  if (same && slot.checkedAt != 0) {
    return;
  }
  BitRows& out = scratchFor(slot);
  const BitRows* only = nullptr;
  bool many = false;
  for (const StepId operand : step.operands) {
    const Slot& part = ensure(operand, side);
    if (part.empty) {
      continue;
    }
    if (only == nullptr) {
      only = part.rows;
    } else if (!many) {
      out.unionOf(*only, *part.rows);
      many = true;
    } else {
      out |= *part.rows;
    }
  }
  if (only == nullptr) {
    makeEmpty(slot);
    return;
  }
  if (!many) {
    out = *only;
  }
  commit(slot);
}

/// Until it is made, a choice lies inside the classes it orders, has no two events both ways, and contains
/// the order it extends.
void NodeValues::refreshChoice(const PlanStep& step, Side side, Slot& slot) {
  BitRows& out = scratchFor(slot);
  if (choices_[step.index]) {
    out = *choices_[step.index];
    commit(slot);
    return;
  }
  const StepId self = static_cast<StepId>(&step - plan_.steps().data());
  const Slot* below = side == Side::Upper ? &ensure(self, Side::Lower) : &ensure(step.operands[1], side);
  const Slot& set = ensure(step.operands[0], side);
  const Slot* within = step.operands.size() > 2 ? &ensure(step.operands[2], side) : nullptr;
  if (side == Side::Lower) {
    out.restrictOf(*below->rows, *set.rows);
  } else {
    BitRows backwards = BitRows::relation(structure_.size());
    backwards.inverseOf(*below->rows);
    backwards.addIdentity(*set.rows);
    out.productOf(*set.rows, *set.rows);
    out -= backwards;
  }
  if (within != nullptr) {
    out &= *within->rows;
  }
  commit(slot);
}

}  // namespace hrfcheck::inline execution
