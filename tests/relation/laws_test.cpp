// Laws of relation algebra on arbitrary relations, shrunk to the smallest counterexample when one fails.

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <set>

#include "relation/relation.h"

using namespace hrfcheck;

namespace {

constexpr EventId kSize = 7;

using Pairs = std::set<std::pair<EventId, EventId>>;

Relation relation(const Pairs& pairs) {
  Relation r(kSize);
  for (const auto& [a, b] : pairs) {
    r.insert(a, b);
  }
  return r;
}

rc::Gen<Relation> arbitraryRelation() {
  const auto event = rc::gen::inRange<EventId>(0, kSize);
  return rc::gen::map(rc::gen::container<Pairs>(rc::gen::pair(event, event)), relation);
}

template <typename Law>
void holdsAlways(const char* name, Law&& law) {
  CHECK_MESSAGE(rc::check(name, law), name);
}

}  // namespace

TEST_CASE("laws of composition, inverse and closure") {
  holdsAlways("composition is associative", [] {
    const Relation a = *arbitraryRelation();
    const Relation b = *arbitraryRelation();
    const Relation c = *arbitraryRelation();
    RC_ASSERT(a.compose(b).compose(c) == a.compose(b.compose(c)));
  });
  holdsAlways("composition distributes over union", [] {
    const Relation a = *arbitraryRelation();
    const Relation b = *arbitraryRelation();
    const Relation c = *arbitraryRelation();
    RC_ASSERT(a.compose(b | c) == (a.compose(b) | a.compose(c)));
  });
  holdsAlways("the inverse of a composition is the composition of the inverses, turned round", [] {
    const Relation a = *arbitraryRelation();
    const Relation b = *arbitraryRelation();
    RC_ASSERT(a.compose(b).inverse() == b.inverse().compose(a.inverse()));
  });
  holdsAlways("a closure is transitive, contains the relation, and is the least such", [] {
    const Relation a = *arbitraryRelation();
    const Relation closure = a.transitiveClosure();
    RC_ASSERT((closure.compose(closure) - closure).empty());
    RC_ASSERT((a - closure).empty());
    RC_ASSERT(closure == (a | a.compose(closure)));
  });
  holdsAlways("difference and intersection split a relation", [] {
    const Relation a = *arbitraryRelation();
    const Relation b = *arbitraryRelation();
    RC_ASSERT(((a - b) | (a & b)) == a);
    RC_ASSERT(((a - b) & b).empty());
  });
  holdsAlways("domain and range are those of the pairs", [] {
    const Relation a = *arbitraryRelation();
    RC_ASSERT(a.domain() == a.inverse().range());
    RC_ASSERT(a.restrictedTo(a.domain(), a.range()) == a);
    RC_ASSERT(a.count() == a.pairs().size());
  });
}
