// The reference itself, on programs whose answers the paper or a few lines of thought give.

#include "simt/reference.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

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

std::set<std::string> kindsOf(const ReferenceResult& result) {
  std::set<std::string> kinds;
  for (const auto& [kind, where] : result.warnings) {
    kinds.insert(kind);
  }
  return kinds;
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
                                                      {"mutual-exclusion", "P1:6"},
                                                      {"non-owner", "P1:7"},
                                                      {"alias-release", "P1:7"}});
}

TEST_CASE("reference: lanes in the section of one word") {
  const auto text = [](const char* meddle) {
    return std::string("HSA t\n{ M=0; N=0; }\n P0-P1@wv 0,wg 0 | P2@wv 1,wg 0 ;\n L: ldslk p, M | ") +
           meddle + " ;\n @p st N, 1 | ;\n @p stsul M, 0 | ;\n @!p bra L | ;\nlocations [M;]\n";
  };
  CHECK_FALSE(kindsOf(under(text("nop"))).contains("mutual-exclusion"));
  CHECK_FALSE(kindsOf(under(text("ldslk _, q, N"))).contains("mutual-exclusion"));
  for (const ReferenceOptions& options : {ReferenceOptions{}, kIts}) {
    const auto warnings = under(text("stsul M, 0"), options).warnings;
    CHECK(warnings.contains({"mutual-exclusion", "P0:0"}));
    CHECK(warnings.contains({"mutual-exclusion", "P1:0"}));
    // A lock that nobody looks at, by one who then ends: others enter while it is in it at no time.
    CHECK(under(text("ldslk M"), options).warnings ==
          std::set<ReferenceWarning>{{"lost-lock", "P2:0"}, {"mutual-exclusion", "P2:0"}});
    ReferenceOptions waves = options;
    waves.wavesOwn = true;
    CHECK_FALSE(kindsOf(under(text("stsul M, 0"), waves)).contains("mutual-exclusion"));
  }
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

namespace {

/// Needleman-Wunsch on two rows of two, a wave for each row or for each lane; `wait` has '{W}', '{N}' and
/// '{S}' for the words of the west and of the north and for one's own.
std::string grid(bool waveIsRow, const std::vector<std::string>& wait) {
  std::vector<std::string> code{"ldslk s[{S}]", "bar"};
  code.insert(code.end(), wait.begin(), wait.end());
  std::string text = "HSA t\n{ s[9]={0,1,2,3,0,0,4,0,0}; }\n";
  text += waveIsRow ? " P0-P1@wv 0,wg 0 | P2-P3@wv 1,wg 0 ;\n"
                    : " P0@wv 0,wg 0 | P1@wv 1,wg 0 | P2@wv 2,wg 0 | P3@wv 3,wg 0 ;\n";
  for (const std::string& line : code) {
    for (int column = 0; column < (waveIsRow ? 2 : 4); ++column) {
      const int self = waveIsRow ? 4 + 3 * column : 4 + 3 * (column / 2) + column % 2;
      std::string own = line;
      for (const auto& [name, offset] : {std::pair{"{W}", -1}, {"{N}", -3}, {"{X}", -4}, {"{S}", 0}}) {
        for (std::size_t at = own.find(name); at != std::string::npos; at = own.find(name)) {
          own.replace(at, 3, fmt::format("{}{}", waveIsRow ? "%lane+" : "", self + offset));
        }
      }
      text += (column == 0 ? " " : " | ") + own;
    }
    text += " ;\n";
  }
  return text + "locations [s;]\n";
}

const std::vector<std::string> kFire{"add c, c, 2", "max w, w, n", "sub w, w, 1", "max w, w, c"};

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b,
                                const std::vector<std::string>& c) {
  a.insert(a.end(), b.begin(), b.end());
  a.insert(a.end(), c.begin(), c.end());
  return a;
}

}  // namespace

TEST_CASE("reference: Needleman-Wunsch with lock bits (Listing 15)") {
  const std::vector<std::string> end{"@q stsul s[{S}], w2", "@!q bra L"};
  const auto tries = [&](bool asPrinted) {
    std::vector<std::string> code{"L: mov t, p",      "@!p ldslk p, w, s[{W}]",
                                  "sub t, p, t",      asPrinted ? "@p stsul s[{W}], w" : "@t stsul s[{W}], w",
                                  "mov t, o",         "@!o ldslk o, n, s[{N}]",
                                  "sub t, o, t",      asPrinted ? "@o stsul s[{N}], n" : "@t stsul s[{N}], n",
                                  "and q, p, o",      "@q ld c, s[{X}]",
                                  "@q add c, c, 2",   "@q max w2, w, n",
                                  "@q sub w2, w2, 1", "@q max w2, w2, c"};
    return joined(code, {}, end);
  };
  const std::set<std::vector<Value>> scores{{0, 1, 2, 3, 2, 3, 4, 5, 4}};
  for (const LaneModel lanes : {LaneModel::Stack, LaneModel::Its}) {
    const ReferenceResult printed = under(grid(true, tries(true)), {.lanes = lanes});
    CHECK(endOf(printed) == "ends");
    CHECK(printed.finalStates == scores);
    CHECK(kindsOf(printed).contains("free-release"));
    const ReferenceResult corrected = under(grid(true, tries(false)), {.lanes = lanes});
    CHECK(endOf(corrected) == "ends");
    CHECK(corrected.finalStates == scores);
    CHECK(corrected.warnings.empty());
  }
  const std::vector<std::string> waits{"A: ldslk p, w, s[{W}]", "@!p bra A", "stsul s[{W}], w",
                                       "B: ldslk p, n, s[{N}]", "@!p bra B", "stsul s[{N}], n",
                                       "ld c, s[{X}]"};
  const auto all = joined(waits, kFire, {"stsul s[{S}], w"});
  const ReferenceResult row = under(grid(true, all));
  CHECK(endOf(row) == "hangs must");
  CHECK(row.simdDeadlock);
  CHECK(endOf(under(grid(false, all))) == "ends");
  CHECK(under(grid(false, all)).finalStates == scores);
  CHECK(endOf(under(grid(true, all), kIts)) == "ends");
}

TEST_CASE("reference: a barrier that counts waves (Listing 12)") {
  const auto text = [](unsigned count) {
    return fmt::format(
        "HSA t\n{{ A[6]={{1,2,0,0,0,0}}; }}\n P0-P1@wv 0,wg 0 | P2-P3@wv 1,wg 0 ;\n"
        " ld r, A[%lane] | bar.sync 1, {0} ;\n st A[%lane+2], r | ld r, A[%lane+2] ;\n"
        " bar.arrive 1, {0} | st A[%lane+4], r ;\nlocations [A[4]; A[5];]\n",
        count);
  };
  CHECK(endOf(under(text(4))) == "ends");
  CHECK(under(text(4)).finalStates == std::set<std::vector<Value>>{{1, 2}});
  CHECK(endOf(under(text(6))) == "deadlock must");
  CHECK(under(text(2)).finalStates.size() > 1);
}

TEST_CASE("reference: a lock bit shared by a wave, with and without the vote (Listing 9)") {
  const auto text = [](bool votes) {
    const std::string exits =
        votes ? " vote.any q, p | vote.any q, p ;\n @!q bra L | @!q bra L ;\n" : " @!p bra L | @!p bra L ;\n";
    return "HSA t\n{ M=0; c=0; }\n P0-P1@wv 0,wg 0 | P2-P3@wv 1,wg 0 ;\n L: ldslk p, M | L: ldslk p, M ;\n" +
           exits +
           " ld r, c | ld r, c ;\n add r, r, 1 | add r, r, 1 ;\n st c, r | st c, r ;\n setp.eq p, %lane, 0 | "
           "setp.eq p, %lane, 0 ;\n @p stsul M, 0 | @p stsul M, 0 ;\nlocations [c;]\n";
  };
  CHECK(endOf(under(text(true))) == "ends");
  const ReferenceResult without = under(text(false));
  CHECK(endOf(without) == "hangs must");
  CHECK(without.simdDeadlock);
}

}  // namespace hrfcheck::test
