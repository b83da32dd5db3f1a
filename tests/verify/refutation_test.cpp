// Proofs by hand: what follows by unit propagation is accepted, everything else is refused with its line.

#include "verify/refutation.h"

#include <doctest/doctest.h>

namespace hrfcheck::test {
namespace {

/// All four clauses over two variables.
RefutationChecker square() {
  RefutationChecker checker;
  for (const Clause& clause : {Clause{1, 2}, Clause{1, -2}, Clause{-1, 2}, Clause{-1, -2}}) {
    checker.assume(clause);
  }
  return checker;
}

TEST_CASE("a proof that ends in a contradiction is accepted") {
  CHECK(square().check("1 0\n0\n") == "");
  CHECK(square().check("1 0\n") == "");  // the rest is unit propagation
  CHECK(square().check("1 0\nd 1 2 0\n0\n") == "");
}

TEST_CASE("a proof without a contradiction is refused") {
  CHECK(square().check("") == "the proof ends without a contradiction");
  RefutationChecker open;
  open.assume({1, 2});
  CHECK(open.check("") == "the proof ends without a contradiction");
}

TEST_CASE("a line that does not follow is refused") {
  RefutationChecker open;
  open.assume({1, 2});
  open.assume({-1, 2});
  CHECK(open.check("-2 0\n") == "line 1 of the proof does not follow");
  // Blocked, and so harmless to add (RAT), but no consequence.
  RefutationChecker blocked;
  blocked.assume({1, 2});
  blocked.assume({2, 3});
  CHECK(blocked.check("1 -3 0\n") == "line 1 of the proof does not follow");
}

TEST_CASE("what has been removed is no longer there") {
  CHECK(square().check("d 1 2 0\n1 0\n") == "line 2 of the proof does not follow");
  CHECK(square().check("d 1 2 -1 0\n") == "line 1 of the proof removes a clause that is not there");
  // One of two equal clauses.
  RefutationChecker twice = square();
  twice.assume({2, 1});
  CHECK(twice.check("d 1 2 0\n1 0\n") == "");
}

TEST_CASE("a proof that is no proof is refused") {
  CHECK(square().check("1\n") == "line 1 of the proof is no clause");
  CHECK(square().check("1 x 0\n") == "line 1 of the proof is no clause");
  CHECK(square().check("1 0 2\n") == "line 1 of the proof is no clause");
  CHECK(square().check("999999999999 0\n") == "line 1 of the proof is no clause");
  CHECK(square().check("3 0\n") == "line 1 of the proof has a variable that the clauses do not have");
}

TEST_CASE("clauses that contradict each other need no proof") {
  RefutationChecker checker;
  checker.assume({1});
  checker.assume({-1, 2});
  checker.assume({-2});
  CHECK(checker.check("") == "");
}

}  // namespace
}  // namespace hrfcheck::test
