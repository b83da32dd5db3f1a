#include "advise/search/missing_outcomes.h"

#include <doctest/doctest.h>

#include "corpus_tests.h"
#include "sampler.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

constexpr int kAssignmentsTried = 12;
constexpr int kFromEachBox = 4;

FinalStates statesOf(const EditedTest& test, const Assignment& assignment, const AdviceRequest& request,
                     Engine& engine) {
  Preparation preparation(test.programOf(assignment), request.search.unroll);
  AnalysisOptions question;
  question.flags = false;
  const Model& model = *request.models[0].model;
  return outcomesOf(engine.analyse(preparation.of(model, {}), question));
}

Nogood everything(const EditedTest& test) {
  Nogood box;
  std::ranges::transform(test.sites(), std::back_inserter(box), everyVariant);
  return box;
}

/// What was found of boxes.
struct Found {
  std::size_t lost = 0;    ///< final states that a assignment loses
  std::size_t boxes = 0;   ///< for them
  std::size_t larger = 0;  ///< with more than the assignment
};

void lookAt(const AdviceRequest& request, Purpose purpose, Engine& engine, Sampler& sampler, Found& found) {
  const EditedTest test(request.program, request.read, {}, {}, purpose);
  if (test.sites().empty()) {
    return;
  }
  const FinalStates states = statesOf(test, test.asWritten(), request, engine);
  Goal goal;
  goal.outcomes = states;
  MissingOutcomes endings(test, *request.models[0].model, endingsWanted(goal), request.search.unroll, {});
  for (int i = 0; i < kAssignmentsTried; ++i) {
    const Assignment assignment = sampler.from(everything(test));
    const FinalStates there = statesOf(test, assignment, request, engine);
    for (const std::vector<Value>& state : states) {
      const auto box = endings.boxOf({state}, assignment);
      found.lost += there.contains(state) ? 0 : 1;
      if (!box) {
        continue;
      }
      REQUIRE_FALSE(there.contains(state));
      REQUIRE(contains(*box, assignment));
      ++found.boxes;
      found.larger += *box != boxOf(assignment) ? 1 : 0;
      for (int k = 0; k < kFromEachBox; ++k) {
        CHECK_FALSE(statesOf(test, sampler.from(*box), request, engine).contains(state));
      }
    }
  }
}

}  // namespace

TEST_CASE("no assignment in a box has the final state that was lost, and boxes are found for most of them") {
  Found found;
  Sampler sampler;
  const auto engine = makeEngine(EngineChoice::Auto);
  for (const char* folder : {"litmus/c11", "litmus/opencl", "litmus/ptx", "litmus/hrf"}) {
    for (const std::string& file : testsUnder(folder)) {
      CAPTURE(file);
      const AdviceRequest request = requestFor(file, {}, 8);
      if (request.models.empty()) {
        continue;
      }
      for (const Purpose purpose : {Purpose::Narrow, Purpose::Repair}) {
        lookAt(request, purpose, *engine, sampler, found);
      }
    }
  }
  MESSAGE(found.lost << " lost, " << found.boxes << " boxes, " << found.larger
                     << " of more than one assignment");
  CHECK(found.boxes > shareOf(100));
  CHECK(found.boxes * 10 > found.lost * 8);
  CHECK(found.larger * 10 > found.boxes * 8);
}
