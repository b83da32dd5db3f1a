#include "check/races/diagnose.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/races/link_reason.h"
#include "check/races/visibility_reason.h"
#include "util/invariant.h"

// The reason of a race in one sentence. Two atomics on one location whose scope instances leave the other
// agent out need no chain to be explained: their scopes do not fit, or nobody promotes them, unless a chain
// orders them step by step, and the model does not combine its steps. Everything else is explained by the
// chain between the two events that nearly orders them (sync_path.cpp), and of it by the first step that is
// missing (explain/race_chain.cpp).

namespace hrfcheck::inline check {
namespace {

/// The release and the acquire that a pair of racing atomics would be.
struct Ends {
  EventId release, acquire;
};

class Diagnosis {
 public:
  Diagnosis(Race& race, WitnessOrder& order)
      : race_(race),
        order_(order),
        structure_(*order.witness().structure),
        say_(order.witness(), race.firstEvent, race.secondEvent) {}

  void run() {
    if (const auto why = visibilityReason(order_, say_, race_.firstEvent, race_.secondEvent)) {
      race_.reason = UnorderedReason::NotVisible;
      race_.explanation = *why;
      return;
    }
    const std::optional<Ends> ends = endsOfPair();
    const bool explained = holdsStepByStep() ? byChain() : (scoped() && byScopes(ends)) || byChain();
    if (!explained) {
      race_.reason = UnorderedReason::NoSynchronization;
      race_.explanation = ends ? tooEarly(*ends) : nothing();
    }
    if (race_.scopeInclusion && scoped()) {
      race_.explanation += " (scope-inclusion violation)";
    }
    race_.explanation += ofEqualValues();
  }

 private:
  const Event& event(EventId e) const { return structure_.events()[e]; }
  bool scoped() const {
    return event(race_.firstEvent).scope != kNoScope && event(race_.secondEvent).scope != kNoScope;
  }

  /// The half of an operation that a test holds of; the event itself where it can be.
  template <typename Test>
  std::optional<EventId> halfThat(EventId e, Test test) const {
    if (test(e)) {
      return e;
    }
    const EventId partner = event(e).partner;
    return partner != kNoEvent && order_.witness().happened.contains(partner) && test(partner)
               ? std::optional(partner)
               : std::nullopt;
  }

  /// Of two stores of one value, which race as others do: that it is one.
  std::string ofEqualValues() const {
    const Execution& witness = order_.witness();
    const auto stores = [&](EventId e) { return event(e).kind == EventKind::Write; };
    const bool equal = stores(race_.firstEvent) && stores(race_.secondEvent) &&
                       witness.value[race_.firstEvent] == witness.value[race_.secondEvent];
    return equal ? fmt::format("; both store {} there, which makes it no less a race",
                               structure_.program().valueText(witness.value[race_.firstEvent]))
                 : "";
  }

  /// In the direction in which one tells the other, if there is one.
  std::optional<Ends> endsOfPair() const {
    std::optional<Ends> found;
    for (const auto& [a, b] :
         {std::pair(race_.firstEvent, race_.secondEvent), std::pair(race_.secondEvent, race_.firstEvent)}) {
      const auto release = halfThat(a, [&](EventId e) { return isRelease(event(e)); });
      const auto acquire = halfThat(b, [&](EventId e) { return say_.acquires(e); });
      if (release && acquire && (!found || directLink(order_, *release, *acquire))) {
        found = Ends{*release, *acquire};
        if (directLink(order_, *release, *acquire)) {
          return found;
        }
      }
    }
    return found;
  }

  /// Scopes and promotion alone explain the pair of atomics, or the answer is false.
  bool byScopes(const std::optional<Ends>& ends) {
    const EventId from = ends ? ends->release : race_.firstEvent;
    const EventId to = ends ? ends->acquire : race_.secondEvent;
    const auto reason = scopeReason(order_, say_, from, to);
    if (!reason) {
      return false;
    }
    take(*reason, from, to);
    const auto link = ends ? directLink(order_, from, to) : std::nullopt;
    if (link && link->quality > LinkQuality::OrderedSoHow) {
      const bool turned = structure_.instructionOf(from) != race_.first;
      race_.steps = chainOf(order_, turned ? race_.secondEvent : race_.firstEvent,
                            turned ? race_.firstEvent : race_.secondEvent, {*link});
      for (RaceStep& step : race_.steps) {
        step.why = step.from == from && step.to == to ? reason->text : step.why;
      }
    }
    return true;
  }

  bool byChain() {
    const auto [path, turned] = nearestPath();
    if (path.empty()) {
      return false;
    }
    for (const SyncLink& link : path) {
      race_.chain.push_back(structure_.instructionOf(link.from));
      race_.chain.push_back(structure_.instructionOf(link.to));
    }
    race_.steps = chainOf(order_, turned ? race_.secondEvent : race_.firstEvent,
                          turned ? race_.firstEvent : race_.secondEvent, path);
    const RaceStep* missing = firstMissing(race_.steps);
    if (missing == nullptr) {  // the order that was asked is not the one that the flag is about
      race_.reason = UnorderedReason::OrderTooWeak;
      race_.explanation =
          fmt::format("{} does not order {} and {} in this execution", order_.model().name,
                      say_.instruction(race_.firstEvent), say_.instruction(race_.secondEvent));
      return true;
    }
    for (const SyncLink& link : path) {
      if (missing->status == RaceStep::Status::Missing && link.from == missing->from &&
          link.to == missing->to) {
        take(linkReason(order_, say_, link), link.from, link.to);
        name(link.write);
        name(link.read);
        return true;
      }
    }
    const bool scopes = missing->status == RaceStep::Status::NotCombined && differentScopes(path);
    race_.reason = scopes ? UnorderedReason::ScopesDiffer : UnorderedReason::OrderTooWeak;
    race_.explanation = scopes ? throughScopes(path) : missing->why;
    blame(missing->from, missing->to);
    return true;
  }

  /// Whether some chain orders the pair step by step, and only the whole of it does not: then the scopes of
  /// the two say nothing.
  bool holdsStepByStep() const {
    const std::vector<SyncLink> path = nearestPath().first;
    return path.size() > 1 && worstQuality(path) <= LinkQuality::OrderedSoHow;
  }

  /// The better of the two directions, and whether it is from the second to the first.
  std::pair<std::vector<SyncLink>, bool> nearestPath() const {
    std::vector<SyncLink> there = bestSyncPath(order_, race_.firstEvent, race_.secondEvent);
    std::vector<SyncLink> back = bestSyncPath(order_, race_.secondEvent, race_.firstEvent);
    const bool turned = !back.empty() && (there.empty() || worstQuality(back) < worstQuality(there));
    return {turned ? std::move(back) : std::move(there), turned};
  }

  bool differentScopes(const std::vector<SyncLink>& path) const {
    return std::any_of(path.begin(), path.end(), [&](const SyncLink& link) {
      return event(link.from).scope != event(path.front().from).scope;
    });
  }

  std::string throughScopes(const std::vector<SyncLink>& path) const {
    std::string scopes;
    ScopeInstanceId last = kNoScope;
    for (const SyncLink& link : path) {
      const bool fresh = scopes.empty() || event(link.from).scope != last;
      scopes += fresh ? (scopes.empty() ? "" : ", then ") + say_.scope(link.from) : "";
      last = event(link.from).scope;
    }
    return fmt::format(
        "{} and {} are connected only through different scopes ({}), which {} does not combine",
        say_.thread(race_.firstEvent), say_.thread(race_.secondEvent), scopes, order_.model().name);
  }

  /// A pair of one scope that some models let race when the acquire comes first (HRF0 as printed).
  std::string tooEarly(const Ends& ends) const {
    return fmt::format("the acquire {} comes before the release {}, and nothing else orders them",
                       say_.instruction(ends.acquire), say_.instruction(ends.release));
  }

  std::string nothing() {
    const std::string barriers = betweenBarriers();
    return !barriers.empty()
               ? barriers
               : fmt::format("no release and acquire connect {} and {} in the execution found",
                             say_.instruction(race_.firstEvent), say_.instruction(race_.secondEvent));
  }

  /// Of two threads that meet at barriers: between which of these the pair stands. Empty where they meet at
  /// none.
  std::string betweenBarriers() {
    const Execution& witness = order_.witness();
    const Relation& po = structure_.po();
    const EventId first = race_.firstEvent;
    const EventId second = race_.secondEvent;
    EventId before = kNoEvent;
    EventId after = kNoEvent;
    witness.syncBarrier.forEach([&](EventId arrive, EventId depart) {
      const bool there =
          event(arrive).thread == event(first).thread && event(depart).thread == event(second).thread;
      if (there && po.contains(arrive, first) && po.contains(depart, second) &&
          (before == kNoEvent || po.contains(before, arrive))) {
        before = arrive;
      }
      if (there && po.contains(first, arrive) && po.contains(second, depart) &&
          (after == kNoEvent || po.contains(arrive, after))) {
        after = arrive;
      }
    });
    if (before == kNoEvent && after == kNoEvent) {
      return "";
    }
    const auto barrier = [&](EventId e) { return "the barrier " + say_.instruction(e); };
    name(before);
    name(after);
    const bool rounds = before != kNoEvent && after != kNoEvent &&
                        structure_.instructionOf(before) == structure_.instructionOf(after);
    return fmt::format("no barrier is between {} and {}, which are both {}{}{}", say_.instruction(first),
                       say_.instruction(second), before == kNoEvent ? "" : "after " + barrier(before),
                       before == kNoEvent || after == kNoEvent ? "" : " and ",
                       after == kNoEvent ? ""
                       : rounds          ? "before it in the next iteration"
                                         : "before " + barrier(after));
  }

  void take(const LinkReason& reason, EventId from, EventId to) {
    race_.reason = reason.reason;
    race_.explanation = reason.text;
    blame(from, to);
  }

  /// The explanation is about this event, too.
  void name(EventId e) {
    if (e == kNoEvent || event(e).kind == EventKind::InitialWrite) {
      return;
    }
    const InstructionRef where = structure_.instructionOf(e);
    const bool racing = where == race_.first || where == race_.second;
    if (!racing && std::ranges::find(race_.named, where) == race_.named.end()) {
      race_.named.push_back(where);
    }
  }

  void blame(EventId from, EventId to) {
    name(from);
    name(to);
    if (isRelease(event(from))) {
      race_.release = structure_.instructionOf(from);
    }
    if (say_.acquires(to)) {
      race_.acquire = structure_.instructionOf(to);
    }
  }

  Race& race_;
  WitnessOrder& order_;
  const EventStructure& structure_;
  RaceWording say_;
};

}  // namespace

void diagnose(Race& race, WitnessOrder& order) {
  Diagnosis(race, order).run();
}

}  // namespace hrfcheck::inline check
