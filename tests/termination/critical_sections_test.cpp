// Lanes in the critical section of one word at a time: what counts as being in it, and the shortest schedule.

#include "termination/hangs/critical_sections.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "termination/progress_support.h"
#include "termination/system/simt.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::vector<Finding> found(const std::string& text, SimtOptions simt = {.mode = SimtMode::Stack}) {
  const SimtSetup setup = simtSetup(programOf(text), simt);
  ProgressOptions options;
  options.schedulers = {{}};
  options.agents = setup.agents;
  options.rules = setup.rules;
  const ProgressResult result = analyseProgress(setup.program, options);
  CHECK(result.findingsComplete);
  std::vector<Finding> findings;
  std::ranges::copy_if(result.findings, std::back_inserter(findings),
                       [](const Finding& finding) { return finding.kind == FindingKind::MutualExclusion; });
  return findings;
}

/// Two wavefronts that lock `word` before `inside` and `release`, and a third one that does `meddle`.
std::string disturbed(const std::string& meddle) {
  return "HSA t\n{ M@0x0=0; N@0x1000=0; c=0; }\n P0@wv 0,wg 0 | P1@wv 1,wg 0 | P2@wv 2,wg 0 ;\n"
         " L: ldslk p, _, M | L: ldslk p, _, M | " +
         meddle +
         " ;\n @!p bra L | @!p bra L | ;\n faa _, c, 1 | faa _, c, 1 | ;\n stsul M, 0 | stsul M, 0 | ;\n";
}

}  // namespace

TEST_CASE("critical sections: a lock that everybody takes and gives back excludes") {
  CHECK(found(disturbed("nop")).empty());
  CHECK(found(disturbed("ldslk q, _, N")).empty());
}

TEST_CASE("critical sections: somebody else frees the bit, by the same word or by another one") {
  for (const char* meddle : {"stsul M, 0", "stsul N, 0"}) {
    const std::vector<Finding> findings = found(disturbed(meddle));
    REQUIRE(findings.size() == 2);
    for (const Finding& finding : findings) {
      const ThreadId other = 1 - finding.thread;
      CHECK(finding.instruction == 0);
      REQUIRE(finding.holder);
      CHECK(finding.holder->lane == other);
      CHECK(finding.holder->word == 0);
      REQUIRE(finding.trace.size() == 3);
      CHECK(finding.trace[0].thread == other);
      CHECK(finding.trace[1].thread == 2);
      CHECK(finding.trace[2].thread == finding.thread);
    }
  }
}

TEST_CASE("critical sections: words that share a bit have sections of their own") {
  CHECK(found("HSA t\n{ M@0x0=0; N@0x1000=0; }\n P0@wv 0,wg 0 | P1@wv 1,wg 0 ;\n ldslk M | ldslk N ;\n"
              " st M, 1 | st N, 1 ;\n stsul M, 2 | stsul N, 2 ;\n")
            .empty());
}

TEST_CASE("critical sections: one goes on without the bit, which it did not get") {
  const auto text = [](const char* lock) {
    return std::string("HSA t\n{ M; }\n P0@wv 0,wg 0 | P1@wv 1,wg 0 ;\n ldslk M | ") + lock +
           " ;\n st M, 1 | st M, 1 ;\n stsul M, 0 | @p stsul M, 0 ;\n";
  };
  // The first lane does not look; the second one does, and knows that it may not enter.
  const std::vector<Finding> findings = found(text("ldslk p, _, M"));
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].thread == 0);
  CHECK(findings[0].trace.size() == 2);
  CHECK(findings[0].trace.back().locked == false);
  CHECK(found(text("ldslk _, p, M")).size() == 2);
}

TEST_CASE("critical sections: work-groups have bits of their own") {
  const char* text =
      "HSA t\n{ M; }\n P0@wg 0 | P1@wg 1 ;\n L: ldslk p, _, M | L: ldslk p, _, M ;\n @!p bra L | @!p bra L ;\n"
      " stsul M, 0 | stsul M, 0 ;\n";
  const std::vector<Finding> findings = found(text);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].trace.size() == 2);
}

TEST_CASE("critical sections: who has ended is in none") {
  const auto text = [](const char* last) {
    return std::string(
               "HSA t\n{ M; x; }\n P0@wv 0,wg 0 | P1@wv 1,wg 0 | P2@wv 2,wg 0 ;\n ldslk M | stsul M, 0 | L: ldslk p, _, M ;\n ") +
           last + " | | @!p bra L ;\n | | nop ;\n";
  };
  CHECK(found(text("")).empty());
  CHECK(found(text("st x, 1")).size() == 1);  // P2 ends with its step, so that P0 enters alone
}

TEST_CASE("critical sections: a lock of a wavefront is in the hands of all of its lanes") {
  const char* text =
      "HSA t\n{ M; c[2]; }\n P0-P1@wv 0,wg 0 | P2-P3@wv 1,wg 0 ;\n L: ldslk p, _, M | L: ldslk p, _, M ;\n"
      " vote.any q, p | vote.any q, p ;\n @!q bra L | @!q bra L ;\n faa _, c[%lane], 1 | faa _, c[%lane], 1 ;\n"
      " setp.eq r, %lane, 0 | setp.eq r, %lane, 0 ;\n @r stsul M, 0 | @r stsul M, 0 ;\n nop | nop ;\n"
      " faa _, c[%lane], 1 | faa _, c[%lane], 1 ;\n";
  CHECK_FALSE(found(text).empty());  // P1 takes the bit, P0 gives it back
  CHECK(found(text, {.mode = SimtMode::Stack, .wavefrontOwns = true}).empty());
}

TEST_CASE("critical sections: lanes that act together enter one after the other") {
  const char* text = "HSA t\n{ M; }\n P0-P1@wv 0,wg 0 ;\n ldslk M ;\n st M, 1 ;\n stsul M, 0 ;\n";
  const std::vector<Finding> findings = found(text, {.mode = SimtMode::Stack, .collective = true});
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].trace.size() == 1);
  CHECK(found(text, {.mode = SimtMode::Stack, .collective = true, .wavefrontOwns = true}).empty());
}
