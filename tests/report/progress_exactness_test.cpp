#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/test_skeletons.h"
#include "report/progress/exactness.h"
#include "report/progress_samples.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::string kModels = std::string(HRFCHECK_SOURCE_DIR) + "/models";

Model modelOf(const std::string& file, const std::string& text) {
  return parseModel(std::make_shared<const Source>(file, text), {kModels});
}

std::string textOf(const std::string& path) {
  return readSource(path)->text();
}

Exactness under(const Model& model, const Model* builtIn, const std::string& text) {
  TestSkeletons skeletons(programOf(text), 2);
  CheckOptions options;
  options.analysis.outcomes = OutcomeSearch::None;
  options.explain = false;
  const std::unique_ptr<Engine> engine = makeEngine(EngineChoice::Explicit);
  return exactnessOf(check(*engine, skeletons.of(model), model, options), model, builtIn);
}

Exactness under(const std::string& modelName, const std::string& text) {
  const Model model = ModelLibrary({kModels}).load(modelName);
  return under(model, &model, text);
}

/// A handshake with an order of the store, and something before it.
std::string handshake(const std::string& order, const std::string& scope, const std::string& before = "nop") {
  return "HSA handshake\n{ x=0; d=0; }\n P0 | P1 ;\n " + before + " | WAIT: ld.sc." + scope +
         " r0, x ;\n st." + order + "." + scope + " x, 1 | bne r0, 1, WAIT ;\n";
}

}  // namespace

TEST_CASE("exact where a model promises interleavings") {
  CHECK(under("hrf-indirect-relaxed", handshake("sc", "cmp")).exact);
  CHECK(under("hrf-indirect-relaxed", handshake("sc", "cmp")).why == "race-free under hrf-indirect-relaxed");
  CHECK(under("hrf-indirect", handshake("rel", "cmp")).exact);
  CHECK(under("sc", handshake("rlx", "cmp")).exact);
  CHECK(under("sc", handshake("rlx", "cmp")).why == "the executions of sc are the interleavings");
}

TEST_CASE("conditional where it does not") {
  const Exactness weaker = under("hrf-indirect-relaxed", handshake("rel", "cmp"));
  CHECK(!weaker.exact);
  CHECK(
      weaker.why ==
      "race-free under hrf-indirect-relaxed, which promises interleavings to sc accesses alone; not so P0:1 "
      "(weaker than sc)");
  CHECK(under("hrf-indirect-relaxed", handshake("sc", "cmp", "fence.sc.cmp")).why.find("P0:0 (a fence)") !=
        std::string::npos);
  const Exactness racy = under("hrf-indirect-relaxed", handshake("sc", "wg"));
  CHECK(!racy.exact);
  CHECK(racy.why == "P0:1 and P1:0 race under hrf-indirect-relaxed");
  CHECK(racy.races == RaceStatus::Racy);
  REQUIRE(racy.racing.size() == 1);
  CHECK(racy.racing.front() == InstructionPair{{0, 1}, {1, 0}});
  CHECK(!under("hrf-indirect-relaxed-def31", handshake("sc", "cmp")).exact);
  CHECK(!under("hrf-indirect-relaxed", kSkipped).exact);
}

TEST_CASE("a loop bound leaves race freedom open, unless nothing can race") {
  const std::string lock =
      "HSA lock\n{ l=0; d=0; }\n P0-P1 ;\n TRY: exch.sc.cmp r0, l, 1 ;\n bne r0, 0, TRY ;\n";
  CHECK(under("hrf-indirect-relaxed", lock + " st.sc.cmp l, 0 ;\n").exact);
  const Exactness open = under("hrf-indirect-relaxed", lock + " st d, 1 ;\n st.sc.cmp l, 0 ;\n");
  CHECK(!open.exact);
  CHECK(open.why == "race freedom under hrf-indirect-relaxed not decided (bound reached)");
}

TEST_CASE("barriers alone keep interleavings, beside atomics they need not") {
  const std::string barrier =
      "HSA barrier\n{ x=0; y=0; }\n P0@wg 0 | P1@wg 0 ;\n st x, 1 | barrier.wg ;\n"
      " barrier.wg | ld r0, x ;\n";
  CHECK(under("hrf-indirect-relaxed", barrier).exact);
  CHECK(!under("hrf-indirect-relaxed", barrier + " st.sc.wg y, 1 | nop ;\n").exact);
}

TEST_CASE("a theorem about a built-in model is not inherited by its name") {
  const ModelLibrary library({kModels});
  const Model builtIn = library.load("rsp");
  const std::string text = textOf(kModels + "/rsp.cat");
  const Model copy = modelOf("rsp.cat", "\"a copy\"\n" + text.substr(text.find('\n')));
  CHECK(under(copy, &builtIn, handshake("sc", "cmp")).exact);
  const Model weaker = modelOf("rsp.cat", "let incl = _ * _\nflag ~empty 0 as heterogeneous-race");
  const Exactness other = under(weaker, &builtIn, handshake("sc", "cmp"));
  CHECK(!other.exact);
  CHECK(other.why ==
        "race-free under rsp, which differs from the built-in model of that name; it is not known that "
        "race-free tests behave as interleavings under it");
  CHECK(!under(builtIn, nullptr, handshake("sc", "cmp")).exact);
  const Model renamed = modelOf("mine.cat", text);
  CHECK(under(renamed, nullptr, handshake("sc", "cmp")).why ==
        "race-free under mine, of which it is not known that race-free tests behave as interleavings");
}

TEST_CASE("a model of one's own is of interleavings by what it says") {
  const Model own = modelOf("own.cat", "let com = rf | co | fr\nacyclic po | com");
  CHECK(under(own, nullptr, handshake("sc", "cmp")).exact);
  const Model fooled = modelOf("own.cat", "let fr = 0\nacyclic po | rf | co | fr");
  CHECK(under(fooled, nullptr, handshake("sc", "cmp")).why == "own does not say what a race is");
}

TEST_CASE("no model is asked where nothing terminates, or where there is none") {
  const auto nothing = exactnessWithoutModel(reportOf(kMutex, {"hsa"}).result);
  REQUIRE(nothing);
  CHECK(nothing->why == "");
  ProgressReport outside = reportOf(kMutex, {"obe"});
  CHECK(!exactnessWithoutModel(outside.result));
  auto program = std::make_shared<Program>(*outside.result.program);
  program->notForModels = "there is no model";
  outside.result.program = program;
  const auto refused = exactnessWithoutModel(outside.result);
  REQUIRE(refused);
  CHECK(!refused->exact);
  CHECK(refused->why == "there is no model");
}
