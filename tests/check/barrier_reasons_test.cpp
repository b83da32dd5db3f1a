// Reasons of races in kernels with barriers: the communication that nearly orders the pair, and never
// barriers of two work-groups, which tell each other nothing.

#include <doctest/doctest.h>

#include <set>

#include "cat/library.h"
#include "check/check.h"
#include "frontend/test_file.h"
#include "support/given.h"
#include "support/has.h"

namespace barrier_reasons_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// The reasons of all races of a kernel in OpenCL C, a line each.
std::string reasonsOf(const std::string& text) {
  const auto program = parseLitmus(std::make_shared<const Source>("kernel.cl", text));
  const ModelLibrary models({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto engine = makeExplicitEngine();
  const Verdict verdict = checkProgram(
      *engine, given(std::make_shared<const EventStructure>(program), models.load("hrf-indirect-relaxed")),
      {});
  REQUIRE(!verdict.races.empty());
  std::string reasons;
  for (const Race& race : verdict.races) {
    reasons += race.explanation + "\n";
  }
  return reasons;
}

/// Data handed over from one work-group to another; the store of the flag is relaxed, which is the mistake.
std::string messageWith(const std::string& barrier, const std::string& launch) {
  return "//# launch " + launch +
         "\n//# init f = 0; a[2]; r[2]\n"
         "kernel void k(global atomic_int* f, global int* a, global int* r) {\n"
         "  int i = get_local_id(0);\n"
         "  if (get_group_id(0) == 0) {\n"
         "    a[i] = 1;\n    " +
         barrier +
         "\n    if (i == 0) atomic_store_explicit(f, 1, memory_order_relaxed, memory_scope_device);\n"
         "  } else {\n"
         "    if (i == 0) while (atomic_load_explicit(f, memory_order_acquire, memory_scope_device) == 0) {}\n    " +
         barrier + "\n    r[i] = a[i];\n  }\n}\n";
}

}  // namespace

TEST_CASE("a barrier between the data and the flag does not change what is missing") {
  const std::string plain = reasonsOf(messageWith("", "2x1"));
  const std::string across = reasonsOf(messageWith("barrier(CLK_GLOBAL_MEM_FENCE);", "2x2"));
  CHECK(has(plain, "is not a release"));
  CHECK(has(across, "is not a release"));
  CHECK_FALSE(has(across, "barrier"));
}

TEST_CASE("a fence that stands on the wrong side of the access that races is no help, and said so") {
  const std::string reasons = reasonsOf(
      "//# launch 2x1\n//# init f = 0; a[1]; r[1]\n"
      "kernel void k(global atomic_int* f, global int* a, global int* r) {\n"
      "  if (get_group_id(0) == 0) {\n    a[0] = 1;\n"
      "    atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);\n"
      "  } else if (atomic_load_explicit(f, memory_order_relaxed, memory_scope_device) == 1) {\n"
      "    r[0] = a[0];\n"
      "    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);\n"
      "  }\n}\n");
  CHECK(has(reasons, "is not an acquire, and no acquire fence stands between it and P1:"));
}

TEST_CASE("an explanation comes with the instructions that it names beside the pair") {
  const auto program = parseLitmus(
      std::make_shared<const Source>("kernel.cl", messageWith("barrier(CLK_GLOBAL_MEM_FENCE);", "2x2")));
  const ModelLibrary models({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto engine = makeExplicitEngine();
  const Verdict verdict = checkProgram(
      *engine, given(std::make_shared<const EventStructure>(program), models.load("hrf-indirect-relaxed")),
      {});
  REQUIRE(!verdict.races.empty());
  const Race& race = verdict.races.front();
  REQUIRE(race.named.size() == 2);
  std::set<std::uint32_t> lines;
  for (const InstructionRef where : race.named) {
    lines.insert(program->threads[where.thread].instructions[where.instruction].place.position().line);
  }
  CHECK(lines == std::set<std::uint32_t>{8, 10});  // the store of the flag, and the load that waits for it
}

TEST_CASE("barriers of two work-groups are the reason where nothing else connects the two") {
  const std::string reasons = reasonsOf(R"(
//# launch 2x2
//# init a[2]; r[2]
kernel void k(global int* a, global int* r) {
  int i = get_local_id(0);
  if (get_group_id(0) == 0) a[i] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_group_id(0) == 1) r[i] = a[i];
}
)");
  CHECK(has(reasons, "waited at a barrier of wg 0"));
}

TEST_CASE("a barrier that is missing in a loop is named by the barriers around it") {
  const std::string reasons = reasonsOf(R"(
//# launch 2x2
//# init s[2]
kernel void k(global int* s) {
  local int t;
  for (int i = 0; i < 2; ++i) {
    if (get_local_id(0) == 0) t = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 5) s[get_group_id(0)] = 1;
  }
}
)");
  CHECK(has(reasons, "no barrier is between"));
  CHECK(has(reasons, "after the barrier"));
  CHECK_FALSE(has(reasons, "does not contain"));
}

}  // namespace barrier_reasons_test
