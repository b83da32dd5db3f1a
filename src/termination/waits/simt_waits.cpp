// Where lanes part at a branch, those on one side are executed while those on the other side, and those that
// are already where they meet, are masked off. A lane on the first side may wait there, in a loop, for
//  - a cell that a lane masked off would change, behind the meeting point or on the other side;
//  - a lock bit that such a lane may have at that time;
//  - a cell that somebody of another wave would change, who may himself wait for such a cell before he does.

#include "termination/waits/simt_waits.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "termination/waits/held_bits.h"
#include "termination/waits/loop_reads.h"
#include "termination/waits/wavefront_code.h"

namespace hrfcheck::inline termination {
namespace {

/// Whether a thread may go from an instruction to one that may follow it: not where a condition on constants,
/// which %lane is, decides otherwise.
bool isOpen(const Thread& thread, std::uint32_t from, std::uint32_t to) {
  const Instruction& instruction = thread.instructions[from];
  const auto* op = std::get_if<BranchOp>(&instruction.operation);
  if (op == nullptr || instruction.predicate || !registersOf(*op->condition).empty()) {
    return true;
  }
  const auto condition = evaluate(*op->condition, [](RegisterId) { return Value{0}; });
  return !condition || to == (*condition != 0 ? op->target : from + 1);
}

/// What a thread can come to by such ways.
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

/// A cell that is waited for, by whom else than the lane in the loop, and where.
struct Dependence {
  Cell cell;
  std::optional<std::pair<ThreadId, std::uint32_t>> through;
};

/// A branch at which lanes part, and a way to look at it.
struct Parting {
  std::uint32_t branch;
  std::uint32_t side;   ///< where the lanes go that are looked at
  std::uint32_t other;  ///< where the others go
};

/// What keeps a thread from what it would do behind it.
struct Obstacle {
  Awaited awaited;
  Places behind;  ///< what can be reached from it
};

class SimtWaitSearch {
 public:
  SimtWaitSearch(const Program& program, const Wavefronts& wavefronts, const SimtWaitOptions& options)
      : program_(program),
        wavefronts_(wavefronts),
        cells_(program, options.lockBits),
        look_(options.deadline),
        wavefrontOf_(program.threads.size()) {
    for (const std::vector<ThreadId>& lanes : wavefronts) {
      for (const ThreadId lane : lanes) {
        wavefrontOf_[lane] = lanes;
      }
    }
  }

  SimtWaits run() {
    SimtWaits result;
    for (const WavefrontCode& code : wavefrontCodesOf(program_, wavefronts_)) {
      ++result.waves;
      searchWavefront(code);
    }
    for (auto& [key, wait] : found_) {
      result.waits.push_back(std::move(wait));
    }
    return result;
  }

 private:
  void searchWavefront(const WavefrontCode& code) {
    for (const std::uint32_t branch : dividingBranches(program_, code, look_)) {
      const Exits& exits = code.flow.exits(branch);
      for (const auto& [side, other] : {std::pair(exits.next, exits.taken), {exits.taken, exits.next}}) {
        look_.spend(1 + code.flow.end());
        const Places apart = code.flow.reach(side, code.meetings[branch]);
        for (const Places& loop : code.flow.loopsIn(apart)) {
          searchLoop(code, {branch, side, other}, loop);
        }
      }
    }
  }

  void searchLoop(const WavefrontCode& code, const Parting& parting, const Places& loop) {
    SimtWait wait;
    wait.wave = code.lanes;
    wait.branch = parting.branch;
    wait.meeting = code.meetings[parting.branch];
    for (std::uint32_t at = 0; at < code.flow.end(); ++at) {
      if (loop[at]) {
        wait.loop.push_back(at);
      }
    }
    const Places behind = code.flow.reach(wait.meeting);
    const Places opposite = code.flow.reach(parting.other, wait.meeting);
    for (const ThreadId lane : code.lanes) {
      wait.waiting = lane;
      if (!mayGo(lane, code, parting.branch, parting.side)) {
        continue;
      }
      look_.spend(1 + code.flow.end());
      for (const Awaited& awaited : awaitedIn(loop, program_, lane, cells_)) {
        wait.read = awaited.instruction;
        wait.cell = awaited.cell;
        wait.location = locationRead(lane, awaited.instruction);
        for (const Dependence& dependence : dependencesOf(code, awaited.cell)) {
          for (const bool onOtherSide : {false, true}) {
            wait.onOtherSide = onOtherSide;
            searchMasked(code, wait, parting, onOtherSide ? opposite : behind, dependence);
          }
        }
      }
    }
  }

  void searchMasked(const WavefrontCode& code, SimtWait wait, const Parting& parting, const Places& places,
                    const Dependence& dependence) {
    for (const ThreadId lane : code.lanes) {
      look_.spend(1 + code.flow.end());
      const bool bit = dependence.cell.kind == Cell::Kind::LockBit;
      if (lane == wait.waiting || !mayGo(lane, code, parting.branch, parting.other) ||
          (bit && !holds(lane, dependence.cell, wait.meeting, parting.other))) {
        continue;
      }
      wait.masked = lane;
      wait.change = changeIn(places, lane, dependence.cell);
      if (wait.change || bit) {
        wait.changed = dependence.cell;
        wait.through = dependence.through;
        keep(wait);
      }
    }
  }

  std::optional<std::uint32_t> changeIn(const Places& places, ThreadId lane, const Cell& cell) const {
    for (std::uint32_t at = 0; at < program_.threads[lane].instructions.size(); ++at) {
      if (places[at] && cells_.changes(lane, at, cell)) {
        return at;
      }
    }
    return std::nullopt;
  }

  /// Whether a lane may come to a branch and go to one of its sides.
  bool mayGo(ThreadId lane, const WavefrontCode& code, std::uint32_t branch, std::uint32_t side) {
    const auto [known, isNew] = reached_.try_emplace(lane);
    if (isNew) {
      look_.spend(1 + code.flow.end());
      known->second = openPlaces(program_.threads[lane]);
    }
    return known->second[branch] && isOpen(program_.threads[lane], branch, side);
  }

  std::optional<LocationId> locationRead(ThreadId lane, std::uint32_t instruction) const {
    const auto number = cells_.word(lane, instruction)->number;
    return number ? std::optional(static_cast<LocationId>(*number)) : std::nullopt;
  }

  /// Whether a lane may have a bit where it is masked off: where lanes meet, or before the other side.
  bool holds(ThreadId lane, const Cell& bit, std::uint32_t meeting, std::uint32_t other) {
    const auto [known, isNew] = held_.try_emplace({lane, bit});
    if (isNew) {
      known->second = mayHold(program_, lane, bit, cells_, look_.deadline());
    }
    return known->second[meeting] || known->second[other];
  }

  /// Of several ways to the same wait the most direct one.
  void keep(const SimtWait& wait) {
    const auto rank = [](const SimtWait& w) {
      return std::tuple(w.through.has_value(), !w.change, w.onOtherSide, w.loop.size(), w.waiting, w.masked,
                        w.change);
    };
    const auto [known, isNew] = found_.try_emplace({wait.wave.front(), wait.read, wait.cell.kind}, wait);
    if (!isNew && rank(wait) < rank(known->second)) {
      known->second = wait;
    }
  }

  /// A cell, and those that others must see changed before they change it.
  std::vector<Dependence> dependencesOf(const WavefrontCode& code, const Cell& cell) {
    std::vector<Dependence> result{{cell, std::nullopt}};
    std::set<Cell> known{cell};
    for (std::size_t i = 0; i < result.size(); ++i) {
      const Cell changed = result[i].cell;
      for (ThreadId thread = 0; thread < program_.threads.size(); ++thread) {
        if (std::ranges::find(code.lanes, thread) != code.lanes.end()) {
          continue;
        }
        for (const auto& [awaiting, awaited] : obstaclesBefore(thread, changed)) {
          if (known.insert(awaited.cell).second) {
            result.push_back({awaited.cell, std::pair(awaiting, awaited.instruction)});
          }
        }
      }
    }
    return result;
  }

  /// What a thread may have to wait for before it changes a cell: in its own loops and at its barriers, and,
  /// if it is masked off, in those of the other lanes of its wave.
  std::vector<std::pair<ThreadId, Awaited>> obstaclesBefore(ThreadId thread, const Cell& cell) {
    std::vector<std::uint32_t> changes;
    for (std::uint32_t at = 0; at < program_.threads[thread].instructions.size(); ++at) {
      if (cells_.changes(thread, at, cell)) {
        changes.push_back(at);
      }
    }
    std::vector<std::pair<ThreadId, Awaited>> result;
    if (changes.empty()) {
      return result;
    }
    for (const ThreadId lane : wavefrontOf_[thread]) {
      for (const Obstacle& obstacle : obstaclesOf(lane)) {
        look_.spend(1 + changes.size());
        const bool before = std::ranges::any_of(
            changes, [&](std::uint32_t at) { return lane != thread || obstacle.behind[at]; });
        if (before) {
          result.emplace_back(lane, obstacle.awaited);
        }
      }
    }
    return result;
  }

  const std::vector<Obstacle>& obstaclesOf(ThreadId lane) {
    const auto [known, isNew] = obstacles_.try_emplace(lane);
    std::vector<Obstacle>& result = known->second;
    if (!isNew) {
      return result;
    }
    const FlowOf flow(program_.threads[lane]);
    for (const Places& loop : flow.loopsIn(flow.reach(0))) {
      look_.spend(1 + flow.end());
      for (const Awaited& awaited : awaitedIn(loop, program_, lane, cells_)) {
        result.push_back({awaited, flow.reach(awaited.instruction)});
      }
    }
    for (std::uint32_t at = 0; at < flow.end(); ++at) {
      look_.spend(1 + flow.end());
      const auto* barrier = std::get_if<BarrierOp>(&program_.threads[lane].instructions[at].operation);
      if (barrier != nullptr && barrier->waits) {
        result.push_back({{at, *cells_.barrier(lane, at)}, flow.reach(at)});
      }
    }
    return result;
  }

  const Program& program_;
  const Wavefronts& wavefronts_;
  Cells cells_;
  PacedLook look_;
  std::vector<std::vector<ThreadId>> wavefrontOf_;  ///< by thread, the lanes of its wave
  std::map<std::pair<ThreadId, Cell>, Places> held_;
  std::map<ThreadId, Places> reached_;
  std::map<ThreadId, std::vector<Obstacle>> obstacles_;
  std::map<std::tuple<ThreadId, std::uint32_t, Cell::Kind>, SimtWait> found_;  ///< by first lane and read
};

}  // namespace

SimtWaits simtWaits(const Program& program, const Wavefronts& wavefronts, const SimtWaitOptions& options) {
  return SimtWaitSearch(program, wavefronts, options).run();
}

}  // namespace hrfcheck::inline termination
