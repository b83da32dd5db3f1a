#include <doctest/doctest.h>

#include "corpus_tests.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

AdviceRequest requestOf(const std::string& text) {
  AdviceRequest request;
  request.program = parseLitmus(std::make_shared<const Source>("small.litmus", text));
  request.read = readAgain;
  request.models = defaultModel(*request.program);
  request.search.analysis.deadline = Deadline::after(300);
  return request;
}

/// In both threads the race is on z; the filter asks for what seq_cst forbids of x and y.
constexpr const char* kFiltered = R"(OPENCL filtered
{ x = 0; y = 0; z = 0; }

P0@wg 0 (global int* z, global atomic_int* x, global atomic_int* y) {
  *z = 1;
  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
  int r0 = atomic_load_explicit(y, memory_order_relaxed, memory_scope_device);
}

P1@wg 1 (global int* z, global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed, memory_scope_device);
  int r1 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
  int r2 = *z;
}

filter (0:r0=0 /\ 1:r1=0)
exists (1:r2=0)
)";

constexpr const char* kLocalBarrier = R"(OPENCL local-barrier
{ x = 0; }

P0@wg 0 (global int* x) {
  *x = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
}

P1@wg 0 (global int* x) {
  barrier(CLK_LOCAL_MEM_FENCE);
  int r0 = *x;
}

exists (1:r0=0)
)";

constexpr const char* kTypedef = R"(OPENCL typedefs
{ x = 0; y = 0; }

typedef unsigned int word;
typedef word flag;

P0@wg 0 (global flag* x, global unsigned int* y) {
  *x = 1;
  *y = 1;
}

P1@wg 1 (global flag* x, global unsigned int* y) {
  int r0 = *x;
  int r1 = *y;
}
)";

}  // namespace

TEST_CASE("a test in which nothing happens any more is not repaired") {
  // Four seq_cst operations cost 12, and leave no execution that passes the filter; two accesses made atomic
  // at device scope cost 8 and three levels each.
  const auto engine = makeEngine(EngineChoice::Auto);
  const Advice advice = repair(requestOf(kFiltered), *engine);
  REQUIRE(advice.search.optimal);
  CHECK(advice.search.best->cost == 40);
  CHECK(advice.proved());
}

TEST_CASE("a condition is not forbidden by a test in which nothing happens any more") {
  AdviceRequest request = requestOf(kFiltered);
  request.goal = RepairGoal::Forbid;
  request.kinds = {false, true, false, false, false, false};
  const auto engine = makeEngine(EngineChoice::Auto);
  CHECK(repair(request, *engine).search.impossible);
}

TEST_CASE("a barrier orders global memory, too, where that is cheapest") {
  const AdviceRequest request = requestOf(kLocalBarrier);
  const auto engine = makeEngine(EngineChoice::Auto);
  const Advice advice = repair(request, *engine);
  REQUIRE(advice.search.optimal);
  CHECK(advice.search.best->cost == 2 * request.costs.barrier);
  CHECK(advice.proved());
  REQUIRE(advice.text);
  CHECK(advice.text->find("CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE") != std::string::npos);
}

TEST_CASE("a variable becomes atomic whatever words its type has") {
  AdviceRequest request = requestOf(kTypedef);
  request.kinds = {false, false, false, false, true, false};
  const auto engine = makeEngine(EngineChoice::Auto);
  const Advice advice = repair(request, *engine);
  REQUIRE(advice.search.optimal);
  CHECK(advice.proved());
  REQUIRE(advice.text);
  CHECK(advice.text->find("P0@wg 0 (global atomic_uint* x, global atomic_uint* y)") != std::string::npos);
  CHECK(advice.text->find("typedef word flag;") != std::string::npos);
}
