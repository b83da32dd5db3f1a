#include "synth/search/shape_classes.h"

#include <algorithm>
#include <tuple>

namespace hrfcheck::inline synth {
namespace {

auto rankOf(const ClassMember& member) {
  return std::tuple(member.annotated(), member.number, member.test.numbers, member.test.observation);
}

bool comesFirst(const ClassMember& a, const ClassMember& b) {
  return rankOf(a) < rankOf(b);
}

}  // namespace

ShapeClassKey shapeClassOf(const AnsweredTest& test) {
  return {skeletonOf(test.shape, test.observation), test.answers, test.reached};
}

unsigned ClassMember::annotated() const {
  return static_cast<unsigned>(std::ranges::count_if(test.numbers, [](std::uint32_t n) { return n > 0; }));
}

void ShapeClass::add(ClassMember member) {
  ++tests;
  const auto place = std::ranges::upper_bound(members, member, comesFirst);
  if (members.size() < kKeptOfClass || place != members.end()) {
    members.insert(place, std::move(member));
    members.resize(std::min(members.size(), kKeptOfClass));
  }
}

void ShapeClass::merge(ShapeClass other) {
  const std::uint64_t all = tests + other.tests;
  for (ClassMember& member : other.members) {
    add(std::move(member));
  }
  tests = all;
}

void ShapeClasses::add(std::uint64_t number, const AnsweredTest& test) {
  classes_[shapeClassOf(test)].add({number, test});
}

void ShapeClasses::merge(ShapeClass of) {
  ShapeClass& known = classes_[shapeClassOf(of.members.front().test)];
  known.merge(std::move(of));
}

bool containsSmaller(const ShapeClassKey& key, const ShapeClasses& smaller) {
  return std::ranges::any_of(withoutOneOperation(key.skeleton), [&](SynthSkeleton& skeleton) {
    return smaller.all().contains({std::move(skeleton), key.answers, key.reached});
  });
}

}  // namespace hrfcheck::inline synth
