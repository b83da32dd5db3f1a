#include <doctest/doctest.h>

#include "machine/timed/run.h"
#include "machine_support.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Message passing by relaxed accesses and fences.
std::string mpFences(const std::string& release, const std::string& acquire) {
  return "HSA MPFences\n{ x=0; L=0; }\n"
         " P0@wg 0 | P1@wg 1 ;\n"
         " st x, 1 | ld.rlx.cmp r0, L ;\n" +
         (" " + release + " | " + acquire + " ;\n") +
         " st.rlx.cmp L, 1 | ld r1, x ;\n"
         "exists (1:r0=1 /\\ 1:r1=0)\n";
}

/// P1 has a copy of x before P0 writes it.
const std::string kBarriers = R"(HSA Barriers
{ x=0; y=0; }
 P0@wg 0     | P1@wg 1     ;
 st x, 1     | ld r0, y    ;
 barrier.cmp | barrier.cmp ;
 ld r0, y    | ld r1, x    ;
             | barrier.cmp ;
 barrier.cmp | st y, 1     ;
exists (1:r1=0 \/ 0:r0=1)
)";

/// Two barriers that are met in opposite orders.
const std::string kCrossed = R"(HSA Crossed
{ x=0; }
 P0@wg 0      | P1@wg 0      ;
 barrier.wg 0 | barrier.wg 1 ;
 barrier.wg 1 | barrier.wg 0 ;
exists (true)
)";

/// Each round of the loop is a meeting of its own.
const std::string kRounds = R"(HSA Rounds
{ x=0; }
 P0@wg 0                  | P1@wg 1                 ;
 mov r1, 0                | mov r1, 0               ;
 LOOP: ld r0, x           | LOOP: barrier.cmp       ;
 barrier.cmp              | st x, r1                ;
 add r1, r1, 1            | add r1, r1, 1           ;
 barrier.cmp              | barrier.cmp             ;
 blt r1, 3, LOOP          | blt r1, 3, LOOP         ;
exists (not (0:r0=1))
)";

constexpr const char* kMachines[] = {"sc", "hrf0-fix", "qr", "qr-fix", "rsp-lit", "rsp-fix", "rsp-fix2"};

bool isRelaxed(const std::string& machine) {
  return machine != "hrf0-fix";  // HRF0 has no relaxed atomics
}

}  // namespace

TEST_CASE("Fences order what is around them, as far as their scope reaches") {
  for (const std::string machine : kMachines) {
    CAPTURE(machine);
    if (!isRelaxed(machine)) {
      continue;
    }
    const auto stale = [&](const std::string& release, const std::string& acquire) {
      const Reached reached = reach(mpFences(release, acquire), {machine, Environment::Full});
      CHECK_FALSE(reached.simulation.deadlock);
      return reached.shortest() > 0;
    };
    CHECK_FALSE(stale("fence.rel.cmp", "fence.acq.cmp"));
    CHECK_FALSE(stale("fence.ar.cmp", "fence.sc.cmp"));
    CHECK(stale("fence.rel.wg", "fence.acq.cmp") == (machine != "sc"));
    CHECK(stale("fence.rel.cmp", "fence.acq.wg") == (machine != "sc"));
    CHECK(stale("fence.acq.cmp", "fence.acq.cmp") == (machine != "sc"));
    CHECK(stale("fence.rel.cmp", "fence.rel.cmp") == (machine != "sc"));
  }
}

TEST_CASE("A barrier releases, meets and acquires") {
  for (const char* machine : kMachines) {
    CAPTURE(machine);
    for (const Hierarchy hierarchy : {Hierarchy::H2, Hierarchy::H3}) {
      const Reached reached = reach(kBarriers, {machine, Environment::Full, hierarchy});
      CHECK_FALSE(reached.simulation.deadlock);
      CHECK(reached.simulation.outcomes.size() == 1);
      CHECK(reached.shortest() == 0);
    }
    const Reached rounds = reach(kRounds, {machine, Environment::Full});
    CHECK_FALSE(rounds.simulation.deadlock);
    CHECK(rounds.simulation.outcomes.size() == 1);
    CHECK(rounds.shortest() == 0);
  }
}

TEST_CASE("Who waits at a barrier to which nobody comes waits for ever") {
  for (const char* machine : kMachines) {
    const Reached reached = reach(kCrossed, {machine, Environment::Evict});
    CHECK(reached.simulation.deadlock);
    CHECK(reached.simulation.outcomes.empty());
    TimedOptions options;
    options.machine = machine;
    options.hierarchy = Hierarchy::H2;
    CHECK(runTimed(*programOf(kCrossed), options).report.unfinished == "deadlock");
  }
}

TEST_CASE("A loop of fences puts nobody off for ever") {
  const std::string text = R"(HSA FenceLoop
{ x=0; }
 P0@wg 0                | P1@wg 1 ;
 LOOP: fence.ar.cmp     | st x, 1 ;
 ld.rlx.cmp r0, x       |         ;
 beq r0, 0, LOOP        |         ;
exists (0:r0=1)
)";
  const std::string alone = R"(HSA FenceAlone
{ x=0; }
 P0@wg 0                | P1@wg 1          ;
 LOOP: fence.ar.cmp     | st x, 1          ;
 beq r0, 0, LOOP        | faa.ar.cmp r1, x, 1 ;
exists (x=2)
)";
  for (const char* machine : {"sc", "qr-fix", "rsp-fix"}) {
    CHECK(reach(text, {machine}).outcomes().size() == 1);
    // The loop has no end, and so no final state; but P1 goes through all of its code.
    const auto program = programOf(alone);
    SimulationOptions options = Setting{machine}.options();
    const Reached reduced = reach(program, options);
    options.reduce = false;
    const Reached whole = reach(program, options);
    CHECK(reduced.simulation.incomplete.empty());
    CHECK(reduced.simulation.states >= 3);
    CHECK(reduced.outcomes() == whole.outcomes());
  }
}

TEST_CASE("Fences and barriers in time: every final state is one that the exploration reaches") {
  std::size_t finished = 0;
  for (const std::string& text : {mpFences("fence.rel.wg", "fence.acq.cmp"),
                                  mpFences("fence.rel.cmp", "fence.acq.cmp"), kBarriers, kRounds}) {
    const auto program = programOf(text);
    for (const std::string machine : kMachines) {
      if (!isRelaxed(machine) && text.find("rlx") != std::string::npos) {
        continue;
      }
      CAPTURE(machine);
      const auto explored = reach(text, {machine, Environment::Full}).outcomes();
      for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        TimedOptions options;
        options.machine = machine;
        options.hierarchy = Hierarchy::H2;
        options.seed = seed;
        options.table.jitter = static_cast<std::uint32_t>(seed % 50);
        options.table.drainAfter = options.table.jitter + 1;
        const ProgramRun run = runTimed(*program, options);
        REQUIRE(run.report.unfinished == "");
        CHECK(explored.contains(run.outcome));
        ++finished;
      }
    }
  }
  CHECK(finished > 2000);
}
