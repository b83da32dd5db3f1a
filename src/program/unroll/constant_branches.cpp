// Constants are propagated along the edges, which all go forward. Where two ways meet, a register keeps the
// value that it has on both.

#include "program/unroll/constant_branches.h"

#include <optional>
#include <utility>
#include <vector>

#include "program/unroll/forward_pass.h"

namespace hrfcheck::inline program {
namespace {

/// By register; nothing where the value is not known.
using Constants = std::vector<std::optional<Value>>;

class ConstantsDomain : public ForwardDomain<Constants> {
 public:
  explicit ConstantsDomain(const Deadline& deadline) : look_(deadline) {}

  void come(const PassPlace&, const Constants& registers) { look_.spend(1 + registers.size()); }

  Sides<Constants> sides(const PassPlace&, Constants registers, const Predicate& predicate) {
    const std::optional<Value> value = registers[predicate.reg];
    return decided(std::move(registers),
                   value ? std::optional((*value != 0) != predicate.negated) : std::nullopt);
  }
  Sides<Constants> sides(const PassPlace&, Constants registers, const BranchOp& branch) {
    const std::optional<Value> value = valueOf(*branch.condition, registers);
    return decided(std::move(registers), value ? std::optional(*value != 0) : std::nullopt);
  }

  void meet(Constants& known, const Constants& other) {
    for (RegisterId r = 0; r < known.size(); ++r) {
      if (known[r] != other[r]) {
        known[r].reset();
      }
    }
  }

  void load(const PassPlace&, const LoadOp& o, Constants& registers) { registers[o.target].reset(); }
  void store(const PassPlace&, const StoreOp&, Constants&) {}
  void update(const PassPlace&, const RmwOperation& o, Constants& registers) {
    if (o.target) {
      registers[*o.target].reset();
    }
  }
  void assign(const PassPlace&, const AssignOp& o, Constants& registers) {
    registers[o.target] = valueOf(*o.value, registers);
  }

 private:
  static Sides<Constants> decided(Constants registers, std::optional<bool> holds) {
    if (!holds) {
      return both(std::move(registers));
    }
    Sides<Constants> result;
    (*holds ? result.holds : result.fails) = std::move(registers);
    return result;
  }

  static std::optional<Value> valueOf(const Expr& expr, const Constants& registers) {
    for (const RegisterId r : registersOf(expr)) {
      if (!registers[r]) {
        return std::nullopt;
      }
    }
    return evaluate(expr, [&](RegisterId r) { return *registers[r]; });
  }

  PacedLook look_;
};

}  // namespace

UnrolledThread withoutUntakenSides(const Thread& thread, UnrolledThread unrolled, const Deadline& deadline) {
  if (unrolled.nodes.empty()) {
    return unrolled;
  }
  ConstantsDomain constants(deadline);
  const auto exits = ForwardPass(constants, thread, unrolled)
                         .run(Constants(thread.initialRegisters.begin(), thread.initialRegisters.end()));
  std::vector<NodeId> numbers;
  NodeId count = 0;
  for (const auto& [next, taken] : exits) {
    numbers.push_back(next || taken ? count++ : kEndNode);
  }
  UnrolledThread result;
  result.loops = std::move(unrolled.loops);
  result.start = numbers[unrolled.start];
  for (NodeId n = 0; n < numbers.size(); ++n) {
    if (exits[n].next || exits[n].taken) {
      UnrolledNode node = unrolled.nodes[n];
      node.next = exits[n].next ? node.next : node.taken;
      node.taken = exits[n].taken ? node.taken : node.next;
      for (NodeId* to : {&node.next, &node.taken}) {
        result.mayReachBound = result.mayReachBound || *to == kBoundNode;
        *to = *to < numbers.size() ? numbers[*to] : *to;
      }
      result.nodes.push_back(node);
    }
  }
  return result;
}

}  // namespace hrfcheck::inline program
