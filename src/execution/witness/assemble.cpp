// From choices to an execution: everything that follows from the runs alone, then reads-from and coherence.

#include "execution/barriers.h"
#include "execution/execution.h"
#include "util/invariant.h"

namespace hrfcheck::inline execution {
namespace {

void addInitialWrites(Execution& execution) {
  const EventStructure& structure = *execution.structure;
  for (EventId e = 0; e < structure.size() && structure.events()[e].kind == EventKind::InitialWrite; ++e) {
    const LocationId location = structure.events()[e].initialOf;
    execution.happened.insert(e);
    execution.location[e] = location;
    execution.value[e] = structure.program().locations[location].initial;
  }
}

void addRun(Execution& execution, const ThreadRun& run) {
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    const EventId e = run.events[i];
    execution.happened.insert(e);
    execution.location[e] = run.locations[i];
    execution.value[e] = run.values[i];
  }
  const auto insertAll = [](Relation& relation, const std::vector<std::pair<EventId, EventId>>& pairs) {
    for (const auto& [from, to] : pairs) {
      relation.insert(from, to);
    }
  };
  insertAll(execution.addr, run.addr);
  insertAll(execution.data, run.data);
  insertAll(execution.ctrl, run.ctrl);
}

void relateLocations(Execution& execution) {
  execution.happened.forEach([&](EventId a) {
    if (execution.location[a] == kNoLocation) {
      return;
    }
    execution.happened.forEach([&](EventId b) {
      if (execution.location[a] == execution.location[b]) {
        execution.loc.insert(a, b);
      }
    });
  });
}

std::vector<const ThreadRun*> runsOf(const Execution& execution) {
  std::vector<const ThreadRun*> runs;
  for (const ThreadRun& run : execution.runs) {
    runs.push_back(&run);
  }
  return runs;
}

}  // namespace

Execution assemble(std::shared_ptr<const EventStructure> structure, std::vector<ThreadRun> runs,
                   const std::vector<EventId>& readsFrom, const Relation& co, const LateArrivals& late) {
  const std::size_t size = structure->size();
  INVARIANT(runs.size() == structure->threads().size(), "one run per thread");
  INVARIANT(readsFrom.size() == size && co.size() == size, "choices are over all events of the structure");
  Execution execution;
  execution.structure = std::move(structure);
  execution.runs = std::move(runs);
  execution.happened = EventSet(size);
  execution.value.assign(size, 0);
  execution.location.assign(size, kNoLocation);
  for (Relation* relation :
       {&execution.rf, &execution.loc, &execution.addr, &execution.data, &execution.ctrl}) {
    *relation = Relation(size);
  }
  addInitialWrites(execution);
  for (const ThreadRun& run : execution.runs) {
    addRun(execution, run);
  }
  relateLocations(execution);
  execution.late = late;
  execution.syncBarrier = barrierOrder(*execution.structure, runsOf(execution), late);
  execution.readsFrom = readsFrom;
  for (EventId read = 0; read < size; ++read) {
    if (readsFrom[read] != kNoEvent) {
      execution.rf.insert(readsFrom[read], read);
    }
  }
  execution.co = co;
  return execution;
}

}  // namespace hrfcheck::inline execution
