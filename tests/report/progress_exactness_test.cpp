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

Exactness under(const std::string& modelName, const std::string& text) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load(modelName);
  TestSkeletons skeletons(programOf(text), 2);
  CheckOptions options;
  options.analysis.outcomes = OutcomeSearch::None;
  options.explain = false;
  const std::unique_ptr<Engine> engine = makeEngine(EngineChoice::Explicit);
  return exactnessOf(check(*engine, skeletons.of(model), model, options), model);
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

TEST_CASE("which models are of interleavings") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  for (const char* name : {"sc", "drf0", "hrf0", "hrf-direct", "hrf-indirect", "hrf-indirect-anyloc"}) {
    CHECK_MESSAGE(isInterleaving(library.load(name)), name);
  }
  for (const char* name : {"hrf-indirect-relaxed", "hsa", "rsp", "opencl", "c11", "rc11"}) {
    CHECK_MESSAGE(!isInterleaving(library.load(name)), name);
  }
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
