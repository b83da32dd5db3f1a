#include "simt/reference_code.h"

#include <algorithm>

#include "program/ir/operands.h"

namespace hrfcheck::test {

std::set<std::size_t> successorsByText(const Thread& thread, std::size_t at) {
  if (at >= thread.instructions.size()) {
    return {};
  }
  const Instruction& instruction = thread.instructions[at];
  std::set<std::size_t> result;
  if (const auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
    result = {branch->target, at + 1};
  } else if (const auto* jump = std::get_if<JumpOp>(&instruction.operation)) {
    result = {jump->target};
  } else if (std::holds_alternative<ExitOp>(instruction.operation)) {
    result = {thread.instructions.size()};
  } else {
    result = {at + 1};
  }
  if (instruction.predicate) {
    result.insert(at + 1);
  }
  return result;
}

std::set<std::size_t> reachableFrom(const Thread& thread, std::size_t from,
                                    std::optional<std::size_t> without) {
  std::set<std::size_t> seen;
  std::vector<std::size_t> left{from};
  while (!left.empty()) {
    const std::size_t at = left.back();
    left.pop_back();
    if (at == without || !seen.insert(at).second) {
      continue;
    }
    const auto next = successorsByText(thread, at);
    left.insert(left.end(), next.begin(), next.end());
  }
  return seen;
}

std::size_t meetingPoint(const Thread& thread, std::size_t branch) {
  const std::size_t end = thread.instructions.size();
  const auto isOnEveryWay = [&](std::size_t node, std::size_t from) {
    return node == from || !reachableFrom(thread, from, node).contains(end);
  };
  if (!reachableFrom(thread, branch).contains(end)) {
    return end;
  }
  std::set<std::size_t> common;
  for (std::size_t node = 0; node < end; ++node) {
    if (node != branch && isOnEveryWay(node, branch)) {
      common.insert(node);
    }
  }
  for (const std::size_t node : common) {
    if (std::ranges::all_of(common, [&](std::size_t other) { return isOnEveryWay(other, node); })) {
      return node;
    }
  }
  return end;
}

bool isUsed(const Thread& thread, std::size_t after, RegisterId reg, const std::set<RegisterId>& atEnd) {
  std::vector<std::set<RegisterId>> used(thread.instructions.size() + 1);  // before each instruction
  used.back() = atEnd;
  const auto behind = [&](std::size_t at) {
    std::set<RegisterId> result;
    for (const std::size_t next : successorsByText(thread, at)) {
      result.insert(used[next].begin(), used[next].end());
    }
    return result;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t at = thread.instructions.size(); at-- > 0;) {
      const Instruction& instruction = thread.instructions[at];
      std::set<RegisterId> now = behind(at);
      const auto written = targetsOf(instruction.operation);
      const bool onlyComputes = std::holds_alternative<AssignOp>(instruction.operation);
      const bool matters = !onlyComputes || now.contains(written.front());
      if (!instruction.predicate) {
        std::ranges::for_each(written, [&](RegisterId target) { now.erase(target); });
      }
      if (matters) {
        const auto read = registersReadBy(instruction);
        now.insert(read.begin(), read.end());
      }
      changed = changed || now != used[at];
      used[at] = now;
    }
  }
  return behind(after).contains(reg);
}

}  // namespace hrfcheck::test
