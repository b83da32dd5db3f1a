// Which values are doubtful after a change. What each bound of a step depends on is known once all steps are
// (bound_uses.cpp), so every input, and every group of recursive definitions, has a mask of one bit for each
// value that it reaches, and a change takes these bits away.
//
// An input that is closed has no upper bound of its own, so a change of its lower bound is one of both. A
// step none of whose inputs is open has one value for both bounds; when it starts or ends to be so, whoever
// asks for its upper bound is shown another value, and its times are moved as if it had changed.

#include <bit>

#include "execution/evaluate/node_values.h"

namespace hrfcheck::inline execution {

NodeValues::NodeValues(const Model& model, const std::vector<NodeFacts>& facts,
                       const EventStructure& structure, const Deadline& deadline)
    : model_(model),
      facts_(facts),
      structure_(structure),
      look_(deadline),
      plan_(model, facts, structure,
            [this](CatNodeId node, const ClassBinding& binding) { return findClasses(node, binding); }),
      lower_(structure.size()),
      upper_(structure.size()),
      choices_(model.choices.size()),
      scratchSet_(BitRows::set(structure.size())),
      scratchRelation_(BitRows::relation(structure.size())) {
  for (std::size_t choice = 0; choice < choices_.size(); ++choice) {
    choicesOpen_ |= choiceInput(choice);
  }
}

void NodeValues::seal() {
  makeSlots();
  makeDependents();
  findExact();
}

void NodeValues::makeSlots() {
  BitRows KnownParts::*const parts[] = {&KnownParts::loc,  &KnownParts::addr, &KnownParts::data,
                                        &KnownParts::ctrl, &KnownParts::sync, &KnownParts::rf,
                                        &KnownParts::co};
  const std::vector<PlanStep>& steps = plan_.steps();
  slots_.assign(2 * steps.size(), {});
  for (StepId id = 0; id < steps.size(); ++id) {
    for (const Side side : {Side::Lower, Side::Upper}) {
      Slot& slot = slots_[slotIndex(id, side)];
      if (steps[id].is(StepOp::Part)) {
        slot.rows = &((side == Side::Lower ? lower_ : upper_).*parts[steps[id].index]);
      } else {
        slot.rows = &slot.own;  // without room for now: most upper bounds are never looked at
      }
    }
  }
}

void NodeValues::makeDependents() {
  uses_ = boundUses(plan_);
  const std::vector<StepGroup>& groups = plan_.groups();
  const std::size_t bits = uses_.size() + 2 * groups.size();
  valid_.assign((bits + 63) / 64, 0);
  ofGroup_.assign(2 * groups.size(), Bits(valid_.size(), 0));
  running_.assign(2 * groups.size(), 0);
  groupsBelow_.assign(uses_.size(), {});
  // Inputs that nothing depends on keep no row.
  const auto note = [&](Bits& dependents, std::size_t bit) {
    dependents.resize(valid_.size(), 0);
    dependents[bit / 64] |= std::uint64_t{1} << (bit % 64);
  };
  const auto noteInputs = [&](std::array<Bits, 64>& of, Inputs inputs, std::size_t bit) {
    for (Inputs rest = inputs; rest != 0; rest &= rest - 1) {
      note(of[static_cast<std::size_t>(std::countr_zero(rest))], bit);
    }
  };
  const auto noteUses = [&](const BoundUses& uses, std::size_t bit) {
    noteInputs(ofLower_, uses.lower, bit);
    noteInputs(ofUpper_, uses.upper, bit);
    for (const std::uint32_t group : uses.groups) {
      note(ofGroup_[group], bit);
    }
  };
  for (std::size_t slot = 0; slot < uses_.size(); ++slot) {
    noteUses(uses_[slot], slot);
    groupsBelow_[slot].assign(uses_[slot].groups.begin(), uses_[slot].groups.end());
  }
  for (std::size_t group = 0; group < ofGroup_.size(); ++group) {
    const Side side = group % 2 == 0 ? Side::Lower : Side::Upper;
    noteUses(uses(groups[group / 2].members[0], side), uses_.size() + group);
  }
}

/// A step that becomes exact, or no longer is, has another value for code that asks for its upper bound.
void NodeValues::findExact() {
  const std::vector<PlanStep>& steps = plan_.steps();
  exact_.resize(steps.size(), 1);
  for (StepId id = 0; id < steps.size(); ++id) {
    Inputs open = openInputs(steps[id].node);
    if (steps[id].is(StepOp::Member)) {
      for (const StepId body : plan_.groups()[steps[id].index].bodies) {
        open |= openInputs(steps[body].node);
      }
    }
    const char exact = open == 0 ? 1 : 0;
    if (exact != exact_[id]) {
      exact_[id] = exact;
      slots_[slotIndex(id, Side::Lower)].changedAt = ++clock_;
      slots_[slotIndex(id, Side::Upper)].changedAt = clock_;
    }
  }
}

void NodeValues::changed(Inputs ofLower, Inputs ofUpper) {
  const Inputs closed = ~(open_ | choicesOpen_);
  ofUpper = (ofUpper & ~closed) | (ofLower & closed);
  for (Inputs rest = ofLower; rest != 0; rest &= rest - 1) {
    invalidate(ofLower_[static_cast<std::size_t>(std::countr_zero(rest))]);
  }
  for (Inputs rest = ofUpper; rest != 0; rest &= rest - 1) {
    invalidate(ofUpper_[static_cast<std::size_t>(std::countr_zero(rest))]);
  }
}

void NodeValues::setOpen(Inputs open) {
  open &= choiceInput(0) - 1;
  const Inputs toggled = open ^ open_;
  if (toggled == 0) {
    return;
  }
  open_ |= toggled;
  changed(0, toggled);
  open_ = open;
  findExact();
}

Inputs NodeValues::load(const Execution& x) {
  Inputs result = 0;
  result |= lower_.happened.assign(x.happened) ? kHappenedInput : 0;
  result |= lower_.loc.assign(x.loc) ? kLocInput : 0;
  result |= lower_.addr.assign(x.addr) ? kAddrInput : 0;
  result |= lower_.data.assign(x.data) ? kDataInput : 0;
  result |= lower_.ctrl.assign(x.ctrl) ? kCtrlInput : 0;
  result |= lower_.sync.assign(x.syncBarrier) ? kSyncInput : 0;
  result |= lower_.rf.assign(x.rf) ? kRfInput : 0;
  result |= lower_.co.assign(x.co) ? kCoInput : 0;
  changed(result, 0);
  return result;
}

void NodeValues::setChoice(std::size_t index, const Relation* order) {
  std::optional<BitRows>& choice = choices_[index];
  const bool toggled = choice.has_value() != (order != nullptr);
  if (order == nullptr) {
    choice.reset();
    choicesOpen_ |= choiceInput(index);
  } else {
    if (!choice) {
      choice = BitRows::relation(structure_.size());
    }
    choicesOpen_ &= ~choiceInput(index);
    if (!choice->assign(*order) && !toggled) {
      return;
    }
  }
  invalidate(ofLower_[static_cast<std::size_t>(std::countr_zero(choiceInput(index)))]);
  invalidate(ofUpper_[static_cast<std::size_t>(std::countr_zero(choiceInput(index)))]);
  if (toggled) {
    findExact();
  }
}

}  // namespace hrfcheck::inline execution
