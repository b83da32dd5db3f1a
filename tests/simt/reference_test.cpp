// The reference itself, on programs whose answers the paper or a few lines of thought give.

#include "simt/reference.h"

#include <doctest/doctest.h>

#include <memory>

#include "frontend/litmus.h"

namespace hrfcheck::test {
namespace {

/// "ends", "hangs" (some run goes on for ever) or "deadlock"; then "must" where no run ends.
std::string endOf(const ReferenceResult& result) {
  REQUIRE(result.complete);
  const std::string may = result.finalStates.empty() ? " must" : "";
  return result.terminates ? "ends" : (result.deadlock ? "deadlock" : "hangs") + may;
}

ReferenceResult under(const std::string& text, ReferenceOptions options = {}) {
  return referenceOf(*parseLitmus(std::make_shared<Source>("test.litmus", text)), options);
}

const ReferenceOptions kIts{.lanes = LaneModel::Its};

const char* const kSpinLock =
    " L: cas r, m, 0, 1 ;\n bne r, 0, L ;\n ld r, c ;\n add r, r, 1 ;\n st c, r ;\n exch _, m, 0 ;\n";

std::string spinLock(const std::string& places) {
  return "HSA t\n{ m=0; c=0; }\n" + places + " ;\n" + kSpinLock + "locations [c;]\n";
}

std::string waitlocks(const std::string& state) {
  return "HSA t\n{ " + state +
         " }\n P0@wv 0,wg 0 ;\n A: ldslk p, M ;\n @!p bra A ;\n B: ldslk p, N ;\n @!p bra B ;\n"
         " stsul N, 1 ;\n stsul M, 1 ;\n";
}

}  // namespace

TEST_CASE("reference: an atomic addition of two lanes ends, and the sum is exact (Listing 1)") {
  const std::string text =
      "HSA t\n{ M=0; }\n P0-P1@wv 0,wg 0 | P2@wv 1,wg 0 ;\n"
      " L: ldslk p, r, M | L: ldslk p, r, M ;\n @p add r, r, 1 | @p add r, r, 1 ;\n"
      " @p stsul M, r | @p stsul M, r ;\n @!p bra L | @!p bra L ;\nlocations [M;]\n";
  for (const ReferenceOptions& options : {ReferenceOptions{}, ReferenceOptions{.collective = true}, kIts}) {
    const ReferenceResult result = under(text, options);
    CHECK(endOf(result) == "ends");
    CHECK(result.finalStates == std::set<std::vector<Value>>{{3}});
    CHECK(result.warnings.empty());
  }
}

TEST_CASE("reference: a spin lock contended in one wave never ends (Listing 2)") {
  const ReferenceResult one = under(spinLock(" P0-P1@wv 0,wg 0"));
  CHECK(endOf(one) == "hangs must");
  CHECK(one.lanesMaskedOff);
  CHECK(endOf(under(spinLock(" P0-P1@wv 0,wg 0"), kIts)) == "ends");
  const ReferenceResult two = under(
      "HSA t\n{ m=0; c=0; }\n P0@wv 0,wg 0 | P1@wv 1,wg 0 ;\n"
      " L: cas r, m, 0, 1 | L: cas r, m, 0, 1 ;\n bne r, 0, L | bne r, 0, L ;\n"
      " ld r, c | ld r, c ;\n add r, r, 1 | add r, r, 1 ;\n st c, r | st c, r ;\n"
      " exch _, m, 0 | exch _, m, 0 ;\nlocations [c;]\n");
  CHECK(endOf(two) == "ends");
  CHECK(two.finalStates == std::set<std::vector<Value>>{{2}});
}

TEST_CASE("reference: words that share a bit lock each other out") {
  CHECK(endOf(under(waitlocks("M@0=0; N@0x1000=0;"))) == "hangs must");
  CHECK(endOf(under(waitlocks("M@0=0; N@0xffc=0;"))) == "ends");
  CHECK(endOf(under(waitlocks("M@0=0; N@0x1000=0;"), {.lockBits = 0})) == "ends");
  CHECK(endOf(under(waitlocks("M@0=0; N@8=0;"), {.lockBits = 2})) == "hangs must");
}

TEST_CASE("reference: which side of a branch goes first decides") {
  const std::string text =
      "HSA t\n{ M=0; }\n P0-P1@wv 0,wg 0 ;\n beq %lane, 0, W ;\n st M, 1 ;\n bra E ;\n W: ld r, M ;\n"
      " bne r, 1, W ;\n E: nop ;\nlocations [M;]\n";
  const ReferenceResult result = under(text);
  CHECK(endOf(result) == "hangs");
  CHECK(result.finalStates.size() == 1);
  CHECK(result.stuck);
  CHECK(endOf(under(text, kIts)) == "ends");
}

TEST_CASE("reference: those who have ended are not waited for, unless asked") {
  const std::string text =
      "HSA t\n{ M=0; }\n P0@wv 0,wg 0 | P1@wv 1,wg 0 ;\n st M, 1 | bar ;\n  | st M, 2 ;\nlocations [M;]\n";
  CHECK(under(text).finalStates == std::set<std::vector<Value>>{{2}});
  CHECK(endOf(under(text, {.strictBarriers = true})) == "deadlock must");
  CHECK(endOf(under(text, {.lanes = LaneModel::None})) == "deadlock must");
}

TEST_CASE("reference: warnings") {
  const std::string text =
      "HSA t\n{ M=0; N@0x1000=0; }\n P0-P1@wv 0,wg 0 ;\n stsul M, 1 ;\n beq %lane, 1, F ;\n ldslk M ;\n"
      " bar ;\n F: nop ;\n bne %lane, 1, G ;\n ldslk p, M ;\n stsul N, 1 ;\n G: nop ;\nlocations [M;]\n";
  const ReferenceResult result = under(text);
  CHECK(endOf(result) == "ends");
  CHECK(result.warnings == std::set<ReferenceWarning>{{"free-release", "P0:0"},
                                                      {"free-release", "P1:0"},
                                                      {"bar-divergence", "P0:3"},
                                                      {"lost-lock", "P1:6"},
                                                      {"non-owner", "P1:7"},
                                                      {"alias-release", "P1:7"}});
}

TEST_CASE("reference: a wave votes, and so do threads by themselves") {
  const std::string text =
      "HSA t\n{ M=0; }\n P0-P1@wv 0,wg 0 ;\n L: ldslk p, M ;\n vote.any q, p ;\n @!q bra L ;\n"
      " vote.all s, p ;\n beq %lane, 1, E ;\n stsul M, 7 ;\n E: nop ;\nlocations [M; 0:q; 1:q; 1:s;]\n";
  for (const ReferenceOptions& options : {ReferenceOptions{}, kIts}) {
    const ReferenceResult result = under(text, options);
    CHECK(endOf(result) == "ends");
    CHECK(result.finalStates == std::set<std::vector<Value>>{{1, 1, 0, 7}});
  }
}

}  // namespace hrfcheck::test
