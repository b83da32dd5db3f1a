#include "advise/edits/execution_variants.h"

#include "program/condition/condition.h"

namespace hrfcheck::inline advise {
namespace {

bool passesFilter(const Execution& execution) {
  const ConditionPtr& filter = execution.structure->program().filter;
  return !filter ||
         holds(*filter, [&](const StateVariable& variable) { return execution.finalValue(variable); });
}

/// Pairs of writes without another one in between, initial ones left out.
std::vector<std::pair<EventId, EventId>> neighbours(const Execution& execution) {
  std::vector<std::pair<EventId, EventId>> result;
  const Relation between = execution.co.compose(execution.co);
  execution.co.forEach([&](EventId a, EventId b) {
    if (!between.contains(a, b) && a >= execution.structure->initialWrites()) {
      result.emplace_back(a, b);
    }
  });
  return result;
}

}  // namespace

std::vector<Execution> withOtherCoherence(const Execution& execution) {
  std::vector<Execution> result;
  for (const auto& [first, second] : neighbours(execution)) {
    Relation co = execution.co;
    co.erase(first, second);
    co.insert(second, first);
    Execution other = assemble(execution.structure, execution.runs, execution.readsFrom, co, execution.late);
    other.choices = execution.choices;
    if (!whyNotCandidate(other) && passesFilter(other)) {
      result.push_back(std::move(other));
    }
  }
  return result;
}

}  // namespace hrfcheck::inline advise
