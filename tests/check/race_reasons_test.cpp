#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "cat/library.h"
#include "check/check.h"
#include "support/given.h"
#include "support/verdicts.h"

namespace race_reasons_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

// What is promoted in each execution is derived by hand, from Orr et al., Fig. 13: a remote acquire promotes
// the last release before it in the order of the location's accesses, a remote release the next acquire after
// it, and nothing else.

namespace {

Verdict verdictOf(const std::string& file, const std::string& model) {
  const std::string root = HRFCHECK_SOURCE_DIR;
  std::ifstream in(root + "/litmus/" + file + ".litmus");
  std::stringstream text;
  text << in.rdbuf();
  const ModelLibrary models({root + "/models"});
  const auto engine = makeExplicitEngine();
  return checkProgram(
      *engine, given(std::make_shared<const EventStructure>(programOf(text.str())), models.load(model)), {});
}

/// The race of these two instructions.
Race raceOf(const Verdict& verdict, const std::string& first, const std::string& second) {
  for (const Race& race : verdict.races) {
    const auto name = [&](InstructionRef where) {
      return verdict.program->instructionName(where.thread, where.instruction);
    };
    if (name(race.first) == first && name(race.second) == second) {
      return race;
    }
  }
  FAIL("no race of " << first << " and " << second);
  return {};
}

/// "P0:0>P0:1 P0:1!P2:0 P2:0>P2:2": > ordered, ! missing, ? not combined.
std::string chainText(const Race& race) {
  const EventStructure& structure = *race.witness.execution().structure;
  const auto name = [&](EventId e) {
    const InstructionRef where = structure.instructionOf(e);
    return structure.program().instructionName(where.thread, where.instruction);
  };
  std::string text;
  for (const RaceStep& step : race.steps) {
    const char* mark = step.status == RaceStep::Status::Ordered       ? ">"
                       : step.status == RaceStep::Status::NotCombined ? "?"
                                                                      : "!";
    text += (text.empty() ? "" : " ") + name(step.from) + mark + name(step.to);
  }
  return text;
}

}  // namespace

TEST_CASE("T16c: only the last release before the remote acquire is promoted") {
  const Race race = raceOf(verdictOf("rsp/t16c-release-before-the-last", "rsp"), "P0:0", "P2:2");
  CHECK(race.reason == UnorderedReason::OnlyLastRelease);
  CHECK(
      race.explanation ==
      "P0 released to wg 0 (at P0:1), which does not contain P2, and the remote P2:0 promotes only the last "
      "release before it, which is P1:2, not P0:1");
  CHECK(chainText(race) == "P0:0>P0:1 P0:1!P2:0 P2:0>P2:2");
}

TEST_CASE("T17: only the next acquire after the remote release is promoted") {
  const Verdict verdict = verdictOf("rsp/t17-rm-rel-two-acquires", "rsp");
  // Both acquires read the release; whichever comes second is not promoted.
  const Race first = raceOf(verdict, "P0:0", "P1:2");
  CHECK(first.reason == UnorderedReason::OnlyNextAcquire);
  CHECK(first.explanation ==
        "P1 acquired from wg 0 (at P1:0), which does not contain P0, and the remote P0:1 promotes only the "
        "next acquire after it, which is P2:0, not P1:0");
  CHECK(chainText(first) == "P0:0>P0:1 P0:1!P1:0 P1:0>P1:2");
  CHECK(raceOf(verdict, "P0:0", "P2:2").reason == UnorderedReason::OnlyNextAcquire);
}

TEST_CASE("a failed compare-and-swap is the next acquire, and a later one gets nothing") {
  const Race race = raceOf(verdictOf("rsp/failed-cas-is-next-acquire", "rsp"), "P0:0", "P2:2");
  CHECK(race.reason == UnorderedReason::OnlyNextAcquire);
  CHECK(race.explanation.ends_with("which is P1:0, not P2:0"));
}

TEST_CASE("as printed, what comes on the wrong side of a remote operation is not promoted") {
  // The compare-and-swap reads the initial value, so it comes before the only release.
  const Race acquire = raceOf(verdictOf("rsp/fig14-case2", "rsp-literal"), "P0:1", "P1:0");
  CHECK(acquire.reason == UnorderedReason::NothingToPromote);
  CHECK(acquire.explanation ==
        "P0 released to wg 0, which does not contain P1, and the remote P1:0 comes before the release P0:1: "
        "there is no release to promote (scope-inclusion violation)");
  CHECK(acquire.steps.empty());
  const Race release = raceOf(verdictOf("rsp/t15-mp-rm-rel", "rsp-literal"), "P0:1", "P1:0");
  CHECK(release.reason == UnorderedReason::NothingToPromote);
  CHECK(release.explanation.find("comes after the acquire P1:0: there is no acquire to promote") !=
        std::string::npos);
}

TEST_CASE("T12c2: the promoted release is ordered where the swap succeeds, and without a remote it is not") {
  CHECK(verdictOf("rsp/t12c2e-orr-fig14-drawn", "rsp-literal").raceStatus == RaceStatus::RaceFree);
  const Race race = raceOf(verdictOf("rsp/t12c2n-orr-fig14-no-remote", "rsp"), "P0:0", "P1:3");
  CHECK(race.reason == UnorderedReason::ScopeDoesNotContain);
  CHECK(chainText(race) == "P0:0>P0:1 P0:1!P1:0 P1:0>P1:3");
}

TEST_CASE("a remote operation promotes only its other kind") {
  const Race acquire = raceOf(verdictOf("rsp/rm-acq-promotes-no-acquire", "rsp"), "P0:0", "P2:1");
  CHECK(acquire.reason == UnorderedReason::UnpromotedRelease);
  CHECK(
      acquire.explanation ==
      "P2 acquired from wg 0 (at P2:0), which does not contain P0, and the remote P1:0 promotes no acquire");
  const Race release = raceOf(verdictOf("rsp/rm-rel-promotes-no-release", "rsp"), "P0:0", "P2:1");
  CHECK(release.reason == UnorderedReason::UnpromotedRelease);
  CHECK(release.explanation.ends_with("and the remote P1:0 promotes no release"));
  // Two fetch-and-adds that only acquire: the remote one finds no release in the other.
  const Race neither = raceOf(verdictOf("rsp/r10-fetch-add", "rsp-literal"), "P0:0", "P2:0");
  CHECK(neither.reason == UnorderedReason::UnpromotedRelease);
  CHECK(neither.explanation.find("the remote P2:0 promotes only releases, and P0:0 is not one") !=
        std::string::npos);
}

TEST_CASE("T24: a remote operation whose scope is too small") {
  for (const std::string model : {"rsp", "rsp-incl", "rsp-literal"}) {
    CAPTURE(model);
    const Race race = raceOf(verdictOf("rsp/t24-remote-too-small", model), "P0:1", "P1:0");
    CHECK(race.reason == UnorderedReason::UnpromotedRelease);
    CHECK(race.explanation.find("the scope of the remote P1:0 is too small") != std::string::npos);
  }
}

TEST_CASE("what one model promotes, the other does not: T17 and T18") {
  CHECK(verdictOf("rsp/t17-rm-rel-two-acquires", "rsp-incl").raceStatus == RaceStatus::RaceFree);
  CHECK(verdictOf("rsp/t18-third-party", "rsp").raceStatus == RaceStatus::RaceFree);
  const Race race = raceOf(verdictOf("rsp/t18-third-party", "rsp-incl"), "P0:0", "P2:2");
  CHECK(race.reason == UnorderedReason::ScopeDoesNotContain);
  CHECK(race.explanation == "P0 released to wg 0 (at P0:1), which does not contain P2");
}

TEST_CASE("a promoted pair is ordered, and the chain goes on to what is missing") {
  // P1:0 promotes P0:1, so that P2 lacks a link to P1 alone.
  const std::string text =
      "HSA Promoted\n{ X=0; y=0; z=0; }\n P0@wg 0 | P1@wg 1 | P2@wg 2 ;\n"
      " st X, 1 | ld.rm_acq.cmp r0, y | ld.acq.wg r1, z ;\n"
      " st.rel.wg y, 1 | st.rel.cmp z, 1 | ld r2, X ;\n"
      "filter (1:r0=1 /\\ 2:r1=1)\nexists (2:r2=0)\n";
  const ModelLibrary models({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto engine = makeExplicitEngine();
  const Verdict verdict = checkProgram(
      *engine, given(std::make_shared<const EventStructure>(programOf(text)), models.load("rsp")), {});
  const Race race = raceOf(verdict, "P0:0", "P2:1");
  CHECK(chainText(race) == "P0:0>P0:1 P0:1>P1:0 P1:0>P1:1 P1:1!P2:0 P2:0>P2:1");
  CHECK(race.steps[1].what ==
        "release at wg 0, remote acquire at cmp 0 (the release promoted to cmp 0 by P1:0)");
  CHECK(race.steps[3].why == "P2 acquired from wg 2 (at P2:0), which does not contain P1");
}

TEST_CASE("a closure for each scope: steps that are ordered and not combined") {
  const Race race = raceOf(verdictOf("hrf/t10-chain-wg-cmp-wg", "hrf-direct"), "P0:0", "P3:2");
  CHECK(race.reason == UnorderedReason::ScopesDiffer);
  CHECK(chainText(race) == "P0:0>P0:1 P0:1>P1:0 P1:0>P1:2 P1:2?P2:0 P2:0>P2:2 P2:2?P3:0 P3:0>P3:2");
  CHECK(race.steps[3].why == "hrf-direct does not combine cmp 0 with wg 0 of the steps before");
}

TEST_CASE("models that do not look at scopes are not explained by scopes") {
  // The swap fails, and is relaxed then: no acquire.
  const Race failed = raceOf(verdictOf("c11/failed-compare-exchange", "c11"), "P0:0", "P1:5");
  CHECK(failed.reason == UnorderedReason::OrderTooWeak);
  CHECK(failed.explanation == "P1:1 reads from P0:1, but P1:1 is not an acquire");
  const Race consume = raceOf(verdictOf("c11/consume-dependency", "c11"), "P0:0", "P2:1");
  CHECK(consume.explanation == "P2:0 only consumes, and P2:1 does not depend on the value that it reads");
  // Somebody else's store ends the release sequence.
  const Race ended = raceOf(verdictOf("c11/release-sequence-ended", "c11"), "P0:0", "P3:1");
  CHECK(ended.reason == UnorderedReason::NoSynchronization);
  CHECK(ended.explanation == "P3:0 reads from P1:1, not from P0:1");
}

TEST_CASE("a fence on one side only: the other side is what lacks") {
  const auto explanation = [](const std::string& before, const std::string& behind) {
    const std::string text =
        "OPENCL fenced\n{ x=0; y=0; }\n"
        "P0@wg 0 (global int* x, global atomic_int* y) {\n *x = 1;\n " +
        before +
        "\n atomic_store_explicit(y, 1, memory_order_relaxed, memory_scope_device);\n}\n"
        "P1@wg 1 (global int* x, global atomic_int* y) {\n"
        " int r = atomic_load_explicit(y, memory_order_relaxed, memory_scope_device);\n " +
        behind + "\n if (r == 1) { int s = *x; }\n}\nexists (1:r=1)\n";
    const ModelLibrary models({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
    const auto engine = makeExplicitEngine();
    const Verdict verdict = checkProgram(
        *engine, given(std::make_shared<const EventStructure>(programOf(text)), models.load("opencl")), {});
    return verdict.races.empty() ? "" : verdict.races.front().explanation;
  };
  const auto fence = [](const std::string& order) {
    return "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_" + order + ", memory_scope_device);";
  };
  CHECK(explanation("", "") == "P1:0 reads from P0:1, but P0:1 is not a release and P1:0 is not an acquire");
  CHECK(explanation(fence("release"), "") ==
        "P1:0 reads from P0:2, but P1:0 is not an acquire, and no acquire fence follows it");
  CHECK(explanation("", fence("acquire")) ==
        "P1:0 reads from P0:1, but P0:1 is not a release, and no release fence precedes it");
  CHECK(explanation(fence("release"), fence("acquire")).empty());
  // A fence can release and acquire: it does what its end of the link is for.
  const std::string group =
      "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);";
  CHECK(
      explanation(group, group) ==
      "P0 released to wg 0 (at P0:1), which does not contain P1, and P1 acquired from wg 1 (at P1:1), which does "
      "not contain P0");
}

TEST_CASE("opencl keeps local and global memory apart") {
  const Race race = raceOf(verdictOf("opencl/barrier-flags", "opencl"), "P0:1", "P1:2");
  CHECK(race.reason == UnorderedReason::OrderTooWeak);
  CHECK(race.explanation == "the barrier P0:2 does not name local memory");
  CHECK(chainText(race) == "P0:1!P0:2 P0:2>P1:0 P1:0!P1:2");
}

}  // namespace race_reasons_test
