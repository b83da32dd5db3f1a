#include "check/races/race_groups.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/races/annotation_edit.h"
#include "support/given.h"
#include "support/verdicts.h"

namespace race_groups_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

Verdict verdictOf(const std::shared_ptr<const Program>& program) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto engine = makeExplicitEngine();
  return checkProgram(
      *engine, given(std::make_shared<const EventStructure>(program), library.load("hrf-indirect-relaxed")),
      {});
}

/// A lock of one work-group that threads of several work-groups take: two lines are wrong.
const std::string kLock = R"(OPENCL Lock
{ l=0; d=0; }
P0-P2 (global atomic_int* l, global int* d) {
  int r = atomic_exchange_explicit(l, 1, memory_order_acquire, memory_scope_work_group);
  if (r == 0) {
    *d = 1;
    atomic_store_explicit(l, 0, memory_order_release, memory_scope_work_group);
  }
}
exists (d=1)
)";

}  // namespace

TEST_CASE("races of threads with the same code are one group for each pair of lines") {
  const Verdict verdict = verdictOf(programOf(kLock));
  const Program& program = *verdict.program;
  const std::vector<RaceGroup> groups = raceGroups(verdict);
  CHECK(verdict.races.size() == 15);
  REQUIRE(groups.size() == 4);
  std::vector<std::vector<std::uint32_t>> lines;
  std::vector<std::size_t> sizes;
  for (const RaceGroup& group : groups) {
    const Race& first = verdict.races[group.races.front()];
    lines.push_back(linesOf(program, {first.first, first.second}));
    sizes.push_back(group.races.size());
    for (const std::size_t race : group.races) {
      CHECK(sameLines(program, first, verdict.races[race]));
    }
  }
  CHECK(lines == std::vector<std::vector<std::uint32_t>>{{4}, {4, 7}, {7}, {6}});
  CHECK(sizes == std::vector<std::size_t>{3, 6, 3, 3});
}

TEST_CASE("a group's fix changes whole lines, and the model agrees") {
  const Verdict verdict = verdictOf(programOf(kLock));
  const Program& program = *verdict.program;
  std::size_t fixed = 0;
  for (const RaceGroup& group : raceGroups(verdict)) {
    if (group.fix.empty()) {
      continue;
    }
    ++fixed;
    CHECK(group.fix == onWholeLines(program, group.fix));
    const Verdict changed = verdictOf(withEdits(program, group.fix));
    for (const std::size_t race : group.races) {
      for (const Race& left : changed.races) {
        CHECK_FALSE((left.first == verdict.races[race].first && left.second == verdict.races[race].second));
      }
    }
  }
  CHECK(fixed >= 3);
}

TEST_CASE("an order is changed in the source: for every thread that executes the line") {
  std::string relaxed = kLock;
  for (const std::string word : {"memory_scope_work_group", "memory_scope_work_group"}) {
    relaxed.replace(relaxed.find(word), word.size(), "memory_scope_device");
  }
  relaxed.replace(relaxed.find("memory_order_release"), 20, "memory_order_relaxed");
  const Verdict verdict = verdictOf(programOf(relaxed));
  const std::vector<RaceGroup> groups = raceGroups(verdict);
  REQUIRE(groups.size() == 1);
  CHECK(lineEditsOf(*verdict.program, groups[0].fix) ==
        std::vector<LineEdit>{{7, std::nullopt, Order::Release}});
}

TEST_CASE("different code on one line of a table is not one line of the program") {
  const Verdict verdict = verdictOf(
      programOf("HSA Columns\n{ x=0; y=0; }\n P0 | P1 ;\n st x, 1 | ld r0, x ;\n st y, 1 | ld r1, y ;\n"));
  const std::vector<RaceGroup> groups = raceGroups(verdict);
  CHECK(groups.size() == 2);
  for (const RaceGroup& group : groups) {
    CHECK(group.races.size() == 1);
    CHECK(group.fix.empty());
  }
  CHECK(sameLine(*verdict.program, {0, 0}) == std::vector<InstructionRef>{{0, 0}});
}

}  // namespace race_groups_test
