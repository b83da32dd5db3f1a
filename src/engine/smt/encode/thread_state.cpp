// Joins of control flow: where edges meet, each register's value is a choice between the edges' values,
// guarded by the edges. What all edges agree on stays as it is, so straight-line code and one-armed branches
// cost nothing.

#include "engine/smt/encode/thread_state.h"

#include <set>

namespace hrfcheck::inline engine::smt {

void addTaint(Formula& formula, Taint& into, const Taint& from, Lit guard) {
  for (const auto& [read, when] : from) {
    const Lit more = formula.andOf(guard, when);
    const auto [place, isNew] = into.emplace(read, more);
    if (!isNew) {
      place->second = formula.orOf(place->second, more);
    }
  }
}

namespace {

template <typename Select>
Taint joinTaints(Formula& formula, const std::vector<IncomingState>& incoming, Select&& select) {
  const Taint& first = select(incoming.front().state);
  bool same = true;
  for (const IncomingState& in : incoming) {
    same = same && select(in.state) == first;
  }
  if (same) {
    return first;
  }
  Taint result;
  for (const IncomingState& in : incoming) {
    addTaint(formula, result, select(in.state), in.edge);
  }
  return result;
}

void joinPassed(Formula& formula, const std::vector<IncomingState>& incoming, ThreadState& result) {
  std::set<std::uint32_t> keys;
  for (const IncomingState& in : incoming) {
    for (const auto& [key, count] : in.state.passed) {
      keys.insert(key);
    }
  }
  const GuardedValues none{Value{0}};
  for (const std::uint32_t key : keys) {
    std::vector<Alternative> alternatives;
    for (const IncomingState& in : incoming) {
      const auto found = in.state.passed.find(key);
      alternatives.push_back({in.edge, found == in.state.passed.end() ? &none : &found->second});
    }
    result.passed[key] = join(formula, alternatives);
  }
}

}  // namespace

ThreadState joinStates(Formula& formula, std::vector<IncomingState> incoming) {
  if (incoming.size() == 1) {
    incoming[0].state.guard = incoming[0].edge;
    return std::move(incoming[0].state);
  }
  ThreadState result;
  std::vector<Lit> edges;
  for (const IncomingState& in : incoming) {
    edges.push_back(in.edge);
  }
  result.guard = formula.orOf(std::move(edges));
  const std::size_t registers = incoming[0].state.registers.size();
  for (std::size_t r = 0; r < registers; ++r) {
    std::vector<Alternative> alternatives;
    for (const IncomingState& in : incoming) {
      alternatives.push_back({in.edge, &in.state.registers[r]});
    }
    result.registers.push_back(join(formula, alternatives));
    result.taints.push_back(
        joinTaints(formula, incoming, [r](const ThreadState& s) -> const Taint& { return s.taints[r]; }));
  }
  result.control =
      joinTaints(formula, incoming, [](const ThreadState& s) -> const Taint& { return s.control; });
  joinPassed(formula, incoming, result);
  return result;
}

}  // namespace hrfcheck::inline engine::smt
