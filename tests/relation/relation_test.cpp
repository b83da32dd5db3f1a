#include "relation/relation.h"

#include <doctest/doctest.h>

#include "util/invariant.h"
#include "util/random.h"

namespace relation_test {

using namespace hrfcheck;

namespace {

using Pairs = std::vector<std::pair<EventId, EventId>>;

Relation relationOf(std::size_t size, const Pairs& pairs) {
  Relation r(size);
  for (const auto& [a, b] : pairs) {
    r.insert(a, b);
  }
  return r;
}

Relation randomRelation(Random& random, std::size_t size, unsigned percent) {
  Relation r(size);
  for (EventId a = 0; a < size; ++a) {
    for (EventId b = 0; b < size; ++b) {
      if (random.chance(percent)) {
        r.insert(a, b);
      }
    }
  }
  return r;
}

/// The closure by its definition: compose until nothing is new.
Relation slowClosure(const Relation& r) {
  Relation closure = r;
  while (true) {
    const Relation next = closure | closure.compose(r);
    if (next == closure) {
      return closure;
    }
    closure = next;
  }
}

}  // namespace

TEST_CASE("sets of events") {
  EventSet a(70);
  CHECK(a.empty());
  a.insert(0);
  a.insert(69);
  EventSet b(70);
  b.insert(69);
  CHECK(a.count() == 2);
  CHECK(a.intersects(b));
  CHECK(b.subsetOf(a));
  CHECK_FALSE(a.subsetOf(b));
  CHECK((a - b).members() == std::vector<EventId>{0});
  CHECK((a & b) == b);
  CHECK((a | b) == a);
  CHECK(EventSet::full(70).count() == 70);
  a.erase(69);
  CHECK_FALSE(a.contains(69));
}

TEST_CASE("composition, inverse, domain and range") {
  const Relation r = relationOf(4, {{0, 1}, {1, 2}});
  const Relation s = relationOf(4, {{1, 3}, {2, 0}});
  CHECK(r.compose(s).pairs() == Pairs{{0, 3}, {1, 0}});
  CHECK(r.inverse().pairs() == Pairs{{1, 0}, {2, 1}});
  CHECK(r.domain().members() == std::vector<EventId>{0, 1});
  CHECK(r.range().members() == std::vector<EventId>{1, 2});
  CHECK(Relation::identity(r.domain()).pairs() == Pairs{{0, 0}, {1, 1}});
  CHECK(Relation::product(r.domain(), s.domain()).pairs() == Pairs{{0, 1}, {0, 2}, {1, 1}, {1, 2}});
  CHECK(r.restrictedTo(r.domain(), r.domain()).pairs() == Pairs{{0, 1}});
}

TEST_CASE("closure and acyclicity agree with their definitions on random relations") {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const std::size_t size = 1 + random.below(9);
    const Relation r = randomRelation(random, size, static_cast<unsigned>(5 + random.below(30)));
    const Relation closure = slowClosure(r);
    CHECK(r.transitiveClosure() == closure);
    CHECK(r.acyclic() == closure.irreflexive());
    CHECK(r.inverse().inverse() == r);
    CHECK(shortestCycle(r).empty() == r.acyclic());
  }
}

TEST_CASE("a shortest cycle is a cycle, and shortest") {
  const Relation r = relationOf(6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 3}, {2, 3}});
  CHECK(shortestCycle(r) == std::vector<EventId>{3, 4});
  CHECK(shortestCycle(relationOf(3, {{1, 1}, {0, 2}, {2, 0}})) == std::vector<EventId>{1});
  CHECK(shortestCycle(relationOf(3, {{0, 1}, {1, 2}})).empty());
}

TEST_CASE("classes of an equivalence cover its field only") {
  const Relation r = relationOf(5, {{0, 0}, {0, 3}, {3, 0}, {3, 3}, {1, 1}});
  const auto classes = classesOf(r);
  REQUIRE(classes.size() == 2);
  CHECK(classes[0].members() == std::vector<EventId>{0, 3});
  CHECK(classes[1].members() == std::vector<EventId>{1});
  CHECK_THROWS_AS(classesOf(relationOf(2, {{0, 1}})), InternalError);
  CHECK_THROWS_AS(classesOf(relationOf(2, {{0, 0}, {0, 1}, {1, 1}})), InternalError);
}

TEST_CASE("sets at and around the size of one word") {
  for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 128U, 129U}) {
    CAPTURE(size);
    const EventSet all = EventSet::full(size);
    CHECK(all.words().size() == (size + 63) / 64);
    CHECK(all.count() == size);
    CHECK(all.members().size() == size);
    CHECK((all - all).empty());
    if (size == 0) {
      continue;
    }
    const auto last = static_cast<EventId>(size - 1);
    EventSet rest = all;
    rest.erase(last);
    CHECK(rest != all);
    CHECK_FALSE(rest.contains(last));
    CHECK(rest.subsetOf(all));
    CHECK((all - rest).members() == std::vector<EventId>{last});
  }
}

TEST_CASE("a whole row at once") {
  Relation r(3);
  r.insert(1, 0);
  EventSet set(3);
  set.insert(2);
  r.insertAll(1, set);
  CHECK(r.pairs() == std::vector<std::pair<EventId, EventId>>{{1, 0}, {1, 2}});
}

}  // namespace relation_test
