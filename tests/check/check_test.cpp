#include "check/check.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "cat/library.h"
#include "check/add_findings.h"
#include "check/auto_engine.h"
#include "check/check_options.h"
#include "check/engine_choice.h"
#include "check/models/scope_of_model.h"
#include "check/races/annotation_edit.h"
#include "frontend/litmus.h"
#include "support/given.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

ModelLibrary library() {
  return ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
}

Verdict checked(const std::string& text, const std::string& model, unsigned unroll = 4) {
  const auto engine = makeExplicitEngine();
  const auto structure = std::make_shared<const EventStructure>(programOf(text), unroll);
  return checkProgram(*engine, given(structure, library().load(model)), {});
}

std::string name(const Program& program, InstructionRef where) {
  return program.instructionName(where.thread, where.instruction);
}

std::string pairText(const Verdict& v, const Race& race) {
  return name(*v.program, race.first) + " " + name(*v.program, race.second);
}

std::string fixText(const Verdict& v, const Race& race) {
  std::string text;
  for (const AnnotationEdit& edit : race.fix) {
    text += name(*v.program, edit.where) + "@" + v.program->scopes.levels()[edit.level] + " ";
  }
  return text;
}

/// Message passing; the four orders and scopes, and the placement of P1.
std::string messagePassing(const std::string& store, const std::string& load, const std::string& group) {
  return "HSA MP\n{ X=0; F=0; }\n P0@wg 0 | P1@wg " + group + " ;\n st X, 1 | " + load + " r0, F ;\n " +
         store + " F, 1 | bne r0, 1, END ;\n | ld r1, X ;\n | END: ;\nexists (1:r0=1 /\\ 1:r1=0)\n";
}

}  // namespace

TEST_CASE("a location without an address space, where the model tells the address spaces apart") {
  const std::string none =
      "OPENCL t\n{ x=0; }\nP0@wg 0 (volatile int* x) { *x = 1; }\nP1@wg 1 (volatile int* x) { int r = *x; }\n"
      "exists (1:r=1)\n";
  const auto notesAbout = [](const Verdict& v) {
    return std::ranges::count_if(
        v.notes, [](const std::string& n) { return n.starts_with("no address space is named for x:"); });
  };
  CHECK(notesAbout(checked(none, "opencl")) == 1);
  CHECK(notesAbout(checked(none, "sc")) == 0);
  std::string global = none;
  global.replace(global.find("volatile"), 8, "global");
  CHECK(notesAbout(checked(global, "opencl")) == 0);
  CHECK(checked(none, "opencl").condition == checked(global, "opencl").condition);
}

TEST_CASE("the released scope leaves the acquirer out") {
  const Verdict v = checked(kFig14, "hrf-indirect-relaxed");
  CHECK(v.raceStatus == RaceStatus::Racy);
  REQUIRE(v.races.size() == 2);
  const Race& sync = v.races[0];
  CHECK(pairText(v, sync) == "P0:1 P1:0");
  CHECK(sync.scopeInclusion);
  CHECK_FALSE(sync.ordinary);
  CHECK(sync.reason == UnorderedReason::ScopeDoesNotContain);
  CHECK(sync.explanation == "P0 released to wg 0, which does not contain P1 (scope-inclusion violation)");
  CHECK(fixText(v, sync) == "P0:1@cmp ");
  CHECK_FALSE(sync.fixUpToBound);
  const Race& data = v.races[1];
  CHECK(pairText(v, data) == "P0:0 P1:2");
  CHECK(data.ordinary);
  CHECK(data.followsFrom == 0);
  CHECK(data.fix.empty());
  CHECK(v.condition == Status::Allowed);
  CHECK(v.observation == Observation::Sometimes);
  CHECK(v.settled());
}

TEST_CASE("promotion orders the same test under rsp") {
  const Verdict v = checked(kFig14, "rsp");
  CHECK(v.raceStatus == RaceStatus::RaceFree);
  CHECK(v.races.empty());
  CHECK(v.condition == Status::Forbidden);
  CHECK(v.observation == Observation::Never);
  CHECK(v.holding == Holding::Fails);
  CHECK(v.notes.empty());
}

TEST_CASE("a remote acquire that promotes nothing is named") {
  const Verdict v = checked(kFig14, "rsp-literal");
  REQUIRE(v.races.size() == 1);
  CHECK(v.races[0].reason == UnorderedReason::NothingToPromote);
  CHECK(v.races[0].explanation ==
        "P0 released to wg 0, which does not contain P1, and the remote P1:0 comes before the release P0:1: "
        "there is no release to promote (scope-inclusion violation)");
}

TEST_CASE("both sides leave the other out: two changes are needed") {
  const Verdict v = checked(messagePassing("st.sc.wg", "ld.sc.wg", "1"), "hrf-indirect-relaxed");
  REQUIRE(v.races.size() == 2);
  CHECK(
      v.races[0].explanation ==
      "P0 released to wg 0, which does not contain P1, and P1 acquired from wg 1, which does not contain P0 "
      "(scope-inclusion violation)");
  CHECK(fixText(v, v.races[0]) == "P0:1@cmp P1:0@cmp ");
}

TEST_CASE("inclusive scopes race where the model asks for equal ones") {
  const Verdict v = checked(messagePassing("st.sc.cmp", "ld.sc.wg", "0"), "hrf-direct");
  REQUIRE(v.races.size() == 2);
  CHECK(v.races[0].reason == UnorderedReason::ScopesDiffer);
  CHECK(fixText(v, v.races[0]) == "P1:0@cmp ");
  CHECK(checked(messagePassing("st.sc.cmp", "ld.sc.wg", "0"), "hrf-indirect-relaxed").raceStatus ==
        RaceStatus::RaceFree);
}

TEST_CASE("a flag without release and acquire is too weak") {
  const Verdict v = checked(messagePassing("st.rlx.cmp", "ld.acq.cmp", "1"), "hrf-indirect-relaxed");
  REQUIRE(v.races.size() == 1);
  CHECK(v.races[0].reason == UnorderedReason::OrderTooWeak);
  CHECK(v.races[0].explanation == "P1:0 reads from P0:1, but P0:1 is not a release");
  REQUIRE(v.races[0].fix.size() == 1);
  CHECK(fixText(v, v.races[0]) == "P0:1@cmp ");
  CHECK(v.races[0].fix[0].order == Order::Release);
  CHECK_FALSE(changesScope(*v.program, v.races[0].fix[0]));
}

TEST_CASE("both sides of a relaxed flag need an order, and a wider scope where theirs is too narrow") {
  const Verdict relaxed = checked(messagePassing("st.rlx.cmp", "ld.rlx.cmp", "1"), "hrf-indirect-relaxed");
  REQUIRE(relaxed.races.size() == 1);
  REQUIRE(relaxed.races[0].fix.size() == 2);
  CHECK(relaxed.races[0].fix[0].order == Order::Release);
  CHECK(relaxed.races[0].fix[1].order == Order::Acquire);
  const Verdict both = checked(messagePassing("st.rlx.wg", "ld.rlx.wg", "1"), "hrf-indirect-relaxed");
  REQUIRE(both.races.size() == 2);
  const Race& data = both.races[1];
  REQUIRE(data.ordinary);
  CHECK(fixText(both, data) == "P0:1@cmp P1:0@cmp ");
  CHECK(data.fix[0].order == Order::Release);
  CHECK(data.fix[1].order == Order::Acquire);
}

TEST_CASE("an order after which nothing happens any more orders nothing") {
  // The filter asks for a stale read, which a release and an acquire forbid.
  const Verdict v = checked(
      "HSA Stale\n{ x=0; y=0; z=0; }\n P0 | P1 ;\n st z, 1 | ld.rlx.cmp r0, y ;\n"
      " st.rlx.cmp x, 1 | ld.rlx.cmp r1, x ;\n st.rlx.cmp y, 1 | ld r2, z ;\nfilter (1:r0=1 /\\ 1:r1=0)\nexists (1:r2=0)\n",
      "hrf-indirect-relaxed");
  REQUIRE(v.races.size() == 1);
  CHECK(v.races[0].fix.empty());
}

TEST_CASE("an ordinary flag is a race of its own, and no synchronization") {
  const Verdict v = checked(messagePassing("st", "ld", "0"), "hrf-indirect-relaxed");
  REQUIRE(v.races.size() == 2);
  CHECK(pairText(v, v.races[0]) == "P0:0 P1:2");
  CHECK(v.races[0].reason == UnorderedReason::OrderTooWeak);
  CHECK(v.races[0].explanation ==
        "P1:0 reads from P0:1, but P0:1 is an ordinary access and P1:0 is an ordinary access");
  CHECK(v.races[1].reason == UnorderedReason::NoSynchronization);
}

TEST_CASE("two threads that never communicate") {
  const Verdict v =
      checked("HSA W\n{ X=0; }\n P0 | P1 ;\n st X, 1 | st X, 2 ;\nexists (X=1)\n", "hrf-indirect-relaxed");
  REQUIRE(v.races.size() == 1);
  CHECK(v.races[0].reason == UnorderedReason::NoSynchronization);
  CHECK(v.races[0].explanation == "no release and acquire connect P0:0 and P1:0 in the execution found");
  CHECK_FALSE(v.races[0].release.has_value());
}

TEST_CASE("two threads that store the same value race, and the reason says so") {
  const Verdict v =
      checked("HSA W\n{ X=0; }\n P0 | P1 ;\n st X, 1 | st X, 1 ;\nexists (X=1)\n", "hrf-indirect-relaxed");
  REQUIRE(v.races.size() == 1);
  CHECK(
      v.races[0].explanation ==
      "no release and acquire connect P0:0 and P1:0 in the execution found; both store 1 there, which makes "
      "it no less a race");
}

TEST_CASE("a chain through different scopes that hrf-direct does not combine") {
  const std::string chain =
      "HSA T04\n{ X=0; A=0; B=0; }\n P0@wg 0 | P1@wg 0 | P2@wg 1 ;\n"
      " st X, 1 | ld.sc.wg r0, A | ld.sc.cmp r2, B ;\n"
      " st.sc.wg A, 1 | bne r0, 1, E1 | bne r2, 1, E2 ;\n"
      " | st.sc.cmp B, 1 | ld r3, X ;\n | E1: | E2: ;\nexists (2:r2=1 /\\ 2:r3=0)\n";
  const Verdict v = checked(chain, "hrf-direct");
  REQUIRE(v.races.size() == 1);
  CHECK(pairText(v, v.races[0]) == "P0:0 P2:2");
  CHECK(v.races[0].reason == UnorderedReason::ScopesDiffer);
  CHECK(v.races[0].explanation ==
        "P0 and P2 are connected only through different scopes (wg 0, then cmp 0), which hrf-direct does not "
        "combine");
  CHECK(fixText(v, v.races[0]) == "P0:1@cmp P1:0@cmp ");
  CHECK(checked(chain, "hrf-indirect").raceStatus == RaceStatus::RaceFree);
}

TEST_CASE("every fix that is shown removes its pair") {
  for (const std::string model : {"hrf0", "hrf-direct", "hrf-indirect", "hrf-indirect-relaxed", "hsa"}) {
    for (const std::string store : {"st.sc.wg", "st.sc.cmp"}) {
      for (const std::string load : {"ld.sc.wg", "ld.sc.sys"}) {
        for (const std::string group : {"0", "1"}) {
          CAPTURE(model + " " + store + " " + load + " " + group);
          const Verdict before = checked(messagePassing(store, load, group), model);
          for (const Race& race : before.races) {
            const auto source = race.followsFrom ? before.races[*race.followsFrom].fix : race.fix;
            REQUIRE_FALSE(source.empty());
            const auto engine = makeExplicitEngine();
            const auto fixed = std::make_shared<const EventStructure>(withEdits(*before.program, source));
            const Verdict after = checkProgram(*engine, given(fixed, library().load(model)), {});
            for (const Race& left : after.races) {
              CHECK(std::pair(left.first, left.second) != std::pair(race.first, race.second));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a bound that was reached leaves only what was found") {
  const std::string loop =
      "HSA L\n{ X=0; }\n P0@wg 0 | P1@wg 0 ;\n AGAIN: | st.sc.wg X, 1 ;\n ld.sc.wg r0, X | ;\n"
      " add r1, r1, 1 | ;\n bne r0, 1, AGAIN | ;\n";
  const Verdict never = checked(loop + "exists (0:r0=7)\n", "hrf-indirect-relaxed");
  CHECK(never.incomplete == "bound reached");
  CHECK(never.raceStatus == RaceStatus::Undecided);
  CHECK(never.condition == Status::Undecided);
  CHECK(never.observation == Observation::Undecided);
  CHECK(never.holding == Holding::Undecided);
  CHECK_FALSE(never.settled());
  CHECK(never.notes.size() == 2);
  const Verdict found = checked(loop + "exists (0:r0=1)\n", "hrf-indirect-relaxed");
  CHECK(found.condition == Status::Allowed);
  CHECK(found.holding == Holding::Holds);
  CHECK(found.observation == Observation::Undecided);
}

TEST_CASE("a test in which no execution ends says so") {
  const std::string waits =
      "HSA W\n{ x=0; }\n P0 ;\n A: ;\n ld.sc.sys r0, x ;\n bne r0, 1, A ;\nexists (0:r0=1)\n";
  const Verdict never = checked(waits, "hrf-indirect-relaxed");
  CHECK(never.condition == Status::Vacuous);
  CHECK(never.observation == Observation::Vacuous);
  CHECK(never.holding == Holding::Vacuous);
  CHECK(never.raceStatus == RaceStatus::RaceFree);  // of the execution that spins
  CHECK(never.standing() == Standing::Vacuous);
  REQUIRE(never.notes.size() == 1);
  CHECK(never.notes[0].find("no execution completes") == 0);
}

TEST_CASE(
    "whether there is a race, and whether the condition can hold, are answered without listing them all") {
  const auto asked = [](const std::string& text, CheckQuestion question, EngineChoice engine) {
    const auto structure = std::make_shared<const EventStructure>(programOf(text), 4);
    return checkProgram(*makeEngine(engine), given(structure, library().load("hrf-indirect-relaxed")),
                        checkOptions({}, question, Explaining::No));
  };
  const std::string racy =
      "HSA R\n{ X=0; Y=0; }\n P0@wg 0 | P1@wg 1 ;\n st X, 1 | ld r0, X ;\n st Y, 1 | ld r1, Y ;\n"
      "exists (1:r0=1 /\\ 1:r1=0)\n";
  const std::string ordered = messagePassing("st.rel.sys", "ld.acq.sys", "1");
  const std::string bound =
      "HSA L\n{ X=0; Y=0; }\n P0@wg 0 | P1@wg 1 ;\n AGAIN: | st.sc.sys X, 1 ;\n ld.sc.sys r0, X | st Y, 1 ;\n"
      " add r1, r1, 1 | ;\n bne r0, 1, AGAIN | ;\n ld r2, Y | ;\nexists (0:r0=7)\n";
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt, EngineChoice::Auto}) {
    const Verdict race = asked(racy, CheckQuestion::Race, engine);
    CHECK(race.raceStatus == RaceStatus::Racy);
    CHECK(race.standing() == Standing::Answered);
    CHECK(race.observation == Observation::NotAsked);
    CHECK_FALSE(race.races.empty());
    const Verdict both = asked(racy, CheckQuestion::Answers, engine);
    CHECK(both.raceStatus == RaceStatus::Racy);
    CHECK(both.observation == Observation::Sometimes);
    CHECK(both.standing() == Standing::Answered);
    CHECK(asked(ordered, CheckQuestion::Race, engine).raceStatus == RaceStatus::RaceFree);
    const Verdict never = asked(ordered, CheckQuestion::Answers, engine);
    CHECK(never.raceStatus == RaceStatus::RaceFree);
    CHECK(never.observation == Observation::Never);
    // A race settles nothing about a condition that was not seen to hold where a loop was cut.
    const Verdict cut = asked(bound, CheckQuestion::Answers, engine);
    CHECK(cut.raceStatus == RaceStatus::Racy);
    CHECK(cut.observation == Observation::Undecided);
    CHECK(cut.incomplete == "bound reached");
    CHECK(std::ranges::count_if(cut.notes, [](const std::string& note) {
            return note == "what more iterations would show is not known; --unroll 8 allows more";
          }) == 1);
  }
}

TEST_CASE("a test without accesses has an execution, and no race") {
  const auto structure =
      std::make_shared<const EventStructure>(programOf("HSA E\n{ }\n P0 ;\n nop ;\nexists (true)\n"), 4);
  for (const CheckQuestion question :
       {CheckQuestion::Race, CheckQuestion::Races, CheckQuestion::Everything}) {
    const Verdict verdict = checkProgram(*makeExplicitEngine(), given(structure, library().load("rsp")),
                                         checkOptions({}, question, Explaining::No));
    CHECK(verdict.raceStatus == RaceStatus::RaceFree);
  }
}

TEST_CASE("an engine that gives up proves nothing") {
  Analysis analysis;
  analysis.undecided = "time limit";
  FixedEngine engine(analysis);
  const auto structure = std::make_shared<const EventStructure>(programOf(kFig14));
  const Verdict v = checkProgram(engine, given(structure, library().load("rsp")), {});
  CHECK(v.raceStatus == RaceStatus::Undecided);
  CHECK(v.condition == Status::Undecided);
  CHECK(v.holding == Holding::Undecided);
  CHECK_FALSE(v.settled());
  CHECK(v.incomplete == "time limit");
}

namespace {

/// What check() makes of an engine's findings about kFig14 when it asks for the condition alone.
Verdict conditionAlone(Analysis analysis) {
  FixedEngine engine(std::move(analysis));
  const auto structure = std::make_shared<const EventStructure>(programOf(kFig14));
  CheckOptions options;
  options.analysis.outcomes = OutcomeSearch::Condition;
  options.analysis.flags = false;
  return checkProgram(engine, given(structure, library().load("rsp")), options);
}

}  // namespace

TEST_CASE("the condition alone is settled by one state of each kind, not by one of two") {
  Analysis one;
  one.undecided = "time limit";
  one.outcomes.push_back({{0, 0}, true, {}});
  CHECK(conditionAlone(one).condition == Status::Allowed);
  CHECK_FALSE(conditionAlone(one).settled());
  Analysis both = one;
  both.outcomes.push_back({{0, 2}, false, {}});
  CHECK(conditionAlone(both).observation == Observation::Sometimes);
  CHECK(conditionAlone(both).settled());
  Analysis never;
  never.outcomes.push_back({{0, 2}, false, {}});
  CHECK(conditionAlone(never).condition == Status::Forbidden);
  CHECK(conditionAlone(never).settled());
  const Verdict none = conditionAlone({});
  CHECK(none.condition == Status::Vacuous);
  CHECK(none.standing() == Standing::Vacuous);
  CHECK(none.raceStatus == RaceStatus::NotAsked);
}

TEST_CASE("what an engine finds beyond the question is not told") {
  Analysis more;
  more.outcomes.push_back({{0, 0}, true, {}});
  more.outcomes.push_back({{0, 2}, false, {}});
  more.outcomes.push_back({{1, 0}, false, {}});
  more.executionCounts = {1, 2};
  const Verdict v = conditionAlone(more);
  REQUIRE(v.analysis.outcomes.size() == 2);
  CHECK(v.analysis.outcomes[1].values == std::vector<Value>{0, 2});
  CHECK_FALSE(v.analysis.executionCounts.has_value());
}

TEST_CASE("races alone say nothing of whether an execution ends") {
  const auto engine = makeExplicitEngine();
  const auto structure = std::make_shared<const EventStructure>(
      programOf("HSA W\n{ x=0; }\n P0 ;\n A: ;\n ld.sc.sys r0, x ;\n bne r0, 1, A ;\nexists (0:r0=1)\n"));
  CheckOptions options;
  options.analysis.outcomes = OutcomeSearch::None;
  const Verdict v = checkProgram(*engine, given(structure, library().load("hrf-indirect-relaxed")), options);
  CHECK(v.condition == Status::NotAsked);
  CHECK(v.settled());
  REQUIRE(v.notes.size() == 1);
  CHECK(v.notes[0].find("whether some execution completes was not checked") != std::string::npos);
}

TEST_CASE("conditions of each quantifier") {
  const std::string test = "HSA Q\n{ x=0; }\n P0 ;\n st x, 1 ;\n";
  CHECK(checked(test + "exists (x=1)", "sc").observation == Observation::Always);
  CHECK(checked(test + "exists (x=1)", "sc").holding == Holding::Holds);
  CHECK(checked(test + "exists (x=2)", "sc").holding == Holding::Fails);
  CHECK(checked(test + "~exists (x=2)", "sc").holding == Holding::Holds);
  CHECK(checked(test + "~exists (x=1)", "sc").holding == Holding::Fails);
  CHECK(checked(test + "forall (x=1)", "sc").holding == Holding::Holds);
  CHECK(checked(test + "forall (x=2)", "sc").holding == Holding::Fails);
  CHECK(checked(test + "exists (x=1)", "sc").raceStatus == RaceStatus::NotDefined);
}

TEST_CASE("barrier divergence is undefined behaviour with its place") {
  const Verdict v =
      checked("HSA D\n{ X=0; }\n P0@wg 0 | P1@wg 0 ;\n barrier.wg | ld r0, X ;\nexists (1:r0=0)\n",
              "hrf-indirect-relaxed");
  CHECK(v.undefined);
  REQUIRE(v.notes.size() == 2);
  CHECK(v.notes[1] ==
        "undefined behaviour: not every thread reaches the barrier at P0:0 (test.litmus:4): barrier.wg");
}

TEST_CASE("barriers of different work-groups are named as the reason") {
  const Verdict v = checked(
      "HSA B\n{ X=0; }\n P0@wg 0 | P1@wg 1 ;\n st X, 1 | barrier.wg ;\n barrier.wg | ld r0, X ;\nexists "
      "(1:r0=0)\n",
      "hrf-indirect-relaxed");
  REQUIRE(v.races.size() == 1);
  CHECK(v.races[0].reason == UnorderedReason::ScopeDoesNotContain);
}

TEST_CASE("which models apply") {
  const ModelLibrary models = library();
  const auto fig14 = programOf(kFig14);
  CHECK(outsideOf(models.load("hrf-direct"), *fig14) ==
        std::vector<std::string>{"remote operations (treated as ordinary scoped ones)"});
  CHECK(outsideOf(models.load("rsp"), *fig14).empty());
  CHECK(knowsRemote(models.load("rsp")));
  CHECK_FALSE(knowsRemote(models.load("hrf-direct")));
  const auto barrier = programOf("HSA B\n{ }\n P0 ;\n barrier.wg ;\nexists (true)\n");
  CHECK(outsideOf(models.load("rsp"), *barrier) ==
        std::vector<std::string>{"barriers (treated as a release on arrival and an acquire on departure)"});
}

TEST_CASE("a model may be for other dialects only") {
  const auto fig14 = programOf(kFig14);
  Model model = library().load("rsp");
  CHECK(whyNotApplicable(model, *fig14).empty());
  model.header.fields["Dialects"] = "OPENCL, C";
  CHECK(whyNotApplicable(model, *fig14) == "the model is not intended for HSA tests");
  model.header.fields["Dialects"] = "HSA";
  CHECK(whyNotApplicable(model, *fig14).empty());
}

TEST_CASE("what an earlier search found is added to what a later one found") {
  Analysis analysis;
  analysis.outcomes = {{{1}, true, {}}};
  analysis.flags = {{2, {{{0, 1}, {1, 0}, {}}}, {}}};
  Analysis earlier;
  earlier.outcomes = {{{0}, false, {}}, {{1}, true, {}}};
  earlier.flags = {{1, {}, {}}, {2, {{{0, 0}, {1, 0}, {}}, {{0, 1}, {1, 0}, {}}}, {}}};
  earlier.incidents = {{IncidentKind::Fault, {0, 3}, {}}};
  addFindings(analysis, earlier);
  REQUIRE(analysis.outcomes.size() == 2);
  CHECK(analysis.outcomes[0].values == std::vector<Value>{0});
  REQUIRE(analysis.flags.size() == 2);
  CHECK(analysis.flags[0].check == 1);
  REQUIRE(analysis.flags[1].pairs.size() == 2);
  CHECK(analysis.flags[1].pairs[0].first == InstructionRef{0, 0});
  CHECK(analysis.incidents.size() == 1);
}

TEST_CASE("the automatic engine hands over to the solver, and answers alike") {
  // Six orders of six writes each, and hardly a final state.
  const auto structure = std::make_shared<const EventStructure>(programOf(
      "HSA Writers\n{ x=0; }\n P0 | P1 | P2 | P3 | P4 | P5 | P6 ;\n"
      " st x, 1 | st.rlx.sys x, 2 | st.rlx.sys x, 3 | st.rlx.sys x, 4 | st.rlx.sys x, 5 | st.rlx.sys x, 6 | "
      "ld.rlx.sys r0, x ;\n"
      " | | | | | | ld.rlx.sys r1, x ;\nexists (6:r0=6 /\\ 6:r1=1)\n"));
  const Model model = library().load("hrf-indirect-relaxed");
  const auto automatic = makeAutoEngine();
  const Verdict one =
      checkProgram(*automatic, given(std::make_shared<const EventStructure>(programOf(kFig14)), model), {});
  CHECK(one.engine == "explicit");
  const Verdict handedOver = checkProgram(*automatic, given(structure, model), {});
  CHECK(handedOver.engine == "smt");
  const auto enumerating = makeExplicitEngine();
  const Verdict enumerated = checkProgram(*enumerating, given(structure, model), {});
  CHECK(enumerated.engine == "explicit");
  REQUIRE(handedOver.races.size() == enumerated.races.size());
  CHECK(handedOver.races[0].fix == enumerated.races[0].fix);
  CHECK(handedOver.analysis.outcomes.size() == enumerated.analysis.outcomes.size());
}

TEST_CASE("the automatic engine tries a few candidates where the formula of a larger test gets large") {
  const auto structure = std::make_shared<const EventStructure>(parseLitmus(std::make_shared<const Source>(
      "sum.cl",
      "kernel void sum(global int* out, local int* part) {\n  int lid = get_local_id(0);\n"
      "  part[lid] = lid;\n  for (int step = 8; step > 0; step /= 2) {\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n    if (lid < step) {\n      part[lid] += part[lid + step];\n"
      "    }\n  }\n  if (lid == 0) {\n    out[0] = part[0];\n  }\n}\n\n"
      "//# test sum\n//# kernel sum\n//# launch 1x16\n//# init out[1]; part[16]\n//# forall (out[0] = 120)\n")));
  CHECK(structure->size() > 64);
  const auto automatic = makeAutoEngine();
  const Verdict verdict = checkProgram(*automatic, given(structure, library().load("opencl")), {});
  CHECK(verdict.engine == "explicit");
  CHECK(verdict.races.empty());
  CHECK(verdict.standing() == Standing::Answered);
}

TEST_CASE("the automatic engine goes on beyond its limit where most candidates are outcomes of their own") {
  std::string head;
  std::string stores;
  std::string loads;
  for (int i = 0; i < 12; ++i) {
    const char* bar = i == 0 ? " " : " | ";
    head += bar + ("P" + std::to_string(i));
    stores += bar + ("st.sc.sys x" + std::to_string(i) + ", 1");
    loads += bar + ("ld.sc.sys r0, x" + std::to_string((i + 1) % 12));
  }
  const auto structure = std::make_shared<const EventStructure>(
      programOf("HSA Ring\n{ }\n" + head + " ;\n" + stores + " ;\n" + loads + " ;\nexists (0:r0=0)\n"));
  const auto automatic = makeAutoEngine();
  const Verdict verdict = checkProgram(*automatic, given(structure, library().load("sc")), {});
  CHECK(verdict.engine == "explicit");
}
