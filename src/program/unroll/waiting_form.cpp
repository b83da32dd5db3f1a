#include "program/unroll/waiting_form.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/unroll/delays.h"
#include "program/unroll/joint_waits.h"
#include "program/unroll/loop_ranges.h"
#include "program/unroll/silent_updates.h"
#include "program/unroll/spin_loops.h"

namespace hrfcheck::inline program {
namespace {

/// Where control comes to that goes to an instruction: beyond jumps, and what does nothing.
std::uint32_t endOfJumps(const Thread& thread, std::uint32_t at) {
  for (std::size_t steps = 0; at < thread.instructions.size() && steps <= thread.instructions.size();
       ++steps) {
    const Instruction& instruction = thread.instructions[at];
    const auto* jump = std::get_if<JumpOp>(&instruction.operation);
    if (instruction.predicate || (jump == nullptr && !std::holds_alternative<NopOp>(instruction.operation))) {
      break;
    }
    at = jump == nullptr ? at + 1 : jump->target;
  }
  return at;
}

/// Branches and jumps go to the head of their loop directly, where jumps alone lead there.
Thread withShortCuts(Thread thread) {
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    Operation& operation = thread.instructions[i].operation;
    auto* branch = std::get_if<BranchOp>(&operation);
    if (branch != nullptr && branch->target > i) {
      const std::uint32_t end = endOfJumps(thread, branch->target);
      branch->target = end <= i ? end : branch->target;
    }
  }
  return thread;
}

/// A value that an update leaves as it is, where it has one.
std::optional<Value> leftAsItIs(const RmwOperation& o) {
  const std::optional<Value> operand = constantValue(*o.operand);
  if (swapsForTheSame(o) || o.op == RmwOp::CompareSwap || !operand) {
    return swapsForTheSame(o) ? std::optional<Value>(0) : std::nullopt;
  }
  for (const Value old : {*operand, Value{0}, Value{-1}}) {
    if (rmwResult(o.op, o.kind, old, *operand) == old) {
      return old;
    }
  }
  return std::nullopt;
}

/// How many loops spin, if updates read what they leave as it is wherever they can.
std::ptrdiff_t waits(const Thread& thread, const std::set<RegisterId>& observed, const Deadline& deadline) {
  KnownAccesses known;
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    const auto* rmw = std::get_if<RmwOperation>(&thread.instructions[i].operation);
    if (const auto old = rmw == nullptr ? std::nullopt : leftAsItIs(*rmw)) {
      known.old[i] = {*old};
    }
  }
  return std::ranges::count_if(findLoops(thread, observed, known, deadline).loops, &Loop::spin);
}

/// Those threads of a program changed for which `change` has another one.
std::shared_ptr<const Program> changed(const std::shared_ptr<const Program>& program,
                                       const std::function<std::optional<Thread>(ThreadId)>& change) {
  std::shared_ptr<Program> result;
  for (ThreadId t = 0; t < program->threads.size(); ++t) {
    if (std::optional<Thread> other = change(t)) {
      result = result == nullptr ? std::make_shared<Program>(*program) : result;
      result->threads[t] = std::move(*other);
    }
  }
  return result == nullptr ? program : madeOf(writtenOf(program), std::move(*result));
}

bool hasLoop(const Thread& thread, PacedLook& look) {
  return !loopRanges(thread, look).empty();
}

}  // namespace

std::shared_ptr<const Program> inWaitingForm(const std::shared_ptr<const Program>& program,
                                             const Deadline& deadline) {
  if (!program->notForModels.empty()) {
    return program;
  }
  PacedLook look(deadline);
  return changed(program, [&](ThreadId t) -> std::optional<Thread> {
    const Thread& thread = program->threads[t];
    if (!hasLoop(thread, look)) {
      return std::nullopt;
    }
    const std::set<RegisterId> observed = observedRegisters(*program, t);
    Thread other = withShortCuts(withoutDelays(thread, observed, look));
    const bool more = waits(other, observed, deadline) > waits(thread, observed, deadline);
    return more ? std::optional(std::move(other)) : std::nullopt;
  });
}

std::shared_ptr<const Program> withoutDelays(const std::shared_ptr<const Program>& program,
                                             const Deadline& deadline) {
  PacedLook look(deadline);
  return changed(program, [&](ThreadId t) -> std::optional<Thread> {
    const Thread& thread = program->threads[t];
    return hasLoop(thread, look) ? std::optional(withoutDelays(thread, observedRegisters(*program, t), look))
                                 : std::nullopt;
  });
}

}  // namespace hrfcheck::inline program
