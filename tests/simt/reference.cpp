#include "simt/reference.h"

#include <algorithm>
#include <map>

#include "simt/reference_code.h"
#include "simt/reference_steps.h"

namespace hrfcheck::test {
namespace {

struct Graph {
  struct Edge {
    std::size_t wave;
    std::size_t to;
  };
  std::vector<SimtState> states;
  std::vector<std::vector<Edge>> edges;  ///< by state
  bool complete = true;

  std::vector<std::vector<std::size_t>> turned() const {
    std::vector<std::vector<std::size_t>> result(states.size());
    for (std::size_t s = 0; s < states.size(); ++s) {
      for (const Edge& edge : edges[s]) {
        result[edge.to].push_back(s);
      }
    }
    return result;
  }
};

Graph graphOf(SimtRules& rules, std::size_t mostStates) {
  Graph graph;
  std::map<SimtState, std::size_t> numbers;
  const auto numberOf = [&](const SimtState& state) {
    const auto [known, isNew] = numbers.try_emplace(state, graph.states.size());
    if (isNew) {
      graph.states.push_back(state);
    }
    return known->second;
  };
  for (const SimtState& start : rules.starts()) {
    numberOf(start);
  }
  for (std::size_t s = 0; s < graph.states.size(); ++s) {
    if (graph.states.size() > mostStates) {
      graph.complete = false;
      return graph;
    }
    graph.edges.emplace_back();
    for (const SimtStep& step : rules.steps(SimtState(graph.states[s]))) {
      graph.edges[s].push_back({step.wave, numberOf(step.after)});
    }
  }
  return graph;
}

/// Kosaraju's algorithm: the states in the order in which a depth-first search leaves them, then backwards.
std::vector<std::vector<std::size_t>> componentsOf(const Graph& graph) {
  std::vector<std::size_t> order;
  std::vector<bool> seen(graph.states.size(), false);
  for (std::size_t root = 0; root < graph.states.size(); ++root) {
    std::vector<std::pair<std::size_t, std::size_t>> path;
    const auto enter = [&](std::size_t s) {
      if (!seen[s]) {
        seen[s] = true;
        path.emplace_back(s, 0);
      }
    };
    enter(root);
    while (!path.empty()) {
      auto& [s, next] = path.back();
      if (next < graph.edges[s].size()) {
        enter(graph.edges[s][next++].to);
      } else {
        order.push_back(s);
        path.pop_back();
      }
    }
  }
  const auto before = graph.turned();
  std::vector<std::vector<std::size_t>> result;
  seen.assign(graph.states.size(), false);
  for (auto root = order.rbegin(); root != order.rend(); ++root) {
    if (seen[*root]) {
      continue;
    }
    std::vector<std::size_t> component{*root};
    seen[*root] = true;
    for (std::size_t i = 0; i < component.size(); ++i) {
      for (const std::size_t from : before[component[i]]) {
        if (!seen[from]) {
          seen[from] = true;
          component.push_back(from);
        }
      }
    }
    result.push_back(component);
  }
  return result;
}

class Judge {
 public:
  Judge(const Program& program, const SimtRules& rules, const Graph& graph)
      : program_(program), rules_(rules), graph_(graph) {}

  void into(ReferenceResult& result) const {
    std::vector<std::size_t> reaching;
    for (std::size_t s = 0; s < graph_.states.size(); ++s) {
      if (rules_.ended(graph_.states[s])) {
        result.finalStates.insert(valuesIn(graph_.states[s]));
        reaching.push_back(s);
      } else if (graph_.edges[s].empty()) {
        result.deadlock = true;
      }
    }
    result.stuck = statesReaching(reaching) < graph_.states.size();
    result.terminates = !result.deadlock;
    for (const auto& component : componentsOf(graph_)) {
      if (isFairLoop(component)) {
        result.terminates = false;
        result.lanesMaskedOff = result.lanesMaskedOff || someAreMaskedOff(component);
        result.simdDeadlock = result.simdDeadlock || ownerIsMaskedOff(component);
      }
    }
  }

 private:
  std::vector<Value> valuesIn(const SimtState& state) const {
    std::vector<Value> values;
    for (const StateVariable& v : finalVariablesByName(program_)) {
      values.push_back(v.isRegister() ? state.registers[v.thread][v.reg] : state.memory[v.location]);
    }
    return values;
  }

  std::size_t statesReaching(std::vector<std::size_t> goal) const {
    const auto before = graph_.turned();
    std::set<std::size_t> seen(goal.begin(), goal.end());
    while (!goal.empty()) {
      const std::size_t s = goal.back();
      goal.pop_back();
      for (const std::size_t from : before[s]) {
        if (seen.insert(from).second) {
          goal.push_back(from);
        }
      }
    }
    return seen.size();
  }

  /// The waves that take a step from a state of a set to another one.
  std::set<std::size_t> running(const std::set<std::size_t>& inside) const {
    std::set<std::size_t> result;
    for (const std::size_t s : inside) {
      for (const Graph::Edge& edge : graph_.edges[s]) {
        if (inside.contains(edge.to)) {
          result.insert(edge.wave);
        }
      }
    }
    return result;
  }

  /// A run may stay there for ever in which nobody who is enabled for ever is forgotten: whoever is enabled
  /// in all states runs in it. (A run that visits fewer states owes steps to more.)
  bool isFairLoop(const std::vector<std::size_t>& component) const {
    const std::set<std::size_t> inside(component.begin(), component.end());
    const std::set<std::size_t> runs = running(inside);
    if (runs.empty()) {
      return false;
    }
    for (std::size_t wave = 0; wave < rules_.waves().size(); ++wave) {
      const bool always = std::ranges::all_of(
          component, [&](std::size_t s) { return rules_.enabled(graph_.states[s], wave); });
      if (always && !runs.contains(wave)) {
        return false;
      }
    }
    return true;
  }

  /// The lanes of a wave that have not ended and are never executed in a component.
  Lanes maskedOff(const std::vector<std::size_t>& component, std::size_t wave) const {
    Lanes result;
    for (const std::size_t s : component) {
      const WaveState& here = graph_.states[s].waves[wave];
      if (!here.ended()) {
        result.insert(here.live().begin(), here.live().end());
      }
    }
    for (const std::size_t s : component) {
      const WaveState& here = graph_.states[s].waves[wave];
      if (!here.ended()) {
        std::erase_if(result, [&](ThreadId lane) { return here.stack.back().lanes.contains(lane); });
      }
    }
    return result;
  }

  bool someAreMaskedOff(const std::vector<std::size_t>& component) const {
    const auto runs = running({component.begin(), component.end()});
    return std::ranges::any_of(runs, [&](std::size_t wave) { return !maskedOff(component, wave).empty(); });
  }

  /// Whether a lane asks there for a bit that a lane of its wave has which is masked off, and could free it.
  bool ownerIsMaskedOff(const std::vector<std::size_t>& component) const {
    for (const std::size_t wave : running({component.begin(), component.end()})) {
      const Lanes off = maskedOff(component, wave);
      for (const std::size_t s : component) {
        const SimtState& state = graph_.states[s];
        const WaveState& here = state.waves[wave];
        for (const ThreadId lane : here.acting) {
          const auto& code = program_.threads[lane].instructions;
          const auto* lock = std::get_if<LockLoadOp>(&code[here.stack.back().at].operation);
          if (lock == nullptr) {
            continue;
          }
          const auto owner =
              state.taken.find(rules_.bitOf(lane, rules_.locationOf(state, lane, lock->address)));
          if (owner != state.taken.end() && off.contains(owner->second.lane) &&
              mayUnlock(state, here, owner->second.lane, owner->first)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  bool mayUnlock(const SimtState& state, const WaveState& wave, ThreadId lane, const LockBit& bit) const {
    const auto entry = std::find_if(wave.stack.rbegin(), wave.stack.rend(),
                                    [&](const StackEntry& e) { return e.lanes.contains(lane); });
    for (const std::size_t at : reachableFrom(program_.threads[lane], entry->at)) {
      if (at >= program_.threads[lane].instructions.size()) {
        continue;
      }
      const auto* unlock = std::get_if<UnlockStoreOp>(&program_.threads[lane].instructions[at].operation);
      if (unlock != nullptr && (!registersOf(*unlock->address).empty() ||
                                rules_.bitOf(lane, rules_.locationOf(state, lane, unlock->address)) == bit)) {
        return true;
      }
    }
    return false;
  }

  const Program& program_;
  const SimtRules& rules_;
  const Graph& graph_;
};

}  // namespace

std::vector<StateVariable> finalVariablesByName(const Program& program) {
  std::set<StateVariable> result;
  if (!program.observedByDefault) {
    result.insert(program.observed.begin(), program.observed.end());
  }
  for (const ConditionPtr& condition : {program.condition, program.filter}) {
    if (condition) {
      const auto variables = variablesOf(*condition);
      result.insert(variables.begin(), variables.end());
    }
  }
  return {result.begin(), result.end()};
}

ReferenceResult referenceOf(const Program& program, const ReferenceOptions& options) {
  SimtRules rules(program, options);
  const Graph graph = graphOf(rules, options.mostStates);
  ReferenceResult result;
  result.states = graph.states.size();
  result.complete = graph.complete;
  if (graph.complete) {
    Judge(program, rules, graph).into(result);
    result.warnings = rules.warnings();
  }
  return result;
}

}  // namespace hrfcheck::test
