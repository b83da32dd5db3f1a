#include "execution/evaluate/bit_rows.h"

#include <doctest/doctest.h>

#include <random>

namespace hrfcheck::test {
namespace {

struct Sample {
  Sample(std::size_t n, unsigned sparse, std::mt19937& dice) : size(n), a(n), b(n), s(n), t(n) {
    for (EventId i = 0; i < n; ++i) {
      for (EventId j = 0; j < n; ++j) {
        if (dice() % sparse == 0) {
          a.insert(i, j);
        }
        if (dice() % sparse == 0 && (i < j || dice() % 8 == 0)) {
          b.insert(i, j);
        }
      }
      if (dice() % 2 == 0) {
        s.insert(i);
      }
      if (dice() % 2 == 0) {
        t.insert(i);
      }
    }
  }

  std::size_t size;
  Relation a, b;
  EventSet s, t;
};

BitRows rowsOf(const Relation& r) {
  BitRows rows = BitRows::relation(r.size());
  rows.assign(r);
  return rows;
}

BitRows rowsOf(const EventSet& s) {
  BitRows rows = BitRows::set(s.size());
  rows.assign(s);
  return rows;
}

/// The result of an operation that writes over whatever was there.
template <typename F>
Relation relationBy(const Sample& x, F&& f) {
  BitRows rows = rowsOf(Relation::product(EventSet::full(x.size), EventSet::full(x.size)));
  f(rows);
  return rows.toRelation();
}

void compare(const Sample& x) {
  PacedLook look;
  const BitRows a = rowsOf(x.a);
  const BitRows b = rowsOf(x.b);
  const BitRows s = rowsOf(x.s);
  const BitRows t = rowsOf(x.t);
  CHECK(relationBy(x, [&](BitRows& r) { r.unionOf(a, b); }) == (x.a | x.b));
  CHECK(relationBy(x, [&](BitRows& r) { r.intersectionOf(a, b); }) == (x.a & x.b));
  CHECK(relationBy(x, [&](BitRows& r) { r.differenceOf(a, b); }) == x.a - x.b);
  CHECK(relationBy(x, [&](BitRows& r) { r.composeOf(a, b, look); }) == x.a.compose(x.b));
  CHECK(relationBy(x, [&](BitRows& r) { r.composeInverseOf(a, b, look); }) == x.a.inverse().compose(x.b));
  CHECK(relationBy(x, [&](BitRows& r) { r.inverseOf(a); }) == x.a.inverse());
  CHECK(relationBy(x, [&](BitRows& r) { r.productOf(s, t); }) == Relation::product(x.s, x.t));
  CHECK(relationBy(x, [&](BitRows& r) { r.restrictDomainOf(a, s); }) ==
        x.a.restrictedTo(x.s, EventSet::full(x.size)));
  CHECK(relationBy(x, [&](BitRows& r) { r.restrictRangeOf(a, s); }) ==
        x.a.restrictedTo(EventSet::full(x.size), x.s));
  CHECK(relationBy(x, [&](BitRows& r) { r.restrictOf(a, s); }) == x.a.restrictedTo(x.s, x.s));
  for (const Relation& r : {x.a, x.b}) {
    BitRows closed = rowsOf(r);
    closed.close(look);
    CHECK(closed.toRelation() == r.transitiveClosure());
    CHECK(rowsOf(r).acyclic(look) == r.transitiveClosure().irreflexive());
    CHECK(rowsOf(r).irreflexive() == r.irreflexive());
    CHECK(rowsOf(r).empty() == r.empty());
    BitRows ends = t;
    ends.domainOf(rowsOf(r));
    CHECK(ends.toSet() == r.domain());
    ends.rangeOf(rowsOf(r));
    CHECK(ends.toSet() == r.range());
  }
}

TEST_CASE("bit rows compute what relations compute, with one word to a row and with several") {
  std::mt19937 dice(3);
  for (const std::size_t size : {1U, 2U, 7U, 31U, 63U, 64U, 65U, 90U, 130U}) {
    for (const unsigned sparse : {2U, 8U, 40U, 150U}) {
      CAPTURE(size);
      CAPTURE(sparse);
      for (int i = 0; i < 6; ++i) {
        compare(Sample(size, sparse, dice));
      }
    }
  }
}

TEST_CASE("a long chain against the order of events is peeled from its end") {
  for (const std::size_t size : {64U, 100U}) {
    PacedLook look;
    BitRows rows = BitRows::relation(size);
    for (EventId e = 1; e < size; ++e) {
      rows.insert(e, e - 1);
    }
    CHECK(rows.acyclic(look));
    rows.insert(0, static_cast<EventId>(size - 1));
    CHECK_FALSE(rows.acyclic(look));
    rows.close(look);
    CHECK(rows.contains(3, 3));
    CHECK(rows.contains(3, static_cast<EventId>(size - 1)));
  }
}

}  // namespace
}  // namespace hrfcheck::test
