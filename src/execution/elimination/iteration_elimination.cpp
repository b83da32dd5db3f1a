// Rounds that go back to the head of a spin loop store nothing; or what they have read, and then only other
// rounds that are left out read that; or in a location that their thread uses like a register, where the
// write of another round does as well (program/structure/silent_rmws.h). So reads, fences and such writes
// are left out, and no other read has another source, and no write another place in coherence, without them.
// What that does to definitions, elimination_domain.h says, and what is known of their events,
// going_back_facts.h.
//
// No member is lost that is due to a read whose instruction acquires the same when it runs again
// (retried_reads.h), under models that speak of happens-before alone ("Updates: hand on" says so). The bounds
// are taken on the structure with all rounds, whose executions show everything
// (program/unroll/spin_loops.cpp); leaving rounds out of one of them gives one with fewer.

#include "execution/elimination/iteration_elimination.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "cat/interpret/interpretation.h"
#include "cat/licence/check_sense.h"
#include "execution/bounds/pair_bounds.h"
#include "execution/elimination/elimination_domain.h"
#include "execution/elimination/going_back_facts.h"
#include "execution/elimination/subsumed_acquires.h"
#include "execution/elimination/transparent_rmw_chains.h"
#include "execution/evaluate/cat_operators.h"

namespace hrfcheck::inline execution {
namespace {

bool isInEarlierRound(const EventStructure& structure, const Event& event) {
  if (event.thread == kNoThread) {
    return false;
  }
  const UnrolledThread& thread = structure.threads()[event.thread];
  const Loop* loop = spinLoopOf(thread, event.node);
  return loop != nullptr && thread.nodes[event.node].iteration < loop->earlierRounds;
}

bool mayBeLeftOut(const EventStructure& structure, const Event& event) {
  if (!isInEarlierRound(structure, event)) {
    return false;
  }
  const Loop& loop = *spinLoopOf(structure.threads()[event.thread], event.node);
  return event.kind == EventKind::Read || event.kind == EventKind::Fence ||
         (event.kind == EventKind::Write && (loop.updates || loop.storesOwn));
}

/// Events without which something may be missing.
std::vector<EventId> missedEvents(const Model& model, const EventStructure& structure,
                                  const Deadline& deadline) {
  std::optional<SubsumedAcquires> retried;
  if (saysThatUpdatesHandOn(model, structure)) {
    retried.emplace(structure, deadline);
  }
  std::vector<EventId> result;
  for (EventId e = 0; e < structure.size(); ++e) {
    const Event& event = structure.events()[e];
    if (mayBeLeftOut(structure, event) &&
        !(retried && retried->contains(e, *spinLoopOf(structure.threads()[event.thread], event.node)))) {
      result.push_back(e);
    }
  }
  return result;
}

/// Whether a model accepts an execution without these events, and flags what it flags of the others.
class WithoutRounds {
 public:
  WithoutRounds(const Model& model, const EventStructure& structure, const Deadline& deadline)
      : model_(model),
        facts_(factsOfEarlierRounds(structure)),
        bounds_(model, structure, deadline, &facts_),
        missed_(missedEvents(model, structure, deadline)),
        domain_(model, structure, missed_, bounds_, deadline),
        values_(model, domain_) {}

  bool holds() {
    return std::ranges::all_of(model_.choices, [&](const Choice& choice) { return keeps(choice); }) &&
           std::ranges::all_of(model_.checks, [&](const Check& check) { return keeps(check); });
  }

 private:
  bool keeps(const Choice& choice) {
    return domain_.keeps(choice, values_.of(choice.set), values_.of(choice.order),
                         choice.within ? &values_.of(*choice.within) : nullptr);
  }

  bool keeps(const Check& check) {
    if (isNothing(bounds_.of(check.node).may)) {
      return true;  // with or without the events
    }
    const EliminationValue& value = values_.of(check.node);
    switch (cat::senseOf(check)) {
      case cat::CheckSense::RequiresNone:
      case cat::CheckSense::RaisedByNone:
        return !concerns(check, value.gained);
      case cat::CheckSense::RequiresSome:
        return !concerns(check, value.lost) && concernsNoneMissed(check);
      case cat::CheckSense::RaisedBySome:
        return !concerns(check, value.lost) &&
               (check.kind != CheckKind::Acyclic || concernsNoneMissed(check));
    }
    return false;
  }

  bool isSet(const Check& check) const { return model_.nodes[check.node].type == CatType::Set; }

  /// Whether there is something in a value that can make a difference to a check.
  bool concerns(const Check& check, const CatValue& value) const {
    return !isNothing(value) && (check.kind != CheckKind::Irreflexive || !relationIn(value).irreflexive());
  }

  /// What is left out may be all that a check asks for.
  bool concernsNoneMissed(const Check& check) {
    const CatValue& may = bounds_.of(check.node).may;
    const EventSet events = isSet(check) ? setIn(may) : relationIn(may).domain() | relationIn(may).range();
    return std::ranges::none_of(missed_, [&](EventId e) { return events.contains(e); });
  }

  const Model& model_;
  EventFacts facts_;
  PairBounds bounds_;
  std::vector<EventId> missed_;
  EliminationDomain domain_;
  Interpretation<EliminationDomain> values_;
};

}  // namespace

bool earlierRoundsRaiseNothing(const Model& model, const EventStructure& few, const Deadline& deadline) {
  EventSet earlier(few.size());
  for (EventId e = 0; e < few.size(); ++e) {
    if (isInEarlierRound(few, few.events()[e])) {
      earlier.insert(e);
    }
  }
  PairBounds bounds(model, few, deadline);
  return std::ranges::all_of(model.checks, [&](const Check& check) {
    if (check.role == CheckRole::Require) {
      return true;
    }
    const CatValue& may = bounds.of(check.node).may;
    if (model.nodes[check.node].type == CatType::Set) {
      return !setIn(may).intersects(earlier);
    }
    const Relation& pairs = relationIn(may);
    return !(pairs.domain() | pairs.range()).intersects(earlier);
  });
}

bool twoRoundsMayMeet(const Model& model, const EventStructure& structure, const Deadline& deadline) {
  const auto ofOneLoop = [&](EventId a, EventId b) {
    const Event& first = structure.events()[a];
    const Event& second = structure.events()[b];
    if (first.thread == kNoThread || first.thread != second.thread) {
      return false;
    }
    const UnrolledThread& thread = structure.threads()[first.thread];
    const Loop* loop = spinLoopOf(thread, first.node);
    const UnrolledNode& one = thread.nodes[first.node];
    const UnrolledNode& other = thread.nodes[second.node];
    return loop != nullptr && loop->contains(other.instruction) && one.entry == other.entry &&
           one.iteration != other.iteration;
  };
  PairBounds bounds(model, structure, deadline);
  return std::ranges::any_of(model.checks, [&](const Check& check) {
    if ((check.role == CheckRole::Require && !check.negated) ||
        model.nodes[check.node].type == CatType::Set) {
      return false;
    }
    bool meet = false;
    relationIn(bounds.of(check.node).may).forEach([&](EventId a, EventId b) {
      meet = meet || ofOneLoop(a, b);
    });
    return meet;
  });
}

bool roundsMayBeLeftOut(const Model& model, const EventStructure& all, const Deadline& deadline) {
  return WithoutRounds(model, all, deadline).holds();
}

}  // namespace hrfcheck::inline execution
