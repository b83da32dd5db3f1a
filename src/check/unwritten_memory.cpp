#include "check/unwritten_memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "check/notes.h"
#include "execution/impossible_sources.h"
#include "program/ir/further_operators.h"

namespace hrfcheck::inline check {
namespace {

constexpr std::size_t kMostNamed = 3;

/// PTX knows contents that nobody knows.
bool isTakenFor(const MemoryLocation& location) {
  return location.space == AddressSpace::Local && !isUnknown(location.initial);
}

/// Reads of such memory, with the location.
std::vector<std::pair<EventId, LocationId>> readsOf(const Skeleton& skeleton) {
  std::vector<std::pair<EventId, LocationId>> reads;
  for (EventId e = 0; e < skeleton.size(); ++e) {
    if (skeleton.events()[e].kind == EventKind::Read) {
      for (const LocationId l : skeleton.mayLocations()[e]) {
        if (isTakenFor(skeleton.program().locations[l])) {
          reads.emplace_back(e, l);
        }
      }
    }
  }
  return reads;
}

}  // namespace

std::vector<std::string> notesOfUnwrittenMemory(const PreparedTest& test, const Deadline& deadline) {
  const Skeleton& skeleton = test.skeleton();
  const Program& program = skeleton.program();
  if (!program.launched()) {
    return {};
  }
  const auto reads = readsOf(skeleton);
  if (reads.empty()) {
    return {};
  }
  const Relation impossible = impossibleSources(test.model(), skeleton, deadline);
  std::set<LocationId> noted;
  std::vector<std::string> places;
  for (const auto& [read, location] : reads) {
    if (!impossible.contains(skeleton.initialWrite(location), read) && noted.insert(location).second) {
      places.push_back(fmt::format("'{}' = {}, read at {}", program.locations[location].name,
                                   program.locations[location].initial,
                                   placeText(program, skeleton.instructionOf(read))));
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
