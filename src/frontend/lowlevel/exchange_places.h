#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "frontend/lowlevel/thread_state.h"

namespace hrfcheck::frontend::lowlevel {

/// Where a loop that lanes give each other numbers in ends by what is read from memory, nobody knows how many
/// exchanges came before: each is then the one at its place in the code, calls included, of which there are
/// many rounds.
class ExchangePlaces {
 public:
  /// The number of the exchange at a place, for all threads.
  std::uint32_t numberOf(const std::vector<Frame>& place) {
    return numbers_.emplace(place, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<std::vector<Frame>, std::uint32_t> numbers_;
};

}  // namespace hrfcheck::frontend::lowlevel
