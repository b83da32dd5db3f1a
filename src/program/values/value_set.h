#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "program/expr/value.h"

namespace hrfcheck::inline program {

/// A set of values as a sorted vector: sets are small and copied often.
class ValueSet {
 public:
  ValueSet() = default;
  ValueSet(std::initializer_list<Value> values) : ValueSet(std::vector<Value>(values)) {}
  /// Values in any order, and more than once.
  explicit ValueSet(std::vector<Value> values) : values_(std::move(values)) {
    std::sort(values_.begin(), values_.end());
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  }

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  bool contains(Value v) const { return std::binary_search(values_.begin(), values_.end(), v); }

  void insert(Value v) {
    const auto place = std::lower_bound(values_.begin(), values_.end(), v);
    if (place == values_.end() || *place != v) {
      values_.insert(place, v);
    }
  }
  void insertAll(const ValueSet& other) {
    if (std::includes(values_.begin(), values_.end(), other.begin(), other.end())) {
      return;
    }
    std::vector<Value> all;
    all.reserve(size() + other.size());
    std::set_union(values_.begin(), values_.end(), other.begin(), other.end(), std::back_inserter(all));
    values_ = std::move(all);
  }
  template <typename Keep>
  void keepIf(Keep&& keep) {
    std::erase_if(values_, [&](Value v) { return !keep(v); });
  }

 private:
  std::vector<Value> values_;
};

}  // namespace hrfcheck::inline program
