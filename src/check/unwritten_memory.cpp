#include "check/unwritten_memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "check/notes.h"
#include "execution/bounds/infeasible_rf.h"
#include "program/expr/further_operators.h"

namespace hrfcheck::inline check {
namespace {

constexpr std::size_t kMostNamed = 3;

/// PTX knows contents that nobody knows.
bool isTakenFor(const MemoryLocation& location) {
  return location.space == AddressSpace::Local && !isUnknown(location.initial);
}

/// Reads of such memory, with the location.
std::vector<std::pair<EventId, LocationId>> readsOf(const EventStructure& structure) {
  std::vector<std::pair<EventId, LocationId>> reads;
  for (EventId e = 0; e < structure.size(); ++e) {
    if (structure.events()[e].kind == EventKind::Read) {
      for (const LocationId l : structure.mayLocations()[e]) {
        if (isTakenFor(structure.program().locations[l])) {
          reads.emplace_back(e, l);
        }
      }
    }
  }
  return reads;
}

}  // namespace

std::vector<std::string> notesOfUnwrittenMemory(const PreparedTest& test, const Deadline& deadline) {
  const EventStructure& structure = test.structure();
  const Program& program = structure.program();
  if (!program.launched()) {
    return {};
  }
  const auto reads = readsOf(structure);
  if (reads.empty()) {
    return {};
  }
  const Relation impossible = infeasibleRf(test.model(), structure, deadline);
  std::set<LocationId> noted;
  std::vector<std::string> places;
  for (const auto& [read, location] : reads) {
    if (!impossible.contains(structure.initialWrite(location), read) && noted.insert(location).second) {
      places.push_back(fmt::format("'{}' = {}, read at {}", program.locations[location].name,
                                   program.locations[location].initial,
                                   placeText(program, structure.instructionOf(read))));
    }
  }
  if (places.empty()) {
    return {};
  }
  const std::size_t more = places.size() - std::min(places.size(), kMostNamed);
  places.resize(places.size() - more);
  return {fmt::format("uninitialized local memory may be read, and only these contents are considered: {}{}",
                      fmt::join(places, "; "), more == 0 ? "" : fmt::format("; and {} more", more))};
}

}  // namespace hrfcheck::inline check
