// Unrolling by copies: a node is an instruction together with the rounds begun so far in each loop around it.
// A backward jump adds one to the count of the innermost loop that contains it and its target; entering a
// loop starts its count anew. Loops are nested or apart (spin_loops.h), so this goes round in no circle, and
// the copies can be put into an order in which every edge goes forward. The instructions behind a loop exist
// once, however many rounds there were.
//
// A spin loop has one copy for the last round and one for an earlier one, or for two; a path that would need
// more is not looked at (spin_loops.cpp says why that loses nothing).

#include "program/unroll.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck {
namespace {

struct Key {
  std::vector<std::uint32_t> rounds;  ///< by loop; 0 for loops that do not contain the instruction
  std::uint32_t instruction;
  friend auto operator<=>(const Key&, const Key&) = default;
};

/// Where an instruction may go, as targets in the thread as written.
struct Exits {
  std::uint32_t next;
  std::uint32_t taken;
};

Exits exitsOf(const Thread& thread, std::uint32_t index) {
  const auto end = static_cast<std::uint32_t>(thread.instructions.size());
  const Instruction& instruction = thread.instructions[index];
  const std::uint32_t fallThrough = index + 1;
  const auto jump = [&](std::uint32_t target) {
    return Exits{instruction.predicate ? fallThrough : target, target};
  };
  return std::visit(
      Overloaded{[&](const BranchOp& o) {
                   return Exits{fallThrough, o.target};
                 },
                 [&](const JumpOp& o) { return jump(o.target); }, [&](const ExitOp&) { return jump(end); },
                 [&](const auto&) {
                   return Exits{fallThrough, fallThrough};
                 }},
      instruction.operation);
}

bool contains(const Loop& loop, std::uint32_t instruction) {
  return loop.head <= instruction && instruction <= loop.last;
}

class Unroller {
 public:
  Unroller(const Thread& thread, unsigned bound, std::vector<Loop> loops)
      : thread_(thread), bound_(bound), loops_(std::move(loops)) {}

  UnrolledThread run() {
    UnrolledThread result;
    result.loops = loops_;
    if (thread_.instructions.empty()) {
      return result;
    }
    reach({std::vector<std::uint32_t>(loops_.size(), 0), 0});
    number();
    for (const Key& key : order_) {
      const Exits exits = exitsOf(thread_, key.instruction);
      const NodeId next = nodeOf(key, exits.next);
      const NodeId taken = nodeOf(key, exits.taken);
      result.mayReachBound = result.mayReachBound || next == kBoundNode || taken == kBoundNode;
      result.nodes.push_back({key.instruction, roundOf(key), next, taken});
    }
    result.start = 0;
    return result;
  }

 private:
  std::uint32_t roundOf(const Key& key) const {
    std::uint32_t round = 0;
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      round = contains(loops_[l], key.instruction) ? key.rounds[l] : round;
    }
    return round;
  }

  /// The copy that a jump or a fall-through leads to; nothing behind the last instruction.
  Key follow(const Key& from, std::uint32_t target) const {
    Key to{from.rounds, target};
    std::optional<std::size_t> innermost;
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      const bool stays = contains(loops_[l], from.instruction) && contains(loops_[l], target);
      to.rounds[l] = stays ? to.rounds[l] : 0;
      innermost = stays ? l : innermost;
    }
    if (target <= from.instruction) {
      INVARIANT(innermost.has_value(), "a backward jump is part of a loop");
      ++to.rounds[*innermost];
    }
    return to;
  }

  std::optional<NodeId> leaves(const Key& to) const {
    if (to.instruction == thread_.instructions.size()) {
      return kEndNode;
    }
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      if (to.rounds[l] > (loops_[l].spin ? loops_[l].earlierRounds : bound_)) {
        return loops_[l].spin ? kSpinNode : kBoundNode;
      }
    }
    return std::nullopt;
  }

  NodeId nodeOf(const Key& from, std::uint32_t target) const {
    const Key to = follow(from, target);
    const auto outside = leaves(to);
    return outside ? *outside : numbers_.at(to);
  }

  std::vector<Key> successors(const Key& key) const {
    const Exits exits = exitsOf(thread_, key.instruction);
    std::vector<Key> result;
    for (const std::uint32_t target : std::set{exits.next, exits.taken}) {
      Key to = follow(key, target);
      if (!leaves(to)) {
        result.push_back(std::move(to));
      }
    }
    return result;
  }

  void reach(const Key& start) {
    std::vector<Key> work{start};
    while (!work.empty()) {
      const Key key = work.back();
      work.pop_back();
      if (!reached_.emplace(key, 0).second) {
        continue;
      }
      if (reached_.size() > kMostNodes) {
        throw UserError(thread_.instructions[key.instruction].place,
                        fmt::format("a thread has at most {} instructions after unrolling", kMostNodes),
                        "unroll loops less often (--unroll)");
      }
      for (Key& to : successors(key)) {
        work.push_back(std::move(to));
      }
    }
  }

  /// Topological order, first copies and first instructions first (Kahn 1962).
  void number() {
    for (const auto& [key, unused] : reached_) {
      for (const Key& to : successors(key)) {
        ++reached_.at(to);
      }
    }
    std::set<Key> ready;
    for (const auto& [key, waitsFor] : reached_) {
      if (waitsFor == 0) {
        ready.insert(key);
      }
    }
    while (!ready.empty()) {
      const Key key = *ready.begin();
      ready.erase(ready.begin());
      numbers_.emplace(key, static_cast<NodeId>(order_.size()));
      order_.push_back(key);
      for (const Key& to : successors(key)) {
        if (--reached_.at(to) == 0) {
          ready.insert(to);
        }
      }
    }
    INVARIANT(order_.size() == reached_.size(), "unrolled code has no loops");
  }

  const Thread& thread_;
  unsigned bound_;
  std::vector<Loop> loops_;
  std::map<Key, std::size_t> reached_;  ///< with the number of edges into it that are not placed yet
  std::vector<Key> order_;
  std::map<Key, NodeId> numbers_;
};

}  // namespace

UnrolledThread unroll(const Thread& thread, unsigned bound, std::vector<Loop> loops) {
  return Unroller(thread, bound, std::move(loops)).run();
}

}  // namespace hrfcheck
