#include "program/settle/code_flow.h"

#include <algorithm>

#include "program/agents/post_dominators.h"
#include "program/flow/control_flow.h"

namespace hrfcheck::inline program {

CodeFlow::CodeFlow(const Thread& thread) : thread_(thread), heads_(thread.instructions.size() + 1, false) {
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    const auto target = jumpTarget(thread.instructions[i].operation);
    if (target && *target <= i) {
      heads_[*target] = true;
    }
  }
}

/// What can be reached without passing an instruction.
std::vector<bool> CodeFlow::reached(std::uint32_t from, std::uint32_t avoided) const {
  std::vector<bool> reached(thread_.instructions.size() + 1, false);
  std::vector<std::uint32_t> open{from};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at == avoided || reached[at]) {
      continue;
    }
    reached[at] = true;
    if (at < thread_.instructions.size()) {
      const Exits exits = exitsOf(thread_, at);
      open.push_back(exits.next);
      open.push_back(exits.taken);
    }
  }
  return reached;
}

CodePart CodeFlow::partAround(std::uint32_t instruction) const {
  if (postDominators_.empty()) {
    postDominators_ = immediatePostDominators(thread_);
  }
  const std::uint32_t end = postDominators_[instruction];
  const std::vector<bool> part = reached(instruction, end);
  // What leads back to the instruction, and its first place.
  std::vector<std::vector<std::uint32_t>> before(part.size());
  for (std::uint32_t i = 0; i < thread_.instructions.size(); ++i) {
    if (part[i]) {
      const Exits exits = exitsOf(thread_, i);
      before[exits.next].push_back(i);
      before[exits.taken].push_back(i);
    }
  }
  std::vector<bool> loop(part.size(), false);
  std::uint32_t head = instruction;
  std::vector<std::uint32_t> open = before[instruction];
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (!loop[at]) {
      loop[at] = true;
      head = std::min(head, at);
      open.insert(open.end(), before[at].begin(), before[at].end());
    }
  }
  if (!loop[instruction]) {
    return {instruction, end};
  }
  std::uint32_t behind = postDominators_[head];
  while (behind < thread_.instructions.size() && loop[behind]) {
    behind = postDominators_[behind];
  }
  return {head, behind};
}

std::vector<std::uint32_t> CodeFlow::instructionsOf(CodePart part) const {
  const std::vector<bool> in = reached(part.from, part.end);
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < thread_.instructions.size(); ++i) {
    if (in[i]) {
      result.push_back(i);
    }
  }
  return result;
}

}  // namespace hrfcheck::inline program
