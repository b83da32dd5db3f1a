#include "machine/cost/counters.h"

#include <algorithm>
#include <array>

#include "program/ir/operands.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::array<const char*, kLevelEvents> kEventNames = {
    "hits",        "misses",        "invalidation misses", "writes",
    "write-backs", "flush markers", "lines invalidated",   "dirty lines dropped"};

bool isRead(Step::Kind kind) {
  return kind == Step::Kind::Load || kind == Step::Kind::LoadRequest || kind == Step::Kind::Rmw;
}

bool isAccess(Step::Kind kind) {
  return isRead(kind) || kind == Step::Kind::Store;
}

bool invalidates(Step::Kind kind) {
  return kind == Step::Kind::Invalidate || kind == Step::Kind::InvalidationMessage;
}

/// "L1" of "L1 wg0": what the nodes of a level have in common; with the scope where two levels share it.
std::string levelName(const MemoryTree& tree, const ScopeTree& scopes, MemoryNodeId n) {
  const auto kindOf = [&](MemoryNodeId node) {
    const std::string& name = tree.nodes()[node].name;
    return node == tree.root() ? name : name.substr(0, name.rfind(' '));
  };
  for (MemoryNodeId other = 0; other < tree.nodes().size(); ++other) {
    if (tree.nodes()[other].level != tree.nodes()[n].level && kindOf(other) == kindOf(n)) {
      return kindOf(n) + " " + scopes.levels()[tree.nodes()[n].level];
    }
  }
  return kindOf(n);
}

bool bitAt(const std::uint8_t* bytes, std::size_t i) {
  return ((bytes[i / 8] >> (i % 8)) & 1U) != 0;
}

void setBitAt(std::uint8_t* bytes, std::size_t i, bool on) {
  const unsigned mask = 1U << (i % 8);
  bytes[i / 8] = static_cast<std::uint8_t>(on ? bytes[i / 8] | mask : bytes[i / 8] & ~mask);
}

}  // namespace

CostCounters::CostCounters(const Transitions& transitions)
    : transitions_(&transitions),
      caches_(transitions.tree().cacheCount()),
      locations_(transitions.program().locations.size()) {
  const MemoryTree& tree = transitions.tree();
  std::vector<std::string> levels;
  for (MemoryNodeId n = 0; n < tree.nodes().size(); ++n) {
    const std::string name = levelName(tree, transitions.program().scopes, n);
    if (levels.empty() || levels.back() != name) {
      levels.push_back(name);
    }
    levelOf_.push_back(levels.size() - 1);
  }
  for (const std::string& level : levels) {
    for (const char* event : kEventNames) {
      names_.push_back(level + " " + event);
    }
  }
  remote_ = names_.size();
  names_.emplace_back("remote operations");
  stalls_ = names_.size();
  names_.emplace_back("stalls");
}

std::size_t CostCounters::indexOf(LevelEvent event, MemoryNodeId n) const {
  return levelOf_[n] * kLevelEvents + static_cast<std::size_t>(event);
}

CostCounters::Counts CostCounters::of(const Step& step, const MachineState& before, const MachineState& after,
                                      std::uint8_t* history) const {
  Counts counts(names_.size(), 0);
  if (isAccess(step.kind)) {
    takeOwnCopies(step, before, counts);
    counts[remote_] = isRemote(step) ? 1 : 0;
  }
  if (isRead(step.kind)) {
    read(step, before, history, counts);
  }
  if (step.writes) {
    ++counts[indexOf(LevelEvent::Write, step.node)];
  }
  if (!isAccess(step.kind)) {
    moved(step, before, after, counts);
  }
  changeOwner(step, before, after, counts);
  stalls(before, after, counts);
  remember(step, before, after, history);
  return counts;
}

bool CostCounters::isRemote(const Step& step) const {
  const Instruction& instruction =
      transitions_->program().threads[step.thread].instructions[step.instruction];
  const Atomicity* const atomicity = atomicityOf(instruction.operation);
  return atomicity != nullptr && atomicity->remote;
}

/// From where the access starts to what answers it.
void CostCounters::read(const Step& step, const MachineState& before, const std::uint8_t* history,
                        Counts& counts) const {
  const MemoryTree& tree = transitions_->tree();
  const MemoryNodeId end = tree.commonNode(step.node, step.other);
  for (MemoryNodeId n = step.node; n != end; n = tree.nodes()[n].parent) {
    if (tree.nodes()[n].buffer) {
      continue;
    }
    ++counts[indexOf(LevelEvent::Miss, n)];
    if (!before.valid(n, step.location) && bitAt(history, n * locations_ + step.location)) {
      ++counts[indexOf(LevelEvent::InvalidationMiss, n)];
    }
  }
  ++counts[indexOf(LevelEvent::Hit, step.other)];
}

/// ACC*: lines below the access are written back, each through all levels to the access, and dropped.
void CostCounters::takeOwnCopies(const Step& step, const MachineState& before, Counts& counts) const {
  if (!step.takesCopies) {
    return;
  }
  bool dirty = false;
  for (const MemoryNodeId n : transitions_->tree().path(step.thread)) {
    if (n == step.node) {
      return;
    }
    if (before.valid(n, step.location) || dirty) {
      ++counts[indexOf(LevelEvent::Invalidated, n)];
    }
    dirty = dirty || before.dirty(n, step.location);
    counts[indexOf(LevelEvent::WriteBack, n)] += dirty ? 1 : 0;
  }
}

/// What messages, drains and invalidations do to lines and FIFOs.
void CostCounters::moved(const Step& step, const MachineState& before, const MachineState& after,
                         Counts& counts) const {
  for (MemoryNodeId n = 0; n < caches_; ++n) {
    for (std::uint32_t a = 0; a < locations_; ++a) {
      const bool cleaned =
          before.dirty(n, a) && !after.dirty(n, a) && !losesOwnership(step, n, a, before, after);
      const bool dropped = cleaned && invalidates(step.kind) && transitions_->dropsDirty();
      const bool gone = before.valid(n, a) && !after.valid(n, a) && invalidates(step.kind);
      counts[indexOf(LevelEvent::WriteBack, n)] += cleaned && !dropped ? 1 : 0;
      counts[indexOf(LevelEvent::Dropped, n)] += dropped ? 1 : 0;
      counts[indexOf(LevelEvent::Invalidated, n)] += gone ? 1 : 0;
    }
  }
  if (step.kind == Step::Kind::FlushMessage) {
    ++counts[indexOf(LevelEvent::Marker, step.node)];
  }
  const bool passed = step.kind == Step::Kind::PassMarker && step.other != transitions_->tree().root();
  if (passed && after.fifoSize(step.other) > before.fifoSize(step.other)) {
    ++counts[indexOf(LevelEvent::Marker, step.other)];
  }
}

/// A cache beside or below where something is written or read no longer owns its line.
bool CostCounters::losesOwnership(const Step& step, MemoryNodeId n, std::uint32_t a,
                                  const MachineState& before, const MachineState& after) const {
  const MemoryTree& tree = transitions_->tree();
  const bool taken = before.dirty(n, a) && !after.valid(n, a) && !invalidates(step.kind);
  const bool onItsWay = isAccess(step.kind) && step.takesCopies && tree.isUnder(n, step.node) &&
                        std::ranges::count(tree.path(step.thread), n) > 0;  // counted as an own copy
  return taken && !onItsWay && tree.nodes()[n].policy == WritePolicy::Ownership;
}

void CostCounters::changeOwner(const Step& step, const MachineState& before, const MachineState& after,
                               Counts& counts) const {
  for (MemoryNodeId n = 0; n < caches_; ++n) {
    for (std::uint32_t a = 0; a < locations_; ++a) {
      if (losesOwnership(step, n, a, before, after)) {
        ++counts[indexOf(LevelEvent::Invalidated, n)];
        const bool recalled = isAccess(step.kind) && transitions_->tree().nodes()[n].parent == step.node;
        counts[indexOf(LevelEvent::WriteBack, n)] += recalled ? 1 : 0;
      }
    }
  }
}

/// Requesters that begin to be kept out.
void CostCounters::stalls(const MachineState& before, const MachineState& after, Counts& counts) const {
  for (ThreadId t = 0; t < transitions_->program().threads.size(); ++t) {
    counts[stalls_] += transitions_->keptOut(after, t) && !transitions_->keptOut(before, t) ? 1 : 0;
  }
}

void CostCounters::remember(const Step& step, const MachineState& before, const MachineState& after,
                            std::uint8_t* history) const {
  const bool takes = invalidates(step.kind) || (isAccess(step.kind) && step.takesCopies);
  for (MemoryNodeId n = 0; n < caches_; ++n) {
    for (std::uint32_t a = 0; a < locations_; ++a) {
      if (after.valid(n, a)) {
        setBitAt(history, n * locations_ + a, false);
      } else if (takes && before.valid(n, a)) {
        setBitAt(history, n * locations_ + a, true);
      }
    }
  }
}

}  // namespace hrfcheck::inline machine
