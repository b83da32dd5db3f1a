#include "program/unroll/round_shape.h"

#include <algorithm>

#include "program/flow/control_flow.h"

namespace hrfcheck::inline program {
namespace {

/// By instruction of the loop: whether it is reached from some instruction without leaving the loop.
class ReachInRound {
 public:
  ReachInRound(const Thread& thread, const Loop& loop) : thread_(thread), loop_(loop) {}

  /// From an instruction on, up to the head.
  std::vector<bool> from(std::uint32_t start) {
    std::vector<bool> reached(thread_.instructions.size(), false);
    std::vector<std::uint32_t> work{start};
    while (!work.empty()) {
      const std::uint32_t i = work.back();
      work.pop_back();
      if (!loop_.contains(i) || reached[i]) {
        continue;
      }
      reached[i] = true;
      for (const std::uint32_t next : {exitsOf(thread_, i).next, exitsOf(thread_, i).taken}) {
        if (next != loop_.head) {
          work.push_back(next);
        }
      }
    }
    return reached;
  }

  bool goesToHead(const std::vector<bool>& reached) const {
    for (std::uint32_t i = loop_.head; i <= loop_.last; ++i) {
      const Exits exits = exitsOf(thread_, i);
      if (reached[i] && (exits.next == loop_.head || exits.taken == loop_.head)) {
        return true;
      }
    }
    return false;
  }

 private:
  const Thread& thread_;
  const Loop& loop_;
};

bool isFence(const Operation& operation) {
  return std::holds_alternative<FenceOp>(operation) || std::holds_alternative<BarrierOp>(operation);
}

bool isRead(const Operation& operation) {
  return std::holds_alternative<LoadOp>(operation) || std::holds_alternative<RmwOperation>(operation);
}

}  // namespace

std::vector<std::uint32_t> instructionsOfRounds(const Thread& thread, const Loop& loop) {
  ReachInRound reach(thread, loop);
  const std::vector<bool> ofRound = reach.from(loop.head);
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = loop.head; i <= loop.last && i < thread.instructions.size(); ++i) {
    if (ofRound[i] && reach.goesToHead(reach.from(i))) {
      result.push_back(i);
    }
  }
  return result;
}

bool fencesAreAtOneEnd(const Thread& thread, const Loop& loop) {
  bool readBefore = false;
  bool fenceBehindRead = false;
  bool fenceBefore = false;
  bool readBehindFence = false;
  for (const std::uint32_t i : instructionsOfRounds(thread, loop)) {
    const Operation& operation = thread.instructions[i].operation;
    fenceBehindRead = fenceBehindRead || (isFence(operation) && readBefore);
    readBehindFence = readBehindFence || (isRead(operation) && fenceBefore);
    readBefore = readBefore || isRead(operation);
    fenceBefore = fenceBefore || isFence(operation);
  }
  return !(fenceBehindRead && readBehindFence);
}

}  // namespace hrfcheck::inline program
