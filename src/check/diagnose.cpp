#include "check/diagnose.h"

#include <fmt/format.h>

#include "check/scope_edit.h"
#include "check/sync_path.h"
#include "util/invariant.h"

// The reason of a race in one sentence. Two atomics on one location whose scope instances leave the other
// agent out need no execution to be explained: their scopes do not fit. Everything else is explained by the
// best path between the two events (sync_path.cpp): the one that nearly orders them.

namespace hrfcheck {
namespace {

class Wording {
 public:
  Wording(const Race& race, const ModelFacts& model)
      : race_(race), model_(model), skeleton_(*race.witness.skeleton), program_(skeleton_.program()) {}

  std::string thread(EventId e) const { return program_.threads[event(e).thread].name; }
  std::string instruction(EventId e) const {
    const InstructionRef where = skeleton_.instructionOf(e);
    return program_.instructionName(where.thread, where.instruction);
  }
  std::string scope(EventId e) const { return scopeText(program_.scopes, event(e).scope); }
  const Event& event(EventId e) const { return skeleton_.events()[e]; }

  /// "P0 released to wg 0": the verb fits what the event does.
  std::string scopedAct(EventId e) const {
    const bool racing = e == race_.firstEvent || e == race_.secondEvent;
    const std::string at = racing ? "" : fmt::format(" (at {})", instruction(e));
    if (event(e).kind == EventKind::Arrive || event(e).kind == EventKind::Depart) {
      return fmt::format("{} waited at a barrier of {}{}", thread(e), scope(e), at);
    }
    if (isRelease(event(e))) {
      return fmt::format("{} released to {}{}", thread(e), scope(e), at);
    }
    if (isAcquire(event(e)) || event(e).order == Order::Acquire) {
      return fmt::format("{} acquired from {}{}", thread(e), scope(e), at);
    }
    if (event(e).order == Order::Release) {
      return fmt::format("{} released to {}{}", thread(e), scope(e), at);
    }
    return fmt::format("{} is at {}", instruction(e), scope(e));
  }

  /// "P0 released to wg 0, which does not contain P1" for each side of which it is true.
  std::string notContained(EventId x, EventId y) const {
    const auto leftOut = [&](EventId a, EventId b) {
      return program_.scopes.contains(event(a).scope, event(b).thread)
                 ? std::string()
                 : fmt::format("{}, which does not contain {}", scopedAct(a), thread(b));
    };
    const std::string one = leftOut(x, y);
    const std::string other = leftOut(y, x);
    return one + (one.empty() || other.empty() ? "" : ", and ") + other;
  }

  std::string unpromoted(EventId x, EventId y) const {
    const EventId remote =
        event(x).remote && program_.scopes.contains(event(x).scope, event(y).thread) ? x : y;
    return fmt::format("{}, and the remote {} does not promote it", notContained(x, y), instruction(remote));
  }

  std::string differ(EventId x, EventId y) const {
    return fmt::format("{} and {}: each contains the other, but {} asks for equal scopes", scopedAct(x),
                       scopedAct(y), model_.name);
  }

  std::string chain(const std::vector<SyncLink>& path) const {
    std::string scopes;
    for (const SyncLink& link : path) {
      scopes += (scopes.empty() ? "" : ", then ") + scope(link.from);
    }
    return fmt::format(
        "{} and {} are connected only through different scopes ({}), which {} does not combine",
        thread(race_.firstEvent), thread(race_.secondEvent), scopes, model_.name);
  }

  std::string tooWeak(const SyncLink& link) const {
    std::string lacks;
    const auto add = [&](EventId e, bool serves, const char* role) {
      if (!serves) {
        const std::string kind = event(e).atomic ? fmt::format("no {}", role) : "an ordinary access";
        lacks += fmt::format("{}{} is {}", lacks.empty() ? "" : " and ", instruction(e), kind);
      }
    };
    add(link.from, isRelease(event(link.from)), "release");
    add(link.to, isAcquire(event(link.to)), "acquire");
    return fmt::format("{} reads from {}, but {}", instruction(link.to), instruction(link.from), lacks);
  }

  std::string notEnough(const SyncLink& link) const {
    return fmt::format("{} and {} communicate, but {} does not order by it in this execution",
                       instruction(link.from), instruction(link.to), model_.name);
  }

  /// A pair of one scope that some models let race when the acquire comes first (HRF0 as printed).
  std::string tooEarly(EventId release, EventId acquire) const {
    return fmt::format("the acquire {} comes before the release {}, and nothing else orders them",
                       instruction(acquire), instruction(release));
  }

  std::string nothing() const {
    return fmt::format("no release and acquire connect {} and {} in the execution found",
                       thread(race_.firstEvent), thread(race_.secondEvent));
  }

  std::string suffix() const { return race_.scopeInclusion ? " (scope-inclusion violation)" : ""; }

 private:
  const Race& race_;
  const ModelFacts& model_;
  const Skeleton& skeleton_;
  const Program& program_;
};

void blame(Race& race, EventId from, EventId to) {
  const Skeleton& skeleton = *race.witness.skeleton;
  if (isRelease(skeleton.events()[from])) {
    race.release = skeleton.instructionOf(from);
  }
  if (isAcquire(skeleton.events()[to])) {
    race.acquire = skeleton.instructionOf(to);
  }
}

/// Scopes alone explain the pair (x, y) of scoped events, or the answer is false.
bool explainByScopes(Race& race, const ModelFacts& model, EventId x, EventId y) {
  const Wording say(race, model);
  switch (scopeQuality(*race.witness.skeleton, x, y, model.promotes)) {
    case LinkQuality::Unpromoted:
      race.reason = UnorderedReason::UnpromotedRelease;
      race.explanation = say.unpromoted(x, y) + say.suffix();
      break;
    case LinkQuality::NotContained:
      race.reason = UnorderedReason::ScopeDoesNotContain;
      race.explanation = say.notContained(x, y) + say.suffix();
      break;
    case LinkQuality::Inclusive:
      race.reason = UnorderedReason::ScopesDiffer;
      race.explanation = say.differ(x, y) + say.suffix();
      break;
    case LinkQuality::Barrier:
    case LinkQuality::SameScope:
    case LinkQuality::WeakAtomic:
    case LinkQuality::Ordinary:
      return false;
  }
  blame(race, x, y);
  return true;
}

bool differentScopes(const Race& race, const std::vector<SyncLink>& path) {
  const auto& events = race.witness.skeleton->events();
  for (const SyncLink& link : path) {
    if (events[link.from].scope != events[path.front().from].scope) {
      return true;
    }
  }
  return false;
}

void explainByPath(Race& race, const ModelFacts& model, const std::vector<SyncLink>& path) {
  for (const SyncLink& link : path) {
    race.chain.push_back(race.witness.skeleton->instructionOf(link.from));
    race.chain.push_back(race.witness.skeleton->instructionOf(link.to));
  }
  const SyncLink& worst = worstLink(path);
  const Wording say(race, model);
  switch (worst.quality) {
    case LinkQuality::Unpromoted:
    case LinkQuality::NotContained:
    case LinkQuality::Inclusive: {
      const bool explained = explainByScopes(race, model, worst.from, worst.to);
      INVARIANT(explained, "these qualities are about scopes");
      return;
    }
    case LinkQuality::WeakAtomic:
    case LinkQuality::Ordinary:
      race.reason = UnorderedReason::OrderTooWeak;
      race.explanation = say.tooWeak(worst);
      break;
    case LinkQuality::Barrier:
    case LinkQuality::SameScope:
      race.reason =
          differentScopes(race, path) ? UnorderedReason::ScopesDiffer : UnorderedReason::OrderTooWeak;
      race.explanation = differentScopes(race, path) ? say.chain(path) : say.notEnough(worst);
      break;
  }
  blame(race, worst.from, worst.to);
}

/// The better of the two directions; empty when neither has a path.
std::vector<SyncLink> nearestPath(const Race& race, bool promotes) {
  std::vector<SyncLink> there = bestSyncPath(race.witness, race.firstEvent, race.secondEvent, promotes);
  std::vector<SyncLink> back = bestSyncPath(race.witness, race.secondEvent, race.firstEvent, promotes);
  if (there.empty() || back.empty()) {
    return there.empty() ? back : there;
  }
  return worstLink(back).quality < worstLink(there).quality ? back : there;
}

}  // namespace

void diagnose(Race& race, const ModelFacts& model) {
  const auto& events = race.witness.skeleton->events();
  const bool firstIsAcquire =
      isAcquire(events[race.firstEvent]) && events[race.secondEvent].kind == EventKind::Write;
  const EventId from = firstIsAcquire ? race.secondEvent : race.firstEvent;
  const EventId to = firstIsAcquire ? race.firstEvent : race.secondEvent;
  const bool bothScoped = events[from].scope != kNoScope && events[to].scope != kNoScope;
  if (bothScoped && explainByScopes(race, model, from, to)) {
    return;
  }
  if (const std::vector<SyncLink> path = nearestPath(race, model.promotes); !path.empty()) {
    explainByPath(race, model, path);
    return;
  }
  race.reason = UnorderedReason::NoSynchronization;
  const bool releaseAndAcquire = bothScoped && isRelease(events[from]) && isAcquire(events[to]);
  const Wording say(race, model);
  race.explanation = releaseAndAcquire ? say.tooEarly(from, to) : say.nothing();
}

}  // namespace hrfcheck
