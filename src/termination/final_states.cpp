#include "termination/final_states.h"

#include <algorithm>
#include <set>

#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

bool holdsIn(const Condition& condition, const std::vector<StateVariable>& variables,
             const std::vector<Value>& values) {
  return holds(condition, [&](const StateVariable& variable) {
    const auto found = std::ranges::lower_bound(variables, variable);
    INVARIANT(found != variables.end() && *found == variable, "what conditions speak of is in final states");
    return values[static_cast<std::size_t>(found - variables.begin())];
  });
}

bool quantified(Quantifier quantifier, std::size_t satisfying, std::size_t all) {
  switch (quantifier) {
    case Quantifier::Exists:
      return satisfying > 0;
    case Quantifier::NotExists:
      return satisfying == 0;
    case Quantifier::Forall:
      return satisfying == all;
  }
  failInvariant("quantifier", "every quantifier means something");
}

template <typename Graph>
void findIn(const Graph& graph, ProgressResult& result) {
  const Program& program = graph.program();
  result.finalVariables = graph.finalVariables();
  std::set<std::vector<Value>> finals;
  for (StateId s = 0; s < graph.states(); ++s) {
    if (!graph.ended(s)) {
      continue;
    }
    std::vector<Value> values = graph.finalState(s);
    if (!program.filter || holdsIn(*program.filter, result.finalVariables, values)) {
      finals.insert(std::move(values));
    }
  }
  result.finalStates.assign(finals.begin(), finals.end());
  if (graph.incomplete().empty()) {
    const auto satisfying = std::ranges::count_if(result.finalStates, [&](const std::vector<Value>& values) {
      return holdsIn(*program.condition, result.finalVariables, values);
    });
    result.conditionHolds =
        quantified(program.quantifier, static_cast<std::size_t>(satisfying), result.finalStates.size());
  }
}

}  // namespace

void findFinalStates(const Lts& lts, ProgressResult& result) {
  findIn(lts, result);
}

void findFinalStates(const Quotient& quotient, ProgressResult& result) {
  findIn(quotient, result);
}

}  // namespace hrfcheck::inline termination
