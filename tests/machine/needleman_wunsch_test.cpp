#include "machine/workloads/needleman_wunsch.h"

#include <doctest/doctest.h>

#include <numeric>

#include "machine/timed/run.h"

using namespace hrfcheck;

namespace {

using Access = LocalMemory::Access;

Access accessOf(Access::Kind kind, std::uint32_t active, std::uint32_t firstWord, std::uint32_t stride = 1) {
  Access access{kind, active, {}, {}, 0};
  for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
    access.word[lane] = firstWord + stride * lane;
    access.value[lane] = lane + 100;
  }
  return access;
}

TimedReport run(TimedCode& code, const char* machine) {
  TimedOptions options;
  options.machine = machine;
  return runTimed(code, options);
}

}  // namespace

TEST_CASE("LocalMemory: a lock bit is taken by the first that asks and free when its word is stored") {
  LocalMemory memory(4096);
  Access first = accessOf(Access::Kind::LockLoad, 0b11, 8);
  memory.execute(first);
  CHECK(first.locked == 0b11);
  Access second = accessOf(Access::Kind::LockLoad, 0b111, 8);
  memory.execute(second);
  CHECK(second.locked == 0b100);
  Access unlock = accessOf(Access::Kind::UnlockStore, 0b1, 8);
  memory.execute(unlock);
  Access third = accessOf(Access::Kind::LockLoad, 0b11, 8);
  memory.execute(third);
  CHECK(third.locked == 0b1);
  CHECK(third.value[0] == 100);
}

TEST_CASE("LocalMemory: words 1024 apart share a lock bit, and ordinary accesses do not look at it") {
  LocalMemory memory(4096);
  Access lock = accessOf(Access::Kind::LockLoad, 1, 5);
  memory.execute(lock);
  Access alias = accessOf(Access::Kind::LockLoad, 1, 5 + 1024);
  memory.execute(alias);
  CHECK(alias.locked == 0);
  Access store = accessOf(Access::Kind::Store, 1, 5);
  memory.execute(store);
  Access load = accessOf(Access::Kind::Load, 1, 5);
  load.value[0] = 0;
  memory.execute(load);
  CHECK(load.value[0] == 100);
  memory.execute(alias);
  CHECK(alias.locked == 0);  // the store has not freed it
}

TEST_CASE("LocalMemory: lanes whose words are in one bank take turns, those of one word do not") {
  CHECK(LocalMemory::passes(accessOf(Access::Kind::Load, ~0U, 0, 1)) == 1);
  CHECK(LocalMemory::passes(accessOf(Access::Kind::Load, ~0U, 0, 2)) == 2);
  CHECK(LocalMemory::passes(accessOf(Access::Kind::Load, ~0U, 0, 32)) == 32);
  CHECK(LocalMemory::passes(accessOf(Access::Kind::Load, ~0U, 0, 0)) == 1);
  CHECK(LocalMemory::passes(accessOf(Access::Kind::Load, 0b11, 0, 32)) == 2);
}

TEST_CASE("Needleman-Wunsch: every scheme computes what is computed in order") {
  for (const WavefrontScheme scheme : kWavefrontSchemes) {
    for (const std::uint32_t side : {1U, 3U}) {
      CAPTURE(std::string(nameOf(scheme)));
      CAPTURE(side);
      NeedlemanWunschShape shape;
      shape.scheme = scheme;
      shape.side = side;
      shape.seed = 9;
      NeedlemanWunschWorkload workload(shape);
      const std::vector<Value> untouched = workload.grid();
      CHECK(run(workload, "qr-fix").unfinished == "");
      CHECK(workload.grid() == workload.reference());
      CHECK(workload.grid() != untouched);
    }
  }
}

TEST_CASE("Needleman-Wunsch: a launch for each diagonal of sub-grids, one after the other") {
  for (const WavefrontScheme scheme : kWavefrontSchemes) {
    CAPTURE(std::string(nameOf(scheme)));
    NeedlemanWunschShape shape;
    shape.scheme = scheme;
    shape.side = 3;
    shape.processors = 2;
    NeedlemanWunschWorkload workload(shape);
    const TimedReport report = run(workload, "qr-fix");
    const std::vector<std::uint64_t>& launches = workload.launches();
    REQUIRE(launches.size() == 5);
    const std::uint64_t all = std::accumulate(launches.begin(), launches.end(), std::uint64_t{0});
    CHECK(all <= report.cycles);
    CHECK(all + 2 * launches.size() >= report.cycles);
    // Diagonals of 1, 2, 3, 2 and 1 sub-grids: only that of three goes round twice, where one at a time fits.
    const bool alone = scheme != WavefrontScheme::Diagonals;
    CHECK(workload.turns() == (alone ? 6 : 5));
    CHECK((launches[2] > launches[0] * 3 / 2) == alone);
  }
}

TEST_CASE("Needleman-Wunsch: lock bits take fewer accesses than atomic locks") {
  const auto operations = [](WavefrontScheme scheme) {
    NeedlemanWunschShape shape;
    shape.scheme = scheme;
    NeedlemanWunschWorkload workload(shape);
    return run(workload, "qr-fix").operations;
  };
  CHECK(operations(WavefrontScheme::LockBits) < operations(WavefrontScheme::AtomicLocks));
}
