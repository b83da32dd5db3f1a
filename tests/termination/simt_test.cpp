// Wavefronts, votes, the lock unit, and what the options change.

#include "termination/system/simt.h"

#include <doctest/doctest.h>

#include "program/agents/post_dominators.h"
#include "program/agents/wavefronts.h"
#include "termination/progress_support.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

struct Asked {
  SimtOptions simt;
  std::vector<SchedulerSpec> schedulers{{}};  ///< weak
};

Asked stack() {
  Asked asked;
  asked.simt.mode = SimtMode::Stack;
  return asked;
}

Asked its() {
  Asked asked;
  asked.simt.mode = SimtMode::Its;
  return asked;
}

ProgressResult run(const std::string& text, const Asked& asked) {
  const SimtSetup setup = simtSetup(programOf(text), asked.simt);
  ProgressOptions options;
  options.schedulers = asked.schedulers;
  options.agents = setup.agents;
  options.rules = setup.rules;
  options.simt = asked.simt.mode;
  return analyseProgress(setup.program, options);
}

bool ends(const ProgressResult& result) {
  REQUIRE(result.verdicts.front().answer != ProgressAnswer::Undecided);
  return result.verdicts.front().answer == ProgressAnswer::Terminates;
}

bool found(const ProgressResult& result, FindingKind kind) {
  return std::ranges::find(result.findings, kind, &Finding::kind) != result.findings.end();
}

}  // namespace

TEST_CASE("simt: immediate post-dominators") {
  const auto of = [](const std::string& rows) {
    return immediatePostDominators(programOf("HSA t\n{}\nP0 ;\n" + rows)->threads[0]);
  };
  using Points = std::vector<std::uint32_t>;
  // A conditional with two sides, a loop, an exit in the middle, a loop without an end.
  CHECK(of("beq r, 0, B ;\n mov r, 1 ;\n goto C ;\n B: mov r, 2 ;\n C: nop ;\n") == Points{4, 2, 4, 4, 5});
  CHECK(of("L: mov r, 1 ;\n beq r, 0, L ;\n nop ;\n") == Points{1, 2, 3});
  CHECK(of("beq r, 0, B ;\n exit ;\n B: nop ;\n") == Points{3, 3, 3});
  CHECK(of("beq r, 0, B ;\n L: goto L ;\n B: nop ;\n") == Points{2, 3, 3});
}

TEST_CASE("simt: both orders of the two sides of a branch are explored") {
  const char* text =
      "HSA t\n{ x; }\n P0-P1@wv 0,wg 0 ;\n bne %lane, 0, B ;\n st x, 1 ;\n goto END ;\n B: st x, 2 ;\n"
      " END: nop ;\nlocations [x;]\n";
  CHECK(run(text, stack()).finalStates == std::vector<std::vector<Value>>{{1}, {2}});
  const ProgressResult result = run(text, stack());
  CHECK(result.baseStates == 1 + 2 + 2 + 2);  // the choice, then one store after the other
}

TEST_CASE("simt: the lanes of an instruction go in any order, others in between, or all together") {
  const char* text =
      "HSA t\n{ x; }\n P0-P1@wv 0,wg 0 | P2@wv 1,wg 0 ;\n exch r, x, 1 | exch r, x, 5 ;\n"
      "locations [0:r; 1:r; 2:r;]\n";
  const ProgressResult serial = run(text, stack());
  CHECK(serial.finalStates.size() == 6);
  Asked asked = stack();
  asked.simt.collective = true;
  const ProgressResult collective = run(text, asked);
  CHECK(collective.finalStates.size() == 4);  // 5 is not read or left between the two
  CHECK(collective.baseStates < serial.baseStates);
}

TEST_CASE("simt: exit takes lanes out, predicates pass over, and where nobody is left it ends") {
  const char* text =
      "HSA t\n{ x; y; }\n P0-P2@wv 0,wg 0 ;\n setp.eq p, %lane, 0 ;\n @p exit ;\n faa _, x, 1 ;\n"
      " @!p faa _, y, 1 ;\n exit ;\n faa _, x, 9 ;\nforall (x=2 /\\ y=2)\n";
  for (const Asked& asked : {stack(), its()}) {
    const ProgressResult result = run(text, asked);
    CHECK(ends(result));
    CHECK(result.conditionHolds == true);
  }
}

TEST_CASE("simt: votes are of the lanes that are active and whose predicate holds") {
  const char* text =
      "HSA t\n{}\n P0-P3@wv 0,wg 0 ;\n beq %lane, 3, END ;\n setp.ne g, %lane, 0 ;\n setp.eq v, %lane, 1 ;\n"
      " setp.le w, %lane, 2 ;\n vote.any a, v ;\n vote.all b, w ;\n @g vote.all c, v ;\n @!g vote.any d, v ;\n"
      " END: nop ;\n"
      "forall (0:a=1 /\\ 2:a=1 /\\ 3:a=0 /\\ 2:b=1 /\\ 0:c=0 /\\ 1:c=0 /\\ 2:c=0 /\\ 0:d=0 /\\ 1:d=0)\n";
  for (const Asked& asked : {stack(), its()}) {
    const ProgressResult result = run(text, asked);
    CHECK(ends(result));
    CHECK(result.conditionHolds == true);
  }
  CHECK_THROWS_AS(run(text, {}), UserError);
}

TEST_CASE("simt: under its, a vote waits for every lane that has not ended") {
  const char* text =
      "HSA t\n{}\n P0-P1@wv 0,wg 0 ;\n beq %lane, 1, B ;\n vote.any a, 1 ;\n goto END ;\n"
      " B: vote.any a, 1 ;\n END: nop ;\n";
  const ProgressResult apart = run(text, its());
  CHECK_FALSE(ends(apart));
  REQUIRE(apart.causes.size() == 1);
  CHECK(apart.causes[0].kind == CauseKind::VoteDeadlock);
  CHECK(apart.causes[0].must);
  CHECK(ends(run(text, stack())));
}

TEST_CASE("simt: barriers do not wait for wavefronts that have ended, unless they are strict") {
  const char* text =
      "HSA t\n{ x; }\n P0-P1@wv 0,wg 0 | P2@wv 1,wg 0 ;\n faa _, x, 1 | bar ;\n | faa _, x, 1 ;\n";
  for (Asked asked : {stack(), its()}) {
    CHECK(ends(run(text, asked)));
    asked.simt.strictBarriers = true;
    const ProgressResult strict = run(text, asked);
    CHECK_FALSE(ends(strict));
    REQUIRE(strict.causes.size() == 1);
    CHECK(strict.causes[0].kind == CauseKind::BarrierDeadlock);
  }
  CHECK_FALSE(ends(run(text, {})));
}

TEST_CASE("simt: a barrier counts the lanes of a wavefront, whichever are active") {
  const char* text =
      "HSA t\n{ x; }\n P0-P1@wv 0,wg 0 | P2-P3@wv 1,wg 0 ;\n bar.sync 1, 4 | bar.arrive 1, 4 ;\n";
  CHECK(ends(run(text, stack())));
  const char* half =
      "HSA t\n{ x; }\n P0-P1@wv 0,wg 0 | P2-P3@wv 1,wg 0 ;\n bar.sync 1, 4 | beq %lane, 0, E ;\n"
      " | bar.arrive 1, 4 ;\n | E: nop ;\n";
  const ProgressResult result = run(half, stack());
  CHECK(ends(result));
  CHECK(found(result, FindingKind::BarDivergence));
  CHECK_FALSE(ends(run(half, its())));
}

TEST_CASE("simt: lanes that come to different barriers do not come together") {
  const auto text = [](const char* first, const char* second) {
    return std::string("HSA t\n{ x; }\n P0@wv 0,wg 0 | P1@wv 0,wg 0 | P2@wv 1,wg 0 | P3@wv 1,wg 0 ;\n ") +
           first + " | " + second +
           " | bar.sync 1, 4 | bar.sync 1, 4 ;\n | | bar.sync 2, 4 | bar.sync 2, 4 ;\n";
  };
  const ProgressResult apart = run(text("bar.sync 1, 4", "bar.sync 2, 4"), stack());
  CHECK_FALSE(ends(apart));  // the lane that comes to 2 may go first
  CHECK(apart.finalStates.size() == 1);
  const ProgressResult together = run(text("bar.sync 1, 4", "bar.sync 1, 4"), stack());
  CHECK(together.finalStates.empty());  // nobody comes to 2
}

TEST_CASE("simt: an ssy that is wrong is an error, of the stack only") {
  const char* text = "HSA t\n{}\n P0-P1@wv 0,wg 0 ;\n ssy E ;\n L: beq %lane, 9, L ;\n nop ;\n E: nop ;\n";
  CHECK_THROWS_WITH_AS(run(text, stack()),
                       doctest::Contains("lanes that part at P0:1 come together at P0:2, not at P0:3"),
                       UserError);
  CHECK(ends(run(text, its())));
  CHECK_THROWS_AS(run("HSA t\n{}\n P0-P1@wv 0,wg 0 ;\n ssy E ;\n E: nop ;\n", stack()), UserError);
}

TEST_CASE("simt: words that are as many apart as there are bits share one") {
  const auto text = [](const char* address) {
    return std::string("HSA t\n{ M@0x0=0; N@") + address +
           "=0; }\n P0@wv 0,wg 0 ;\n L: ldslk p, _, M ;\n @!p bra L ;\n K: ldslk p, _, N ;\n @!p bra K ;\n"
           " stsul N, 0 ;\n stsul M, 0 ;\n";
  };
  CHECK_FALSE(ends(run(text("0x1000"), stack())));
  CHECK(ends(run(text("0xffc"), stack())));
  Asked asked = stack();
  asked.simt.lockBits = 0;
  CHECK(ends(run(text("0x1000"), asked)));
  asked.simt.lockBits = 2;
  CHECK_FALSE(ends(run(text("0x8"), asked)));
  CHECK(ends(run(text("0x4"), asked)));
  asked.simt.lockBits = 3;
  CHECK_THROWS_AS(run(text("0x4"), asked), UserError);
}

TEST_CASE("simt: each work-group has its own lock unit") {
  const char* text =
      "HSA t\n{ x; }\n P0@wg 0 | P1@wg 1 ;\n ldslk p, _, x | ldslk p, _, x ;\nforall (0:p=1 /\\ 1:p=1)\n";
  CHECK(run(text, stack()).conditionHolds == true);
  const char* one =
      "HSA t\n{ x; }\n P0@wv 0,wg 0 | P1@wv 1,wg 0 ;\n ldslk p, _, x | ldslk p, _, x ;\n"
      "exists (0:p=1 /\\ 1:p=1)\n";
  CHECK(run(one, stack()).conditionHolds == false);
}

TEST_CASE("simt: an ldslk loads whether or not it locks, and st does not look at the bit") {
  const char* text =
      "HSA t\n{ x=3; }\n P0@wv 0,wg 0 ;\n ldslk p, _, x ;\n st x, 4 ;\n ldslk q, r, x ;\n stsul x, 5 ;\n"
      " ldslk s, t, x ;\nforall (0:p=1 /\\ 0:q=0 /\\ 0:r=4 /\\ 0:s=1 /\\ 0:t=5)\n";
  for (const Asked& asked : {Asked{}, its(), stack()}) {
    CHECK(run(text, asked).conditionHolds == true);
  }
}

TEST_CASE("simt: who may release is a lane, or a wavefront") {
  const char* text =
      "HSA t\n{ x; }\n P0-P1@wv 0,wg 0 ;\n setp.eq p, %lane, 0 ;\n @p ldslk _, _, x ;\n @!p stsul x, 0 ;\n";
  Asked asked = stack();
  CHECK(found(run(text, asked), FindingKind::NonOwner));
  asked.simt.wavefrontOwns = true;
  CHECK(run(text, asked).findings.empty());
}

TEST_CASE("simt: data that a holder has loaded may be overwritten") {
  const auto text = [](const char* load) {
    return std::string("HSA t\n{ x; }\n P0@wv 0,wg 0 ;\n st x, 3 ;\n ") + load +
           " ;\n add r, r, 1 ;\n stsul x, r ;\nforall (x=4 \\/ x=1)\n";
  };
  CHECK_FALSE(found(run(text("ldslk _, r, x"), stack()), FindingKind::Clobber));
  CHECK(found(run(text("ldslk x"), stack()), FindingKind::Clobber));
}

TEST_CASE("simt: threads of one wavefront with different code get a branch in front") {
  const char* text =
      "HSA t\n{ x; y; }\n P0@wv 0,wg 0 | P1@wv 0,wg 0 | P2@wv 0,wg 0 ;\n st x, 1 | L: ld r, x | L: ld r, x ;\n"
      " | bne r, 1, L | bne r, 1, L ;\n | faa _, y, 1 | faa _, y, 1 ;\nforall (y=2)\n";
  const ProgressResult result = run(text, stack());
  CHECK_FALSE(ends(result));
  REQUIRE(result.causes.size() == 1);
  CHECK(result.causes[0].kind == CauseKind::SimtDeadlock);
  CHECK_FALSE(result.causes[0].must);
  CHECK(result.conditionHolds == true);
  CHECK(ends(run(text, its())));
}

TEST_CASE("simt: every thread in one wavefront, wherever the test places it") {
  Asked asked = stack();
  asked.simt.sameWavefront = true;
  const char* text =
      "HSA t\n{ m; }\n P0@wg 0 | P1@wg 1 ;\n L: cas r, m, 0, 1 | L: cas r, m, 0, 1 ;\n bne r, 0, L | bne r, 0, L ;\n"
      " exch _, m, 0 | exch _, m, 0 ;\n";
  const ProgressResult result = run(text, asked);
  CHECK(result.agents == 1);
  CHECK_FALSE(ends(result));
}

TEST_CASE("simt: schedulers are of work-groups, within which wavefronts are treated fairly") {
  const char* inside =
      "HSA t\n{ f; }\n P0-P1@wv 0,wg 0 | P2-P3@wv 1,wg 0 ;\n L: ld r, f | st f, 1 ;\n beq r, 0, L | ;\n";
  const char* across =
      "HSA t\n{ f; }\n P0-P1@wv 0,wg 0 | P2-P3@wv 0,wg 1 ;\n L: ld r, f | st f, 1 ;\n beq r, 0, L | ;\n";
  Asked asked = stack();
  asked.schedulers = everyScheduler();
  CHECK(lettersOf(run(inside, asked)) == "NYYYYY");
  CHECK(lettersOf(run(across, asked)) == "NNNNNY");
}

TEST_CASE("simt: a kernel whose lanes do different things has lost where they reconverge") {
  const std::string launch = "//# launch 1x2\n//# sub-group 2\nkernel void k(global atomic_int* flag) {\n";
  const std::string alike = launch + "  barrier(CLK_GLOBAL_MEM_FENCE);\n  atomic_fetch_add(flag, 1);\n}\n";
  const std::string apart =
      launch +
      "  if (get_local_id(0) == 0) atomic_store(flag, 1);\n  barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  while (atomic_load(flag) == 0) ;\n}\n";
  CHECK(ends(run(alike, stack())));
  CHECK(ends(run(apart, its())));
  CHECK_THROWS_AS(run(apart, stack()), UserError);
}
