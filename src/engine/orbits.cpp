// From representatives to all executions. Why the representatives suffice, and how many executions each
// stands for, is in program/symmetry/symmetry.cpp; here is the bookkeeping, and how it stays small.
//
// Renaming n blocks of threads has n! ways, but what is asked for rarely distinguishes them. Final states:
// what counts is which block's values go where, so blocks with equal values are one class, and only the
// blocks that are observed get values (arrangements.h). Representatives whose values are renamings of each
// other are one. The condition is evaluated while blocks get their values one after the other, and no further
// than it takes to know the answer; a condition that a group's renamings keep is evaluated once for the
// group. Pairs: the images of two instructions are found by moving one or two blocks.

#include "engine/orbits.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "program/symmetry/condition_symmetry.h"

namespace hrfcheck::inline engine {
namespace {

using BlockRef = Arrangements::BlockRef;
using Walk = Arrangements::Walk;

/// How many writes come before a block's place in coherence; then 0 for a compare-and-swap that succeeds.
using Attribute = std::pair<std::size_t, unsigned>;

std::vector<Attribute> attributesOf(const SymmetryGroup& group, const Execution& execution) {
  std::vector<Attribute> attributes;
  for (const EventId leader : group.leaders) {
    const EventId source = execution.readsFrom[leader];
    const EventId write = source == kNoEvent ? leader : source;
    std::size_t before = 0;
    execution.happened.forEach([&](EventId e) { before += execution.co.contains(e, write) ? 1 : 0; });
    const EventId partner = execution.structure->events()[leader].partner;
    attributes.emplace_back(before, partner != kNoEvent && execution.happened.contains(partner) ? 0U : 1U);
  }
  return attributes;
}

}  // namespace

Orbits::Orbits(std::shared_ptr<const EventStructure> structure, std::vector<SymmetryGroup> groups)
    : structure_(std::move(structure)), groups_(std::move(groups)) {
  findPlaces();
  observe();
  makeSlots();
  observedBlocks_ = blocksOf(structure_->program().observed);
  findConditionBlocks();
}

void Orbits::findPlaces() {
  places_.assign(structure_->threads().size(), {groups_.size()});
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (std::uint32_t i = 0; i < groups_[g].blocks.size(); ++i) {
      for (std::uint32_t k = 0; k < groups_[g].blocks[i].size(); ++k) {
        places_[groups_[g].blocks[i][k]] = {g, i, k};
      }
    }
  }
}

StateVariable Orbits::renamed(const StateVariable& variable, std::uint32_t block) const {
  const PlaceInGroup& place = places_[variable.thread];
  return {groups_[place.group].blocks[block][place.position], variable.reg, variable.location};
}

InstructionRef Orbits::renamed(const InstructionRef& instruction, std::uint32_t block) const {
  const PlaceInGroup& place = places_[instruction.thread];
  return {groups_[place.group].blocks[block][place.position], instruction.instruction};
}

bool Orbits::hasLeaders(ThreadId thread) const {
  const std::size_t group = places_[thread].group;
  return group < groups_.size() && !groups_[group].leaders.empty();
}

void Orbits::observe() {
  const Program& program = structure_->program();
  observed_ = program.observed;
  std::set<StateVariable> wanted(observed_.begin(), observed_.end());
  for (const StateVariable& v : variablesOf(*program.condition)) {
    wanted.insert(v);
  }
  for (const StateVariable& v : std::set(wanted)) {
    if (v.isRegister() && hasLeaders(v.thread)) {
      const SymmetryGroup& group = groups_[places_[v.thread].group];
      for (std::uint32_t i = 0; i < group.blocks.size(); ++i) {
        wanted.insert(renamed(v, i));
      }
    }
  }
  for (const StateVariable& v : observed_) {
    wanted.erase(v);
  }
  observed_.insert(observed_.end(), wanted.begin(), wanted.end());
}

void Orbits::makeSlots() {
  slots_.resize(groups_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    slots_[g].slots.resize(groups_[g].leaders.size());
  }
  for (std::size_t i = 0; i < observed_.size(); ++i) {
    const StateVariable& v = observed_[i];
    slotOf_.emplace(v, i);
    if (v.isRegister() && hasLeaders(v.thread)) {
      slots_[places_[v.thread].group].slots[places_[v.thread].block].push_back(i);
    }
  }
  for (BlockSlots& group : slots_) {
    for (std::vector<std::size_t>& slots : group.slots) {
      std::ranges::sort(slots, {}, [&](std::size_t slot) {
        const StateVariable& v = observed_[slot];
        return std::pair(places_[v.thread].position, v.reg);
      });
    }
  }
}

/// In the order of their threads.
std::vector<BlockRef> Orbits::blocksOf(const std::vector<StateVariable>& variables) const {
  std::set<BlockRef> blocks;
  for (const StateVariable& v : variables) {
    if (v.isRegister() && hasLeaders(v.thread)) {
      blocks.emplace(places_[v.thread].group, places_[v.thread].block);
    }
  }
  return {blocks.begin(), blocks.end()};
}

/// Exchanging neighbours generates all permutations.
bool Orbits::conditionKeptBy(std::size_t group) const {
  for (std::uint32_t i = 0; i + 1 < groups_[group].blocks.size(); ++i) {
    const bool kept = keptBy(*structure_->program().condition, [&](const StateVariable& v) {
      const PlaceInGroup& place = places_[v.thread];
      if (place.group != group || (place.block != i && place.block != i + 1)) {
        return v;
      }
      return renamed(v, place.block == i ? i + 1 : i);
    });
    if (!kept) {
      return false;
    }
  }
  return true;
}

void Orbits::findConditionBlocks() {
  conditionSlots_.resize(groups_.size());
  std::map<std::size_t, bool> kept;
  for (const BlockRef& block : blocksOf(variablesOf(*structure_->program().condition))) {
    const auto [found, fresh] = kept.try_emplace(block.first, false);
    if (fresh) {
      found->second = conditionKeptBy(block.first);
    }
    if (!found->second) {
      conditionSlots_[block.first] = slots_[block.first];
      conditionBlocks_.push_back(block);
    }
  }
}

std::vector<Value> Orbits::valuesOf(const Execution& execution) const {
  std::vector<Value> values;
  values.reserve(observed_.size());
  for (const StateVariable& v : observed_) {
    values.push_back(execution.finalValue(v));
  }
  return values;
}

bool Orbits::isRepresentative(const Execution& execution) const {
  return std::ranges::all_of(groups_, [&](const SymmetryGroup& group) {
    return std::ranges::is_sorted(attributesOf(group, execution));
  });
}

Orbits::Ties Orbits::tiesOf(const Execution& representative) const {
  Ties ties;
  for (const SymmetryGroup& group : groups_) {
    std::map<Attribute, std::uint32_t> sizes;
    for (const Attribute& attribute : attributesOf(group, representative)) {
      ++sizes[attribute];
    }
    for (const auto& [attribute, size] : sizes) {
      if (size > 1) {
        ties.push_back(size);
      }
    }
  }
  std::ranges::sort(ties);
  return ties;
}

/// The same for all renamings of values.
std::vector<Value> Orbits::canonical(const std::vector<Value>& values) const {
  std::vector<Value> result = values;
  for (const BlockSlots& group : slots_) {
    std::vector<std::vector<Value>> blocks;
    for (const std::vector<std::size_t>& slots : group.slots) {
      std::vector<Value>& block = blocks.emplace_back();
      for (const std::size_t slot : slots) {
        block.push_back(values[slot]);
      }
    }
    std::ranges::sort(blocks);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (std::size_t s = 0; s < blocks[i].size(); ++s) {
        result[group.slots[i][s]] = blocks[i][s];
      }
    }
  }
  return result;
}

std::optional<bool> Orbits::verdict(const Arrangements& arrangement) const {
  return holdsAlready(*structure_->program().condition,
                      [&](const StateVariable& v) { return arrangement.values()[slotOf_.at(v)]; });
}

Orbits::Verdicts Orbits::verdictsOf(const std::vector<Value>& values) const {
  Verdicts found;
  Arrangements arrangement(conditionSlots_, conditionBlocks_, values);
  arrangement.forEach([&] {
    const std::optional<bool> holds = verdict(arrangement);
    if (!holds) {
      return Walk::Deeper;
    }
    (*holds ? found.satisfied : found.violated) = true;
    return found.satisfied && found.violated ? Walk::Stop : Walk::Back;
  });
  return found;
}

/// Adds up a number of each arrangement that decides the condition, by its verdict: `number` is asked at the
/// shortest ones. False where a number cannot hold that.
bool Orbits::addByVerdict(Arrangements& arrangement, NumbersByVerdict& sums,
                          const std::function<std::optional<std::uint64_t>()>& number) const {
  bool overflow = false;
  arrangement.forEach([&] {
    const std::optional<bool> holds = verdict(arrangement);
    if (!holds) {
      return Walk::Deeper;
    }
    const std::optional<std::uint64_t> added = number();
    std::uint64_t& sum = *holds ? sums.first : sums.second;
    overflow = !added || __builtin_add_overflow(sum, *added, &sum);
    return overflow ? Walk::Stop : Walk::Back;
  });
  return !overflow;
}

std::optional<Orbits::NumbersByVerdict> Orbits::executionCounts(const Counts& counts) const {
  // Only those of all representatives with renamings of the same values give whole numbers.
  Counts joined;
  for (const auto& [key, count] : counts) {
    joined[{canonical(key.first), key.second}] += count;
  }
  NumbersByVerdict sums{0, 0};
  for (const auto& [key, count] : joined) {
    Arrangements arrangement(conditionSlots_, conditionBlocks_, key.first);
    const bool held = addByVerdict(arrangement, sums, [&] {
      FactorialQuotient quotient = arrangement.permutations();
      for (std::size_t g = 0; g < groups_.size(); ++g) {
        if (conditionSlots_[g].slots.empty()) {
          quotient.multiply(static_cast<std::uint32_t>(groups_[g].leaders.size()));
        }
      }
      for (const std::uint32_t size : key.second) {
        quotient.divide(size);
      }
      return quotient.times(count);
    });
    if (!held) {
      return std::nullopt;
    }
  }
  return sums;
}

std::vector<EventId> Orbits::renamingOf(const Arrangements& arrangement) const {
  std::vector<BlockPermutation> permutations = arrangement.permutation();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (permutations[g].empty()) {
      permutations[g].resize(groups_[g].blocks.size());
      std::iota(permutations[g].begin(), permutations[g].end(), 0U);
    }
  }
  return eventRenaming(*structure_, groups_, permutations);
}

Analysis Orbits::expand(Analysis reduced, const AnalysisOptions& options) const {
  if (groups_.empty()) {
    return reduced;
  }
  expandOutcomes(reduced, options);
  for (FlagFinding& flag : reduced.flags) {
    expandPairs(flag);
  }
  expandIncidents(reduced);
  return reduced;
}

}  // namespace hrfcheck::inline engine
