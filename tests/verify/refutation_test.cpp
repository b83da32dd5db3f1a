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

/// What is wrong with a proof, with its line; empty where nothing is.
std::string wrong(RefutationChecker checker, std::string_view proof) {
  const RefutationChecker::Fault fault = checker.check(proof);
  return fault.line == 0 ? fault.why : std::to_string(fault.line) + ": " + fault.why;
}

TEST_CASE("a proof that ends in a contradiction is accepted") {
  CHECK(wrong(square(), "1 0\n0\n") == "");
  CHECK(wrong(square(), "1 0\n") == "");  // the rest is unit propagation
  CHECK(wrong(square(), "1 0\nd 1 2 0\n0\n") == "");
}

TEST_CASE("a proof without a contradiction is refused") {
  CHECK(wrong(square(), "") == "the proof ends without a contradiction");
  RefutationChecker open;
  open.assume({1, 2});
  CHECK(wrong(open, "") == "the proof ends without a contradiction");
}

TEST_CASE("a line that does not follow is refused") {
  RefutationChecker open;
  open.assume({1, 2});
  open.assume({-1, 2});
  CHECK(wrong(open, "-2 0\n") == "1: the line does not follow");
  // Blocked, and so harmless to add (RAT), but no consequence.
  RefutationChecker blocked;
  blocked.assume({1, 2});
  blocked.assume({2, 3});
  CHECK(wrong(blocked, "1 -3 0\n") == "1: the line does not follow");
}

TEST_CASE("what has been removed is no longer there") {
  CHECK(wrong(square(), "d 1 2 0\n1 0\n") == "2: the line does not follow");
  CHECK(wrong(square(), "d 1 2 -1 0\n") == "1: the line removes a clause that is not there");
  // One of two equal clauses.
  RefutationChecker twice = square();
  twice.assume({2, 1});
  CHECK(wrong(twice, "d 1 2 0\n1 0\n") == "");
}

TEST_CASE("a proof that is no proof is refused") {
  CHECK(wrong(square(), "1\n") == "1: the line is not a clause");
  CHECK(wrong(square(), "1 x 0\n") == "1: the line is not a clause");
  CHECK(wrong(square(), "1 0 2\n") == "1: the line is not a clause");
  CHECK(wrong(square(), "999999999999 0\n") == "1: the line is not a clause");
  CHECK(wrong(square(), "3 0\n") == "1: the line has a variable that the clauses do not have");
}

TEST_CASE("clauses that contradict each other need no proof") {
  RefutationChecker checker;
  checker.assume({1});
  checker.assume({-1, 2});
  checker.assume({-2});
  CHECK(wrong(checker, "") == "");
}

}  // namespace
}  // namespace hrfcheck::test
