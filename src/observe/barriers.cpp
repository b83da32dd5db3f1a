#include "observe/barriers.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/ir/operands.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline observe {
namespace {

/// Where a branch or a jump leads.
std::uint32_t* targetOf(Operation& operation) {
  if (auto* branch = std::get_if<BranchOp>(&operation)) {
    return &branch->target;
  }
  auto* jump = std::get_if<JumpOp>(&operation);
  return jump != nullptr ? &jump->target : nullptr;
}

bool isBarrier(const Instruction& instruction) {
  return std::holds_alternative<BarrierOp>(instruction.operation);
}

/// Looks at the barriers of one thread.
class ThreadBarriers {
 public:
  ThreadBarriers(const Program& program, ThreadId thread, std::uint32_t groupLevel)
      : program_(program),
        thread_(thread),
        groupLevel_(groupLevel),
        code_(program.threads[thread].instructions) {}

  std::vector<BarrierOp> all() const {
    std::vector<BarrierOp> barriers;
    for (std::uint32_t k = 0; k < code_.size(); ++k) {
      if (isBarrier(code_[k])) {
        check(k);
        barriers.push_back(std::get<BarrierOp>(code_[k].operation));
      }
    }
    return barriers;
  }

  [[noreturn]] void refuse(std::uint32_t k, const char* why) const {
    throw UserError(code_[k].place, fmt::format("{} cannot be run on a device: {}",
                                                program_.instructionName(thread_, k), why));
  }

  std::uint32_t first() const {
    return static_cast<std::uint32_t>(std::ranges::find_if(code_, isBarrier) - code_.begin());
  }

 private:
  void check(std::uint32_t k) const {
    const auto& barrier = std::get<BarrierOp>(code_[k].operation);
    if (barrier.level != groupLevel_) {
      refuse(k, "it is not a barrier of a work-group");
    }
    if (barrier.count || !barrier.waits || barrier.isNamedByRegister()) {
      refuse(k, "many instances share a work-group, and only a barrier that all threads wait at fits");
    }
    if (code_[k].predicate) {
      refuse(k, "it has a predicate, and all threads of a work-group must arrive");
    }
    for (std::uint32_t i = 0; i < code_.size(); ++i) {
      Operation operation = code_[i].operation;
      const std::uint32_t* target = targetOf(operation);
      if (target != nullptr && *target <= i && k >= *target) {
        refuse(k, "it is in or after a loop, which may give up, and all threads of a work-group must arrive");
      }
      const bool skips = target != nullptr && i<k&& * target> k;
      if (skips || (i < k && std::holds_alternative<ExitOp>(operation))) {
        refuse(k, "a branch or an exit may skip it, and all threads of a work-group must arrive");
      }
    }
  }

  const Program& program_;
  ThreadId thread_;
  std::uint32_t groupLevel_;
  const std::vector<Instruction>& code_;
};

bool sameBarrier(const BarrierOp& a, const BarrierOp& b) {
  return a.id == b.id && a.instance == b.instance && a.memoryLevel == b.memoryLevel && a.fences == b.fences &&
         a.order == b.order && a.spaces.global == b.spaces.global && a.spaces.local == b.spaces.local;
}

}  // namespace

std::vector<BarrierOp> barriersOf(const Program& program, const std::vector<ThreadId>& block,
                                  std::uint32_t groupLevel) {
  const std::vector<BarrierOp> first = ThreadBarriers(program, block.front(), groupLevel).all();
  for (const ThreadId t : block) {
    const ThreadBarriers thread(program, t, groupLevel);
    if (!std::ranges::equal(first, thread.all(), sameBarrier)) {
      const ThreadBarriers with(program, thread.all().empty() ? block.front() : t, groupLevel);
      with.refuse(with.first(),
                  "the threads of its work-group do not execute the same barriers in the same order");
    }
  }
  return first;
}

std::vector<std::vector<Instruction>> betweenBarriers(const Thread& thread) {
  std::vector<std::vector<Instruction>> parts(1);
  std::uint32_t begin = 0;
  for (std::uint32_t k = 0; k < thread.instructions.size(); ++k) {
    if (isBarrier(thread.instructions[k])) {
      parts.emplace_back();
      begin = k + 1;
      continue;
    }
    parts.back().push_back(thread.instructions[k]);
    if (std::uint32_t* target = targetOf(parts.back().back().operation)) {
      INVARIANT(*target >= begin, "a branch does not lead over a barrier");
      *target -= begin;
    }
  }
  return parts;
}

}  // namespace hrfcheck::inline observe
