#include "execution/evaluate/linearise.h"

#include <doctest/doctest.h>

namespace hrfcheck {
namespace {

EventSet setOf(std::initializer_list<EventId> members) {
  EventSet set(8);
  for (const EventId e : members) {
    set.insert(e);
  }
  return set;
}

Relation relationOf(std::initializer_list<std::pair<EventId, EventId>> pairs) {
  Relation r(8);
  for (const auto& [a, b] : pairs) {
    r.insert(a, b);
  }
  return r;
}

std::vector<Relation> all(const Linearisations& of) {
  std::vector<Relation> found;
  CHECK(forEachLinearisation(of, [&](const Relation& order) {
    found.push_back(order);
    return true;
  }));
  for (const Relation& order : found) {
    CHECK(isLinearisation(of, order));
  }
  return found;
}

TEST_CASE("without an order every permutation counts") {
  const EventSet set = setOf({1, 3, 4, 6});
  const auto found = all({set, Relation(8), {set}});
  CHECK(found.size() == 24);
  CHECK(found.front() == relationOf({{1, 3}, {1, 4}, {1, 6}, {3, 4}, {3, 6}, {4, 6}}));
}

TEST_CASE("the empty set has one linearisation") {
  CHECK(all({EventSet(8), Relation(8), {EventSet(8)}}) == std::vector<Relation>{Relation(8)});
}

TEST_CASE("an order is kept, pairs that leave the set do not count") {
  const EventSet set = setOf({0, 1, 2, 3});
  CHECK(all({set, relationOf({{0, 1}, {2, 3}}), {set}}).size() == 6);
  CHECK(all({set, relationOf({{0, 1}, {1, 2}, {2, 3}}), {set}}).size() == 1);
  CHECK(all({set, relationOf({{0, 5}, {5, 0}, {5, 5}}), {set}}).size() == 24);
}

TEST_CASE("a cycle within the set leaves no choice") {
  const EventSet set = setOf({0, 1, 2});
  CHECK(all({set, relationOf({{0, 1}, {1, 0}}), {set}}).empty());
  CHECK(all({set, relationOf({{2, 2}}), {set}}).empty());
}

TEST_CASE("total only inside the classes") {
  const EventSet set = setOf({0, 1, 2, 3, 4});
  const Linearisations of{set, relationOf({{2, 3}, {3, 0}}), {setOf({0, 1}), setOf({2, 3, 4})}};
  const auto found = all(of);
  CHECK(found.size() == 2 * 3);
  for (const Relation& order : found) {
    CHECK_FALSE(order.contains(3, 0));
    CHECK(order.contains(2, 3));
  }
}

TEST_CASE("the search can be stopped") {
  const EventSet set = setOf({1, 3, 4});
  int visited = 0;
  CHECK_FALSE(
      forEachLinearisation({set, Relation(8), {set}}, [&](const Relation&) { return ++visited < 2; }));
  CHECK(visited == 2);
}

TEST_CASE("what is no linearisation") {
  const EventSet set = setOf({0, 1, 2});
  const Linearisations of{set, relationOf({{0, 1}}), {set}};
  CHECK(isLinearisation(of, relationOf({{0, 1}, {0, 2}, {1, 2}})));
  CHECK_FALSE(isLinearisation(of, relationOf({{1, 0}, {0, 2}, {1, 2}})));          // against the order
  CHECK_FALSE(isLinearisation(of, relationOf({{0, 1}, {0, 2}})));                  // not total
  CHECK_FALSE(isLinearisation(of, relationOf({{0, 1}, {1, 2}, {2, 0}})));          // not transitive
  CHECK_FALSE(isLinearisation(of, relationOf({{0, 1}, {0, 2}, {1, 2}, {2, 3}})));  // outside of the set
  CHECK_FALSE(isLinearisation(of, relationOf({{0, 0}, {0, 1}, {0, 2}, {1, 2}})));  // reflexive
  CHECK_FALSE(isLinearisation(of, Relation(7)));
}

}  // namespace
}  // namespace hrfcheck
