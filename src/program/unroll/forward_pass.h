#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "program/flow/outside_models.h"
#include "program/unroll/unroll.h"

namespace hrfcheck::inline program {

/// Where a pass is: a node of an unrolled thread.
struct PassPlace {
  NodeId id;
  const UnrolledNode& node;
  const Instruction& instruction;
};

/// What is known where a predicate or the condition of a branch holds, and where it does not; nothing where
/// no run can be.
template <typename State>
struct Sides {
  std::optional<State> holds;
  std::optional<State> fails;
};

/// What a domain says of whatever does not concern it: it follows both sides of each decision.
template <typename Known>
struct ForwardDomain {
  using State = Known;

  void come(const PassPlace&, const State&) {}
  Sides<State> sides(const PassPlace&, State state, const Predicate&) { return both(std::move(state)); }
  Sides<State> sides(const PassPlace&, State state, const BranchOp&) { return both(std::move(state)); }

 protected:
  static Sides<State> both(State state) {
    return {state, std::move(state)};  // from left to right
  }
};

/// One pass over an unrolled thread, from its start to its ends. A domain (a ForwardDomain<State>) says what
/// is known where ways meet, and what operations make of it:
///
///   void meet(State& known, const State& other);
///   void load, store, update, assign(const PassPlace&, operation, State&);
///
/// and where it likes what is known on the `sides` of decisions, and that a node is `come` to.
template <typename Domain>
class ForwardPass {
 public:
  using State = typename Domain::State;
  /// Where runs leave a node.
  struct Exits {
    bool next = false;
    bool taken = false;
  };

  ForwardPass(Domain& domain, const Thread& thread, const UnrolledThread& unrolled)
      : domain_(domain),
        thread_(thread),
        unrolled_(unrolled),
        before_(unrolled.nodes.size()),
        exits_(unrolled.nodes.size()) {}

  /// @return by node
  std::vector<Exits> run(State start) {
    flowTo(unrolled_.start, std::move(start));
    for (NodeId n = 0; n < before_.size(); ++n) {
      if (before_[n]) {
        const UnrolledNode& node = unrolled_.nodes[n];
        pass({n, node, thread_.instructions[node.instruction]}, *std::exchange(before_[n], std::nullopt));
      }
    }
    return std::move(exits_);
  }

 private:
  void pass(const PassPlace& at, State state) {
    domain_.come(at, state);
    if (const auto& predicate = at.instruction.predicate) {
      Sides<State> sides = domain_.sides(at, std::move(state), *predicate);
      leaveByNext(at, std::move(sides.fails));
      if (!sides.holds) {
        return;
      }
      state = std::move(*sides.holds);
    }
    if (const auto* branch = std::get_if<BranchOp>(&at.instruction.operation)) {
      Sides<State> sides = domain_.sides(at, std::move(state), *branch);
      leaveByNext(at, std::move(sides.fails));
      leaveByTaken(at, std::move(sides.holds));
      return;
    }
    std::visit(Overloaded{[&](const LoadOp& o) { domain_.load(at, o, state); },
                          [&](const StoreOp& o) { domain_.store(at, o, state); },
                          [&](const RmwOperation& o) { domain_.update(at, o, state); },
                          [&](const AssignOp& o) { domain_.assign(at, o, state); }, NoValuesMove{}},
               at.instruction.operation);
    leaveByTaken(at, std::move(state));
  }

  void leaveByNext(const PassPlace& at, std::optional<State> state) {
    if (state) {
      exits_[at.id].next = true;
      flowTo(at.node.next, std::move(*state));
    }
  }
  void leaveByTaken(const PassPlace& at, std::optional<State> state) {
    if (state) {
      exits_[at.id].taken = true;
      flowTo(at.node.taken, std::move(*state));
    }
  }

  void flowTo(NodeId to, State state) {
    if (to >= before_.size()) {
      return;
    }
    if (before_[to]) {
      domain_.meet(*before_[to], state);
    } else {
      before_[to] = std::move(state);
    }
  }

  Domain& domain_;
  const Thread& thread_;
  const UnrolledThread& unrolled_;
  std::vector<std::optional<State>> before_;  ///< by node; nothing where no run has come so far
  std::vector<Exits> exits_;
};

}  // namespace hrfcheck::inline program
