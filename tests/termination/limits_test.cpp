// What cannot be decided, and what is said then.

#include <doctest/doctest.h>

#include "termination/idioms.h"
#include "termination/progress_support.h"

namespace hrfcheck::test {
namespace {

ProgressResult limited(const std::string& text, std::size_t mostStates) {
  ProgressOptions options;
  options.schedulers = everyScheduler();
  options.mostStates = mostStates;
  return analyseProgress(programOf(text), options);
}

}  // namespace

TEST_CASE("a limit leaves open what was not found before it") {
  const ProgressResult counter = limited(sameForAll(1, "c=0;", "L: faa r0, c, 1\nbne r0, 5000, L"), 1000);
  CHECK(lettersOf(counter) == "??????");
  CHECK_FALSE(counter.explored);
  CHECK_FALSE(counter.conditionHolds.has_value());
  CHECK(counter.verdicts.front().reason == "state limit");
  CHECK(lettersOf(limited(sameForAll(1, "c=0;", "L: faa r0, c, 1\nbne r0, 5000, L"), 6000)) == "YYYYYY");
}

TEST_CASE("a hang in the part that was explored is one") {
  const ProgressResult result = limited(R"(HSA counts
{ c=0; x=0; }
 P0           | P1           ;
 L: faa _,c,1 | M: ld r0, x  ;
 goto L       | beq r0, 0, M ;
)",
                                        100);
  CHECK(lettersOf(result) == "N?N???");
  CHECK(result.verdicts.at(1).reason == "state limit");
  checkLassos(result);
}

TEST_CASE("a deadline ends in undecided") {
  const std::atomic<bool> cancelled{true};
  ProgressOptions options;
  options.schedulers = everyScheduler();
  options.deadline = Deadline::after(0, &cancelled);
  const ProgressResult result = analyseProgress(programOf(ticketLockOf(3)), options);
  CHECK(lettersOf(result) == "??????");
  CHECK(result.verdicts.front().reason == "time limit");
}

TEST_CASE("a mistake of the test leaves everything open") {
  const ProgressResult outside = analyse(programOf(R"(HSA outside
{ x[2]; }
 P0           | P1           ;
 mov r1, 7    | L: ld r0, x[0] ;
 ld r2, x[1]  | beq r0, 0, L ;
 ld r0, x[r1] |              ;
)"));
  CHECK(lettersOf(outside) == "??????");
  CHECK(outside.verdicts.front().reason == "out-of-bounds access at P0:2");
  const ProgressResult division = analyse(programOf(sameForAll(1, "x=0;", "ld r0, x\ndiv r1, 1, r0")));
  CHECK(division.verdicts.front().reason == "division by zero at P0:1");
  const ProgressResult forged =
      analyse(programOf(sameForAll(1, "x=281474976710655;", "ld r0, x\nadd r1, r0, 1\nst x, r1")));
  CHECK(forged.verdicts.front().reason == "address computed from integers at P0:1");
  const ProgressResult counted =
      analyse(programOf(sameForAll(2, "x=281474976710654;", "faa r0, x, 1\nst x, r0")));
  CHECK(lettersOf(counted) == "??????");
  CHECK(counted.verdicts.front().reason.starts_with("address computed from integers at P"));
  const ProgressResult symmetric =
      analyse(programOf(sameForAll(2, "x=0;", "ld r0, x\ndiv r1, 1, r0\nst x, r1")), everyScheduler(), true);
  CHECK(lettersOf(symmetric) == "??????");
}

TEST_CASE("a loop without an access goes on for ever, whatever is scheduled") {
  const ProgressResult result = analyse(programOf(R"(HSA spins
{ x=0; }
 P0        | P1        ;
 L: goto L | st x, 1   ;
)"));
  CHECK(lettersOf(result) == "NNNNNN");
  CHECK(result.baseStates == 2);
  CHECK(result.baseEdges == 3);
  CHECK(result.states == 4);
  CHECK(result.stuck);
  CHECK(result.verdicts.back().lasso->kind == HangKind::DeadRegion);
  checkLassos(result);
}

TEST_CASE("64 threads are no limit, 65 are") {
  CHECK(lettersOf(analyse(programOf(sameForAll(64, "x=0;", "nop")))) == "YYYYYY");
  CHECK_THROWS_AS(analyse(programOf(sameForAll(65, "x=0;", "nop"))), UserError);
  const ProgressResult last =
      analyse(programOf(sameForAll(64, "x=0;", "bne %tid, 63, END\nL: ld r0, x\nbeq r0, 0, L\nEND: nop")));
  CHECK(lettersOf(last) == "NNNNNN");
  CHECK(last.verdicts.back().lasso->unfinished == std::vector<ThreadId>{63});
}

}  // namespace hrfcheck::test
