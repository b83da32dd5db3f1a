// Constants are propagated along the edges, which all go forward. Where two ways meet, a register keeps the
// value that it has on both.

#include "program/unroll/settled_branches.h"

#include <optional>
#include <utility>
#include <vector>

#include "program/ir/control_flow.h"
#include "program/ir/register_uses.h"

namespace hrfcheck::inline program {
namespace {

/// By register; nothing where the value is not known.
using Constants = std::vector<std::optional<Value>>;

class Settler {
 public:
  Settler(const Thread& thread, UnrolledThread unrolled, const Deadline& deadline)
      : thread_(thread), unrolled_(std::move(unrolled)), look_(deadline), entry_(unrolled_.nodes.size()) {}

  UnrolledThread run() {
    if (unrolled_.nodes.empty()) {
      return std::move(unrolled_);
    }
    entry_[unrolled_.start] = Constants(thread_.initialRegisters.begin(), thread_.initialRegisters.end());
    for (NodeId n = 0; n < unrolled_.nodes.size(); ++n) {
      if (entry_[n]) {
        look_.spend(1 + entry_[n]->size());
        pass(unrolled_.nodes[n], std::move(*entry_[n]));
      }
    }
    return renumbered();
  }

 private:
  void pass(UnrolledNode& node, Constants before) {
    const Instruction& instruction = thread_.instructions[node.instruction];
    const std::optional<bool> runs = predicateOf(instruction, before);
    if (runs == false) {
      node.taken = node.next;
    } else if (runs == true) {
      settle(node, instruction.operation, before);
    }
    Constants after = before;
    if (runs != false) {
      execute(instruction.operation, after);
    }
    if (!runs) {
      keepCommon(after, before);
    }
    flowTo(node.next, after);
    if (node.taken != node.next) {
      flowTo(node.taken, after);
    }
  }

  static std::optional<bool> predicateOf(const Instruction& instruction, const Constants& registers) {
    if (!instruction.predicate) {
      return true;
    }
    const std::optional<Value> value = registers[instruction.predicate->reg];
    return value ? std::optional((*value != 0) != instruction.predicate->negated) : std::nullopt;
  }

  /// Of an operation that runs: jumps and exits go to their one place, branches where their condition says.
  static void settle(UnrolledNode& node, const Operation& operation, const Constants& registers) {
    const auto* branch = std::get_if<BranchOp>(&operation);
    const std::optional<Value> goes = branch != nullptr ? valueOf(*branch->condition, registers)
                                                        : std::optional<Value>(transfersControl(operation));
    if (goes && *goes != 0) {
      node.next = node.taken;
    } else if (goes) {
      node.taken = node.next;
    }
  }

  static std::optional<Value> valueOf(const Expr& expr, const Constants& registers) {
    for (const RegisterId r : registersOf(expr)) {
      if (!registers[r]) {
        return std::nullopt;
      }
    }
    return evaluate(expr, [&](RegisterId r) { return *registers[r]; });
  }

  static void execute(const Operation& operation, Constants& registers) {
    if (const auto* assign = std::get_if<AssignOp>(&operation)) {
      registers[assign->target] = valueOf(*assign->value, registers);
      return;
    }
    for (const RegisterId r : targetsOf(operation)) {
      registers[r].reset();
    }
  }

  static void keepCommon(Constants& to, const Constants& other) {
    for (RegisterId r = 0; r < to.size(); ++r) {
      if (to[r] != other[r]) {
        to[r].reset();
      }
    }
  }

  void flowTo(NodeId node, const Constants& registers) {
    if (node >= entry_.size()) {
      return;
    }
    if (!entry_[node]) {
      entry_[node] = registers;
    } else {
      keepCommon(*entry_[node], registers);
    }
  }

  /// Without the nodes that nothing has come to.
  UnrolledThread renumbered() {
    std::vector<NodeId> numbers(unrolled_.nodes.size(), kEndNode);
    NodeId count = 0;
    for (NodeId n = 0; n < numbers.size(); ++n) {
      numbers[n] = entry_[n] ? count++ : kEndNode;
    }
    UnrolledThread result;
    result.loops = std::move(unrolled_.loops);
    result.start = numbers[unrolled_.start];
    for (NodeId n = 0; n < numbers.size(); ++n) {
      if (entry_[n]) {
        UnrolledNode node = unrolled_.nodes[n];
        for (NodeId* to : {&node.next, &node.taken}) {
          result.mayReachBound = result.mayReachBound || *to == kBoundNode;
          *to = *to < numbers.size() ? numbers[*to] : *to;
        }
        result.nodes.push_back(node);
      }
    }
    return result;
  }

  const Thread& thread_;
  UnrolledThread unrolled_;
  PacedLook look_;
  std::vector<std::optional<Constants>> entry_;  ///< by node; nothing where no run comes to it
};

}  // namespace

UnrolledThread withoutUntakenSides(const Thread& thread, UnrolledThread unrolled, const Deadline& deadline) {
  return Settler(thread, std::move(unrolled), deadline).run();
}

}  // namespace hrfcheck::inline program
