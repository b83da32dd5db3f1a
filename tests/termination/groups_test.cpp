// Promises to groups of threads.

#include <doctest/doctest.h>

#include "termination/hangs/fair_sets.h"
#include "termination/idioms.h"
#include "termination/progress_support.h"

namespace hrfcheck::test {
namespace {

std::string handshakesIn(const std::string& groups) {
  return "HSA pairs\n{ x[4]; }\n" + groups + R"(
 st x[0], 1     | st x[1], 1     | st x[2], 1     | st x[3], 1     ;
 L: ld r0, x[1] | L: ld r0, x[0] | L: ld r0, x[3] | L: ld r0, x[2] ;
 beq r0, 0, L   | beq r0, 0, L   | beq r0, 0, L   | beq r0, 0, L   ;
)";
}

char answerOf(const std::string& text, const std::string& scheduler) {
  const auto program = programOf(text);
  const ProgressResult result = analyse(program, {schedulerOf(*program, scheduler)});
  checkLassos(result);
  return letterOf(result.verdicts.front());
}

}  // namespace

TEST_CASE("fair sets of threads") {
  const AgentMask enabled = 0b10110;
  const AgentMask executed = 0b01101;
  CHECK(fairAmong(Scheduler::Unfair, enabled, executed) == 0);
  CHECK(fairAmong(Scheduler::Hsa, enabled, executed) == 0b00010);
  CHECK(fairAmong(Scheduler::Obe, enabled, executed) == 0b00100);
  CHECK(fairAmong(Scheduler::HsaObe, enabled, executed) == 0b00110);
  CHECK(fairAmong(Scheduler::Lobe, enabled, executed) == 0b00110);
  CHECK(fairAmong(Scheduler::Weak, enabled, executed) == enabled);
  CHECK(fairAmong(Scheduler::Lobe, enabled, 0) == 0);
  CHECK(fairAmong(Scheduler::Lobe, ~AgentMask{0}, AgentMask{1} << 63) == ~AgentMask{0});
  CHECK(fairAmong(Scheduler::Hsa, 0, executed) == 0);
}

TEST_CASE("groups that are known to run, with fair threads in them") {
  const std::string two = handshakesIn(" P0@wg 0 | P1@wg 0 | P2@wg 1 | P3@wg 1 ;");
  const std::string four = handshakesIn(" P0@wg 0 | P1@wg 1 | P2@wg 2 | P3@wg 3 ;");
  CHECK(answerOf(two, "wg=obe") == 'Y');
  CHECK(answerOf(two, "wg=hsa") == 'Y');
  CHECK(answerOf(two, "obe") == 'N');
  CHECK(answerOf(four, "wg=obe") == 'N');
  CHECK(answerOf(two, "wg=unfair") == 'N');
}

TEST_CASE("a group that is treated fairly runs some thread, whatever is promised inside") {
  const std::string text = R"(HSA helper
{ x=0; y=0; }
 P0@wg 0      | P1@wg 1 | P2@wg 1 ;
 L: ld r0, x  | st x, 1 | st y, 1 ;
 beq r0, 0, L |         |         ;
)";
  CHECK(answerOf(text, "wg=weak,wv=unfair,wi=unfair") == 'Y');
  CHECK(answerOf(text, "unfair") == 'N');
  const std::string busy = R"(HSA busy
{ x=0; y=0; }
 P0@wg 0      | P1@wg 1 | P2@wg 1      ;
 L: ld r0, x  | st x, 1 | L: ld r0, x  ;
 beq r0, 0, L |         | beq r0, 0, L ;
)";
  CHECK(answerOf(busy, "wg=weak,wv=unfair,wi=unfair") == 'N');
  CHECK(answerOf(busy, "wg=weak") == 'Y');
}

TEST_CASE("groups are compared by the ids they were given") {
  const std::string text = R"(HSA numbered
{ x=0; }
 P0@wg 1      | P1@wg 0 ;
 L: ld r0, x  | st x, 1 ;
 beq r0, 0, L |         ;
)";
  CHECK(answerOf(text, "wg=hsa") == 'Y');
  CHECK(answerOf(text, "hsa") == 'N');
}

TEST_CASE("a level that is not there is refused") {
  const auto program = programOf(kOneWay);
  SchedulerSpec spec{.scheduler = Scheduler::Weak, .levels = {{9, Scheduler::Obe}}};
  CHECK_THROWS_AS(analyse(program, {spec}), UserError);
  spec = {.strong = true, .scheduler = Scheduler::Weak, .levels = {{2, Scheduler::Obe}}};
  CHECK_THROWS_AS(analyse(program, {spec}), UserError);
}

}  // namespace hrfcheck::test
