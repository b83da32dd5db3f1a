#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "synth/search/answer_search.h"
#include "synth/shapes/skeleton.h"

namespace hrfcheck::inline synth {

/// Tests that are alike: of the same skeleton, with the same answers. Users know them as patterns
/// (docs/synth.md).
struct ShapeClassKey {
  SynthSkeleton skeleton;
  std::vector<SynthAnswer> answers;
  std::optional<bool> reached;  ///< AnsweredTest::reached

  friend auto operator<=>(const ShapeClassKey&, const ShapeClassKey&) = default;
};
ShapeClassKey shapeClassOf(const AnsweredTest& test);

/// A test of a class, with the number of its shape.
struct ClassMember {
  std::uint64_t number = 0;
  AnsweredTest test;

  /// How many operations carry another annotation than the least of their kind: ordinary accesses carry none.
  unsigned annotated() const;
};

/// How many tests of a class are kept: of those with the fewest annotations, one may need no filter.
inline constexpr std::size_t kKeptOfClass = 8;

/// A class, and the tests of it that say most with the least: fewest annotated operations first, then in the
/// order of the search.
struct ShapeClass {
  std::uint64_t tests = 0;           ///< how many there are
  std::vector<ClassMember> members;  ///< the first kKeptOfClass of them

  void add(ClassMember member);
  void merge(ShapeClass other);
};

/// What a search has found, by class.
class ShapeClasses {
 public:
  void add(std::uint64_t number, const AnsweredTest& test);
  void merge(ShapeClass of);

  const std::map<ShapeClassKey, ShapeClass>& all() const { return classes_; }
  bool empty() const { return classes_.empty(); }

 private:
  std::map<ShapeClassKey, ShapeClass> classes_;
};

/// Whether a class with one operation less, and the same answers, is among these: then the test says nothing
/// new.
bool containsSmaller(const ShapeClassKey& key, const ShapeClasses& smaller);

}  // namespace hrfcheck::inline synth
