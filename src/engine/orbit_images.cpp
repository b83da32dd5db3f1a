// What pairs of instructions and incidents become when threads are renamed: found by moving the one or two
// blocks that they are about, with whatever permutation does so.

#include <algorithm>
#include <numeric>
#include <set>

#include "engine/orbits.h"

namespace hrfcheck::inline engine {
namespace {

/// The permutation with these values first, by index, and the others in order.
BlockPermutation completed(const std::map<std::uint32_t, std::uint32_t>& known, std::uint32_t size) {
  std::set<std::uint32_t> open;
  for (std::uint32_t i = 0; i < size; ++i) {
    open.insert(i);
  }
  for (const auto& [from, to] : known) {
    open.erase(to);
  }
  BlockPermutation result(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    const auto found = known.find(i);
    if (found != known.end()) {
      result[i] = found->second;
    } else {
      result[i] = *open.begin();
      open.erase(open.begin());
    }
  }
  return result;
}

}  // namespace

/// Where the block of a thread can go.
std::vector<std::uint32_t> Orbits::targetsOf(ThreadId thread) const {
  const std::size_t group = places_[thread].group;
  std::vector<std::uint32_t> targets(group < groups_.size() ? groups_[group].blocks.size() : 1);
  std::iota(targets.begin(), targets.end(), 0U);
  return targets;
}

std::vector<Orbits::PairImage> Orbits::imagesOf(const InstructionPair& pair) const {
  const PlaceInGroup& one = places_[pair.first.thread];
  const PlaceInGroup& other = places_[pair.second.thread];
  std::map<InstructionPair, PairImage> images;
  for (const std::uint32_t i : targetsOf(pair.first.thread)) {
    for (const std::uint32_t j : targetsOf(pair.second.thread)) {
      if (one.group == other.group && (one.block == other.block) != (i == j)) {
        continue;
      }
      PairImage image{pair, std::vector<std::map<std::uint32_t, std::uint32_t>>(groups_.size())};
      if (one.group < groups_.size()) {
        image.pair.first = renamed(pair.first, i);
        image.targets[one.group][one.block] = i;
      }
      if (other.group < groups_.size()) {
        image.pair.second = renamed(pair.second, j);
        image.targets[other.group][other.block] = j;
      }
      if (image.pair.second < image.pair.first) {
        std::swap(image.pair.first, image.pair.second);
      }
      images.try_emplace(image.pair, image);
    }
  }
  std::vector<PairImage> result;
  for (auto& [key, image] : images) {
    result.push_back(std::move(image));
  }
  return result;
}

std::vector<EventId> Orbits::renamingOf(const PairImage& image) const {
  std::vector<BlockPermutation> permutations;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    permutations.push_back(completed(image.targets[g], static_cast<std::uint32_t>(groups_[g].blocks.size())));
  }
  return eventRenaming(*structure_, groups_, permutations);
}

std::vector<InstructionPair> Orbits::pairsLike(const InstructionPair& pair) const {
  std::vector<InstructionPair> pairs;
  for (const PairImage& image : imagesOf(pair)) {
    pairs.push_back(image.pair);
  }
  return pairs;
}

std::vector<InstructionRef> Orbits::instructionsLike(const InstructionRef& instruction) const {
  std::vector<InstructionRef> instructions;
  for (const PairImage& image : imagesOf({instruction, instruction})) {
    instructions.push_back(image.pair.first);
  }
  return instructions;
}

void Orbits::expandPairs(FlagFinding& flag) const {
  std::map<InstructionPair, FlagPair> all;
  for (const FlagPair& found : flag.pairs) {
    all.emplace(InstructionPair{found.first, found.second}, found);
  }
  std::set<InstructionPair> done;
  for (const FlagPair& found : flag.pairs) {
    const InstructionPair pair{found.first, found.second};
    if (done.contains(pair)) {
      continue;
    }
    for (const PairImage& image : imagesOf(pair)) {
      done.insert(image.pair);
      if (!all.contains(image.pair)) {
        all.emplace(image.pair,
                    FlagPair{image.pair.first, image.pair.second, found.witness.renamed(renamingOf(image))});
      }
    }
  }
  flag.pairs.clear();
  for (auto& [pair, found] : all) {
    flag.pairs.push_back(std::move(found));
  }
}

void Orbits::expandIncidents(Analysis& analysis) const {
  std::map<std::pair<IncidentKind, InstructionRef>, Incident> all;
  for (const Incident& found : analysis.incidents) {
    all.emplace(std::pair(found.kind, found.where), found);
  }
  for (const Incident& found : analysis.incidents) {
    for (const PairImage& image : imagesOf({found.where, found.where})) {
      const std::pair key(found.kind, image.pair.first);
      if (!all.contains(key)) {
        all.emplace(key, Incident{found.kind, image.pair.first, found.witness.renamed(renamingOf(image))});
      }
    }
  }
  analysis.incidents.clear();
  for (auto& [key, found] : all) {
    analysis.incidents.push_back(std::move(found));
  }
}

}  // namespace hrfcheck::inline engine
