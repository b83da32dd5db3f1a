#include <doctest/doctest.h>

#include "report/progress_samples.h"
#include "report/termination/lts_picture.h"
#include "support/has.h"
#include "termination/system/lts.h"
#include "termination/system/simt.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

TEST_CASE("progress: verdicts, expectations, and the hang with its story") {
  const std::string text = progressText(reportOf(kMutex, {"hsa", "obe", "weak"}));
  CHECK(text == R"text(test.litmus  ·  2 threads  ·  12 states, 16 steps

  hsa      may hang    starvation   as expected
  obe      terminates               as expected
  weak     terminates               FAILED: expected 'may hang'

  may hang: under interleaving; no memory model was used
  terminates: under interleaving; no memory model was used

  may hang under hsa: starvation
    P0 spins on cas.sc.cmp r0, lock, 0, 1, which reads 1, for ever; P1 could run but never does
    only the lowest-numbered enabled thread, P0, is owed a step
     1. P1:0  cas.sc.cmp r0, lock, 0, 1  reads 0, writes 1
     2. P0:0  cas.sc.cmp r0, lock, 0, 1  reads 1
    for ever:
     3. P0:0  cas.sc.cmp r0, lock, 0, 1  reads 1
    owed a step throughout, and run: P0
    starved: P1
    --replay "1,0(0)"
)text");
}

TEST_CASE("progress: each scheduler's reason") {
  const char* oneWay = R"(HSA one-way
{ x=0; }
 P0                     | P1             ;
 WAIT: ld.sc.cmp r0, x  | st.sc.cmp x, 1 ;
 bne r0, 1, WAIT        |                ;
)";
  const std::string text = progressText(reportOf(oneWay));
  CHECK(has(text, "may hang under unfair, hsa, obe, hsa+obe, lobe: starvation\n"));
  CHECK(has(text, "under unfair: no thread is owed a step\n"));
  CHECK(has(text, "under hsa: only the lowest-numbered enabled thread, P0, is owed a step\n"));
  CHECK(has(text, "under obe: P1 has not run yet, so it is not owed a step\n"));
  CHECK(has(text, "under hsa+obe: P1 has not run yet and is not the lowest-numbered enabled thread"));
  CHECK(has(text, "under lobe: neither P1 nor any thread with a higher number has run"));
  CHECK(has(text, "owed a step throughout, and run: none (unfair)\n"));
  CHECK(has(text, "owed a step throughout, and run: P0 (hsa, obe, hsa+obe, lobe)\n"));
  const std::string groups = progressText(reportOf(oneWay, {"wg=obe", "wg=weak"}));
  CHECK(has(groups, "P1 is not owed a step under the promises to its groups\n"));
  CHECK(has(groups, "owed a step throughout, and run: P0\n"));
}

TEST_CASE("progress: a deadlock has no loop and is every scheduler's") {
  const std::string text = progressText(reportOf(kSkipped));
  CHECK(has(text,
            "  may hang under every scheduler: a deadlock\n"
            "    P0 waits at a barrier that too few threads reach\n"));
  CHECK(!has(text, "for ever"));
  CHECK(!has(text, "--replay"));
  CHECK(!has(text, "terminates:"));
  CHECK(has(text, "forall ([x]=1): holds over 0 final states of the interleavings\n"));
}

TEST_CASE("progress: a livelock runs all who can go on") {
  const std::string text = progressText(reportOf(R"(HSA both
{ x=0; }
 P0                        | P1                        ;
 MINE: exch.sc.cmp r0, x, 0 | MINE: exch.sc.cmp r0, x, 1 ;
 beq r0, 1, MINE           | beq r0, 0, MINE           ;
)",
                                                 {"weak", "s-weak"}));
  CHECK(has(text, "may hang under weak: a livelock, in which every enabled thread runs\n"));
  CHECK(has(text, "    every enabled thread runs again and again, and the scheduler promises no more\n"));
  CHECK(has(text, "  s-weak   terminates\n"));
}

TEST_CASE("progress: limits leave it undecided, and lines that are long are broken") {
  const std::string text = progressText(reportOf(kMutex, {"hsa", "obe"}, 3));
  CHECK(has(text, "undecided (state limit)"));
  CHECK(has(text, " so far\n"));
  CHECK(has(text, "expected 'terminates'"));
  CHECK(!has(text, "FAILED"));
  std::size_t from = 0;
  const std::string all = progressText(reportOf(kMutex));
  while (from < all.size()) {
    const std::size_t end = all.find('\n', from);
    CHECK(end - from <= 110);
    from = end + 1;
  }
}

TEST_CASE("progress: the matrix marks what was not expected") {
  std::vector<ProgressReport> reports;
  reports.push_back(reportOf(kMutex, {"hsa", "obe", "weak"}));
  reports.push_back(reportOf(kSkipped, {"hsa", "obe", "wg=obe"}));
  reports.push_back(reportOf(kMutex, {"hsa", "obe"}, 3));
  CHECK(progressMatrix(reports, false) == R"(test     states  with E  hsa  obe
mutex         8      12  N    Y    weak: Y!
skipped       4       4  N    N    wg=obe: N
mutex         4       5  ?    ?
! differs from the test's expectation
)");
  CHECK(progressMatrix({}, false) == "test  states  with E\n");
}

TEST_CASE("progress: a schedule replayed") {
  const std::shared_ptr<const Program> program = programOf(kMutex);
  ProgressOptions options;
  for (const char* name : {"hsa", "obe"}) {
    options.schedulers.push_back(parseSchedulerSpec(name, program->scopes.levels(), {}));
  }
  CHECK(replayText(*program, replaySchedule(program, "1(0)", options), false) ==
        R"(test.litmus  ·  1,0(0)

     1. P1:0  cas.sc.cmp r0, lock, 0, 1  reads 0, writes 1
     2. P0:0  cas.sc.cmp r0, lock, 0, 1  reads 1
    for ever:
     3. P0:0  cas.sc.cmp r0, lock, 0, 1  reads 1

  hsa      accepted
  obe      rejected  owes a step to P1
)");
}

TEST_CASE("progress: states and steps, with the hang of the strongest scheduler") {
  const ProgressReport report = reportOf(kMutex);
  const Lts lts(report.result.program, {});
  const LtsPicture picture = ltsPictureOf(lts, report.result);
  CHECK(picture.title == "mutex: 12 states, 16 steps; the hang under hsa: 1,0(0)");
  CHECK(picture.states.size() == 12);
  const std::string text = ltsText(lts, picture);
  CHECK(has(text, "    0  lock=0; P0 @0; P1 @0\n"));
  CHECK(has(text, "        * P1:0 reads 0, writes 1 -> 2\n"));
  CHECK(has(text, "       ** P0:0 reads 1 -> 5\n"));
  CHECK(has(text, "(final state)\n"));
  const std::string dot = ltsDot(lts, picture);
  CHECK(dot.starts_with("digraph states {\n"));
  CHECK(has(dot, "s5 -> s5 [label=<<b>"));
  CHECK(has(dot, "peripheries=2"));
  const ProgressReport fine = reportOf(kMutex, {"obe"});
  CHECK(ltsPictureOf(lts, fine.result).title == "mutex: 12 states, 16 steps; no hang");
}

TEST_CASE("progress: of many states those on the way of the hang are drawn") {
  const ProgressReport report = reportOf(R"(HSA many
{ x=0; }
 P0-P3                 ;
 faa.sc.cmp r0, x, 1   ;
 faa.sc.cmp r1, x, r0  ;
 WAIT: ld.sc.cmp r2, x ;
 blt r2, 4, WAIT       ;
)",
                                         {"unfair"}, 100000);
  REQUIRE(report.result.states > kMostStatesDrawn);
  REQUIRE(report.result.verdicts.front().lasso);
  const Lts lts(report.result.program, {});
  const LtsPicture picture = ltsPictureOf(lts, report.result);
  CHECK(!picture.all);
  CHECK(picture.states.size() <= 10);
  CHECK(has(picture.title, " of them shown, on the path to the hang"));
  CHECK(has(ltsDot(lts, picture), "label=\"...\""));
}

TEST_CASE("progress: lanes of a wavefront stand side by side, those that do not execute in grey") {
  const SimtSetup setup = simtSetup(programOf(R"(HSA wave
{ m; }
 P0-P1@wv 0,wg 0    | P2@wv 1,wg 0 ;
 L: cas r, m, 0, 1  | nop          ;
 bne r, 0, L        |              ;
 exch _, m, 0       |              ;
)"),
                                    {.mode = SimtMode::Stack});
  ProgressResult result;
  result.program = setup.program;
  const Lts lts(setup.program, {.agents = setup.agents, .rules = setup.rules, .deadline = {}});
  const std::string dot = ltsDot(lts, ltsPictureOf(lts, result));
  CHECK(has(dot, "<tr><td valign=\"top\">P0<br/>@0</td><td valign=\"top\">P1<br/>@0</td></tr>"));
  CHECK(has(dot,
            "<tr><td valign=\"top\" bgcolor=\"#eeeeee\"><font color=\"#999999\">P0<br/>@2</font></td>"
            "<td valign=\"top\">P1<br/>@0</td></tr>"));
  CHECK(has(dot, "<tr><td>P2&#160;done</td></tr>"));
  CHECK(has(ltsText(lts, ltsPictureOf(lts, result)), "; (P0 @2); P1 @0; P2 done; ran P0\n"));
}
