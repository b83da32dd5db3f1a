#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "program/values/value_set.h"

namespace hrfcheck::inline program {

/// What is certain of how a value has come through the writes of one cycle (value_cycles.h).
struct Passage {
  std::uint32_t cycle;
  std::uint32_t length;  ///< it has come through at least this many of them, one after the other
  std::uint64_t writes;  ///< and through these among them: the bits of the first 64
  friend bool operator==(const Passage&, const Passage&) = default;
};

/// Sorted by cycle; nothing is known of cycles that do not occur.
using History = std::vector<Passage>;

/// What is certain of a value that was computed from values with these histories.
History together(const History& a, const History& b);
/// What is certain of a value that came about in one of two ways.
History eitherOf(const History& a, const History& b);

/// A set of values, each with what is certain of how it came about.
class Provenance {
 public:
  Provenance() = default;
  explicit Provenance(ValueSet values) : values_(std::move(values)) {}

  const ValueSet& values() const { return values_; }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  /// Whether anything is known of any of them.
  bool hasHistories() const { return !histories_.empty(); }
  const History& historyOf(Value v) const;

  void insert(Value v, const History& history);
  /// Whether that has changed anything.
  bool insertAll(const Provenance& other);
  template <typename Keep>
  void keepIf(Keep&& keep) {
    values_.keepIf(keep);
    std::erase_if(histories_, [&](const auto& entry) { return !keep(entry.first); });
  }

 private:
  /// A member of the set may have come about in another way, too. Whether that has changed anything.
  bool weaken(Value v, const History& other);

  ValueSet values_;
  std::map<Value, History> histories_;  ///< of members of which something is known
};

}  // namespace hrfcheck::inline program
