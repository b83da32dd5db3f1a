// Idioms of CONCUR 2018: sizes of their LTSs and what the six schedulers make of them.

#include "termination/idioms.h"

#include <doctest/doctest.h>

#include "termination/progress_support.h"

namespace hrfcheck::test {
namespace {

struct Expected {
  std::size_t baseStates, baseEdges, states;
  std::string answers;  ///< under unfair, hsa, obe, hsa+obe, lobe, weak
};

void checkIdiom(const std::string& text, const Expected& expected) {
  CAPTURE(text);
  const ProgressResult result = analyse(programOf(text));
  CHECK(result.explored);
  CHECK(result.baseStates == expected.baseStates);
  CHECK(result.baseEdges == expected.baseEdges);
  CHECK(result.states == expected.states);
  CHECK(lettersOf(result) == expected.answers);
  checkLassos(result);
}

}  // namespace

TEST_CASE("mutexes and handshakes (Figures 2 and 3, Example 4)") {
  checkIdiom(mutexOf(2), {8, 10, 12, "NNYYYY"});
  checkIdiom(mutexOf(3), {20, 36, 47, "NNYYYY"});
  checkIdiom(kHandshake, {7, 10, 7, "NNNNNY"});
  checkIdiom(kOneWay, {3, 3, 5, "NYNYYY"});
  checkIdiom(kOneWayBack, {3, 3, 5, "NNNNNY"});
}

TEST_CASE("a thread that spins at its first instruction has executed, but stands where it started") {
  const ProgressResult result = analyse(programOf(kOneWay));
  CHECK(result.baseStates == 3);
  CHECK(result.states == 5);
  CHECK(result.verdicts.at(4).answer == ProgressAnswer::Terminates);  // lobe: owed to P0 once P1 has run
}

TEST_CASE("a handshake and a mutex, in either order (section 5)") {
  checkIdiom(R"(HSA mutex-first
{ x=0; m=0; }
 P0              | P1              ;
 L: cas r0,m,0,1 | L: cas r0,m,0,1 ;
 bne r0,0,L      | bne r0,0,L      ;
 st m,0          | st m,0          ;
 st x,1          | A: ld r0,x      ;
                 | bne r0,1,A      ;
)",
             {12, 19, 17, "NNNYYY"});
  checkIdiom(R"(HSA handshake-first
{ x=0; m=0; }
 P0              | P1              ;
 st x,1          | A: ld r0,x      ;
 L: cas r0,m,0,1 | bne r0,1,A      ;
 bne r0,0,L      | L: cas r0,m,0,1 ;
 st m,0          | bne r0,0,L      ;
                 | st m,0          ;
)",
             {12, 17, 16, "NNNYYY"});
}

TEST_CASE("barriers made of atomics") {
  checkIdiom(barrierOf(3), {15, 33, 15, "NNNNNY"});
  checkIdiom(R"(HSA leader
{ a=0; b=0; }
 P0          | P1          | P2          ;
 A: ld r0,a  | st a,1      | st b,1      ;
 bne r0,1,A  | L: ld r0,a  | L: ld r0,b  ;
 B: ld r0,b  | bne r0,0,L  | bne r0,0,L  ;
 bne r0,1,B  |             |             ;
 st a,0      |             |             ;
 st b,0      |             |             ;
)",
             {13, 30, 17, "NNNNNY"});
  checkIdiom(
      sameForAll(3, "c=0; gate=0;",
                 "faa r0, c, 1\nbne r0, 2, WAIT\nst gate, 1\nexit\nWAIT: ld r1, gate\nbeq r1, 0, WAIT"),
      {17, 39, 17, "NNNNNY"});
}

TEST_CASE("Algorithm 1, as published before") {
  checkIdiom(discoveryOf(3, false, kThenNothing), {496, 1026, 718, "NNYYYY"});
  checkIdiom(discoveryOf(3, false, kThenBarrier), {1870, 5130, 2311, "NNYYYY"});
  checkIdiom(discoveryOf(3, false, kThenRingOfNumbers), {2968, 8214, 3514, "NNYYYY"});
}

TEST_CASE("Algorithm 1, changed for lobe") {
  checkIdiom(discoveryOf(3, true, kThenNothing), {226, 493, 400, "NNYYYY"});
  checkIdiom(discoveryOf(3, true, kThenBarrier), {712, 2000, 1032, "NNNNYY"});
  checkIdiom(discoveryOf(3, true, kThenRing), {739, 2054, 1061, "NNNNYY"});
  checkIdiom(discoveryOf(2, true, kThenBarrier), {100, 187, 123, "NNNYYY"});
  checkIdiom(discoveryOf(2, true, kThenRing), {100, 187, 123, "NNNYYY"});
}

TEST_CASE("queues and scans") {
  checkIdiom(ticketLockOf(3), {128, 300, 128, "NNYYYY"});
  checkIdiom(sameForAll(3, "s[4]={1,0,0,0}; f[4]={1,0,0,0};",
                        "L: ld r0,f[%tid]\nbeq r0,0,L\nld r1,s[%tid]\nadd r1,r1,1\nst s[%tid+1],r1\n"
                        "st f[%tid+1],1"),
             {13, 24, 32, "NYNYYY"});
  checkIdiom(sameForAll(3, "tile=0; s[4]={1,0,0,0}; f[4]={1,0,0,0};",
                        "faa r4,tile,1\nL: ld r0,f[r4]\nbeq r0,0,L\nld r1,s[r4]\nadd r1,r1,1\nadd r5,r4,1\n"
                        "st s[r5],r1\nst f[r5],1"),
             {128, 300, 128, "NNYYYY"});
}

TEST_CASE("who does not wait finishes under every scheduler, and the condition is answered") {
  const std::string text = sameForAll(3, "part[3]; ticket=0; out=0;",
                                      "add r0,%tid,1\nst part[%tid],r0\nfaa r1,ticket,1\nbne r1,2,END\n"
                                      "ld r2,part[0]\nld r3,part[1]\nadd r2,r2,r3\nld r3,part[2]\n"
                                      "add r2,r2,r3\nst out,r2\nEND: nop");
  checkIdiom(text, {39, 66, 39, "YYYYYY"});
  const ProgressResult six = analyse(programOf(text + "forall (out=6)\n"));
  CHECK(six.conditionHolds == true);
  CHECK(six.finalStates == std::vector<std::vector<Value>>{{6}});
  CHECK(analyse(programOf(text + "exists (out=5)\n")).conditionHolds == false);
}

TEST_CASE("the schedules shown are short ones") {
  const auto shown = [](const std::string& text, std::size_t scheduler) {
    return scheduleText(*analyse(programOf(text)).verdicts.at(scheduler).lasso);
  };
  CHECK(shown(mutexOf(2), 1) == "1,0(0)");
  CHECK(shown(kOneWay, 2) == "1(1)");
  CHECK(shown(kHandshake, 4) == "0(0)");
  CHECK(shown(discoveryOf(3, false, kThenBarrier), 1) == "1,0(0)");  // in the mutex of the poll already
  CHECK(shown(kDining, 5) == "1,0(1,0)");
}

TEST_CASE("philosophers: a livelock for weak fairness, none for strong") {
  checkIdiom(kDining, {8, 8, 12, "NNNNNN"});
  const ProgressResult strong = analyse(programOf(kDining), everyScheduler(true));
  CHECK(lettersOf(strong) == "NYYYYY");
  checkLassos(strong);
  for (const SchedulerVerdict& verdict : analyse(programOf(kDining)).verdicts) {
    CHECK(verdict.lasso->kind == HangKind::Livelock);
  }
}

}  // namespace hrfcheck::test
