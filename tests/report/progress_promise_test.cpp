#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/prepare/preparation.h"
#include "check/promise/termination.h"
#include "report/progress_samples.h"
#include "report/termination/promise_text.h"

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

struct Answer {
  Promise promise;
  bool exact;
  std::string why;
};

Answer under(const Model& model, const Model* builtIn, const std::string& text) {
  const auto program = programOf(text);
  Preparation preparation(program, 2);
  CheckOptions options;
  options.analysis.outcomes = OutcomeSearch::None;
  options.explain = false;
  const std::unique_ptr<Engine> engine = makeEngine(EngineChoice::Explicit);
  const Promise promise = promiseOfInterleavings(*engine, preparation, model, builtIn, options);
  return {promise, terminationIsExact(promise), promiseText(*program, promise)};
}

Answer under(const std::string& modelName, const std::string& text) {
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
  const Answer weaker = under("hrf-indirect-relaxed", handshake("rel", "cmp"));
  CHECK(!weaker.exact);
  CHECK(
      weaker.why ==
      "race-free under hrf-indirect-relaxed, which promises interleavings to sc accesses only; others here: P0:1 "
      "(weaker than sc)");
  CHECK(under("hrf-indirect-relaxed", handshake("sc", "cmp", "fence.sc.cmp")).why.find("P0:0 (a fence)") !=
        std::string::npos);
  const Answer racy = under("hrf-indirect-relaxed", handshake("sc", "wg"));
  CHECK(!racy.exact);
  CHECK(racy.why == "P0:1 and P1:0 race under hrf-indirect-relaxed");
  CHECK(racy.promise.races == RaceStatus::Racy);
  REQUIRE(racy.promise.racing.size() == 1);
  CHECK(racy.promise.racing.front() == InstructionPair{{0, 1}, {1, 0}});
  CHECK(!under("hrf-indirect-relaxed-def31", handshake("sc", "cmp")).exact);
  CHECK(!under("hrf-indirect-relaxed", kSkipped).exact);
}

TEST_CASE("a loop bound leaves race freedom open, unless nothing can race") {
  const std::string lock =
      "HSA lock\n{ l=0; d=0; }\n P0-P1 ;\n TRY: faa.sc.cmp r0, l, 1 ;\n bne r0, 0, TRY ;\n";
  CHECK(under("hrf-indirect-relaxed", lock + " st.sc.cmp l, 0 ;\n").exact);
  const Answer open = under("hrf-indirect-relaxed", lock + " st d, 1 ;\n st.sc.cmp l, 0 ;\n");
  CHECK(!open.exact);
  CHECK(open.why == "not decided whether the test is race-free under hrf-indirect-relaxed (bound reached)");
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
  const Model bare = modelOf("rsp.cat", "\"a copy without its header\"\n" + text.substr(text.find("*)") + 2));
  CHECK(under(bare, &builtIn, handshake("sc", "cmp")).exact);
  const Model weaker = modelOf("rsp.cat", "let incl = _ * _\nflag ~empty 0 as heterogeneous-race");
  const Answer other = under(weaker, &builtIn, handshake("sc", "cmp"));
  CHECK(!other.exact);
  CHECK(other.why ==
        "race-free under rsp, which differs from the built-in model of that name; it is not known that "
        "race-free tests behave as interleavings under it");
}

TEST_CASE("what a file declares of itself is not exact, and the report says whose word it is") {
  const Model builtIn = ModelLibrary({kModels}).load("rsp");
  const std::string text = textOf(kModels + "/rsp.cat");
  const Model renamed = modelOf("mine.cat", text);
  const Answer declared = under(renamed, nullptr, handshake("sc", "cmp"));
  CHECK(!declared.exact);
  CHECK(declared.promise.kind == PromiseKind::Interleavings);
  CHECK(declared.promise.basis == PromiseBasis::Declared);
  CHECK(
      declared.why ==
      "race-free under mine, which promises interleavings to such programs: the model's file declares this, "
      "and hrfcheck has not tested it");
  CHECK(!under(renamed, nullptr, handshake("rel", "cmp")).exact);
  CHECK(under(renamed, nullptr, handshake("rel", "cmp")).promise.reason == PromiseReason::WeakerAccesses);
  const std::string changed = text + "\nlet unused = po\n";
  const Answer edited = under(modelOf("rsp.cat", changed), &builtIn, handshake("sc", "cmp"));
  CHECK(!edited.exact);
  CHECK(
      edited.why ==
      "race-free under rsp, which promises interleavings to such programs: the file declares this, but differs "
      "from the built-in rsp, and hrfcheck has not tested it");
  const Model noRaces = modelOf("own.cat", "(* Promises: interleavings to every program *)\nacyclic po | rf");
  CHECK(under(noRaces, nullptr, handshake("sc", "cmp")).why ==
        "own promises interleavings: the model's file declares this, and hrfcheck has not tested it");
  CHECK(!under(noRaces, nullptr, handshake("sc", "cmp")).exact);
  const Model unclear = modelOf("own.cat", "(* Promises: the world *)\nflag ~empty 0 as heterogeneous-race");
  CHECK(under(unclear, nullptr, handshake("sc", "cmp")).why ==
        "race-free under own, which is not known to promise interleavings to race-free tests");
}

TEST_CASE("a model of one's own is of interleavings by what it says") {
  const Model own = modelOf("own.cat", "let com = rf | co | fr\nacyclic po | com");
  CHECK(under(own, nullptr, handshake("sc", "cmp")).exact);
  CHECK(under(own, nullptr, handshake("sc", "cmp")).promise.basis == PromiseBasis::Definitions);
  const Model fooled = modelOf("own.cat", "let fr = 0\nacyclic po | rf | co | fr");
  CHECK(!under(fooled, nullptr, handshake("sc", "cmp")).exact);
  CHECK(under(fooled, nullptr, handshake("sc", "cmp")).why == "own does not define races");
}

TEST_CASE("no model is asked where nothing terminates, or where there is none") {
  CHECK(!someTerminate(reportOf(kMutex, {"hsa"}).result));
  const ProgressReport report = reportOf(kMutex, {"obe"});
  CHECK(someTerminate(report.result));
  CHECK(!promiseWithoutModel(*report.result.program));
  Program outside = *report.result.program;
  outside.notForModels = "there is no model";
  const auto refused = promiseWithoutModel(outside);
  REQUIRE(refused);
  CHECK(refused->kind == PromiseKind::NotApplicable);
  CHECK(!terminationIsExact(*refused));
  CHECK(promiseText(outside, *refused) == "there is no model");
}
