#include "oracle/history.h"

#include <algorithm>

namespace hrfcheck::test {
namespace {

constexpr std::size_t kNoStep = static_cast<std::size_t>(-1);

const Operation& operationOf(const Program& program, const Event& event) {
  return program.threads[event.thread].instructions[event.instruction].operation;
}

/// What OpenCL calls the region of an access; what no address space is named for counts as global.
void placeAccess(const Program& program, Step& step) {
  step.local = program.locations[step.location].space == AddressSpace::Local;
  step.global = !step.local;
  step.atomicLocation = program.locations[step.location].atomicType;
}

void placeFence(const Operation& operation, Step& step) {
  FenceSpaces spaces;
  if (const auto* fence = std::get_if<FenceOp>(&operation)) {
    spaces = fence->spaces;
    step.fence = true;
  } else if (const auto* barrier = std::get_if<BarrierOp>(&operation)) {
    spaces = barrier->spaces;
    step.fence = barrier->fences;
  }
  step.global = spaces.global;
  step.local = spaces.local;
}

}  // namespace

bool Step::releases() const {
  return (writes || fence || arrives) && !departs &&
         (order == Order::Release || order == Order::AcquireRelease || order == Order::SeqCst);
}

bool Step::acquires() const {
  return (reads || fence || departs) && !arrives &&
         (order == Order::Acquire || order == Order::Consume || order == Order::AcquireRelease ||
          order == Order::SeqCst);
}

History::History(const Execution& execution)
    : scopes(&execution.structure->program().scopes), po(0), rf(0), co(0), meets(0), addressOrData(0) {
  addSteps(execution);
  addPairs(execution);
}

void History::addSteps(const Execution& execution) {
  const Program& program = execution.structure->program();
  const std::vector<Event>& events = execution.structure->events();
  stepOf_.assign(events.size(), kNoStep);
  execution.happened.forEach([&](EventId e) {
    const Event& event = events[e];
    const bool half = event.kind == EventKind::Write && event.partner != kNoEvent;
    if (half) {
      stepOf_[e] = stepOf_[event.partner];
      steps[stepOf_[e]].writes = true;
      steps[stepOf_[e]].order = event.order;
      return;
    }
    stepOf_[e] = steps.size();
    Step step;
    step.agent = event.thread;
    step.reads = event.kind == EventKind::Read;
    step.writes = event.kind == EventKind::Write || event.kind == EventKind::InitialWrite;
    step.arrives = event.kind == EventKind::Arrive;
    step.departs = event.kind == EventKind::Depart;
    step.atomic = event.atomic;
    step.remote = event.remote;
    // Of a compare-and-swap this is right where it fails; its write, if there is one, sets the other.
    step.order = event.failureOrder ? event.failureOrder : event.order;
    step.scope = event.scope;
    step.location = execution.location[e];
    if (step.access()) {
      placeAccess(program, step);
    }
    if (!step.initial()) {
      step.instruction = execution.structure->instructionOf(e);
      if (!step.access()) {
        placeFence(operationOf(program, event), step);
      }
    }
    step.innermost = step.scope != kNoScope && scopes->instances()[step.scope].level == 0;
    steps.push_back(step);
  });
}

void History::addPairs(const Execution& execution) {
  const auto lifted = [&](const Relation& relation) {
    Pairs pairs(size());
    for (const auto& [a, b] : relation.pairs()) {
      if (stepOf_[a] != kNoStep && stepOf_[b] != kNoStep && stepOf_[a] != stepOf_[b]) {
        pairs.add(stepOf_[a], stepOf_[b]);
      }
    }
    return pairs;
  };
  po = pairsWhere(size(), [&](std::size_t a, std::size_t b) { return a < b && sameAgent(a, b); });
  rf = lifted(execution.rf);
  for (const auto& [write, read] : execution.rf.pairs()) {
    returnsEarlierStores = returnsEarlierStores && stepOf_[write] != stepOf_[read];
  }
  co = lifted(execution.co);
  meets = lifted(execution.syncBarrier);
  addressOrData = lifted(execution.addr) | lifted(execution.data);
  // By events, not by steps: what an exchange stores does not depend on the value that it reads.
  Pairs causes(execution.structure->size());
  for (const Relation* relation : {&execution.addr, &execution.data, &execution.ctrl, &execution.rf}) {
    for (const auto& [a, b] : relation->pairs()) {
      causes.add(a, b);
    }
  }
  valuesAreCaused = causes.acyclic();
}

bool History::sameLocation(std::size_t a, std::size_t b) const {
  return steps[a].access() && steps[b].access() && steps[a].location == steps[b].location;
}

bool History::sameAgent(std::size_t a, std::size_t b) const {
  return !steps[a].initial() && steps[a].agent == steps[b].agent;
}

bool History::conflict(std::size_t a, std::size_t b) const {
  return sameLocation(a, b) && (steps[a].writes || steps[b].writes) && !steps[a].initial() &&
         !steps[b].initial() && !sameAgent(a, b);
}

bool History::covers(std::size_t a, std::size_t b) const {
  return steps[a].scope != kNoScope && !steps[b].initial() &&
         scopes->contains(steps[a].scope, steps[b].agent);
}

bool History::sameScope(std::size_t a, std::size_t b) const {
  return steps[a].scope != kNoScope && steps[a].scope == steps[b].scope;
}

std::vector<Through> History::releases() const {
  std::vector<Through> all;
  for (std::size_t a = 0; a < size(); ++a) {
    const bool atomicWrite = steps[a].writes && steps[a].atomic;
    for (std::size_t x = 0; atomicWrite && x < size(); ++x) {
      const bool itself = x == a && steps[a].releases();
      if (itself || (steps[x].fence && steps[x].releases() && po.has(x, a))) {
        all.push_back({x, a});
      }
    }
  }
  return all;
}

std::vector<Through> History::acquires() const {
  std::vector<Through> all;
  for (std::size_t b = 0; b < size(); ++b) {
    const bool atomicRead = steps[b].reads && steps[b].atomic;
    for (std::size_t y = 0; atomicRead && y < size(); ++y) {
      const bool itself = y == b && steps[b].acquires();
      if (itself || (steps[y].fence && steps[y].acquires() && po.has(b, y))) {
        all.push_back({y, b});
      }
    }
  }
  return all;
}

bool History::rmwsAreAtomic() const {
  for (std::size_t u = 0; u < size(); ++u) {
    for (std::size_t w = 0; isRmw(u) && w < size(); ++w) {
      if (!rf.has(w, u)) {
        continue;
      }
      const auto between = [&](std::size_t x) { return co.has(w, x) && co.has(x, u); };
      bool adjacent = co.has(w, u);
      for (std::size_t x = 0; x < size(); ++x) {
        adjacent = adjacent && !between(x);
      }
      if (!adjacent) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace hrfcheck::test
