#include "advise/search/core_finder.h"

#include <algorithm>
#include <map>

#include "advise/edits/execution_variants.h"
#include "advise/edits/scope_choices.h"
#include "check/models/scope_of_model.h"
#include "check/models/translated_form.h"
#include "check/races/annotation_edit.h"
#include "execution/witness/structure_run.h"
#include "util/invariant.h"

namespace hrfcheck::inline advise {
namespace {

/// Executions that are looked at again.
constexpr std::size_t kMostRemembered = 64;
/// Boxes of one execution that further ones are looked for from.
constexpr std::size_t kMostBoxes = 4;
/// Coherence orders that are tried for each execution that is found.
constexpr int kMostCoherenceOrders = 24;

/// The event of another structure of the same code that stands for this one.
EventId counterpart(const EventStructure& from, const EventStructure& to, EventId e) {
  const Event& event = from.events()[e];
  if (event.thread == kNoThread) {
    return to.initialWrite(event.initialOf);
  }
  const bool first = from.eventsOf(event.thread, event.node).first == e;
  const EventStructure::NodeEvents& there = to.eventsOf(event.thread, event.node);
  return first ? there.first : there.second;
}

/// The barriers that a thread has passed, by their places in the text.
std::vector<std::uint32_t> barriersPassed(const Execution& execution, ThreadId thread) {
  const EventStructure& structure = *execution.structure;
  std::vector<std::uint32_t> passed;
  for (NodeId n = 0; n < structure.threads()[thread].nodes.size(); ++n) {
    const EventId arrival = structure.eventsOf(thread, n).first;
    if (arrival != kNoEvent && execution.happened.contains(arrival) &&
        std::holds_alternative<BarrierOp>(
            instructionAt(structure.program(), structure.instructionOf(arrival)).operation)) {
      passed.push_back(instructionAt(structure.program(), structure.instructionOf(arrival)).place.span.begin);
    }
  }
  return passed;
}

/// All threads end, and those of a work-group pass the same barriers in the same order: then they could do so
/// with any of these barriers left out.
bool meetInOneOrder(const Execution& execution) {
  const Program& program = execution.structure->program();
  std::map<ScopeInstanceId, std::vector<std::uint32_t>> ofGroup;
  bool same = execution.complete();
  for (ThreadId t = 0; same && t < program.threads.size(); ++t) {
    const ScopeInstanceId group = program.scopes.instanceOf(t, groupLevel(program.scopes));
    const std::vector<std::uint32_t> passed = barriersPassed(execution, t);
    same = ofGroup.try_emplace(group, passed).first->second == passed;
  }
  return same;
}

}  // namespace

CoreFinder::CoreFinder(const EditedTest& test, const Model& model, unsigned unroll, LoopReading loops,
                       ReadValues values, const Deadline& deadline)
    : test_(test),
      model_(model),
      bounded_(model),
      deadline_(deadline),
      skeletons_(test, unroll, loops, values, deadline),
      grower_(test.sites()),
      asWritten_(!judgesTranslation(model, *test.written())),
      mayInsertBarriers_(std::ranges::any_of(
          test.sites(), [](const EditVariable& site) { return site.kind == SiteKind::NewBarrier; })) {}

/// The same choices, replayed in the test with every fence and barrier. Where not all agents of a work-group
/// come to the same barriers in the same order, the replay would not be an execution with each choice of
/// them.
std::optional<Execution> CoreFinder::withEveryFence(const Execution& found) const {
  const EventStructure& from = *found.structure;
  const std::shared_ptr<const EventStructure>& full = skeletons_.asWritten();
  for (ThreadId t = 0; t < from.threads().size(); ++t) {
    if (from.threads()[t].nodes.size() != full->threads()[t].nodes.size()) {
      return std::nullopt;
    }
  }
  std::vector<EventId> there(from.size(), kNoEvent);
  std::vector<EventId> back(full->size(), kNoEvent);
  for (EventId e = 0; e < from.size(); ++e) {
    there[e] = counterpart(from, *full, e);
    if (there[e] == kNoEvent) {
      return std::nullopt;
    }
    back[there[e]] = e;
  }
  const ReadOracle read = [&](EventId e, LocationId) { return found.value[back[e]]; };
  const BarrierOracle passes = [&](EventId e) {
    return back[e] == kNoEvent || found.happened.contains(from.events()[back[e]].partner);
  };
  std::vector<ThreadRun> runs;
  for (ThreadId t = 0; t < full->threads().size(); ++t) {
    runs.push_back(runThread(*full, t, read, passes));
  }
  const auto moved = [&](const Relation& relation) {
    Relation result(full->size());
    relation.forEach([&](EventId a, EventId b) { result.insert(there[a], there[b]); });
    return result;
  };
  std::vector<EventId> readsFrom(full->size(), kNoEvent);
  for (EventId e = 0; e < from.size(); ++e) {
    if (found.readsFrom[e] != kNoEvent) {
      readsFrom[there[e]] = there[found.readsFrom[e]];
    }
  }
  LateArrivals late;
  for (const auto& [barrier, arrivals] : found.late) {
    for (const EventId e : arrivals) {
      late[barrier].push_back(there[e]);
    }
  }
  Execution result = assemble(full, std::move(runs), readsFrom, moved(found.co), late);
  if (mayInsertBarriers_ && !meetInOneOrder(result)) {
    return std::nullopt;
  }
  for (const Relation& choice : found.choices) {
    result.choices.push_back(moved(choice));
  }
  return result;
}

bool CoreFinder::holds(const Known& known, const Nogood& box) {
  deadline_.check();
  const BoundedExecution& bounds = known.execution->bounded(box);
  BoundChanges changes = known.execution->changes();
  changes.all = changes.all || last_ != known.execution.get();
  last_ = known.execution.get();
  return bounded_.certainlyConsistent(bounds, changes) &&
         (!known.check || bounded_.certainlyRaised(*known.check));
}

Nogood CoreFinder::grown(Known& known, Nogood box, const Assignment& at) {
  box = grower_.grown(std::move(box), at, known.boxes,
                      [&](const Nogood& larger) { return holds(known, larger); });
  known.room = std::max(known.room, roomOf(box, test_.sites()));
  known.boxes.push_front(box);
  if (known.boxes.size() > kMostBoxes) {
    known.boxes.pop_back();
  }
  return box;
}

/// The box of a assignment, and every variant of the sites that do not matter.
Nogood CoreFinder::startAt(const KnownExecution& known, const Assignment& at) const {
  Nogood box = boxOf(at);
  for (std::size_t i = 0; i < box.size(); ++i) {
    box[i] = known.touches(i) ? box[i] : everyVariant(test_.sites()[i]);
  }
  return box;
}

Nogood CoreFinder::coreOf(const Execution& found, const Assignment& at, std::optional<std::size_t> check) {
  std::optional<Execution> execution = asWritten_ ? withEveryFence(found) : std::nullopt;
  if (!execution) {
    ++unexplained_;
    return boxOf(at);
  }
  std::optional<Grown> best = grownFrom(*execution, at, check);
  if (!best) {
    ++unexplained_;
    return boxOf(at);
  }
  if (check) {
    improve(*best, std::move(*execution), at);
  }
  keep(std::move(best->known));
  return std::move(best->box);
}

/// Another order of writes, which the found execution need not have, may rule out more.
void CoreFinder::improve(Grown& best, Execution execution, const Assignment& at) {
  int attempts = 0;
  for (bool better = true; better && attempts < kMostCoherenceOrders;) {
    better = false;
    for (Execution& other : withOtherCoherence(execution)) {
      std::optional<Grown> grown = grownFrom(other, at, best.known.check);
      ++attempts;
      if (grown && grown->known.room > best.known.room) {
        best = std::move(*grown);
        execution = std::move(other);
        better = true;
        break;
      }
    }
  }
}

/// What an execution of the test with every fence rules out; nothing where it is none of this assignment, or
/// not known to be wrong with it.
std::optional<CoreFinder::Grown> CoreFinder::grownFrom(const Execution& execution, const Assignment& at,
                                                       std::optional<std::size_t> check) {
  Grown grown;
  grown.known.execution = std::make_unique<KnownExecution>(test_, skeletons_, execution, model_);
  grown.known.check = check;
  last_ = nullptr;
  grown.box = startAt(*grown.known.execution, at);
  if (!holds(grown.known, grown.box)) {
    return std::nullopt;
  }
  grown.box = this->grown(grown.known, std::move(grown.box), at);
  return grown;
}

/// Those first that have the largest boxes.
void CoreFinder::keep(Known known) {
  const auto at = std::ranges::find_if(known_, [&](const Known& k) { return k.room < known.room; });
  known_.insert(at, std::move(known));
  if (known_.size() > kMostRemembered) {
    known_.pop_back();
  }
}

std::vector<Nogood> CoreFinder::knownCoresOf(const Assignment& at, std::size_t most) {
  std::vector<Nogood> cores;
  for (Known& known : known_) {
    Nogood box = startAt(*known.execution, at);
    if (cores.size() < most && holds(known, box)) {
      cores.push_back(grown(known, std::move(box), at));
    }
  }
  return cores;
}

}  // namespace hrfcheck::inline advise
