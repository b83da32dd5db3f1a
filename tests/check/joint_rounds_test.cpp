// Work-groups that go round a loop together: which rounds may be left out, and what is asked of a test of
// which some are. Each test here has an outcome, or a fault, that only a round shows which another one
// follows.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "cat/library.h"
#include "cat/licence/rules.h"
#include "check/check.h"
#include "check/check_options.h"
#include "check/engine_choice.h"
#include "check/explain/explain.h"
#include "check/models/barriers_of_model.h"
#include "check/prepare/preparation.h"
#include "frontend/litmus.h"
#include "program/unroll/joint_waits.h"

namespace hrfcheck::test {
namespace {

const Model& model(const std::string& name = "hrf-indirect-relaxed") {
  static const ModelLibrary kLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  static std::map<std::string, Model> models;
  return models.try_emplace(name, kLibrary.load(name)).first->second;
}

std::shared_ptr<const Program> parsed(const std::string& text) {
  return parseLitmus(std::make_shared<const Source>("joint.litmus", text));
}

/// P0 and P1 are a work-group; P2 is what they wait for.
std::shared_ptr<const Program> program(const std::string& rows, const std::string& condition) {
  return parsed(
      "HSA joint\n{ x=0; y=0; local s=0; local u=0; }\n"
      " P0@wg 0, cmp 0 | P1@wg 0, cmp 0 | P2@wg 1, cmp 0 ;\n" +
      rows + condition + "\n");
}

bool leavesRoundsOut(const PreparedTest& test) {
  return std::ranges::any_of(test.reasons(),
                             [](const Reason& reason) { return reason.rule == LeavingOutRule::JointRounds; });
}

Verdict asked(EngineChoice engine, const PreparedTest& test) {
  return checkProgram(*makeEngine(engine), test, checkOptions({}, CheckQuestion::Everything, Explaining::No));
}

/// What both engines say of the condition.
Observation observed(const std::shared_ptr<const Program>& program) {
  const PreparedTest test = prepared(program, 2, model());
  CHECK_FALSE(leavesRoundsOut(test));
  const Observation observation = asked(EngineChoice::Explicit, test).observation;
  CHECK(asked(EngineChoice::Smt, test).observation == observation);
  return observation;
}

/// Barrier, look, tell, barrier, hear, test.
const std::string kWait =
    " L: barrier.wg      | L: barrier.wg | st.rlx.cmp x, 2 ;\n"
    " ld.rlx.cmp r, x    |               | st.rlx.cmp x, 1 ;\n"
    " st s, r            |               | ;\n"
    " barrier.wg         | barrier.wg    | ;\n"
    " ld v, s            | ld v, s       | ;\n";

}  // namespace

TEST_CASE("a work-group that only waits: rounds are left out, and instructions keep their numbers") {
  const auto waits =
      program(kWait + " bne v, 1, L | bne v, 1, L | ;\n st y, 1 | st y, 2 | ;\n", "exists (1:v=1)");
  const PreparedTest test = prepared(waits, 2, model());
  CHECK(leavesRoundsOut(test));
  const Verdict verdict = asked(EngineChoice::Explicit, test);
  CHECK(verdict.observation == Observation::Always);
  REQUIRE(verdict.races.size() == 1);
  const Race& race = verdict.races.front();
  CHECK(verdict.program->instructionName(0, race.first.instruction) == "P0:6");
  CHECK(verdict.program->instructionName(1, race.second.instruction) == "P1:4");
}

TEST_CASE("what a round leaves behind its test is there when the last one leaves") {
  const std::string leave = " beq v, 1, END | beq v, 1, END | ;\n";
  const std::string back = " bra L | bra L | ;\n END: | END: | ;\n";
  CHECK(observed(program(kWait + leave + " | mov q, 5 | ;\n" + back, "exists (1:q=5)")) ==
        Observation::Sometimes);
  CHECK(observed(program(kWait + leave + " | st u, 5 | ;\n" + back, "exists (u=5)")) ==
        Observation::Sometimes);
  CHECK(observed(program(kWait + leave + " mov q, r | | ;\n" + back, "exists (0:q=2)")) ==
        Observation::Sometimes);
}

TEST_CASE("a register that nobody looks at behind the loop is left out with its round") {
  const auto waits = program(
      kWait + " beq v, 1, END | beq v, 1, END | ;\n | mov q, 5 | ;\n bra L | bra L | ;\n END: | END: | ;\n",
      "exists (1:v=1)");
  CHECK(leavesRoundsOut(prepared(waits, 2, model())));
}

TEST_CASE("what a round takes along of the one before") {
  const std::string head =
      " L: ld v, s      | L: ld v, s    | st.rlx.cmp x, 2 ;\n"
      " beq v, 1, END   | beq v, 1, END | st.rlx.cmp x, 1 ;\n"
      " barrier.wg      | barrier.wg    | ;\n";
  const std::string tail =
      " ld.rlx.cmp r, x |               | ;\n"
      " st s, r         |               | ;\n"
      " barrier.wg      | barrier.wg    | ;\n"
      " bra L           | bra L         | ;\n"
      " END:            | END:          | ;\n";
  CHECK(observed(program(head + " mov q, r | | ;\n" + tail, "exists (0:q=2)")) == Observation::Sometimes);
  CHECK(observed(program(head + " | mov q, v | ;\n" + tail, "exists (1:q=2)")) == Observation::Sometimes);
  CHECK(leavesRoundsOut(prepared(program(head + tail, "exists (0:v=1)"), 2, model())));
}

TEST_CASE("threads that do not leave together at their first test") {
  const std::string rows =
      " L: ld v, s      | L: ld v, s    | st.rlx.cmp x, 1 ;\n"
      " barrier.wg      | barrier.wg    | ;\n"
      " beq r, 2, END   | beq v, 2, END | ;\n"
      " ld.rlx.cmp r, x |               | ;\n"
      " st s, r         |               | ;\n"
      " barrier.wg      | barrier.wg    | ;\n"
      " bra L           | bra L         | ;\n"
      " END:            | END:          | ;\n";
  const auto apart =
      parsed("HSA joint\n{ x=0; local s=2; }\n P0@wg 0, cmp 0 | P1@wg 0, cmp 0 | P2@wg 1, cmp 0 ;\n" + rows);
  CHECK_FALSE(leavesRoundsOut(prepared(apart, 2, model())));
}

TEST_CASE("a thread that divides by zero in a round is an incident, though another round would follow") {
  const auto divides = program(
      kWait + " | sub w, v, 2 | ;\n | div w, 6, w | ;\n bne v, 1, L | bne v, 1, L | ;\n", "exists (true)");
  const PreparedTest test = prepared(divides, 2, model());
  CHECK_FALSE(leavesRoundsOut(test));
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt}) {
    const Verdict verdict = asked(engine, test);
    CHECK(std::ranges::any_of(verdict.analysis.incidents, [](const Incident& incident) {
      return incident.kind != IncidentKind::BoundReached && incident.where.thread == 1;
    }));
  }
}

TEST_CASE("threads that may have passed other barriers do not wait together") {
  const std::string loop = kWait + " bne v, 1, L | bne v, 1, L | ;\n";
  CHECK_FALSE(leavesRoundsOut(
      prepared(program(" barrier.wg | ld.rlx.cmp p, y | st.rlx.cmp y, 1 ;\n | @p barrier.wg | ;\n" + loop,
                       "exists (true)"),
               2, model())));
  CHECK_FALSE(leavesRoundsOut(
      prepared(program(" barrier.wg | barrier.wv | ;\n" + loop, "exists (true)"), 2, model())));
}

TEST_CASE("a thread that may stay away for ever does not wait with the others") {
  const auto away = program(
      " | ld.rlx.cmp a, y | st.rlx.cmp y, 1 ;\n | beq a, 1, AWAY | ;\n" + kWait +
          " bne v, 1, L | bne v, 1, L | ;\n | goto END | ;\n | AWAY: barrier.wg | ;\n | SELF: goto SELF | ;\n | END: | ;\n",
      "exists (true)");
  CHECK_FALSE(leavesRoundsOut(prepared(away, 2, model())));
}

TEST_CASE("another model gets the test as it is written") {
  const auto waits = program(kWait + " bne v, 1, L | bne v, 1, L | ;\n", "exists (1:v=2)");
  const PreparedTest test = prepared(waits, 2, model());
  REQUIRE(leavesRoundsOut(test));
  CHECK(writtenOf(test.structure().programPtr()) == waits);
  CHECK(writtenOf(withoutCondition(test).structure().programPtr()) != waits);
  Model without = model();
  std::erase_if(without.checks, [](const Check& check) { return check.role == CheckRole::Require; });
  const PreparedTest anew = preparedAnew(test, without);
  CHECK_FALSE(leavesRoundsOut(anew));
  CHECK(anew.structure().programPtr() == waits);
  CHECK(leavesRoundsOut(preparedAnew(test, model("hsa"))));
  CHECK_FALSE(leavesRoundsOut(preparedAnew(test, model("rsp"))));
}

TEST_CASE("why an outcome is forbidden is not asked of a test without its rounds") {
  // Without requirements what the leader tells may be a value of the round before: there is such an
  // execution.
  const auto waits = program(kWait + " bne v, 1, L | bne v, 1, L | ;\n", "exists (1:v=1 /\\ 0:r=2)");
  const auto engine = makeEngine(EngineChoice::Explicit);
  const PreparedTest test = prepared(waits, 2, model());
  REQUIRE(leavesRoundsOut(test));
  const OutcomeExplanation explanation = explainOutcome(*engine, test, {});
  REQUIRE(explanation.forbidden.has_value());
  CHECK_FALSE(explanation.forbidden->noCandidate);
}

TEST_CASE("only models to which barriers order what a work-group tells itself leave its rounds out") {
  const auto waits = program(kWait + " bne v, 1, L | bne v, 1, L | ;\n", "exists (1:v=1)");
  for (const char* name : {"sc", "drf0", "hrf0", "hrf-direct", "hsa", "rsp-incl"}) {
    CAPTURE(name);
    CHECK(leavesRoundsOut(prepared(waits, 2, model(name))));
  }
  for (const char* name : {"rc11", "c11", "vulkan", "vulkan-nochains", "opencl", "rsp"}) {
    CAPTURE(name);
    CHECK_FALSE(leavesRoundsOut(prepared(waits, 2, model(name))));
  }
}

TEST_CASE(
    "a model of another dialect to which barriers are nothing is not asked about a test with barriers") {
  const auto waits = program(kWait, "exists (1:v=1)");
  for (const char* name : {"rc11", "c11", "vulkan", "vulkan-nochains"}) {
    CAPTURE(name);
    CHECK(isAboutBarriers(whyBarriersMeanNothing(model(name), *waits)));
  }
  CHECK(whyBarriersMeanNothing(model("ptx"), *waits).empty());
  CHECK(whyBarriersMeanNothing(model("opencl"), *waits).empty());
  const auto without = program(" st x, 1 | st x, 2 | ;\n", "exists (true)");
  CHECK(whyBarriersMeanNothing(model("rc11"), *without).empty());
}

}  // namespace hrfcheck::test
