// What locations end with: the last write in coherence. What is left in a location that is only added to (and
// the like), one addition reading from the one before it (execution/elimination/update_chains.h), is the sum
// of those that happen: no permutation of them need be looked at.

#include <algorithm>
#include <iterator>

#include "engine/smt/encode/candidate_formula.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline engine::smt {
namespace {

/// Values of a location that is summed up; more than that are left to coherence.
constexpr std::size_t kMostSums = 256;

}  // namespace

/// What a location ends with that is written by a chain of updates, each of which adds its part if it
/// happens; nothing where that may be too many values.
std::optional<GuardedValues> CandidateFormula::afterUpdates(LocationId location,
                                                            const std::vector<EventId>& updates) {
  GuardedValues sum(structure_.program().locations[location].initial);
  for (const EventId w : updates) {
    const auto& update = std::get<RmwOperation>(instructionOf(structure_, w).operation);
    formula_.spend(sum.entries().size() * code_.events[w].operand.entries().size());
    const Evaluated more = updated(formula_, update, sum, code_.events[w].operand);
    if (more.fault != kFalse || more.values.entries().size() > kMostSums) {
      return std::nullopt;
    }
    sum = join(formula_, {{exec(w), &more.values}, {-exec(w), &sum}});
  }
  return sum;
}

void CandidateFormula::encodeFinalWrites(const std::vector<LocationId>& chains) {
  const std::vector<MemoryLocation>& locations = structure_.program().locations;
  std::vector<std::vector<EventId>> writesAt(locations.size());
  std::vector<std::vector<EventId>> after(size());
  for (EventId w : writes_) {
    formula_.spend(writes_.size());
    for (const auto& [location, literal] : code_.events[w].locations.entries()) {
      writesAt[static_cast<std::size_t>(location)].push_back(w);
    }
    std::ranges::copy_if(writes_, std::back_inserter(after[w]),
                         [&](EventId other) { return co_.at(w, other) != kFalse; });
  }
  finalMemory_.resize(locations.size());
  for (LocationId l = 0; l < finalMemory_.size(); ++l) {
    if (structure_.initialWrite(l) == kNoEvent) {
      finalMemory_[l] = GuardedValues(locations[l].initial);
      continue;
    }
    if (std::ranges::binary_search(chains, l)) {
      std::vector<EventId> updates = writesAt[l];
      std::erase(updates, structure_.initialWrite(l));
      if (auto sum = afterUpdates(l, updates)) {
        finalMemory_[l] = std::move(*sum);
        continue;
      }
    }
    std::vector<Alternative> ways;
    for (EventId w : writesAt[l]) {
      const EventCode& write = code_.events[w];
      std::vector<Lit> last{write.exec, write.locations.is(l)};
      for (EventId other : after[w]) {
        last.push_back(-formula_.andOf(co_.at(w, other), exec(other)));
      }
      ways.push_back({formula_.andOf(std::move(last)), &write.values});
    }
    finalMemory_[l] = join(formula_, ways);
  }
}

}  // namespace hrfcheck::inline engine::smt
