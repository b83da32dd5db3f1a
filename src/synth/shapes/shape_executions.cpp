#include "synth/shapes/shape_executions.h"

#include "execution/witness/structure_run.h"
#include "synth/programs/test_program.h"
#include "util/invariant.h"

namespace hrfcheck::inline synth {
namespace {

/// The event of each step; of a read-modify-write the read.
std::vector<EventId> eventsOf(const SynthShape& shape, const EventStructure& structure) {
  std::vector<EventId> events;
  auto next = static_cast<EventId>(structure.initialWrites());
  for (const SynthStep& step : shape.steps) {
    events.push_back(next);
    next += step.reads() && step.writes() ? 2 : 1;
  }
  INVARIANT(next == structure.size(), "events come in the order of the steps");
  return events;
}

/// Each location's writes in order, the initial one first.
Relation coherenceOf(const SynthShape& shape, const SynthCoherence& co, const std::vector<EventId>& events,
                     const EventStructure& structure) {
  Relation result(structure.size());
  for (LocationId l = 0; l < shape.locations; ++l) {
    std::vector<EventId> before{structure.initialWrite(l)};
    for (const std::uint32_t step : co[l]) {
      const EventId write = events[step] + (shape.steps[step].reads() ? 1 : 0);
      for (const EventId earlier : before) {
        result.insert(earlier, write);
      }
      before.push_back(write);
    }
  }
  return result;
}

}  // namespace

Execution executionOf(const SynthShape& shape, const SynthObservation& observation, const SynthCoherence& co,
                      const std::shared_ptr<const EventStructure>& structure) {
  const std::vector<EventId> events = eventsOf(shape, *structure);
  std::vector<EventId> readsFrom(structure->size(), kNoEvent);
  std::vector<Value> values(structure->size(), 0);
  for (std::uint32_t s = 0; s < shape.steps.size(); ++s) {
    if (shape.steps[s].reads()) {
      const std::uint32_t source = observation.reads[s];
      const bool initial = source == kInitialStep;
      readsFrom[events[s]] = initial ? structure->initialWrite(shape.steps[s].location)
                                     : events[source] + (shape.steps[source].reads() ? 1 : 0);
      values[events[s]] = initial ? 0 : valueOf(shape, source);
    }
  }
  std::vector<ThreadRun> runs;
  for (ThreadId t = 0; t < shape.threads.sizes.size(); ++t) {
    runs.push_back(runThread(
        *structure, t, [&](EventId read, LocationId /*location*/) { return values[read]; },
        [](EventId /*arrival*/) { return true; }));
  }
  return assemble(structure, std::move(runs), readsFrom, coherenceOf(shape, co, events, *structure));
}

}  // namespace hrfcheck::inline synth
