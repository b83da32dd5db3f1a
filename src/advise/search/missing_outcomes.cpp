#include "advise/search/missing_outcomes.h"

#include <algorithm>
#include <utility>

#include "check/models/scope_of_model.h"
#include "check/models/translated_form.h"
#include "engine/explicit/enumeration.h"
#include "program/condition/condition.h"

namespace hrfcheck::inline advise {
namespace {

/// Executions of one ending that are looked at; where there are more, nothing is learnt of it.
constexpr std::size_t kMostExecutions = 64;
/// Executions that are looked at to find those of each ending.
constexpr std::uint64_t kMostEnumerated = 5000;
/// Boxes of one ending that further ones are looked for from.
constexpr std::size_t kMostStartingBoxes = 4;

bool endsSo(const Ending& ending, const Program& program, const Execution& execution) {
  const auto value = [&](const StateVariable& v) { return execution.finalValue(v); };
  if (!ending.state) {
    return holds(*program.condition, value) == ending.satisfiesCondition;
  }
  return std::ranges::equal(*ending.state, program.observed, {}, {}, value);
}

}  // namespace

MissingOutcomes::MissingOutcomes(const EditedTest& test, const Model& model,
                                 const std::vector<Ending>& wanted, unsigned unroll, const Deadline& deadline)
    : test_(test),
      model_(model),
      deadline_(deadline),
      skeletons_(test, unroll, {}, ReadValues::Inferred, deadline),
      grower_(test.sites()) {
  for (const Ending& ending : wanted) {
    lost_[ending];
  }
  // With a barrier there are fewer executions than without: those of the test with every barrier are not all.
  const bool insertsBarriers = std::ranges::any_of(
      test.sites(), [](const EditVariable& site) { return site.kind == SiteKind::NewBarrier; });
  // So it is where the model judges another form of the test (core_finder.h), or its values are not known.
  if (insertsBarriers || judgesTranslation(model, *test.written()) || !skeletons_.haveValues()) {
    lost_.clear();
  } else {
    collect();
  }
}

void MissingOutcomes::collect() {
  const std::shared_ptr<const EventStructure> full = skeletons_.asWritten();  // stays while others are made
  const Program& program = full->program();
  const auto visit = [&](const Execution& execution) {
    if (!execution.complete() || (program.filter && !holds(*program.filter, [&](const StateVariable& v) {
                                    return execution.finalValue(v);
                                  }))) {
      return true;
    }
    for (auto entry = lost_.begin(); entry != lost_.end();) {
      auto& candidates = entry->second.candidates;
      if (!endsSo(entry->first, program, execution)) {
        ++entry;
      } else if (candidates.size() == kMostExecutions) {
        entry = lost_.erase(entry);
      } else {
        candidates.push_back(std::make_unique<Candidate>(
            Candidate{{test_, skeletons_, execution, model_}, BoundedModel(model_)}));
        ++entry;
      }
    }
    return !lost_.empty();
  };
  if (forEachCandidate(full, visit, {deadline_, kMostEnumerated})) {
    deadline_.check();
    lost_.clear();
  }
}

bool MissingOutcomes::isLost(Lost& lost, const Nogood& box) {
  deadline_.check();
  const auto left = std::ranges::find_if(lost.candidates, [&](const auto& candidate) {
    const BoundedExecution& bounds = candidate->execution.bounded(box);
    BoundChanges changes = candidate->execution.changes();
    changes.all = std::exchange(candidate->fresh, false) || changes.all;
    return !candidate->model.certainlyInconsistent(bounds, changes);
  });
  if (left == lost.candidates.end()) {
    return true;
  }
  // What is possible here may be so in the next box, too.
  std::swap(*left, lost.candidates.front());
  return false;
}

/// The box of a assignment, and every variant of the sites that do not matter.
Nogood MissingOutcomes::startAt(const Lost& lost, const Assignment& at) const {
  Nogood box = advise::boxOf(at);
  for (std::size_t i = 0; i < box.size(); ++i) {
    const bool matters = std::ranges::any_of(
        lost.candidates, [&](const auto& candidate) { return candidate->execution.touches(i); });
    box[i] = matters ? box[i] : everyVariant(test_.sites()[i]);
  }
  return box;
}

std::optional<Nogood> MissingOutcomes::boxOf(Lost& lost, const Assignment& at) {
  Nogood box = startAt(lost, at);
  if (!isLost(lost, box)) {
    return std::nullopt;
  }
  box = grower_.grown(std::move(box), at, lost.boxes,
                      [&](const Nogood& larger) { return isLost(lost, larger); });
  lost.boxes.push_front(box);
  if (lost.boxes.size() > kMostStartingBoxes) {
    lost.boxes.pop_back();
  }
  return box;
}

std::optional<Nogood> MissingOutcomes::boxOf(const Ending& ending, const Assignment& at) {
  const auto lost = lost_.find(ending);
  if (lost == lost_.end()) {
    return std::nullopt;
  }
  lost->second.wasAsked = true;
  return boxOf(lost->second, at);
}

std::optional<Nogood> MissingOutcomes::knownBoxOf(const Assignment& at) {
  for (auto& [ending, lost] : lost_) {
    if (!lost.wasAsked) {
      continue;
    }
    if (auto box = boxOf(lost, at)) {
      return box;
    }
  }
  return std::nullopt;
}

}  // namespace hrfcheck::inline advise
