// Agents that are no threads: several lanes, a choice of actions, and what schedulers owe them.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "termination/pair_agent.h"
#include "termination/progress_support.h"
#include "termination/system/lts.h"

namespace hrfcheck::test {
namespace {

const char* const kTwoStores = R"(HSA two-stores
{ x = 0; y = 0; }
 P0@wg 0 | P1@wg 0 ;
 st x,1  | st y,1  ;
 st x,2  | st y,2  ;
locations [x; y;]
exists (x=2)
)";

/// P1 waits for what P0 stores behind a first access, P2 stands by.
const char* const kHandOver = R"(HSA hand-over
{ x = 0; y = 0; z = 0; }
 P0@wg 0 | P1@wg 0           | P2@wg 1 ;
 st y,1  | L: ld r0,x        | st z,1  ;
 st x,1  | bne r0,1,L        |         ;
exists (1:r0=1)
)";

ProgressResult analysePairs(const std::shared_ptr<const Program>& program, std::string_view scheduler,
                            bool symmetry = false) {
  ProgressOptions options;
  options.schedulers = {schedulerOf(*program, scheduler)};
  options.agents = pairsOf(*program);
  options.symmetry = symmetry;
  return analyseProgress(program, options);
}

}  // namespace

TEST_CASE("an agent offers its actions, and takes one of them at a time") {
  const auto program = programOf(kTwoStores);
  const Lts::Options options{.agents = pairsOf(*program), .deadline = {}};
  const Lts lts(program, options);
  // Two rounds, each a diamond: both lanes store before either stores again.
  CHECK(lts.states() == 7);
  CHECK(lts.edges() == 8);
  CHECK(lts.enabled(0) == 1);
  const std::vector<LtsEdge> edges = lts.edgesFrom(0);
  REQUIRE(edges.size() == 2);
  CHECK(edges[0].agent == 0);
  CHECK(edges[1].agent == 0);
  CHECK(edges[1].choice == 1);
  CHECK(lts.step(0, edges[0]).thread == 0);
  CHECK(lts.step(0, edges[1]).thread == 1);
  std::size_t ends = 0;
  for (StateId s = 0; s < lts.states(); ++s) {
    ends += lts.ended(s) ? 1 : 0;
  }
  CHECK(ends == 1);
}

TEST_CASE("threads by themselves have more states than a pair that keeps in step") {
  const auto program = programOf(kTwoStores);
  const Lts lts(program, {.whoHasExecuted = false, .deadline = {}});
  CHECK(lts.states() == 9);  // 0 to 2 stores of each
  CHECK(lts.enabled(0) == 3);
}

TEST_CASE("what a scheduler promises, it promises to agents") {
  const auto program = programOf(kHandOver);
  CHECK(lettersOf(analyse(program, {schedulerOf(*program, "unfair")})) == "N");
  CHECK(lettersOf(analyse(program, {schedulerOf(*program, "weak")})) == "Y");
  // A pair keeps in step: P0 stores, whoever the scheduler is unfair to.
  ProgressResult result = analysePairs(program, "hsa");
  CHECK(result.agents == 2);
  CHECK(lettersOf(result) == "Y");
  result = analysePairs(program, "unfair");
  CHECK(lettersOf(result) == "Y");
  CHECK(lettersOf(analysePairs(program, "wg=obe")) == "Y");
  CHECK(lettersOf(analysePairs(program, "s-weak")) == "Y");
}

TEST_CASE("a hang of agents names them by their first lanes, and its schedule can be replayed") {
  const auto program = programOf(R"(HSA nobody-stores
{ x = 0; y = 0; z = 0; }
 P0@wg 0    | P1@wg 0    | P2@wg 1 ;
 L: ld r0,x | L: ld r0,y | st z,1  ;
 bne r0,1,L | bne r0,1,L |         ;
exists (z=1)
)");
  const ProgressResult result = analysePairs(program, "weak");
  REQUIRE(lettersOf(result) == "N");
  const Lasso& lasso = *result.verdicts.front().lasso;
  CHECK(lasso.kind == HangKind::DeadRegion);
  CHECK(lasso.unfinished == std::vector<ThreadId>{0});
  std::set<ThreadId> lanes;
  for (const ScheduleStep& step : lasso.loop) {
    CHECK(step.agent == 0);
    lanes.insert(step.thread);
  }
  CHECK(lanes == std::set<ThreadId>{0, 1});

  ProgressOptions options;
  options.schedulers = {schedulerOf(*program, "weak")};
  options.agents = pairsOf(*program);
  const Replay replay = replaySchedule(program, "2(0.1,0)", options);
  REQUIRE(replay.loop.size() == 2);
  CHECK(replay.loop[0].thread == 1);
  CHECK(replay.loop[1].thread == 0);
  CHECK(replay.allowed.front().legal);
  CHECK_THROWS_AS(replaySchedule(program, "2(0.2)", options), UserError);
  CHECK_THROWS_AS(replaySchedule(program, "2(0.1,0.1)", options), UserError);
}

}  // namespace hrfcheck::test
