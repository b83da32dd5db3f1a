#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/lowlevel/module/module.h"
#include "frontend/ptx/translate/function_translator.h"
#include "program/expr/further_operators.h"
#include "program/ir/ptx_marks.h"

// Bulk copies and reductions (PTX ISA, "Data Movement and Conversion Instructions: Bulk copy"), and stores
// and reductions that are asynchronous. What they are, and who waits for them, is lowlevel/async_agents.h.
// "Each reduction operation performed by the cp.reduce.async.bulk has individually .relaxed.gpu memory
// ordering semantics".

namespace hrfcheck::frontend::ptx {
namespace {

/// What is not supported of them, by its word.
struct RefusedRow {
  std::string_view word;
  std::string_view why;
};
constexpr std::array kRefused = {
    RefusedRow{"tensor", "what a tensor map describes is made by the host: tensor copies are not supported"},
    RefusedRow{"multicast::cluster", "copies to several blocks of a cluster are not supported"},
    RefusedRow{"cp_mask", "copies of some bytes of each 16 are not supported"},
    RefusedRow{"ignore_oob", "copies that may leave their source are not supported"},
};

struct DirectionRow {
  std::string_view to;
  std::string_view from;
  Space toSpace;
  Space fromSpace;
};
constexpr std::array kDirections = {
    DirectionRow{"shared::cta", "global", Space::Shared, Space::Global},
    DirectionRow{"shared::cluster", "global", Space::Shared, Space::Global},
    DirectionRow{"shared::cluster", "shared::cta", Space::Shared, Space::Shared},
    DirectionRow{"global", "shared::cta", Space::Global, Space::Shared},
};

struct ReductionRow {
  std::string_view word;
  RmwOp op;
};
constexpr std::array kReductions = {
    ReductionRow{"add", RmwOp::Add},         ReductionRow{"min", RmwOp::Min},
    ReductionRow{"max", RmwOp::Max},         ReductionRow{"and", RmwOp::And},
    ReductionRow{"or", RmwOp::Or},           ReductionRow{"xor", RmwOp::Xor},
    ReductionRow{"inc", RmwOp::IncrementTo}, ReductionRow{"dec", RmwOp::DecrementFrom}};

constexpr std::string_view kCompletesBytes = "mbarrier::complete_tx::bytes";

}  // namespace

bool FunctionTranslator::bulk() {
  if (in_->name != "cp" || !has("bulk")) {
    return false;
  }
  if (has("commit_group")) {
    emit(CommitCopies{true});
  } else if (has("wait_group")) {
    emit(AwaitCopies{source(0, 32), true, has("read")});
  } else if (has("prefetch")) {
    emit(Nothing{});
  } else {
    bulkCopy(has("reduce"));
  }
  return true;
}

void FunctionTranslator::bulkCopy(bool reduces) {
  for (const RefusedRow& row : kRefused) {
    if (has(row.word)) {
      refuse(std::string(row.why));
    }
  }
  const auto after = std::ranges::find(in_->modifiers, "bulk") + 1;
  const auto follows = [&](const DirectionRow& row) {
    return in_->modifiers.end() - after >= 2 && after[0] == row.to && after[1] == row.from;
  };
  const auto* direction = std::ranges::find_if(kDirections, follows);
  if (direction == kDirections.end()) {
    refuse("bulk copies in this direction are not supported");
  }
  AsyncCopy made;
  made.bulk = true;
  made.toSpace = direction->toSpace;
  made.fromSpace = direction->fromSpace;
  made.to = addressOf(operand(0));
  made.from = addressOf(operand(1));
  made.bytes = source(2, 32);
  made.toOther = made.toSpace == Space::Shared && made.fromSpace == Space::Shared;
  if (reduces) {
    made.update = asyncUpdate();
    made.atomicity = Atomicity{Order::Relaxed, kGpuLevel};
  }
  // Copies to shared memory are counted by a barrier object, others are in groups.
  if (has(kCompletesBytes) != (made.toSpace == Space::Shared) ||
      has("bulk_group") != (made.toSpace == Space::Global)) {
    refuse("this direction has another completion mechanism");
  }
  if (has(kCompletesBytes)) {
    made.completion = completionOn(3);
  }
  emit(std::move(made));
}

/// "The complete-tx operation on the mbarrier has .release semantics at the .cluster scope", through the
/// generic proxy.
Access FunctionTranslator::completionOn(std::size_t barrier) {
  Access completion = barrierAccess(barrier);
  completion.space = Space::Shared;
  completion.reads = completion.writes = true;
  completion.update = kRmwPhaseUpdate;
  completion.values.push_back(literal(0, 64));  // how much is known when it is issued
  completion.targets.emplace_back(temporary(64));
  completion.atomicity = Atomicity{Order::Release, kClusterLevel};
  completion.marks = {kMarkComplete};
  completion.ofOwnBlock = false;
  return completion;
}

/// st.async and red.async of shared memory (PTX ISA): in the generic proxy, and the store is weak, "the
/// reduce operation is a relaxed memory operation".
bool FunctionTranslator::asyncStore() {
  const bool reduces = in_->name == "red";
  if ((in_->name != "st" && !reduces) || !has("async")) {
    return false;
  }
  if (!has(kCompletesBytes) || has("mmio") || has("release")) {
    refuse("stores of this kind to global memory are not supported");
  }
  const PtxType t = type();
  AsyncStore store;
  store.bytes = t.bytes();
  store.made.to = addressOf(operand(0));
  store.made.toOther = true;
  const PtxOperand& stored = operand(1);
  const bool vector = stored.kind == PtxOperand::Kind::Vector;
  for (const PtxOperand& part : vector ? stored.parts : std::vector<PtxOperand>{stored}) {
    store.values.push_back(sourceOf(part, t.bits));
  }
  if (reduces) {
    store.made.update = asyncUpdate();
    store.made.atomicity = Atomicity{Order::Relaxed, kClusterLevel};
  }
  store.made.completion = completionOn(2);
  store.made.element = store.bytes;
  emit(std::move(store));
  return true;
}

AsyncUpdate FunctionTranslator::asyncUpdate() const {
  const PtxType t = type();
  const auto* row = std::ranges::find_if(kReductions, [&](const ReductionRow& r) { return has(r.word); });
  if (row == kReductions.end() || (t.bits != 32 && t.bits != 64)) {
    refuse();
  }
  if (t.kind == PtxType::Class::Float) {
    refuse("asynchronous reductions of floats are not supported");
  }
  return {row->op, t.bytes(), t.kind == PtxType::Class::Signed};
}

}  // namespace hrfcheck::frontend::ptx
