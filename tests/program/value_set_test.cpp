#include "program/values/value_set.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

namespace {

std::vector<Value> listed(const ValueSet& set) {
  return {set.begin(), set.end()};
}

}  // namespace

TEST_CASE("values are sorted and stand there once") {
  ValueSet set(std::vector<Value>{3, -1, 3, 2});
  CHECK(listed(set) == std::vector<Value>{-1, 2, 3});
  set.insert(2);
  set.insert(0);
  CHECK(listed(set) == std::vector<Value>{-1, 0, 2, 3});
  CHECK(set.contains(0));
  CHECK_FALSE(set.contains(1));
}

TEST_CASE("unions, of sets that are contained and of others") {
  ValueSet set{1, 3};
  set.insertAll({3});
  CHECK(listed(set) == std::vector<Value>{1, 3});
  set.insertAll({0, 3, 4});
  CHECK(listed(set) == std::vector<Value>{0, 1, 3, 4});
  set.keepIf([](Value v) { return v > 1; });
  CHECK(listed(set) == std::vector<Value>{3, 4});
}
