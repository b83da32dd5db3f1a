#include "advise/search/nogoods.h"

#include <doctest/doctest.h>

#include "advise/search/core_finder.h"
#include "corpus_tests.h"
#include "sampler.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

constexpr int kSamples = 6;

}  // namespace

TEST_CASE("no assignment in a box achieves the goal, and boxes are larger than what they were found in") {
  Sampler sampler;
  std::size_t boxes = 0;
  std::size_t larger = 0;
  const auto engine = makeEngine(EngineChoice::Auto);
  for (const std::string& file : testsUnder("litmus")) {
    CAPTURE(file);
    const AdviceRequest request = requestFor(file, {});
    if (request.models.empty()) {
      continue;
    }
    const Model& model = *request.models[0].model;
    Goal goal;
    goal.raceFree = definesRaces(model);
    goal.neverSatisfied = !goal.raceFree;
    const std::vector<Demand> demands{{request.models[0], goal}};
    const EditedTest test(request.program, request.read, {}, {}, Purpose::Repair);
    const Assessment assessment =
        assessAssignment(test, test.asWritten(), demands, *engine, request.search, 2);
    if (assessment.findings.empty()) {
      continue;
    }
    CoreFinder cores(test, model, request.search.unroll,
                     assessment.findings.front().execution.structure->loopReading(), ReadValues::Inferred,
                     {});
    for (const BadExecution& finding : assessment.findings) {
      const Nogood box = cores.coreOf(finding.execution, test.asWritten(), finding.check);
      CHECK(contains(box, test.asWritten()));
      larger += box != boxOf(test.asWritten()) ? 1 : 0;
      ++boxes;
      for (int i = 0; i < kSamples; ++i) {
        const Assignment other = sampler.from(box);
        const Assessment there = assessAssignment(test, other, demands, *engine, request.search, 1);
        CHECK_FALSE(there.good);
        CHECK_FALSE(there.findings.empty());
      }
    }
    CHECK(cores.unexplained() == 0);
  }
  MESSAGE(boxes << " boxes");
  CHECK(boxes > shareOf(50));
  CHECK(larger * 10 > boxes * 9);
}
