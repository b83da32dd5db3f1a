#include "machine/explore/trace.h"

#include <algorithm>

#include "util/invariant.h"

namespace hrfcheck::inline machine {
namespace {

/// The step from one state of the store to the next.
Step stepBetween(Transitions& transitions, const std::uint8_t* from, const std::uint8_t* to, bool reduced) {
  const std::size_t size = transitions.layout().size;
  std::vector<std::uint8_t> bytes(from, from + size);
  Successors successors(size);
  transitions.of(bytes.data(), reduced, successors);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    if (std::equal(to, to + size, successors.state(i))) {
      return successors.step(i);
    }
  }
  INVARIANT(false, "a state of the store is a successor of its parent");
  return {};
}

}  // namespace

MachineTrace traceTo(Transitions& transitions, const StateStore& store, std::uint32_t end, bool reduced) {
  std::vector<std::uint32_t> way{end};
  while (way.back() != 0) {
    way.push_back(store.parent(way.back()));
  }
  std::reverse(way.begin(), way.end());
  std::vector<std::uint8_t> full = transitions.initial();
  Successors successors(full.size());
  MachineTrace trace;
  trace.initial = viewsOf(transitions, MachineState(transitions.layout(), full.data()));
  for (std::size_t i = 0; i + 1 < way.size(); ++i) {
    const Step step = stepBetween(transitions, store[way[i]], store[way[i + 1]], reduced);
    trace.steps.push_back(describe(transitions, step));
    transitions.of(full.data(), false, successors);
    std::size_t taken = 0;
    while (taken < successors.size() && !(successors.step(taken) == step)) {
      ++taken;
    }
    INVARIANT(taken < successors.size(), "a step of the reduced machine is one of the machine");
    std::copy(successors.state(taken), successors.state(taken) + full.size(), full.begin());
    trace.states.push_back(viewsOf(transitions, MachineState(transitions.layout(), full.data())));
  }
  return trace;
}

std::vector<NodeView> viewsOf(const Transitions& transitions, const MachineState& s) {
  const Program& program = transitions.program();
  const MemoryTree& tree = transitions.tree();
  std::vector<NodeView> views;
  for (MemoryNodeId n = 0; n < tree.nodes().size(); ++n) {
    NodeView& view = views.emplace_back();
    view.name = tree.nodes()[n].name;
    for (LocationId a = 0; a < program.locations.size(); ++a) {
      if (s.valid(n, a)) {
        view.lines.push_back({a, transitions.value(s.value(n, a)), n != tree.root() && s.dirty(n, a)});
      }
      if (const std::uint8_t holder = s.lock(n, a); holder != 0) {
        view.locks.emplace_back(a, holder - 1U);
      }
    }
    for (std::size_t i = 0; n != tree.root() && i < s.fifoSize(n); ++i) {
      const FifoEntry entry = s.fifoAt(n, i);
      view.fifo.push_back(entry.marker ? "marker of " + program.threads[entry.thread].name
                                       : program.locations[entry.location].name);
    }
    for (ThreadId t = 0; n != tree.root() && t < program.threads.size(); ++t) {
      if (s.stalledBy(n, t)) {
        view.stalledBy.push_back(t);
      }
    }
  }
  return views;
}

}  // namespace hrfcheck::inline machine
