#include "engine/arrangements.h"

#include <algorithm>
#include <map>

namespace hrfcheck::inline engine {

Arrangements::Arrangements(const std::vector<BlockSlots>& groups, std::vector<BlockRef> blocks,
                           const std::vector<Value>& values)
    : groups_(groups), blocks_(std::move(blocks)), original_(values), renamed_(values.begin(), values.end()) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::vector<std::vector<std::size_t>>& slots = groups[g].slots;
    std::map<std::vector<Value>, Class> classes;
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
      std::vector<Value> key;
      for (const std::size_t slot : slots[i]) {
        key.push_back(values[slot]);
      }
      classes[key].members.push_back(i);
      clear({g, i});
    }
    classes_.emplace_back();
    for (auto& [key, members] : classes) {
      classes_.back().push_back(std::move(members));
    }
    source_.emplace_back(slots.size());
  }
}

void Arrangements::forEach(const std::function<Walk()>& visit) {
  walk(visit);
}

/// False when it is to stop.
bool Arrangements::walk(const std::function<Walk()>& visit) {
  const Walk next = visit();
  if (next != Walk::Deeper || complete()) {
    return next != Walk::Stop;
  }
  const BlockRef block = blocks_[depth_];
  bool goOn = true;
  for (std::size_t c = 0; goOn && c < classes_[block.first].size(); ++c) {
    Class& from = classes_[block.first][c];
    if (from.used == from.members.size()) {
      continue;
    }
    put(block, from);
    ++from.used;
    ++depth_;
    goOn = walk(visit);
    --depth_;
    --from.used;
  }
  clear(block);
  source_[block.first][block.second].reset();
  return goOn;
}

void Arrangements::put(BlockRef block, const Class& from) {
  const std::uint32_t source = from.members[from.used];
  source_[block.first][block.second] = source;
  const std::vector<std::vector<std::size_t>>& slots = groups_[block.first].slots;
  for (std::size_t s = 0; s < slots[block.second].size(); ++s) {
    renamed_[slots[block.second][s]] = original_[slots[source][s]];
  }
}

void Arrangements::clear(BlockRef block) {
  for (const std::size_t slot : groups_[block.first].slots[block.second]) {
    renamed_[slot].reset();
  }
}

FactorialQuotient Arrangements::permutations() const {
  FactorialQuotient product;
  for (const std::vector<Class>& classes : classes_) {
    std::uint32_t open = 0;
    for (const Class& c : classes) {
      const auto size = static_cast<std::uint32_t>(c.members.size());
      product.multiply(size).divide(size - c.used);
      open += size - c.used;
    }
    product.multiply(open);
  }
  return product;
}

FactorialQuotient Arrangements::completions() const {
  FactorialQuotient product = permutations();
  for (const std::vector<Class>& classes : classes_) {
    for (const Class& c : classes) {
      product.divide(static_cast<std::uint32_t>(c.members.size()));
    }
  }
  return product;
}

std::vector<BlockPermutation> Arrangements::permutation() const {
  std::vector<BlockPermutation> result;
  for (const std::vector<std::optional<std::uint32_t>>& sources : source_) {
    std::vector<char> taken(sources.size(), 0);
    for (const std::optional<std::uint32_t>& source : sources) {
      if (source) {
        taken[*source] = 1;
      }
    }
    BlockPermutation target(sources.size());
    auto free = std::ranges::find(taken, 0);
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
      if (sources[i]) {
        target[*sources[i]] = i;
      } else {
        target[static_cast<std::size_t>(free - taken.begin())] = i;
        free = std::find(free + 1, taken.end(), 0);
      }
    }
    result.push_back(std::move(target));
  }
  return result;
}

}  // namespace hrfcheck::inline engine
