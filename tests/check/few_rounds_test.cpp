// Races that the first iterations of loops show are known before all iterations are looked at.

#include "check/few_rounds.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/check_options.h"
#include "frontend/litmus.h"

namespace hrfcheck::test {
namespace {

/// So many work-groups that each take a lock, which works at one scope, and increment a counter.
std::shared_ptr<const Program> lockOf(unsigned groups, const std::string& scope) {
  std::string text = "OPENCL lock\n{ l = 0; x = 0; }\n";
  for (unsigned i = 0; i < groups; ++i) {
    const std::string n = std::to_string(i);
    text += "P" + n + "@wg " + n + " (global atomic_int* l, global int* x) {\n  int e = 0;\n" +
            "  while (!atomic_compare_exchange_strong_explicit(l, &e, 1, memory_order_acquire, " +
            "memory_order_acquire, " + scope + ")) { e = 0; }\n  *x = *x + 1;\n" +
            "  atomic_store_explicit(l, 0, memory_order_release, " + scope + ");\n}\n";
  }
  return parseLitmus(std::make_shared<const Source>("lock.litmus", text + "exists (x=1)\n"));
}

std::optional<Verdict> raceIn(const std::shared_ptr<const Program>& program) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load("opencl");
  return raceInFewRounds(program, model, checkOptions({}, CheckQuestion::Races, Explaining::No));
}

}  // namespace

TEST_CASE("few rounds: what they show is known where all of them are too many") {
  const std::optional<Verdict> race = raceIn(lockOf(8, "memory_scope_work_group"));
  REQUIRE(race);
  CHECK(race->racy);
  const Verdict cut = raceFoundBefore(*race, "time limit");
  CHECK(cut.raceStatus == RaceStatus::Racy);
  CHECK(cut.condition == Status::NotAsked);
  CHECK(cut.incomplete == "time limit");
}

TEST_CASE("few rounds: where they show no race, nothing is known") {
  CHECK_FALSE(raceIn(lockOf(4, "memory_scope_device")));
}

TEST_CASE("few rounds: tests of few threads are asked about all rounds at once") {
  CHECK_FALSE(raceIn(lockOf(2, "memory_scope_work_group")));
}

}  // namespace hrfcheck::test
