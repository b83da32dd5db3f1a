// Unrolling by copies: a node is an instruction together with the number of backward jumps taken before it.
// Edges then go to a later instruction of the same copy or into the next copy, so sorting nodes by (copy,
// instruction) puts every edge forward, for any control flow, nested loops included. The price is that the
// bound counts the backward jumps of the whole thread, not those of one loop.

#include "program/unroll.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "util/overloaded.h"

namespace hrfcheck {
namespace {

struct Key {
  std::uint32_t iteration;
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

class Unroller {
 public:
  Unroller(const Thread& thread, unsigned bound) : thread_(thread), bound_(bound) {}

  UnrolledThread run() {
    UnrolledThread result;
    if (thread_.instructions.empty()) {
      return result;
    }
    reach({0, 0});
    std::map<Key, NodeId> number;
    for (const Key& key : reached_) {
      number.emplace(key, static_cast<NodeId>(number.size()));
    }
    const auto nodeAt = [&](const Key& from, std::uint32_t target) -> NodeId {
      if (target == thread_.instructions.size()) {
        return kEndNode;
      }
      const Key to = follow(from, target);
      if (to.iteration > bound_) {
        result.mayReachBound = true;
        return kBoundNode;
      }
      return number.at(to);
    };
    for (const Key& key : reached_) {
      const Exits exits = exitsOf(thread_, key.instruction);
      result.nodes.push_back(
          {key.instruction, key.iteration, nodeAt(key, exits.next), nodeAt(key, exits.taken)});
    }
    result.start = 0;
    return result;
  }

 private:
  static Key follow(const Key& from, std::uint32_t target) {
    return {from.iteration + (target <= from.instruction ? 1U : 0U), target};
  }

  void reach(const Key& start) {
    std::vector<Key> work{start};
    while (!work.empty()) {
      const Key key = work.back();
      work.pop_back();
      if (key.instruction == thread_.instructions.size() || key.iteration > bound_ ||
          !reached_.insert(key).second) {
        continue;
      }
      if (reached_.size() > kMostNodes) {
        throw UserError(thread_.instructions[key.instruction].place,
                        fmt::format("a thread has at most {} instructions after unrolling", kMostNodes),
                        "unroll loops less often (--unroll)");
      }
      const Exits exits = exitsOf(thread_, key.instruction);
      work.push_back(follow(key, exits.next));
      work.push_back(follow(key, exits.taken));
    }
  }

  const Thread& thread_;
  unsigned bound_;
  std::set<Key> reached_;
};

}  // namespace

UnrolledThread unroll(const Thread& thread, unsigned bound) {
  return Unroller(thread, bound).run();
}

}  // namespace hrfcheck
