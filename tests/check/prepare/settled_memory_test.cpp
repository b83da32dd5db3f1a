#include "check/prepare/settled_memory.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cat/library.h"
#include "cat/licence/rules.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/prepare/asked_order.h"
#include "check/prepare/preparation.h"
#include "frontend/test_file.h"

namespace settled_memory_test {

using namespace hrfcheck;

namespace {

Verdict verdictOf(const std::string& kernel, const std::string& modelName, Rules rules = Rules::Licensed) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load(modelName);
  const auto program = parseLitmus(std::make_shared<const Source>("kernel.cl", kernel));
  const auto engine = makeEngine(EngineChoice::Auto);
  return checkProgram(*engine, prepared(program, 2, model, {}, rules), {});
}

bool isSettled(const Verdict& verdict) {
  return std::ranges::find(verdict.reasons, LeavingOutRule::SettledMemory, &Reason::rule) !=
         verdict.reasons.end();
}

/// A sum over a block, with this behind each step, in blocks of so many work-items.
std::string sumText(unsigned items, const std::string& behindEachStep, const std::string& more = "") {
  return fmt::format(R"(kernel void sum(global int* out) {{
  local int part[{0}];
  int lid = get_local_id(0);
  part[lid] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = {0} / 2; step > 0; step /= 2) {{
    if (lid < step) {{
      part[lid] += part[lid + step];
    }}
    {1}
  }}
  if (lid == 0) {{
    out[get_group_id(0)] = part[0];
  }}
}}
//# launch 2x{0}
//# init out[2]{2}
//# forall (out[0] = {0} /\ out[1] = {0})
)",
                     items, behindEachStep, more);
}

}  // namespace

TEST_CASE("a sum over blocks of 64 is settled under every model that licenses it, whatever the bound") {
  for (const char* model :
       {"opencl", "opencl-rsp", "hrf-indirect-relaxed", "hrf-direct", "rsp", "hsa", "sc"}) {
    CAPTURE(model);
    const Verdict verdict = verdictOf(sumText(64, "barrier(CLK_LOCAL_MEM_FENCE);"), model);
    CHECK(isSettled(verdict));
    CHECK(verdict.standing() == Standing::Answered);
    CHECK(verdict.raceStatus != RaceStatus::Racy);
    CHECK(verdict.holding == Holding::Holds);
    CHECK(verdict.analysis.statistics.size() > 0);
  }
}

TEST_CASE("a barrier that is missing is a race") {
  const Verdict verdict = verdictOf(sumText(16, ""), "opencl");
  CHECK(verdict.raceStatus == RaceStatus::Racy);
}

TEST_CASE("a barrier for other memory orders under HRF, which knows no regions, and not in OpenCL") {
  const std::string text = sumText(16, "barrier(CLK_GLOBAL_MEM_FENCE);");
  CHECK(verdictOf(text, "opencl").raceStatus == RaceStatus::Racy);
  const Verdict hrf = verdictOf(text, "hrf-indirect-relaxed");
  CHECK(hrf.raceStatus == RaceStatus::RaceFree);
  CHECK(isSettled(hrf));
}

TEST_CASE("small tests, and those that are to keep everything, are looked at as they are written") {
  const std::string text = sumText(2, "barrier(CLK_LOCAL_MEM_FENCE);");
  CHECK_FALSE(isSettled(verdictOf(text, "opencl")));
  const std::string larger = sumText(16, "barrier(CLK_LOCAL_MEM_FENCE);");
  CHECK(isSettled(verdictOf(larger, "opencl")));
  CHECK_FALSE(isSettled(verdictOf(larger, "opencl", Rules::Unsettled)));
}

TEST_CASE("relaxed counters of a block settle, and those that two blocks reach at the scope of one do not") {
  const auto text = [](const char* scope) {
    return fmt::format(R"(kernel void count(global atomic_int* bins) {{
  atomic_fetch_add_explicit(&bins[get_local_id(0) % 4], 1, memory_order_relaxed, memory_scope_{});
}}
//# launch 2x64
//# init bins[4]
//# forall (bins[0] = 32)
)",
                       scope);
  };
  const Verdict right = verdictOf(text("device"), "opencl");
  CHECK(isSettled(right));
  CHECK(right.raceStatus == RaceStatus::RaceFree);
  CHECK(right.holding == Holding::Holds);
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load("opencl");
  const auto narrow = parseLitmus(std::make_shared<const Source>("kernel.cl", text("work_group")));
  CHECK(prepared(narrow, 2, model).reasons().empty());
}

TEST_CASE(
    "where releases reach acquires of other locations, a counter may order what its thread has written") {
  const auto program = parseLitmus(std::make_shared<const Source>("counter.litmus", R"(OPENCL counter
{ [x] = 0; [y] = 0; [c] = 0; }
P0@wg 0, dev 0 (global int* x, global atomic_int* y, global atomic_int* c) {
  *x = 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
  atomic_fetch_add_explicit(c, 1, memory_order_relaxed, memory_scope_work_group);
  *y = 1;
}
P1@wg 0, dev 0 (global int* x, global atomic_int* y, global atomic_int* c) {
  int r0 = atomic_load_explicit(y, memory_order_seq_cst, memory_scope_work_group);
  if (r0 == 1) {
    *x = 2;
  }
}
exists (true)
)"));
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto settles = [&](const char* name) {
    const Model model = library.load(name);
    AskedOrder order(model, *program, {});
    const auto whole = [&](const std::shared_ptr<const Program>& of) {
      return prepared(of, 2, model, {}, Rules::Unsettled);
    };
    return withoutSettled(program, order, whole, 1, {}).has_value();
  };
  CHECK(settles("hrf-indirect-relaxed"));
  CHECK_FALSE(settles("hrf-indirect-anyloc"));
  CHECK_FALSE(settles("hrf-direct-anyloc"));
}

TEST_CASE("what is left keeps the numbers of its instructions, and what a flag decides stays") {
  const std::string text =
      R"(kernel void publish(global int* data, global atomic_int* ready, global int* out) {
  local int part[32];
  int lid = get_local_id(0);
  part[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = 0; i < 32; ++i) {
    sum += part[i];
  }
  if (get_group_id(0) == 0) {
    if (lid == 0) {
      *data = sum;
      atomic_store_explicit(ready, 1, memory_order_release, memory_scope_device);
    }
  } else if (lid == 0) {
    if (atomic_load_explicit(ready, memory_order_acquire, memory_scope_device) == 1) {
      *out = *data;
    }
  }
}
//# launch 2x32
//# init data; ready; out
//# exists (out = 496)
)";
  const Verdict verdict = verdictOf(text, "hrf-indirect-relaxed");
  CHECK(isSettled(verdict));
  CHECK(verdict.raceStatus == RaceStatus::RaceFree);
  CHECK(verdict.observation == Observation::Sometimes);
  CHECK(verdict.analysis.outcomes.size() == 2);
  std::string relaxed = text;
  relaxed.replace(relaxed.find("memory_order_release"), 20, "memory_order_relaxed");
  const Verdict racy = verdictOf(relaxed, "hrf-indirect-relaxed");
  REQUIRE(racy.races.size() == 1);
  CHECK(isSettled(racy));
  const Program& program = *racy.program;
  const Race& race = racy.races.front();
  CHECK(program.threads[race.first.thread].instructions[race.first.instruction].text == "*data = sum");
}

}  // namespace settled_memory_test
