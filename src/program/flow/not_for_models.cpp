#include "program/flow/not_for_models.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>

#include "program/flow/control_flow.h"

namespace hrfcheck::inline program {
namespace {

/// Whether an instruction of a thread may be executed twice: some later one jumps back to it or before it.
bool mayRepeat(const Thread& thread, std::uint32_t instruction) {
  for (std::uint32_t i = instruction; i < thread.instructions.size(); ++i) {
    const auto target = jumpTarget(thread.instructions[i].operation);
    if (target && *target <= instruction) {
      return true;
    }
  }
  return false;
}

/// A counted barrier, as far as its instructions say: how many arrive, and whether one thread may twice.
struct Counted {
  Value count = 0;
  Value arrivals = 0;
  ThreadId last = kNoThread;
  bool plain = true;
};

/// In how many orders arrivals may come, as far as it matters: those that open the barrier come together.
constexpr Value kMostOrdersOfArrivals = 5040;

bool hasTooManyOrders(const Counted& barrier) {
  Value orders = 1;
  for (Value n = std::max<Value>(barrier.count, 1) + 1; n <= barrier.arrivals; ++n) {
    orders *= n;
    if (orders > kMostOrdersOfArrivals) {
      return true;
    }
  }
  return false;
}

/// With a count, a barrier opens for good after that many arrivals. Which arrivals a thread has waited for is
/// a matter of the order in which they came (Execution::late), and each thread comes once.
bool countsFurther(const Program& program) {
  std::map<std::tuple<ScopeInstanceId, Value, Value>, Counted> barriers;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
      const auto* op = std::get_if<BarrierOp>(&thread.instructions[i].operation);
      if (op == nullptr || (!op->count && op->waits)) {
        continue;
      }
      if (!op->waits || op->count->reg || mayRepeat(thread, i)) {
        return true;
      }
      Counted& barrier =
          barriers[{program.scopes.instanceOf(t, op->level), op->instance.value, op->id.value}];
      const bool fits = barrier.arrivals == 0 || (barrier.count == op->count->value && barrier.last != t);
      barrier = {op->count->value, barrier.arrivals + 1, t, barrier.plain && fits};
    }
  }
  return std::ranges::any_of(barriers, [](const auto& entry) {
    return !entry.second.plain || entry.second.count < 1 || hasTooManyOrders(entry.second);
  });
}

bool isNamedByRegister(const Instruction& instruction) {
  const auto* op = std::get_if<BarrierOp>(&instruction.operation);
  return op != nullptr && op->isNamedByRegister();
}

/// Operations of the lock unit, and those that only wavefronts have.
bool isOfLockUnit(const Instruction& instruction) {
  return std::holds_alternative<LockLoadOp>(instruction.operation) ||
         std::holds_alternative<UnlockStoreOp>(instruction.operation);
}
bool isOfWavefronts(const Instruction& instruction) {
  return std::holds_alternative<VoteOp>(instruction.operation) ||
         std::holds_alternative<ReconvergenceOp>(instruction.operation);
}

/// Of Vulkan: `sc4`, `semsc12`.
bool namesFurtherClass(const Instruction& instruction) {
  constexpr std::array<std::string_view, 4> kKnown{"0", "1", "2", "3"};
  return std::ranges::any_of(instruction.marks, [&](std::string_view mark) {
    mark.remove_prefix(mark.starts_with("sem") ? 3 : 0);
    return mark.starts_with("sc") && std::ranges::find(kKnown, mark.substr(2)) == kKnown.end();
  });
}

template <bool (*uses)(const Instruction&)>
bool someInstruction(const Program& program) {
  return std::ranges::any_of(
      program.threads, [](const Thread& thread) { return std::ranges::any_of(thread.instructions, uses); });
}

struct Reason {
  bool (*uses)(const Program&);
  const char* text;
};
constexpr std::array<Reason, 5> kReasons{{
    {someInstruction<isNamedByRegister>,
     "the memory models do not define barriers that are named by registers"},
    {countsFurther,
     "memory models support a barrier with a count only if every thread waits at it, once, and in "
     "at most 5,040 orders of arrival"},
    {someInstruction<namesFurtherClass>, "the memory models support only the storage classes sc0 to sc3"},
    {someInstruction<isOfLockUnit>, "the memory models do not define the lock unit (ldslk, stsul)"},
    {someInstruction<isOfWavefronts>, "the memory models do not define wavefronts (vote, ssy)"},
}};

}  // namespace

std::string outsideModels(const Program& program) {
  const auto reason = std::ranges::find_if(kReasons, [&](const Reason& r) { return r.uses(program); });
  return reason == kReasons.end() ? "" : reason->text;
}

}  // namespace hrfcheck::inline program
