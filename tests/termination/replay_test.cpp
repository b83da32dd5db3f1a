#include <doctest/doctest.h>

#include "termination/idioms.h"
#include "termination/progress_support.h"

namespace hrfcheck::test {
namespace {

Replay replayed(const std::string& text, const std::string& schedule, std::size_t mostStates = 1000) {
  ProgressOptions options;
  options.schedulers = everyScheduler();
  options.mostStates = mostStates;
  return replaySchedule(programOf(text), schedule, options);
}

/// Who may run so for ever, of unfair, hsa, obe, hsa+obe, lobe, weak: "YYNNNN".
std::string legality(const std::string& text, const std::string& schedule) {
  std::string letters;
  for (const Replay::Allowed& allowed : replayed(text, schedule).allowed) {
    letters += allowed.legal ? 'Y' : 'N';
    CHECK(allowed.legal == allowed.neglected.empty());
  }
  return letters;
}

std::string refusal(const std::string& text, const std::string& schedule) {
  try {
    replayed(text, schedule);
  } catch (const UserError& error) {
    return error.diagnostics().at(0).message;
  }
  return "accepted";
}

}  // namespace

TEST_CASE("schedules of the examples (CONCUR 2018, Examples 1 to 4)") {
  CHECK(legality(mutexOf(2), "1(0)w") == "YYNNNN");
  CHECK(legality(mutexOf(2), "0(1)w") == "YNNNNN");
  CHECK(legality(kHandshake, "0(0)w") == "YYYYYN");
  CHECK(legality(kHandshake, "1(1)w") == "YNYNNN");
  CHECK(legality(kOneWay, "(1)w") == "YNYNNN");
}

TEST_CASE("barriers (Example 6 and Appendix A)") {
  CHECK(legality(barrierOf(3), "0(0)w") == "YYYYYN");
  // The poll has seen a step of thread 2 and nobody else; then 0 arrives, and 2.
  const std::string lobe = R"(HSA after-the-poll
{ poll=0; c=0; }
 P0           | P1           | P2           ;
 faa _, c, 1  | faa _, c, 1  | st poll, 1   ;
 L: ld r1, c  | L: ld r1, c  | faa _, c, 1  ;
 bne r1, 3, L | bne r1, 3, L | L: ld r1, c  ;
              |              | bne r1, 3, L ;
)";
  CHECK(legality(lobe, "2,0,2(0,2)w") == "YYYYNN");
  CHECK(replayed(lobe, "2,0,2(0,2)").allowed.at(4).neglected == std::vector<ThreadId>{1});
  const std::string late = discoveryOf(3, true, kThenBarrier);
  CHECK(legality(late, "2,2,2,2,2,2,2,2,2,2,2,0,0,0,0,0,0,0,0,0,0,0(0,2)w") == "YYYYNN");
}

TEST_CASE("a loop is gone round until its head comes again") {
  const Replay replay = replayed(kOneWay, "(1)");
  CHECK(replay.stem.size() == 1);  // the first step puts thread 1 among those that have executed
  CHECK(replay.loop.size() == 1);
  CHECK(replay.rounds == 1);
  const std::string twice = sameForAll(1, "x=0;", "L: exch r0, x, 1\nld r1, x\nexch r2, x, 2\ngoto L");
  CHECK(replayed(twice, "(0)").rounds == 3);
  CHECK(replayed(twice, "(0)").loop.size() == 3);
}

TEST_CASE("a schedule that ends where nobody can go on is allowed by all") {
  CHECK(legality(kOneWay, "0,1") == "YYYYYY");
  CHECK(refusal(kOneWay, "0") == "the schedule ends although P1 is enabled");
}

TEST_CASE("what is no schedule, or cannot be run, is refused") {
  CHECK(refusal(kOneWay, "") == "schedule '': expected a thread number or '(' at character 1");
  CHECK(refusal(kOneWay, "0,") == "schedule '0,': expected a thread number at character 3");
  CHECK(refusal(kOneWay, "0,1(1") == "schedule '0,1(1': expected ',' or ')' at character 6");
  CHECK(refusal(kOneWay, "0()") == "schedule '0()': expected a thread number at character 3");
  CHECK(refusal(kOneWay, "0(1)x") == "schedule '0(1)x': expected the end at character 5");
  CHECK(refusal(kOneWay, "0,0") == "step 2: P0 cannot run, it has finished");
  CHECK(refusal(kOneWay, "7(1)") == "step 1 names thread 7, which does not exist");
  CHECK(refusal(sameForAll(2, "x=0;", "barrier.sys"), "0,0(1)") ==
        "step 2: P0 cannot run, it waits at a barrier");
  CHECK(refusal(sameForAll(1, "x[2];", "mov r1, 5\nld r0, x[r1]"), "(0)") ==
        "step 1: out-of-bounds access at P0:1");
  CHECK_THROWS_AS(replayed(sameForAll(1, "x=0;", "L: faa _, x, 1\ngoto L"), "(0)"), UserError);
}

}  // namespace hrfcheck::test
