// The search without exploration, on the idioms of Li et al. (ICS 2015), and against the reference: it misses
// no SIMD deadlock.

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "frontend/litmus.h"
#include "simt/random_waves.h"
#include "simt/reference.h"
#include "simt/tests_asked.h"
#include "termination/system/simt.h"
#include "termination/termination.h"
#include "termination/waits/simt_waits.h"

namespace hrfcheck::test {
namespace {

std::shared_ptr<const Program> parsed(const std::string& text) {
  return parseLitmus(std::make_shared<Source>("test.litmus", text));
}

/// "P1:2 [2-3] bit <- P0:4": the read, the loop, what is waited for, and the change.
std::string waitsIn(const Program& program, std::uint64_t lockBits = 1024) {
  std::string text;
  for (const SimtWait& wait :
       simtWaits(program, wavefrontsOf(program), {.lockBits = lockBits, .deadline = {}}).waits) {
    text += fmt::format(
        "{} [{}-{}] {} <- {}{}{}\n", program.instructionName(wait.waiting, wait.read), wait.loop.front(),
        wait.loop.back(), wait.cell.kind == Cell::Kind::LockBit ? "bit" : "word",
        wait.change ? program.instructionName(wait.masked, *wait.change) : program.threads[wait.masked].name,
        wait.onOtherSide ? " on the other side" : "",
        wait.through
            ? fmt::format(" through {}", program.instructionName(wait.through->first, wait.through->second))
            : "");
  }
  return text;
}

std::string waitsIn(const std::string& text) {
  return waitsIn(*parsed(text));
}

std::string oneWave(const std::string& code) {
  return "HSA t\n{ M=0; N@0x1000=0; x=0; a[2]={0,0}; }\n P0-P1@wv 0,wg 0 ;\n" + code;
}

}  // namespace

TEST_CASE("static: a lock taken in a loop and freed behind it") {
  const std::string spin = " L: cas r, x, 0, 1 ;\n bne r, 0, L ;\n exch _, x, 0 ;\n";
  CHECK(waitsIn(oneWave(spin)) == "P0:0 [0-1] word <- P1:2\n");
  const std::string waitlock = " L: ldslk p, M ;\n @!p bra L ;\n stsul M, 1 ;\n";
  CHECK(waitsIn(oneWave(waitlock)) == "P0:0 [0-1] bit <- P1:2\n");
  const std::string two =
      "HSA t\n{ M=0; }\n P0@wv 0,wg 0 | P1@wv 1,wg 0 ;\n L: ldslk p, M | L: ldslk p, M ;\n"
      " @!p bra L | @!p bra L ;\n stsul M, 1 | stsul M, 1 ;\n";
  CHECK(waitsIn(two) == "");
  const std::string own = " L: ldslk p, a[%lane] ;\n @!p bra L ;\n stsul a[%lane], 1 ;\n";
  CHECK(waitsIn(oneWave(own)) == "");
}

TEST_CASE("static: a lock taken and freed in one round of a loop (Listing 8)") {
  const std::string once = " L: ldslk p, r, M ;\n @p st x, 1 ;\n @p stsul M, r ;\n @!p bra L ;\n";
  CHECK(waitsIn(oneWave(once)) == "");
  std::string twice = once;
  for (const char c : once) {
    twice += c == 'L' ? 'K' : c;
  }
  CHECK(waitsIn(oneWave(once + " K: ldslk p, r, M ;\n @p stsul M, r ;\n @!p bra K ;\n")) == "");
  // The second one forgets to: lanes that have left it have the bit.
  CHECK(waitsIn(oneWave(" K: ldslk p, r, M ;\n @p st x, 1 ;\n @!p bra K ;\n stsul M, 1 ;\n")) ==
        "P0:0 [0-2] bit <- P1:3\n");
}

TEST_CASE("static: the other side of a branch") {
  const std::string sides =
      " beq %lane, 0, W ;\n st x, 1 ;\n bra E ;\n W: ld r, x ;\n bne r, 1, W ;\n E: nop ;\n";
  CHECK(waitsIn(oneWave(sides)) == "P0:3 [3-4] word <- P1:1 on the other side\n");
  CHECK(waitsIn(oneWave(" st x, 1 ;\n W: ld r, x ;\n bne r, 1, W ;\n")) == "");
}

TEST_CASE("static: words that share a bit") {
  const std::string text = oneWave(
      " beq %lane, 0, E ;\n L: ldslk p, M ;\n @!p bra L ;\n stsul M, 1 ;\n bra F ;\n"
      " E: ldslk q, N ;\n bar ;\n F: stsul N, 1 ;\n");
  CHECK(!waitsIn(*parsed(text)).empty());
  CHECK(waitsIn(*parsed(text), 0) == "");
}

TEST_CASE("static: by way of another wave") {
  const std::string text =
      "HSA t\n{ x=0; y=0; }\n P0-P1@wv 0,wg 0 | P2@wv 1,wg 0 ;\n beq %lane, 0, W | L: ld r, y ;\n"
      " st y, 1 | bne r, 1, L ;\n bra E | st x, 1 ;\n W: ld r, x | ;\n bne r, 1, W | ;\n E: nop | ;\n";
  CHECK(waitsIn(text) == "P0:3 [3-4] word <- P1:1 on the other side through P2:0\n");
}

TEST_CASE("static: votes and equal counters part nobody") {
  const std::string vote =
      " L: ldslk p, M ;\n vote.any q, p ;\n @!q bra L ;\n setp.eq p, %lane, 0 ;\n"
      " @p stsul M, 1 ;\n";
  CHECK(waitsIn(oneWave(vote)) == "");
  CHECK(waitsIn(oneWave(" mov c, 0 ;\n L: ld r, x ;\n add c, c, 1 ;\n ble c, 3, L ;\n st x, 1 ;\n")) == "");
}

TEST_CASE("static: lanes with code of their own") {
  const auto program =
      parsed("HSA t\n{ x=0; }\n P0@wv 0,wg 0 | P1@wv 0,wg 0 ;\n L: ld r, x | st x, 1 ;\n bne r, 1, L | ;\n");
  const SimtSetup setup = simtSetup(program, {.mode = SimtMode::Stack});
  const SimtWaits found = simtWaits(*setup.program, setup.wavefronts, {});
  CHECK(found.waves == 1);
  REQUIRE(found.waits.size() == 1);
  CHECK(found.waits[0].waiting == 0);
  CHECK(found.waits[0].onOtherSide);
}

namespace {

constexpr std::size_t kMostLanes = 9;  ///< with more, there are millions of states with one lane at a time

struct Explored {
  bool ends = false;
  bool simdDeadlock = false;
};

Explored explored(const SimtSetup& setup) {
  ProgressOptions options;
  options.schedulers = {{.strong = false, .scheduler = Scheduler::Weak, .levels = {}}};
  options.agents = setup.agents;
  options.rules = setup.rules;
  const ProgressResult result = analyseProgress(setup.program, options);
  REQUIRE(result.explored);
  const auto isOne = [](const Cause& cause) { return cause.kind == CauseKind::SimtDeadlock; };
  return {result.verdicts.front().answer == ProgressAnswer::Terminates,
          std::ranges::any_of(result.causes, isOne)};
}

/// The tests of a folder that are suspected and end; fails for one with a SIMD deadlock that is not
/// suspected.
std::string suspectedIn(const std::string& folder, bool sameWavefront) {
  std::set<std::string> names;
  unsigned deadlocks = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HRFCHECK_SOURCE_DIR "/litmus/" + folder)) {
    if (entry.path().extension() != ".litmus") {
      continue;
    }
    CAPTURE(entry.path().string());
    const auto program = parseLitmus(readSource(entry.path().string()));
    if (program->threads.size() > kMostLanes) {
      continue;
    }
    const SimtSetup setup = simtSetup(program, {.mode = SimtMode::Stack, .sameWavefront = sameWavefront});
    const Explored found = explored(setup);
    const bool suspected = !simtWaits(*setup.program, setup.wavefronts, {}).waits.empty();
    if (found.simdDeadlock) {
      ++deadlocks;
      CHECK(suspected);
    } else if (found.ends && suspected) {
      names.insert(entry.path().stem().string());
    }
  }
  CHECK(deadlocks > 5);
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

TEST_CASE("static: the listings, and idioms in one wavefront") {
  CHECK(suspectedIn("simt", false) ==
        "listing05-predicated-producer-first listing06-predicated-producer-first listing11-guarded "
        "nw-atomics-2x2 nw-atomics-3x3");
  CHECK(suspectedIn("progress", true) == "");
}

TEST_CASE("static: random waves: no SIMD deadlock is missed") {
  Random random(43);
  unsigned deadlocks = 0;
  unsigned named = 0;
  unsigned ending = 0;
  unsigned suspected = 0;
  for (unsigned i = 0; i < testsAsked(1500); ++i) {
    const std::string text = randomWaves(random, {.votes = i % 2 == 0});
    CAPTURE(i);
    CAPTURE(text);
    const auto program = parsed(text);
    const std::uint64_t lockBits = i % 3 == 0 ? 0 : 1024;
    const ReferenceOptions options{.lockBits = lockBits, .mostStates = 2'000};
    const ReferenceResult stack = referenceOf(*program, options);
    if (!stack.complete) {
      continue;
    }
    const std::string waits = waitsIn(*program, lockBits);
    if (stack.terminates) {
      ++ending;
      suspected += waits.empty() ? 0 : 1;
      continue;
    }
    ReferenceOptions its = options;
    its.lanes = LaneModel::Its;
    const ReferenceResult apart = referenceOf(*program, its);
    if (stack.lanesMaskedOff && apart.complete && apart.terminates) {
      ++deadlocks;
      CHECK(!waits.empty());
    }
    SimtOptions simt{.mode = SimtMode::Stack, .lockBits = static_cast<std::uint32_t>(lockBits)};
    if (stack.simdDeadlock || (i % 2 != 0 && explored(simtSetup(program, simt)).simdDeadlock)) {
      ++named;
      CHECK(!waits.empty());
    }
  }
  MESSAGE(fmt::format(
      "{} hang only where lanes wait for each other, {} by their causes; suspected: {} of {} that end",
      deadlocks, named, suspected, ending));
  CHECK(deadlocks > shareOf(20));
  CHECK(named > shareOf(20));
  CHECK(suspected < ending / 2);
}

}  // namespace hrfcheck::test
