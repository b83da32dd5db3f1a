#include "report/picture/shown_execution.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "report/picture/execution_drawing.h"
#include "support/given.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Message passing whose reader branches on the flag, at a scope, with a condition.
std::string messagePassing(const std::string& groups, const std::string& condition) {
  return "HSA MP\n{ x=0; f=0; }\n " + groups +
         " ;\n st x, 1 | ld.sc.wg r0, f ;\n st.sc.wg f, 1 | bne r0, 1, END ;\n | ld r1, x ;\n | END: ;\n" +
         condition + "\n";
}
const std::string kOneGroup = "P0@wg 0 | P1@wg 0";
const std::string kTwoGroups = "P0@wg 0 | P1@wg 1";

ShownExecution shownOf(const std::string& text, const std::string& model = "hrf-indirect-relaxed") {
  const auto engine = makeExplicitEngine();
  const auto structure = std::make_shared<const EventStructure>(programOf(text));
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model loaded = library.load(model);
  auto shown = shownExecution(checkProgram(*engine, given(structure, loaded), {}), loaded);
  REQUIRE(shown);
  return std::move(*shown);
}

std::string boxesOf(const std::string& threads, const std::string& code) {
  const auto program = programOf("HSA Boxes\n{ x=0; }\n " + threads + " ;\n " + code + " ;\n");
  const auto structure = std::make_shared<const EventStructure>(program);
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Verdict verdict = checkProgram(*makeExplicitEngine(), given(structure, library.load("sc")), {});
  const Execution execution = verdict.analysis.outcomes.front().witness.execution();
  std::string text;
  for (const ScopeBox& box : drawingOf(execution, {}).layout.boxes) {
    text += std::string(box.depth, '.') + box.title + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("a condition that can hold is shown holding") {
  const ShownExecution shown = shownOf(messagePassing(kOneGroup, "exists (1:r0=1 /\\ 1:r1=1)"));
  CHECK(shown.about == "satisfies the condition");
  CHECK(finalState(shown.execution) == "ends in  1:r0=1  1:r1=1");
}

TEST_CASE("one that cannot is shown by what comes closest: the flag is seen") {
  const ShownExecution shown = shownOf(messagePassing(kOneGroup, "exists (1:r0=1 /\\ 1:r1=0)"));
  CHECK(shown.about == "no execution satisfies the condition; this one comes closest");
  CHECK(finalState(shown.execution) == "ends in  1:r0=1  1:r1=1");
  CHECK(shownOf(messagePassing(kOneGroup, "~exists (1:r0=1 /\\ 1:r1=0)")).about == shown.about);
}

TEST_CASE("forall asks about what violates it") {
  const ShownExecution violated = shownOf(messagePassing(kOneGroup, "forall (1:r0=0)"));
  CHECK(violated.about == "violates the condition");
  CHECK(finalState(violated.execution) == "ends in  1:r0=1");
  CHECK(shownOf(messagePassing(kOneGroup, "forall (x=1)")).about ==
        "satisfies the condition, as all executions do");
}

TEST_CASE("without a condition any final state is shown") {
  CHECK(shownOf(messagePassing(kOneGroup, "locations [1:r0; 1:r1;]")).about == "one of the final states");
}

TEST_CASE("a racy test: the race, in the execution that the condition asks about if it races there") {
  const ShownExecution stale = shownOf(messagePassing(kTwoGroups, "exists (1:r0=1 /\\ 1:r1=0)"));
  CHECK(stale.about == "P0:1 and P1:0 race");
  CHECK(finalState(stale.execution) == "ends in  1:r0=1  1:r1=0");
  CHECK(stale.racing);
  const ShownExecution never = shownOf(messagePassing(kTwoGroups, "exists (1:r0=7)"));
  CHECK(never.about == "P0:1 and P1:0 race");
  CHECK(never.racing);
}

TEST_CASE("an undefined test shows what makes it so") {
  const ShownExecution shown = shownOf(
      "HSA Divergence\n{ x=0; }\n P0@wg 0 | P1@wg 0 ;\n st.sc.wg x, 1 | ld.sc.wg r0, x ;\n"
      " barrier.wg | beq r0, 0, END ;\n | barrier.wg ;\n | END: ;\nexists (1:r0=7)\n");
  CHECK(shown.about.starts_with("barrier-divergence at P"));
}

TEST_CASE("each box stands in the box it belongs to, every level that its name has is drawn") {
  CHECK(boxesOf("P0@cmp 0, wg 0, wv 0 | P1@cmp 0, wg 1, wv 0 | P2@cmp 1, wg 0, wv 0",
                "st.sc.wv x, 1 | ld.sc.sys r0, x | nop") ==
        "sys .cmp 0 .cmp 1 ..cmp 0/wg 0 ..wg 1 ..cmp 1/wg 0 ...wg 0/wv 0 ...wg 1/wv 0 ...wg 0/wv 0 ");
  CHECK(boxesOf("P0@wg 0, wv 0 | P1@wg 0, wv 1", "st.sc.wv x, 1 | ld.sc.sys r0, x") == "sys .wv 0 .wv 1 ");
  CHECK(boxesOf("P0@wg 0 | P1@wg 1", "st.sc.cmp x, 1 | ld.sc.cmp r0, x") == "cmp 0 .wg 0 .wg 1 ");
}
