#pragma once

#include <cstdint>
#include <vector>

#include "execution/evaluate/node_facts.h"

namespace hrfcheck::inline engine {

/// What was written into a partial execution, so that it can be taken back: the old value of every changed
/// word, and the inputs of the model (node_facts.h) that the word belongs to.
class Trail {
 public:
  using Mark = std::size_t;

  /// Inputs changed since they were last asked for, on the lower and on the upper side.
  struct Changes {
    Inputs lower = 0;
    Inputs upper = 0;
  };

  Mark mark() const { return entries_.size(); }

  void write(std::uint64_t& word, std::uint64_t value, Inputs lower = 0, Inputs upper = 0) {
    if (word != value) {
      entries_.push_back({&word, word, lower, upper});
      word = value;
      changes_.lower |= lower;
      changes_.upper |= upper;
    }
  }

  void undoTo(Mark mark) {
    while (entries_.size() > mark) {
      const Entry& entry = entries_.back();
      *entry.word = entry.old;
      changes_.lower |= entry.lower;
      changes_.upper |= entry.upper;
      entries_.pop_back();
    }
  }

  Changes takeChanges() {
    const Changes changes = changes_;
    changes_ = {};
    return changes;
  }

 private:
  struct Entry {
    std::uint64_t* word;
    std::uint64_t old;
    Inputs lower;
    Inputs upper;
  };
  std::vector<Entry> entries_;
  Changes changes_;
};

}  // namespace hrfcheck::inline engine
