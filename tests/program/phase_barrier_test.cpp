// PTX ISA, "Phase Completion of the mbarrier object", worked out by hand.

#include "program/expr/phase_barrier.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

namespace {

Value word(Value phase, Value pending, Value expected, Value transactions = 0) {
  return phase | pending << 8 | expected << 24 | (transactions & 0x1f'ffff) << 40 | Value{1} << 61;
}
Value transactions(Value more) {
  return (more & 0x1f'ffff) << 20;
}
constexpr Value kDrop = Value{1} << 16;
constexpr Value kJoin = Value{1} << 17;

}  // namespace

TEST_CASE("barrier objects: the last arrival completes the phase") {
  CHECK(phase_barrier::updated(word(0, 3, 3), 1) == word(0, 2, 3));
  CHECK(phase_barrier::updated(word(0, 2, 3), 2) == word(1, 3, 3));
  CHECK(phase_barrier::updated(word(255, 1, 3), 1) == word(0, 3, 3));
}

TEST_CASE("barrier objects: transactions hold the phase up until they are complete") {
  CHECK(phase_barrier::updated(word(0, 1, 1), 1 | transactions(8)) == word(0, 0, 1, 8));
  CHECK(phase_barrier::updated(word(0, 0, 1, 8), transactions(-4)) == word(0, 0, 1, 4));
  CHECK(phase_barrier::updated(word(0, 0, 1, 4), transactions(-4)) == word(1, 1, 1));
  CHECK(phase_barrier::updated(word(0, 1, 1), transactions(-4)) == word(0, 1, 1, -4));
  CHECK(phase_barrier::updated(word(0, 1, 1, -4), transactions(4)) == word(0, 1, 1));
}

TEST_CASE("barrier objects: who drops out is not expected again; who joins is expected now") {
  CHECK(phase_barrier::updated(word(0, 1, 2), 1 | kDrop) == word(1, 1, 1));
  CHECK(phase_barrier::updated(word(0, 1, 2), kJoin) == word(0, 2, 2));
}

TEST_CASE("barrier objects: what must not be leaves the word as it is") {
  CHECK(phase_barrier::updated(word(0, 1, 2), 2) == word(0, 1, 2));
  CHECK(phase_barrier::updated(0, 1) == 0);
  CHECK(phase_barrier::textOf(0).empty());
  CHECK(phase_barrier::textOf(word(2, 1, 4, -3)) == "phase 2, 1 of 4 arrivals pending, tx-count -3");
}
