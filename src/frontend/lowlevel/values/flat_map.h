#pragma once

#include <algorithm>
#include <compare>
#include <utility>
#include <vector>

namespace hrfcheck::frontend::lowlevel {

/// A map whose entries are stored one after the other, in the order of their keys: quick to copy and to go
/// through. An insertion moves what is behind it.
template <typename Key, typename Value>
class FlatMap {
 public:
  using Entry = std::pair<Key, Value>;
  using iterator = typename std::vector<Entry>::iterator;
  using const_iterator = typename std::vector<Entry>::const_iterator;

  iterator begin() { return entries_.begin(); }
  iterator end() { return entries_.end(); }
  const_iterator begin() const { return entries_.begin(); }
  const_iterator end() const { return entries_.end(); }
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }

  /// The first entry whose key is not less.
  iterator lower_bound(const Key& key) { return std::lower_bound(begin(), end(), key, isBefore); }
  const_iterator lower_bound(const Key& key) const { return std::lower_bound(begin(), end(), key, isBefore); }
  const_iterator find(const Key& key) const {
    const const_iterator found = lower_bound(key);
    return found != end() && found->first == key ? found : end();
  }
  Value& operator[](const Key& key) {
    if (entries_.empty() || entries_.back().first < key) {
      return entries_.emplace_back(key, Value{}).second;
    }
    const iterator found = lower_bound(key);
    return found->first == key ? found->second : entries_.emplace(found, key, Value{})->second;
  }
  void erase(iterator first, iterator last) { entries_.erase(first, last); }
  template <typename Holds>
  void eraseIf(const Holds& holds) {
    std::erase_if(entries_, holds);
  }

  friend auto operator<=>(const FlatMap&, const FlatMap&) = default;

 private:
  static bool isBefore(const Entry& entry, const Key& key) { return entry.first < key; }

  std::vector<Entry> entries_;
};

}  // namespace hrfcheck::frontend::lowlevel
