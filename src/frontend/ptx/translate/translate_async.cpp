#include "frontend/lowlevel/module/module.h"
#include "frontend/ptx/translate/function_translator.h"
#include "program/expr/further_operators.h"
#include "program/expr/phase_barrier.h"
#include "program/ir/ptx_marks.h"

// Asynchronous copies (PTX ISA, "Asynchronous copy", "Non-bulk copy"). What a copy is, and who waits for it,
// is lowlevel/async_agents.h.

namespace hrfcheck::frontend::ptx {

bool FunctionTranslator::asynchronous() {
  if (in_->name != "cp" || !has("async")) {
    return false;
  }
  if (has("commit_group")) {
    emit(CommitCopies{});
  } else if (has("wait_group")) {
    emit(AwaitCopies{source(0, 32)});
  } else if (has("wait_all")) {
    emit(CommitCopies{});
    emit(AwaitCopies{literal(0, 32)});
  } else if (has("mbarrier")) {
    arriveBehindCopies();
  } else {
    copy();
  }
  return true;
}

void FunctionTranslator::copy() {
  if (has("shared::cluster")) {
    refuse("the shared memory of other blocks of a cluster is not supported");
  }
  AsyncCopy made;
  made.to = addressOf(operand(0));
  made.from = addressOf(operand(1));
  const PtxOperand& size = operand(2);
  if (size.kind != PtxOperand::Kind::Number || (size.bits != 4 && size.bits != 8 && size.bits != 16)) {
    refuse("its size is not 4, 8 or 16");
  }
  made.bytes = literal(size.bits, 32);
  made.given = made.bytes;
  const std::size_t policies = has("L2::cache_hint") ? 1 : 0;
  if (in_->operands.size() > 3 + policies) {
    const PtxOperand& further = operand(3);
    const bool ignores = further.kind == PtxOperand::Kind::Register && bitsOf(further.index) == 1;
    made.given = ignores ? selected(source(3, 1), literal(0, 32), made.given) : source(3, 32);
  }
  emit(std::move(made));
}

/// cp.async.mbarrier.arrive: "the pending count of the mbarrier object is incremented by 1 prior to the
/// asynchronous arrive-on operation", unless it is `.noinc`.
void FunctionTranslator::arriveBehindCopies() {
  if (!has("noinc")) {
    Access joins = barrierAccess(0);
    joins.atomicity = Atomicity{Order::Relaxed, kGroupLevel};
    updateBarrier(std::move(joins), literal(1U << phase_barrier::kJoins.shift, 64));
  }
  ArriveBehindCopies made;
  made.arrival = barrierAccess(0);
  made.arrival.reads = made.arrival.writes = true;
  made.arrival.update = kRmwPhaseUpdate;
  made.arrival.values.push_back(literal(1, 64));
  made.arrival.targets.emplace_back(temporary(64));
  made.arrival.atomicity = Atomicity{Order::Release, kGroupLevel};
  made.arrival.marks = {kMarkComplete};
  emit(std::move(made));
}

}  // namespace hrfcheck::frontend::ptx
