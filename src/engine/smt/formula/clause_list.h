#pragma once

#include <cstddef>
#include <vector>

#include "engine/smt/formula/formula.h"

namespace hrfcheck::inline engine::smt {

/// Clauses in the order they came, end to end, each after its length.
class ClauseList {
 public:
  void add(const std::vector<Lit>& clause) {
    flat_.push_back(static_cast<Lit>(clause.size()));
    flat_.insert(flat_.end(), clause.begin(), clause.end());
    ++count_;
  }
  const std::vector<Lit>& flat() const { return flat_; }
  std::size_t count() const { return count_; }

 private:
  std::vector<Lit> flat_;
  std::size_t count_ = 0;
};

}  // namespace hrfcheck::inline engine::smt
