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

std::string RaceWording::scopedAct(EventId e) const {
  const bool racing = e == first_ || e == second_;
  const std::string at = racing ? "" : fmt::format(" (at {})", instruction(e));
  if (isBarrierHalf(event(e).kind)) {
    return fmt::format("{} waited at a barrier of {}{}", thread(e), scope(e), at);
  }
  // Of a read-modify-write that is one of the two, either half stands for it.
  if (isRelease(event(e)) || event(e).order == Order::Release) {
    return fmt::format("{} released to {}{}", thread(e), scope(e), at);
  }
  if (acquires(e) || event(e).order == Order::Acquire) {
    return fmt::format("{} acquired from {}{}", thread(e), scope(e), at);
  }
  return fmt::format("{} is at {}", instruction(e), scope(e));
}

std::string RaceWording::notContained(EventId x, EventId y) const {
  const auto leftOut = [&](EventId a, EventId b) {
    return program_.scopes.contains(event(a).scope, event(b).thread)
               ? std::string()
               : fmt::format("{}, which does not contain {}", scopedAct(a), thread(b));
  };
  const std::string one = leftOut(x, y);
  const std::string other = leftOut(y, x);
  return one + (one.empty() || other.empty() ? "" : ", and ") + other;
}

std::string RaceWording::tooWeak(const SyncLink& link) const {
  const bool releasesItself = isRelease(event(link.from));
  const bool acquiresItself = acquires(link.to);
  const bool releasedByFence =
      !releasesItself && event(link.from).atomic && !releasesThrough(execution_, link.from).empty();
  const bool acquiredByFence =
      !acquiresItself && event(link.to).atomic && !acquiresThrough(execution_, link.to).empty();
  std::string lacks;
  const auto add = [&](EventId e, const char* role, const char* fence) {
    const std::string kind = event(e).atomic ? fmt::format("not {}", role) : "an ordinary access";
    lacks += fmt::format("{}{} is {}{}", lacks.empty() ? "" : " and ", instruction(e), kind, fence);
  };
  if (!releasesItself && !releasedByFence) {
    add(link.from, "a release", acquiredByFence ? ", and no release fence precedes it" : "");
  }
  if (!acquiresItself && !acquiredByFence) {
    add(link.to, "an acquire", releasedByFence ? ", and no acquire fence follows it" : "");
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
