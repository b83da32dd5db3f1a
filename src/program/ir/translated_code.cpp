#include "program/ir/translated_code.h"

#include <utility>

namespace hrfcheck::inline program {

void translate(Thread& thread,
               const std::function<void(const Instruction&, std::vector<Instruction>& code)>& append) {
  std::vector<Instruction> code;
  std::vector<std::uint32_t> begins;
  for (const Instruction& instruction : thread.instructions) {
    begins.push_back(static_cast<std::uint32_t>(code.size()));
    append(instruction, code);
  }
  begins.push_back(static_cast<std::uint32_t>(code.size()));
  for (Instruction& instruction : code) {
    if (auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
      branch->target = begins[branch->target];
    } else if (auto* jump = std::get_if<JumpOp>(&instruction.operation)) {
      jump->target = begins[jump->target];
    }
  }
  thread.instructions = std::move(code);
}

std::vector<std::vector<std::uint32_t>> declaredIds(const ScopeTree& tree) {
  std::vector<std::vector<std::uint32_t>> ids(tree.threadCount());
  for (ThreadId t = 0; t < ids.size(); ++t) {
    for (std::uint32_t level = 0; level < tree.levels().size(); ++level) {
      ids[t].push_back(tree.instances()[tree.instanceOf(t, level)].id);
    }
  }
  return ids;
}

}  // namespace hrfcheck::inline program
