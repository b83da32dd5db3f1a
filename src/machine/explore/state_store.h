#pragma once

#include <cstdint>
#include <vector>

namespace hrfcheck::inline machine {

/// States of one size, each once, numbered from 0 in the order of arrival; with where each came from, on
/// request.
class StateStore {
 public:
  StateStore(std::size_t stateSize, bool keepParents);

  struct Added {
    std::uint32_t id;
    bool fresh;
  };
  Added add(const std::uint8_t* state, std::uint32_t parent);

  std::size_t size() const { return count_; }
  /// Valid until the next `add`.
  const std::uint8_t* operator[](std::uint32_t id) const {
    return bytes_.data() + std::size_t{id} * stateSize_;
  }
  std::uint32_t parent(std::uint32_t id) const { return parents_[id]; }
  std::size_t bytes() const;

 private:
  void grow();

  std::size_t stateSize_;
  bool keepParents_;
  std::size_t count_ = 0;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> table_;  ///< half of a state's hash, and its number plus 1; 0 where free
  std::vector<std::uint32_t> parents_;
};

}  // namespace hrfcheck::inline machine
