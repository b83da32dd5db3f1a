#include "triage/candidates.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace hrfcheck::inline triage {
namespace {

/// What the events of an instruction may do, in all of its copies.
struct Doing {
  bool writes = false;
  std::set<LocationId> locations;
};

using Doings = std::map<InstructionRef, Doing>;

Doings doingsOf(const EventStructure& structure, const std::vector<InstructionRef>& accesses) {
  const std::set<InstructionRef> wanted(accesses.begin(), accesses.end());
  Doings doings;
  for (EventId e = 0; e < structure.size(); ++e) {
    const Event& event = structure.events()[e];
    if (event.thread == kNoThread || !wanted.contains(structure.instructionOf(e))) {
      continue;
    }
    Doing& doing = doings[structure.instructionOf(e)];
    doing.writes = doing.writes || event.kind == EventKind::Write;
    const std::vector<LocationId>& may = structure.mayLocations()[e];
    doing.locations.insert(may.begin(), may.end());
  }
  return doings;
}

bool meet(const std::set<LocationId>& one, const std::set<LocationId>& other) {
  const std::set<LocationId>& fewer = one.size() < other.size() ? one : other;
  const std::set<LocationId>& more = one.size() < other.size() ? other : one;
  return std::ranges::any_of(fewer, [&](LocationId l) { return more.contains(l); });
}

void sortOut(std::vector<InstructionPair>& pairs) {
  std::ranges::sort(pairs);
  const auto rest = std::ranges::unique(pairs);
  pairs.erase(rest.begin(), rest.end());
}

}  // namespace

Candidates candidatesOf(const EventStructure& structure, const std::vector<InstructionRef>& first,
                        const std::vector<InstructionRef>& second, const Deadline& deadline) {
  const Doings ones = doingsOf(structure, first);
  const Doings others = doingsOf(structure, second);
  Candidates candidates;
  candidates.firstHappens = !ones.empty();
  candidates.secondHappens = !others.empty();
  PacedLook look(deadline);
  for (const auto& [one, does] : ones) {
    for (const auto& [other, alsoDoes] : others) {
      look.spend(1);
      if (one.thread == other.thread) {
        continue;
      }
      const InstructionPair pair = std::minmax(one, other);
      const bool writes = does.writes || alsoDoes.writes;
      candidates.concurrent.push_back(pair);
      candidates.someWrite = candidates.someWrite || writes;
      if (writes && meet(does.locations, alsoDoes.locations)) {
        candidates.conflicting.push_back(pair);
      }
    }
  }
  sortOut(candidates.concurrent);
  sortOut(candidates.conflicting);
  return candidates;
}

std::vector<InstructionPair> withAnything(const EventStructure& structure,
                                          const std::vector<InstructionRef>& accesses) {
  std::map<ThreadId, std::set<InstructionRef>> all;
  for (EventId e = 0; e < structure.size(); ++e) {
    if (structure.events()[e].thread != kNoThread) {
      all[structure.events()[e].thread].insert(structure.instructionOf(e));
    }
  }
  std::vector<InstructionPair> pairs;
  for (const InstructionRef& access : accesses) {
    const auto own = all.find(access.thread);
    if (own == all.end()) {
      continue;
    }
    const auto next = std::next(own) == all.end() ? all.begin() : std::next(own);
    for (const auto& beside : {own, next}) {
      for (const InstructionRef& other : beside->second) {
        if (other != access) {
          pairs.push_back(std::minmax(access, other));
        }
      }
    }
  }
  sortOut(pairs);
  return pairs;
}

InstructionPair noPair() {
  return {};
}

}  // namespace hrfcheck::inline triage
