#pragma once

#include <map>
#include <string>
#include <vector>

#include "batch/compare/comparison.h"
#include "relation/relation.h"

namespace hrfcheck::inline batch {

/// One class of models allows more than another, and no class lies between them.
struct ClassStep {
  std::size_t more = 0, less = 0;  ///< places of the classes
  Example example;                 ///< the smallest test on which it does
};

/// The models of a comparison by strength: those that agree with each other, every one with every other, on
/// all tests that both answered, and there is one.
class ModelClasses {
 public:
  explicit ModelClasses(const Comparison& comparison);

  /// In the order of their first models.
  const std::vector<std::vector<std::string>>& all() const { return classes_; }
  /// Of two classes: what their models say of each other, joined.
  Strength between(std::size_t first, std::size_t second) const;
  /// Which classes allow more than which, less what follows from others through a third class.
  std::vector<ClassStep> steps() const;
  /// Whether steps lead from one of the classes to the other, one way or the other.
  bool connected(std::size_t first, std::size_t second) const;

 private:
  /// Which classes allow more than which.
  Relation more() const;
  const PairComparison& pairOf(std::size_t first, std::size_t second) const;
  ClassStep step(std::size_t more, std::size_t less) const;

  std::vector<std::vector<std::string>> classes_;
  std::vector<std::vector<std::size_t>> members_;  ///< the same by place among the models
  /// By places of the models, both ways.
  std::map<std::pair<std::size_t, std::size_t>, PairComparison> pairs_;
};

}  // namespace hrfcheck::inline batch
