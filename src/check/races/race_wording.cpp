#include "check/races/race_wording.h"

#include <fmt/format.h>

#include "check/races/annotation_edit.h"

namespace hrfcheck::inline check {
std::string RaceWording::instruction(EventId e) const {
  if (event(e).kind == EventKind::InitialWrite) {
    return "the initial value";
  }
  const InstructionRef where = structure_.instructionOf(e);
  return program_.instructionName(where.thread, where.instruction);
}

std::string RaceWording::scope(EventId e) const {
  return scopeText(program_.scopes, event(e).scope);
}

std::string RaceWording::scopedAct(EventId e, LinkEnd end) const {
  const bool racing = e == first_ || e == second_;
  const std::string at = racing ? "" : fmt::format(" (at {})", instruction(e));
  if (isBarrierHalf(event(e).kind)) {
    return fmt::format("{} waited at a barrier of {}{}", thread(e), scope(e), at);
  }
  // Of a read-modify-write that is one of the two, either half stands for it; a fence can be both ends.
  const bool takes = end == LinkEnd::To && event(e).kind == EventKind::Fence && acquires(e);
  if (!takes && (isRelease(event(e)) || event(e).order == Order::Release)) {
    return fmt::format("{} released to {}{}", thread(e), scope(e), at);
  }
  if (acquires(e) || event(e).order == Order::Acquire) {
    return fmt::format("{} acquired from {}{}", thread(e), scope(e), at);
  }
  return fmt::format("{} is at {}", instruction(e), scope(e));
}

std::string RaceWording::notContained(EventId x, EventId y) const {
  const auto leftOut = [&](EventId a, EventId b, LinkEnd end) {
    return program_.scopes.contains(event(a).scope, event(b).thread)
               ? std::string()
               : fmt::format("{}, which does not contain {}", scopedAct(a, end), thread(b));
  };
  const std::string one = leftOut(x, y, LinkEnd::From);
  const std::string other = leftOut(y, x, LinkEnd::To);
  return one + (one.empty() || other.empty() ? "" : ", and ") + other;
}

EventId RaceWording::racingIn(EventId e) const {
  for (const EventId racing : {first_, second_}) {
    if (racing != kNoEvent && event(racing).thread == event(e).thread) {
      return racing;
    }
  }
  return kNoEvent;
}

std::vector<EventId> RaceWording::orderedFrom(std::vector<EventId> fences, EventId racing, bool after) const {
  std::erase_if(fences, [&](EventId fence) {
    return racing != kNoEvent &&
           !(after ? structure_.po().contains(racing, fence) : structure_.po().contains(fence, racing));
  });
  return fences;
}

std::string RaceWording::tooWeak(const SyncLink& link) const {
  const bool releasesItself = isRelease(event(link.from));
  const bool acquiresItself = acquires(link.to);
  std::string lacks;
  const auto add = [&](EventId e, const char* role, const std::string& fence) {
    const std::string kind = event(e).atomic ? fmt::format("not {}", role) : "an ordinary access";
    lacks += fmt::format("{}{} is {}{}", lacks.empty() ? "" : " and ", instruction(e), kind, fence);
  };
  // A fence helps if it stands between the access that races, where that is in this thread, and this one.
  const EventId before = racingIn(link.from);
  const EventId after = racingIn(link.to);
  const bool atomics = event(link.from).atomic && event(link.to).atomic;
  const std::vector<EventId> releasing = releasesThrough(execution_, link.from);
  const std::vector<EventId> acquiring = acquiresThrough(execution_, link.to);
  const bool releasedByFence =
      !releasesItself && event(link.from).atomic && !orderedFrom(releasing, before, true).empty();
  const bool acquiredByFence =
      !acquiresItself && event(link.to).atomic && !orderedFrom(acquiring, after, false).empty();
  const auto misplaced = [&](EventId e, EventId racing, const char* where, const char* between) {
    return structure_.instructionOf(e) == structure_.instructionOf(racing)
               ? fmt::format(", and a fence {} does not order it itself", where)
               : fmt::format(", and no {} {}", between, instruction(racing));
  };
  if (!releasesItself && !releasedByFence) {
    add(link.from, "a release",
        atomics && !releasing.empty()
            ? misplaced(link.from, before, "before it", "release fence stands between it and")
        : acquiredByFence ? ", and no release fence precedes it"
                          : "");
  }
  if (!acquiresItself && !acquiredByFence) {
    add(link.to, "an acquire",
        atomics && !acquiring.empty()
            ? misplaced(link.to, after, "after it", "acquire fence stands between it and")
        : releasedByFence ? ", and no acquire fence follows it"
                          : "");
  }
  return lacks.empty()
             ? ""
             : fmt::format("{} reads from {}, but {}", instruction(link.to), instruction(link.from), lacks);
}

std::string RaceWording::link(const SyncLink& link) const {
  if (isBarrierHalf(event(link.from).kind)) {
    return event(link.from).scope == event(link.to).scope
               ? fmt::format("barrier of {}", scope(link.from))
               : fmt::format("barrier of {}, barrier of {}", scope(link.from), scope(link.to));
  }
  if (!isRelease(event(link.from)) || !acquires(link.to)) {
    return "reads from";
  }
  const auto role = [&](EventId e, const char* name) {
    const bool consumes = orderIn(execution_, e) == Order::Consume;
    return fmt::format("{}{}{} at {}", event(e).remote ? "remote " : "", consumes ? "consume" : name,
                       event(e).kind == EventKind::Fence ? " fence" : "", scope(e));
  };
  return role(link.from, "release") + ", " + role(link.to, "acquire");
}

bool RaceWording::tagged(EventId e, const char* tag) const {
  const auto found = structure_.tags().find(tag);
  return found != structure_.tags().end() && found->second.contains(e);
}

std::string RaceWording::regionNotNamed(EventId one, EventId other) const {
  const bool firstIsAccess = execution_.location[one] != kNoLocation;
  const EventId access = firstIsAccess ? one : other;
  const EventId fence = firstIsAccess ? other : one;
  if (!tagged(fence, "F") || execution_.location[access] == kNoLocation ||
      execution_.location[fence] != kNoLocation) {
    return "";
  }
  const bool local = program_.locations[execution_.location[access]].space == AddressSpace::Local;
  return tagged(fence, local ? "LOCAL" : "GLOBAL")
             ? ""
             : fmt::format("the {} {} does not name {} memory",
                           isBarrierHalf(event(fence).kind) ? "barrier" : "fence", instruction(fence),
                           local ? "local" : "global");
}

std::string RaceWording::noCommonRegion(const SyncLink& link) const {
  const auto both = [&](const char* tag) { return tagged(link.from, tag) && tagged(link.to, tag); };
  return both("F") && !both("LOCAL") && !both("GLOBAL")
             ? fmt::format("{} and {} name no memory in common", instruction(link.from), instruction(link.to))
             : "";
}

}  // namespace hrfcheck::inline check
