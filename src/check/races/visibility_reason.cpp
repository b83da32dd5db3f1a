#include "check/races/visibility_reason.h"

#include <fmt/format.h>

namespace hrfcheck::inline check {
namespace {

/// The name by which the instruction of an access calls its location.
std::string referenceOf(const Execution& execution, EventId e) {
  const Program& program = execution.structure->program();
  const Event& event = execution.structure->events()[e];
  const std::string& own = program.threads[event.thread].instructions[event.instruction].reference;
  return own.empty() ? program.locations[execution.location[e]].name : own;
}

bool isPrivate(const EventStructure& structure, EventId e) {
  const auto set = structure.tags().find("NONPRIV");
  return set != structure.tags().end() && !set->second.contains(e);
}

std::string whatIsMissing(const Execution& execution, const RaceWording& say, EventId from, EventId to) {
  const EventStructure& structure = *execution.structure;
  const std::string one = referenceOf(execution, from);
  const std::string other = referenceOf(execution, to);
  if (one != other) {
    return fmt::format(
        "they use two references, {} and {}, to one location, which only avdevice and visdevice connect", one,
        other);
  }
  const bool hasPrivate = structure.program().dialect == "VULKAN";
  const bool first = hasPrivate && isPrivate(structure, from);
  const bool second = hasPrivate && isPrivate(structure, to);
  if (first || second) {
    return first && second ? "both accesses are private"
                           : fmt::format("{} is a private access", say.instruction(first ? from : to));
  }
  return structure.events()[to].kind == EventKind::Read
             ? fmt::format(
                   "the value that {} stores is not made available, and visible to {}, through a scope that "
                   "contains both agents",
                   say.instruction(from), say.thread(to))
             : fmt::format(
                   "the value that {} stores is not made available to a scope that contains both agents",
                   say.instruction(from));
}

}  // namespace

std::optional<std::string> visibilityReason(WitnessOrder& order, const RaceWording& say, EventId first,
                                            EventId second) {
  const Execution& execution = order.witness();
  const Program& program = execution.structure->program();
  if (!program.conventions.atomicsAreVisible && program.dialect != "AMDGPU") {
    return std::nullopt;
  }
  const Relation* before = order.definition("hb");
  if (before == nullptr || !(before->contains(first, second) || before->contains(second, first))) {
    return std::nullopt;
  }
  const EventId from = before->contains(first, second) ? first : second;
  const EventId to = from == first ? second : first;
  return fmt::format("{} happens before {}, but {}", say.instruction(from), say.instruction(to),
                     whatIsMissing(execution, say, from, to));
}

}  // namespace hrfcheck::inline check
