// Live registers, components, what final states list, loops that wait by ordinary loads, renaming.

#include <doctest/doctest.h>

#include "program/flow/live_registers.h"
#include "relation/components.h"
#include "support/program_builder.h"
#include "termination/idioms.h"
#include "termination/progress_support.h"
#include "termination/system/lts.h"

namespace hrfcheck::test {
namespace {

std::vector<std::uint32_t> spinsOf(const std::string& code, const std::string& other = "st x, 1") {
  const std::string text = "HSA spins\n{ x=0; y=0; z=0; 1:r2=&y; }\n P0 | P1 ;\n";
  std::string rows;
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t end = code.find('\n', at);
    rows += " " + code.substr(at, end - at) + " | " + (at == 0 ? other : "") + " ;\n";
    at = end == std::string::npos ? code.size() : end + 1;
  }
  std::vector<std::uint32_t> loads;
  for (const OrdinarySpin& spin : analyse(programOf(text + rows)).ordinarySpins) {
    CHECK(spin.thread == 0);
    loads.push_back(spin.load);
  }
  return loads;
}

/// Seven threads, and nothing between taking and giving up the lock.
const std::string kBareTicketLock =
    sameForAll(7, "next=0; served=0;",
               "faa r0, next, 1\nTURN: ld r1, served\nbne r1, r0, TURN\nadd r1, r1, 1\nst served, r1");

using Loads = std::vector<std::uint32_t>;

std::size_t statesUpToRenaming(const std::string& text) {
  const auto program = programOf(text);
  return analyse(program, {schedulerOf(*program, "obe")}, true).states;
}

}  // namespace

TEST_CASE("a register is live until it is read for the last time") {
  const auto program = programOf(sameForAll(1, "x=0;", "ld r0, x\nadd r1, r0, 1\nst x, r1\nld r0, x"));
  const LiveRegisters none(program->threads[0], {});
  CHECK_FALSE(none.live(0, 0));
  CHECK(none.live(1, 0));
  CHECK_FALSE(none.live(1, 1));
  CHECK(none.live(2, 1));
  CHECK_FALSE(none.live(2, 0));
  CHECK_FALSE(none.live(4, 0));
  const LiveRegisters some(program->threads[0], {0});
  CHECK(some.live(4, 0));
  CHECK_FALSE(some.live(3, 0));
}

TEST_CASE("which registers are live is not worked out when the time is over") {
  ProgramBuilder p;
  ThreadBuilder& t = p.thread();
  for (unsigned i = 0; i < 200; ++i) {
    t.assign("r" + std::to_string(i), 1);
  }
  const auto program = p.build();
  const Deadline over = Deadline::after(1e-9);
  CHECK_THROWS_AS(LiveRegisters(program->threads[0], {}, over), OutOfTime);
  CHECK_THROWS_AS(Lts(program, {.deadline = over}), OutOfTime);
  const ProgressResult result = analyseProgress(
      program, {.schedulers = {{.scheduler = Scheduler::Weak, .levels = {}}}, .deadline = over});
  CHECK_FALSE(result.explored);
  CHECK(result.verdicts.front().answer == ProgressAnswer::Undecided);
  CHECK(result.verdicts.front().reason == "time limit");
}

TEST_CASE("a count that nobody looks at does not make states") {
  const std::string spin = "L: ld r0, x\nadd r1, r1, 1\nbeq r0, 0, L";
  const ProgressResult result = analyse(programOf(sameForAll(1, "x=0;", spin)));
  CHECK(result.states == 2);  // before and after the first step
  CHECK(result.explored);
  const ProgressResult divided =
      analyse(programOf(sameForAll(1, "x=0;", "ld r0, x\ndiv r1, 1, r0\nst x, 1")));
  CHECK(lettersOf(divided) == "??????");
}

TEST_CASE("what final states list stays alive, and nothing else") {
  const std::string code = "exch r0, x, 1\nld r1, x";
  const ProgressResult plain = analyse(programOf(sameForAll(2, "x=0;", code)));
  CHECK(plain.finalVariables.empty());
  CHECK(plain.baseStates == 9);  // who was first is forgotten
  const ProgressResult asked = analyse(programOf(sameForAll(2, "x=0;", code) + "exists (1:r0=1)\n"));
  CHECK(asked.finalVariables.size() == 1);
  CHECK(asked.conditionHolds == true);
  CHECK(asked.finalStates == std::vector<std::vector<Value>>{{0}, {1}});
  const ProgressResult listed = analyse(programOf(sameForAll(2, "x=0;", code) + "locations [0:r0; x;]\n"));
  CHECK(listed.finalStates == std::vector<std::vector<Value>>{{0, 1}, {1, 1}});
  const ProgressResult all =
      analyse(programOf(sameForAll(2, "x=0;", code) + "locations [0:r0; 0:r1; 1:r0; 1:r1; x;]\n"));
  CHECK(all.finalVariables.size() == 5);
  CHECK(all.finalStates.size() == 2);
  const ProgressResult filtered =
      analyse(programOf(sameForAll(2, "x=0;", code) + "filter (0:r0=1)\nforall (1:r0=0)\n"));
  CHECK(filtered.conditionHolds == true);
  CHECK(filtered.finalStates.size() == 1);
  CHECK(lettersOf(filtered) == "YYYYYY");
}

TEST_CASE("components come sinks first") {
  const std::vector<std::size_t> first{0, 1, 3, 4, 5};
  const std::vector<std::uint32_t> targets{1, 2, 3, 1, 3};  // 0>1 1>2 1>3 2>1 3>3
  const Components all({first, targets});
  CHECK(all.size() == 3);
  CHECK(all.of(1) == all.of(2));
  CHECK(all.of(3) < all.of(1));
  CHECK(all.of(1) < all.of(0));
  CHECK(all.nodes(all.of(1)).size() == 2);
  const Components some({first, targets}, {true, true, false, true});
  CHECK(some.size() == 3);
  CHECK(some.of(2) == Components::kNone);
}

TEST_CASE("loops that wait by ordinary loads") {
  CHECK(spinsOf("L: ld r0, x\nbeq r0, 0, L") == Loads{0});
  CHECK(spinsOf("L: ld.acq.wg r0, x\nbeq r0, 0, L").empty());
  CHECK(spinsOf("L: ld r0, y\nbeq r0, 0, L").empty());  // nobody else stores there
  CHECK(spinsOf("ld r0, x\nL: beq r0, 0, L").empty());  // not in the loop
  CHECK(spinsOf("L: ld r0, x\nadd r1, r0, 1\nbeq r1, 1, L") == Loads{0});
  CHECK(spinsOf("L: ld r0, x\nbeq r0, 1, END\ngoto L\nEND: nop") == Loads{0});
  CHECK(spinsOf("L: ld r0, x\nst y, r0\nld.acq.wg r1, z\nbeq r1, 0, L").empty());
  CHECK(spinsOf("L: mov r1, 0\nld r0, x\nbeq r0, 0, S\nmov r1, 1\nS: beq r1, 0, L") == Loads{1});
  CHECK(spinsOf("L: ld.acq.wg r1, z\nld r0, x\nbeq r0, 0, S\nst y, 1\nS: beq r1, 0, L").empty());
  CHECK(spinsOf("L: ld r0, y\nbeq r0, 0, L", "st [r2], 1") == Loads{0});  // anywhere
}

TEST_CASE("states up to renaming of threads") {
  CHECK(statesUpToRenaming(mutexOf(10)) == 111);
  CHECK(statesUpToRenaming(mutexOf(16)) == 273);
  CHECK(statesUpToRenaming(kBareTicketLock) == 64);
  const std::string counted = sameForAll(3, "x=0;", "faa r0, x, 1");
  CHECK(statesUpToRenaming(counted) == 4);
  CHECK(statesUpToRenaming(counted + "exists (1:r0=2)\n") == 9);  // thread 1 is not like the others
}

TEST_CASE("larger ones: every state, every scheduler") {
  const auto states = [](const std::string& text, const std::string& answers) {
    const ProgressResult result = analyse(programOf(text));
    CHECK(lettersOf(result) == answers);
    return result.states;
  };
  CHECK(states(mutexOf(4), "NNYYYY") == 174);
  CHECK(states(mutexOf(6), "NNYYYY") == 2124);
  CHECK(states(mutexOf(8), "NNYYYY") == 23802);
  CHECK(states(kBareTicketLock, "NNYYYY") == 74272);
  CHECK(states(barrierOf(10), "NNNNNY") == 2047);
  CHECK(states(sameForAll(12, "f[13]={1,0,0,0};", "L: ld r0, f[%tid]\nbeq r0, 0, L\nst f[%tid+1], 1"),
               "NYNYYY") == 10238);
}

TEST_CASE("schedules of a larger one hold") {
  checkLassos(analyse(programOf(mutexOf(8))));
}

}  // namespace hrfcheck::test
