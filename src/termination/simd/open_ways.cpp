#include "termination/simd/open_ways.h"

namespace hrfcheck::inline termination {

bool isOpen(const Thread& thread, std::uint32_t from, std::uint32_t to) {
  const Instruction& instruction = thread.instructions[from];
  const auto* op = std::get_if<BranchOp>(&instruction.operation);
  if (op == nullptr || instruction.predicate || !registersOf(*op->condition).empty()) {
    return true;
  }
  const auto condition = evaluate(*op->condition, [](RegisterId) { return Value{0}; });
  return !condition || to == (*condition != 0 ? op->target : from + 1);
}

Places openPlaces(const Thread& thread) {
  const auto end = static_cast<std::uint32_t>(thread.instructions.size());
  Places reached(end + 1, false);
  std::vector<std::uint32_t> left{0};
  while (!left.empty()) {
    const std::uint32_t at = left.back();
    left.pop_back();
    if (reached[at]) {
      continue;
    }
    reached[at] = true;
    if (at == end) {
      continue;
    }
    const Exits exits = exitsOf(thread, at);
    for (const std::uint32_t to : {exits.next, exits.taken}) {
      if (isOpen(thread, at, to)) {
        left.push_back(to);
      }
    }
  }
  return reached;
}

}  // namespace hrfcheck::inline termination
