#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hrfcheck::inline termination {

/// Rows of words, all of one length, each kept once and numbered from 0 in the order of their coming.
class StateTable {
 public:
  explicit StateTable(std::size_t width);

  /// The number of a row, and whether it is a new one.
  std::pair<std::uint32_t, bool> insert(std::span<const std::uint32_t> row);
  /// Valid until the next insertion.
  std::span<const std::uint32_t> row(std::uint32_t number) const {
    return {words_.data() + static_cast<std::size_t>(number) * width_, width_};
  }
  std::uint32_t size() const { return size_; }

 private:
  std::size_t slotFor(std::span<const std::uint32_t> row, std::uint32_t hash) const;
  void grow();

  std::size_t width_;
  std::uint32_t size_ = 0;
  std::vector<std::uint32_t> words_;
  /// Open addressing, linear probing: number + 1, and above it the hash of the row, so that other rows are
  /// looked at hardly ever; or 0.
  std::vector<std::uint64_t> slots_;
};

}  // namespace hrfcheck::inline termination
