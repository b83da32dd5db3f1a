#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/ir/value.h"

namespace hrfcheck::inline termination {

/// How many have arrived at which barriers, as a number: for barriers with a count that are named by
/// registers, so that nobody knows beforehand how many there are. Number 0 is nobody.
class CountedArrivals {
 public:
  using Name = std::pair<Value, Value>;  ///< instance and id

  CountedArrivals() : known_{{}}, numbers_{{{}, 0}} {}

  std::uint32_t arrivals(std::uint32_t number, const Name& name) const {
    const auto found = known_[number].find(name);
    return found == known_[number].end() ? 0 : found->second;
  }
  /// After one more.
  /// @param most what nobody counts further than
  std::uint32_t after(std::uint32_t number, const Name& name, std::uint32_t most) {
    Arrivals next = known_[number];
    std::uint32_t& arrivals = next[name];
    arrivals = arrivals < most ? arrivals + 1 : most;
    const auto [entry, isNew] = numbers_.try_emplace(next, static_cast<std::uint32_t>(known_.size()));
    if (isNew) {
      known_.push_back(std::move(next));
    }
    return entry->second;
  }

 private:
  using Arrivals = std::map<Name, std::uint32_t>;
  std::vector<Arrivals> known_;  ///< by number
  std::map<Arrivals, std::uint32_t> numbers_;
};

}  // namespace hrfcheck::inline termination
