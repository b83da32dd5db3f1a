// What is left out of a test under a model, and why; and that nothing is, with --plain.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "cat/library.h"
#include "cat/licence/rules.h"
#include "check/check.h"
#include "check/check_options.h"
#include "check/engine_choice.h"
#include "check/explain/explain.h"
#include "check/prepare/preparation.h"
#include "check/probe.h"
#include "frontend/litmus.h"

namespace hrfcheck::test::prepare_test {
namespace {

const std::string kSources = HRFCHECK_SOURCE_DIR;

const ModelLibrary& library() {
  static const ModelLibrary kLibrary({kSources + "/models"});
  return kLibrary;
}

std::string dataFile(const std::string& name) {
  return kSources + "/tests/check/prepare/" + name;
}

std::shared_ptr<const Program> programIn(const std::string& path) {
  return parseLitmus(readSource(path));
}

Model modelOf(const std::string& text) {
  return parseModel(std::make_shared<const Source>("m.cat", text), library().folders());
}

/// c11 with other definitions, which mean the same: of these, only the file says that updates hand on.
Model changedC11() {
  Model model = modelOf(readSource(kSources + "/models/c11.cat")->text() + "\nempty po & id as nothing\n");
  model.name = "c11";
  return model;
}

Verdict asked(EngineChoice engine, const PreparedTest& test) {
  return checkProgram(*makeEngine(engine), test, checkOptions({}, CheckQuestion::Everything, Explaining::No));
}

/// What both engines say.
Verdict asked(const PreparedTest& test) {
  Verdict verdict = asked(EngineChoice::Explicit, test);
  const Verdict other = asked(EngineChoice::Smt, test);
  CHECK(verdict.raceStatus == other.raceStatus);
  CHECK(verdict.observation == other.observation);
  CHECK(verdict.incomplete == other.incomplete);
  return verdict;
}

Verdict plainly(const std::shared_ptr<const Program>& program, const Model& model, unsigned unroll = 4) {
  Preparation preparation(program, unroll, Rules::Plain);
  const PreparedTest test = preparation.of(model);
  AnalysisOptions analysis;
  analysis.symmetry = false;
  return checkProgram(*makeEngine(EngineChoice::Reference), test,
                      checkOptions(analysis, CheckQuestion::Everything, Explaining::No));
}

bool isBounded(const Verdict& verdict) {
  return std::ranges::any_of(verdict.loops, [](const LoopUse& loop) { return loop.bounded.has_value(); });
}

std::set<std::string> flagsOf(const Verdict& verdict) {
  std::set<std::string> names;
  for (const NamedFlag& flag : verdict.flags) {
    names.insert(flag.name);
  }
  return names;
}

bool uses(const PreparedTest& test, LeavingOutRule rule) {
  return std::ranges::any_of(test.reasons(), [&](const Reason& reason) { return reason.rule == rule; });
}

const std::string kWaits =
    "C t\n{ f = 0; x = 0; }\n"
    "P0 (atomic_int* f, int* x) {\n  *x = 1;\n  atomic_store_explicit(f, 1, memory_order_release);\n}\n"
    "P1 (atomic_int* f, int* x) {\n  int r = 0;\n"
    "  while (atomic_load_explicit(f, memory_order_acquire) != 1) ;\n  r = *x;\n}\n"
    "exists (1:r = 0)\n";

const std::string kSc = "M\nacyclic po | rf | co | fr as sc\nempty rmw & (fr ; co) as atomicity\n";

std::shared_ptr<const Program> waiting() {
  return parseLitmus(std::make_shared<const Source>("t.litmus", kWaits));
}

}  // namespace

TEST_CASE("a spin loop is looked at with few iterations, and the reason names the loop and the property") {
  for (const char* name : {"rc11", "c11", "vulkan"}) {
    CAPTURE(name);
    const Model model = library().load(name);
    const PreparedTest test = prepared(waiting(), 4, model);
    CHECK(&test.model() == &model);
    CHECK(test.structure().hasSpinLoops());
    CHECK_FALSE(test.plain());
    REQUIRE_FALSE(test.reasons().empty());
    CHECK(test.reasons().front().where.thread == 1);
    CHECK(test.reasons().front().licence.has_value());
    CHECK(test.bounded().empty());
  }
}

TEST_CASE("with --plain no loop is a spin loop, and nothing is left out but what is beyond the bound") {
  const Model model = library().load("rc11");
  Preparation preparation(waiting(), 3, Rules::Plain);
  const PreparedTest test = preparation.of(model);
  CHECK(test.plain());
  CHECK_FALSE(test.structure().hasSpinLoops());
  CHECK(test.structure().threads()[1].mayReachBound);
  CHECK(test.reasons().empty());
  const Verdict verdict = plainly(waiting(), model, 3);
  CHECK(verdict.plain);
  CHECK_FALSE(verdict.symmetric);
  CHECK(verdict.engine == "reference");
  CHECK(verdict.incomplete == "bound reached");
  CHECK(verdict.raceStatus == RaceStatus::Undecided);
  CHECK(asked(prepared(waiting(), 4, model)).raceStatus == RaceStatus::RaceFree);
}

TEST_CASE("with --plain, a test without loops is answered as it is otherwise") {
  for (const char* file : {"hrf/t01-mp-wg", "rsp/fig14-case2", "hrf/t10-sb-rlx", "c11/mp-consume"}) {
    const std::string path = fmt::format("{}/litmus/{}.litmus", kSources, file);
    if (!std::ifstream(path)) {
      continue;
    }
    CAPTURE(file);
    const auto program = programIn(path);
    const Model model = library().load(program->dialect == "C" ? "rc11" : "rsp");
    Preparation preparation(program, 4);
    const Verdict usual = asked(preparation.of(model));
    const Verdict plain = plainly(program, model);
    CHECK(plain.raceStatus == usual.raceStatus);
    CHECK(plain.observation == usual.observation);
    CHECK(plain.analysis.outcomes.size() == usual.analysis.outcomes.size());
  }
}

TEST_CASE("a model with fewer requirements gets a structure of its own") {
  const Model model = library().load("c11");
  const PreparedTest test = prepared(waiting(), 4, model);
  REQUIRE(uses(test, LeavingOutRule::LastRound));
  Model coherent = model;
  std::erase_if(coherent.checks, [](const Check& check) { return check.role != CheckRole::Require; });
  coherent.checks.resize(1);
  const PreparedTest anew = preparedAnew(test, coherent);
  CHECK(&anew.model() == &coherent);
  CHECK(anew.structurePtr() != test.structurePtr());
}

TEST_CASE("a test of which nothing is left out keeps its structure under every model") {
  const auto program = programIn(kSources + "/litmus/hrf/t01-mp-wg.litmus");
  const Model model = library().load("hsa");
  const Model other = library().load("rsp");
  const PreparedTest test = prepared(program, 4, model);
  CHECK(preparedAnew(test, other).structurePtr() == test.structurePtr());
}

TEST_CASE("what is asked besides is asked of a test that is prepared for it") {
  // Reads of earlier iterations are all that the question is about.
  const Model model = modelOf(kSc + "flag ~empty ([R] ; po ; [R]) \\ po as never\n");
  const PreparedTest test = prepared(waiting(), 4, model);
  CHECK(someExecutionCounts(*makeExplicitEngine(), test, {}) == true);
}

TEST_CASE("loops are bounded under models that do not license more, and the report says why") {
  const struct {
    const char* model;
    const char* test;
    const char* counted;
  } kCases[] = {{"linset.cat", "lin1.litmus", "lin1c.litmus"},
                {"needlater.cat", "spin1.litmus", "spin1c.litmus"},
                {"lic-thrice.cat", "lic-g.litmus", "lic-gc.litmus"},
                {"lic-twins.cat", "lic-f.litmus", "lic-fc.litmus"},
                {"lic-unread.cat", "lic-u.litmus", "lic-uc.litmus"},
                {"lic-handed.cat", "lic-u.litmus", "lic-uc.litmus"}};
  for (const auto& [name, file, counted] : kCases) {
    CAPTURE(name);
    CAPTURE(file);
    const Model model = library().load(dataFile(name));
    const Verdict verdict = asked(prepared(programIn(dataFile(file)), 4, model));
    const Verdict twin = asked(prepared(programIn(dataFile(counted)), 4, model));
    // What the test with counted iterations shows is found, or the loop is bounded, and the report says so.
    CHECK(flagsOf(verdict) == flagsOf(twin));
    CHECK(verdict.analysis.outcomes.empty() == twin.analysis.outcomes.empty());
    if (isBounded(verdict)) {
      CHECK(verdict.incomplete == "bound reached");
    }
  }
}

TEST_CASE("under models that have neither deletion nor twins, a loop that waits is bounded") {
  for (const auto& [name, file] :
       {std::pair("needlater.cat", "spin1.litmus"), std::pair("lic-thrice.cat", "lic-g.litmus")}) {
    CAPTURE(name);
    const Model model = library().load(dataFile(name));
    const PreparedTest test = prepared(programIn(dataFile(file)), 4, model);
    CHECK_FALSE(test.structure().hasSpinLoops());
    REQUIRE(test.bounded().size() == 1);
    CHECK(test.bounded().front().head.thread == 1);
    CHECK_FALSE(test.bounded().front().why.empty());
  }
}

TEST_CASE("a third read of the same write is asked for by flags that only three of them raise") {
  const Model model = library().load(dataFile("lic-thrice.cat"));
  const Verdict verdict = asked(prepared(programIn(dataFile("lic-g.litmus")), 4, model));
  CHECK(flagsOf(verdict) == std::set<std::string>{"thrice"});
}

TEST_CASE("what only the model's file says makes answers by absence conditional") {
  // A lock that is taken and given back by exchanges: its failing exchanges are counted where updates hand
  // on.
  const std::string text =
      "C t\n{ l = 0; x = 0; }\n"
      "P0 (atomic_int* l, int* x) {\n  while (atomic_exchange(l, 1) != 0) ;\n  *x = 1;\n  atomic_exchange(l, 0);\n}\n"
      "P1 (atomic_int* l, int* x) {\n  while (atomic_exchange(l, 1) != 0) ;\n  *x = 2;\n  atomic_exchange(l, 0);\n}\n"
      "exists (x = 0)\n";
  const auto program = parseLitmus(std::make_shared<const Source>("t.litmus", text));
  // A model is known by its definitions, wherever its file lies.
  for (const Model& known : {library().load("c11"), library().load(kSources + "/models/c11.cat")}) {
    const Verdict verdict = asked(prepared(program, 4, known));
    CHECK(verdict.raceStatus == RaceStatus::RaceFree);
    CHECK(verdict.conditional.empty());
  }
  const Verdict assumed = asked(prepared(program, 4, changedC11()));
  CHECK(assumed.raceStatus == RaceStatus::RaceFree);
  REQUIRE(assumed.conditional.size() == 1);
  CHECK(assumed.conditional.front() == "updates hand on what their sources do, as c11 declares");
}

TEST_CASE("what was found is not conditional") {
  const std::string text =
      "C t\n{ l = 0; x = 0; }\n"
      "P0 (atomic_int* l, int* x) {\n  while (atomic_exchange(l, 1) != 0) ;\n  *x = 1;\n  atomic_exchange(l, 0);\n}\n"
      "P1 (int* x) {\n  *x = 2;\n}\n"
      "exists (x = 1)\n";
  const Verdict verdict =
      asked(prepared(parseLitmus(std::make_shared<const Source>("t.litmus", text)), 4, changedC11()));
  CHECK(verdict.racy);
  CHECK(verdict.observation == Observation::Sometimes);
  CHECK(verdict.conditional.empty());
}

TEST_CASE("that a thread spins for ever is said only where such an execution was found") {
  const std::string waits =
      "C t\n{ f = 0; }\nP0 (atomic_int* f) {\n  while (atomic_load(f) != 1) ;\n}\nexists (f = 0)\n";
  const auto program = parseLitmus(std::make_shared<const Source>("t.litmus", waits));
  const auto says = [](const Verdict& verdict, const std::string& note) {
    return std::ranges::find(verdict.notes, note) != verdict.notes.end();
  };
  const Model sc = modelOf(kSc);
  const Verdict spinning = asked(prepared(program, 4, sc));
  CHECK(says(spinning, "no execution completes: some thread spins for ever"));
  const Model none = modelOf(kSc + "empty R as nobody-reads\n");
  const Verdict nothing = asked(prepared(program, 4, none));
  CHECK(nothing.observation == Observation::Vacuous);
  CHECK(says(nothing, "no execution is consistent"));
  CHECK_FALSE(says(nothing, "no execution completes: some thread spins for ever"));
}

TEST_CASE("a round that stores and takes it back can be seen") {
  const auto program = programIn(kSources + "/litmus/soundness/net-silent.litmus");
  for (const char* name : {"hrf-indirect-relaxed", "rsp", "hsa", "sc"}) {
    CAPTURE(name);
    const Model model = library().load(name);
    CHECK(asked(prepared(program, 4, model)).condition == Status::Allowed);
    CHECK(plainly(program, model, 2).condition == Status::Allowed);
  }
}

}  // namespace hrfcheck::test::prepare_test
