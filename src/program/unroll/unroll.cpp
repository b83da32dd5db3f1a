// Unrolling by copies: a node is an instruction together with the rounds completed so far in each loop around
// it. A backward jump adds one to the count of the innermost loop that contains it and its target; entering a
// loop starts its count anew. Loops are nested or apart (spin_loops.h), so this goes round in no circle, and
// the copies can be put into an order in which every edge goes forward. The instructions behind a loop exist
// once, however many rounds there were.
//
// The bound is how often a loop may be gone through completely, whatever its shape: `while (c) B` and
// `do B while (c)` execute B that often, and so do the same loops written with branches. A round is complete
// where nothing of it is left but to go back or to leave: at the branch behind the body of a `do`, at the
// jump behind that of a `while`. When a loop has had its rounds, another one may begin only as far as it may
// still end early: by the test at the head of a `while`, or a `break`. An execution that gets beyond that is
// cut. (The first round may always begin.)
//
// A spin loop has one copy for the last round and one for an earlier one, or for more; a path that would need
// yet more spins for ever (spin_loops.cpp says why that loses nothing).

#include "program/unroll/unroll.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "program/flow/control_flow.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {
namespace {

struct Key {
  std::vector<std::uint32_t> rounds;  ///< by loop; 0 for loops that do not contain the instruction
  std::uint32_t instruction;
  friend auto operator<=>(const Key&, const Key&) = default;
};

/// The innermost of these loops around both instructions.
std::optional<std::size_t> innermostAround(const std::vector<Loop>& loops, std::uint32_t a, std::uint32_t b) {
  std::optional<std::size_t> innermost;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    innermost = loops[l].contains(a) && loops[l].contains(b) ? l : innermost;
  }
  return innermost;
}

/// From which instructions of a loop a round may still end early: leave the loop before it is complete.
class EarlyEnds {
 public:
  EarlyEnds(const Thread& thread, const std::vector<Loop>& loops, std::size_t loop)
      : thread_(thread), loops_(loops), loop_(loop), ends_(thread.instructions.size(), false) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t i = loops[loop].last + 1; i-- > loops[loop].head;) {
        if (!ends_[i] && !completes(i) && leadsToEnd(i)) {
          ends_[i] = changed = true;
        }
      }
    }
  }

  bool from(std::uint32_t instruction) const { return ends_[instruction]; }

 private:
  bool inside(std::uint32_t i) const { return loops_[loop_].contains(i); }

  bool goesBack(std::uint32_t from, std::uint32_t to) const {
    return to <= from && innermostAround(loops_, from, to) == loop_;
  }

  bool leadsToEnd(std::uint32_t i) const {
    const Exits exits = exitsOf(thread_, i);
    return std::ranges::any_of(std::array{exits.next, exits.taken}, [&](std::uint32_t to) {
      return !inside(to) || (!goesBack(i, to) && ends_[to]);
    });
  }

  /// Whether an edge goes back, or to jumps that do.
  bool onlyGoesBack(std::uint32_t from, std::uint32_t to) const {
    while (inside(to) && !goesBack(from, to)) {
      const Instruction& instruction = thread_.instructions[to];
      const bool empty = std::holds_alternative<JumpOp>(instruction.operation) ||
                         std::holds_alternative<NopOp>(instruction.operation);
      if (!empty || instruction.predicate || to <= from) {
        return false;
      }
      from = to;
      to = exitsOf(thread_, from).taken;
    }
    return inside(to);
  }

  /// Whether nothing is left of the round but to go back, or to leave.
  bool completes(std::uint32_t i) const {
    const Exits exits = exitsOf(thread_, i);
    const bool next = onlyGoesBack(i, exits.next);
    const bool taken = onlyGoesBack(i, exits.taken);
    return (next || taken) && (next || !inside(exits.next)) && (taken || !inside(exits.taken));
  }

  const Thread& thread_;
  const std::vector<Loop>& loops_;
  std::size_t loop_;
  std::vector<bool> ends_;  ///< by instruction
};

class Unroller {
 public:
  Unroller(const Thread& thread, unsigned bound, std::vector<Loop> loops, const Deadline& deadline)
      : thread_(thread), bound_(bound), loops_(std::move(loops)), look_(deadline) {
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      look_.spend(thread_.instructions.size());
      early_.emplace_back(thread_, loops_, l);
    }
  }

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
      result.nodes.push_back({key.instruction, roundOf(key), entryOf(key), next, taken});
    }
    result.start = 0;
    return result;
  }

 private:
  std::uint32_t roundOf(const Key& key) const {
    std::uint32_t round = 0;
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      round = loops_[l].contains(key.instruction) ? key.rounds[l] : round;
    }
    return round;
  }

  /// The rounds of the loops around the innermost one, under a number.
  std::uint32_t entryOf(const Key& key) {
    std::vector<std::uint32_t> around = key.rounds;
    if (const auto innermost = innermostAround(loops_, key.instruction, key.instruction)) {
      around[*innermost] = 0;
    }
    return entries_.emplace(std::move(around), static_cast<std::uint32_t>(entries_.size())).first->second;
  }

  /// The copy that a jump or a fall-through leads to; nothing behind the last instruction.
  Key follow(const Key& from, std::uint32_t target) const {
    look_.spend(1 + loops_.size());
    Key to{from.rounds, target};
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      const bool stays = loops_[l].contains(from.instruction) && loops_[l].contains(target);
      to.rounds[l] = stays ? to.rounds[l] : 0;
    }
    if (target <= from.instruction) {
      const auto innermost = innermostAround(loops_, from.instruction, target);
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
      if (loops_[l].spin && to.rounds[l] > loops_[l].earlierRounds) {
        return kSpinNode;
      }
      if (!loops_[l].spin && loops_[l].contains(to.instruction) && beyondBound(l, to)) {
        return kBoundNode;
      }
    }
    return std::nullopt;
  }

  bool beyondBound(std::size_t loop, const Key& to) const {
    const std::uint32_t rounds = to.rounds[loop];
    return rounds > bound_ || (rounds > 0 && rounds == bound_ && !early_[loop].from(to.instruction));
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
                        "use a smaller --unroll");
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
  mutable PacedLook look_;
  std::vector<EarlyEnds> early_;        ///< by loop
  std::map<Key, std::size_t> reached_;  ///< with the number of edges into it that are not placed yet
  std::vector<Key> order_;
  std::map<Key, NodeId> numbers_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> entries_;
};

}  // namespace

UnrolledThread unroll(const Thread& thread, unsigned bound, std::vector<Loop> loops,
                      const Deadline& deadline) {
  return Unroller(thread, bound, std::move(loops), deadline).run();
}

}  // namespace hrfcheck::inline program
