// The reference reading of cat: every node is a set or relation, computed from its operands by the operation
// its name says, on bit rows. On a partly known execution a node has two values, one that is contained in it
// whatever the rest of the execution turns out to be, and one that contains it (interval analysis; the
// operations are monotone but for difference and complement, which swap the bounds of what they take away).
//
// Enumeration and search visit executions that differ little from one to the next, so each bound of a step
// knows which inputs it depends on (bound_uses.cpp). A change of an input marks its dependents as doubtful,
// by one bit each. A doubtful value is looked at again only when somebody asks for it: then its operands are,
// and it is computed only if one of them really took another value since. That is known from times: a clock
// ticks whenever a value changes. Once an operand makes the result empty, the other one is not asked for at
// all. A model's static half is thus computed once per set of events that happen, and most of the rest stays
// as it is when one reads-from edge moves. Upper bounds are computed where something below a requirement is
// taken away, and nowhere else; where no input of a step is open, its lower bound is both.

#include "execution/node_values.h"

#include "util/invariant.h"

namespace hrfcheck::inline execution {

/// Groups below a step are solved before the step is looked at, so that no operand changes its value while
/// another one is being computed.
void NodeValues::refresh(StepId id, Side side, Slot& slot) {
  shape(id, slot);
  for (const std::uint32_t group : groupsBelow_[slotIndex(id, side)]) {
    solve(group / 2, group % 2 == 0 ? Side::Lower : Side::Upper);
  }
  const PlanStep& step = plan_.steps()[id];
  switch (step.op) {
    case StepOp::Part:
      slot.changedAt = ++clock_;
      slot.empty = slot.rows->empty();
      break;
    case StepOp::Constant:
    case StepOp::Tag:
    case StepOp::Members:
    case StepOp::Universe:
    case StepOp::Identity:
    case StepOp::Empty:
      refreshLeaf(id, side, slot);
      break;
    case StepOp::Intersection:
    case StepOp::Difference:
    case StepOp::Sequence:
    case StepOp::InverseSequence:
    case StepOp::RestrictDomain:
    case StepOp::RestrictRange:
    case StepOp::Product:
      refreshBinary(step, side, slot);
      break;
    case StepOp::Plus:
    case StepOp::Star:
    case StepOp::Optional:
    case StepOp::Inverse:
    case StepOp::Complement:
    case StepOp::Bracket:
    case StepOp::Domain:
    case StepOp::Range:
      refreshUnary(step, side, slot);
      break;
    case StepOp::Union:
      refreshUnion(step, side, slot);
      break;
    case StepOp::Member:
      break;
    case StepOp::Choice:
      refreshChoice(step, side, slot);
      break;
  }
  slot.checkedAt = clock_;
}

/// Makes room for a value when it is first looked at.
void NodeValues::shape(StepId id, Slot& slot) {
  if (slot.own.rows() == 0 && plan_.steps()[id].op != StepOp::Part) {
    slot.own = isSet(id) ? BitRows::set(skeleton_.size()) : BitRows::relation(skeleton_.size());
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

void NodeValues::refreshLeaf(StepId id, Side side, Slot& slot) {
  const PlanStep& step = plan_.steps()[id];
  BitRows& out = scratchFor(slot);
  const BitRows& here = happened(side);
  if (step.op == StepOp::Empty) {
    return;
  }
  if (step.op == StepOp::Tag) {
    computeTag(id, side, out);
  } else if (step.op == StepOp::Members) {
    out.intersectionOf(plan_.constants()[step.index], here);
  } else if (step.op == StepOp::Constant) {
    out.restrictOf(plan_.constants()[step.index], here);
  } else if (step.op == StepOp::Identity) {
    out.clear();
    out.addIdentity(here);
  } else if (isSet(id)) {
    out = here;
  } else {
    out.productOf(here, here);
  }
  commit(slot);
}

/// A member that hangs on another event is certain when that event certainly happens, or certainly does not.
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

void NodeValues::refreshBinary(const PlanStep& step, Side side, Slot& slot) {
  const Slot& left = ensure(step.operands[0], side);
  if (left.empty) {
    makeEmpty(slot);
    return;
  }
  const Slot& right = ensure(step.operands[1], step.op == StepOp::Difference ? other(side) : side);
  if (left.changedAt <= slot.checkedAt && right.changedAt <= slot.checkedAt) {
    return;
  }
  if (right.empty && step.op != StepOp::Difference) {
    makeEmpty(slot);
    return;
  }
  computeBinary(step.op, *left.rows, *right.rows, scratchFor(slot));
  commit(slot);
}

void NodeValues::computeBinary(StepOp op, const BitRows& left, const BitRows& right, BitRows& out) {
  look_.spend(out.rows());
  switch (op) {
    case StepOp::Intersection:
      return out.intersectionOf(left, right);
    case StepOp::Difference:
      return out.differenceOf(left, right);
    case StepOp::Sequence:
      return out.composeOf(left, right, look_);
    case StepOp::InverseSequence:
      return out.composeInverseOf(left, right, look_);
    case StepOp::RestrictDomain:
      return out.restrictDomainOf(right, left);
    case StepOp::RestrictRange:
      return out.restrictRangeOf(left, right);
    case StepOp::Product:
      return out.productOf(left, right);
    case StepOp::Part:
    case StepOp::Constant:
    case StepOp::Tag:
    case StepOp::Members:
    case StepOp::Universe:
    case StepOp::Identity:
    case StepOp::Empty:
    case StepOp::Union:
    case StepOp::Plus:
    case StepOp::Star:
    case StepOp::Optional:
    case StepOp::Inverse:
    case StepOp::Complement:
    case StepOp::Bracket:
    case StepOp::Domain:
    case StepOp::Range:
    case StepOp::Member:
    case StepOp::Choice:
      break;
  }
  INVARIANT(false, "not an operation on two operands");
}

void NodeValues::refreshUnary(const PlanStep& step, Side side, Slot& slot) {
  const bool swaps = step.op == StepOp::Complement;
  const Slot& operand = ensure(step.operands[0], swaps ? other(side) : side);
  const bool readsHappened = swaps || step.op == StepOp::Star || step.op == StepOp::Optional;
  if (operand.changedAt <= slot.checkedAt && !readsHappened) {
    return;
  }
  computeUnary(step.op, *operand.rows, side, scratchFor(slot));
  commit(slot);
}

void NodeValues::computeUnary(StepOp op, const BitRows& operand, Side side, BitRows& out) {
  look_.spend(out.rows());
  switch (op) {
    case StepOp::Plus:
      out = operand;
      return out.close(look_);
    case StepOp::Star:
      out = operand;
      out.close(look_);
      return out.addIdentity(happened(side));
    case StepOp::Optional:
      out = operand;
      return out.addIdentity(happened(side));
    case StepOp::Inverse:
      return out.inverseOf(operand);
    case StepOp::Complement:
      if (operand.rows() == 1) {
        out = happened(side);
      } else {
        out.productOf(happened(side), happened(side));
      }
      out -= operand;
      return;
    case StepOp::Bracket:
      out.clear();
      return out.addIdentity(operand);
    case StepOp::Domain:
      return out.domainOf(operand);
    case StepOp::Range:
      return out.rangeOf(operand);
    case StepOp::Part:
    case StepOp::Constant:
    case StepOp::Tag:
    case StepOp::Members:
    case StepOp::Universe:
    case StepOp::Identity:
    case StepOp::Empty:
    case StepOp::Union:
    case StepOp::Intersection:
    case StepOp::Difference:
    case StepOp::Sequence:
    case StepOp::InverseSequence:
    case StepOp::RestrictDomain:
    case StepOp::RestrictRange:
    case StepOp::Product:
    case StepOp::Member:
    case StepOp::Choice:
      break;
  }
  INVARIANT(false, "not an operation on one operand");
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
    BitRows backwards = BitRows::relation(skeleton_.size());
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
