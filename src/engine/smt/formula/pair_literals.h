#pragma once

#include <unordered_map>

#include "engine/smt/formula/formula.h"
#include "relation/relation.h"

namespace hrfcheck::inline engine::smt {

/// A relation that depends on choices: one literal per pair, kFalse where none is stored. The literal of (a,
/// b) is meaningful where both events happen; where they do not, the pair is in no relation whatever the
/// literal says.
class PairLiterals {
 public:
  Lit at(EventId a, EventId b) const {
    const auto found = literals_.find(key(a, b));
    return found == literals_.end() ? kFalse : found->second;
  }
  void set(EventId a, EventId b, Lit literal) {
    if (literal != kFalse) {
      literals_[key(a, b)] = literal;
    }
  }
  /// The pairs of a universe of `size` events whose literal is not false / is true.
  Relation may(std::size_t size) const { return where(size, false); }
  Relation must(std::size_t size) const { return where(size, true); }

 private:
  static std::uint64_t key(EventId a, EventId b) { return (std::uint64_t{a} << 32U) | b; }

  Relation where(std::size_t size, bool certain) const {
    Relation result(size);
    for (const auto& [pair, literal] : literals_) {
      if (!certain || literal == kTrue) {
        result.insert(static_cast<EventId>(pair >> 32U), static_cast<EventId>(pair & 0xffffffffU));
      }
    }
    return result;
  }

  std::unordered_map<std::uint64_t, Lit> literals_;
};

}  // namespace hrfcheck::inline engine::smt
