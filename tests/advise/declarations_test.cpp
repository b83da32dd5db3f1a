// Edits of what a text declares: scopes in types, orders in template arguments, objects that become atomic.

#include <doctest/doctest.h>

#include "advise/advice_engine.h"
#include "corpus_tests.h"
#include "support/has.h"

namespace declarations_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

Advice repaired(const std::string& text, const EditKinds& kinds = {}) {
  AdviceRequest request;
  const auto source = std::make_shared<const Source>("k.cu", text);
  request.program = parseLitmus(editedSource(source, {}));
  request.read = [](const SourcePtr& again) { return parseLitmus(editedSource(again, {})); };
  request.kinds = kinds;
  request.models = defaultModel(*request.program);
  std::erase_if(request.models, [](const AskedModel& model) { return !definesRaces(*model.model); });
  request.search.analysis.deadline = Deadline::after(300);
  const auto engine = makeAdviceEngine();
  return repair(request, *engine);
}

constexpr const char* kScopeInType = R"(#include <cuda/atomic>
//# launch 2x1
//# init x[1]
using Flag = cuda::atomic<int, cuda::thread_scope_block>;
using Other = cuda::atomic<int, cuda::thread_scope_block>;
__device__ Flag flag;
__global__ void k(int* x) {
  if (blockIdx.x == 0) {
    x[0] = 1;
    flag.store(1, cuda::memory_order_release);
  } else if (flag.load(cuda::memory_order_acquire) == 1) {
    x[0] = 2;
  }
}
)";

constexpr const char* kOrderInArgument = R"(#include <cuda/atomic>
//# launch 2x1
//# init f = 0; x[1]
//# kernel k<cuda::memory_order_relaxed>
template <cuda::memory_order ORDER>
__global__ void k(int* f, int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*f);
  if (blockIdx.x == 0) {
    x[0] = 1;
    flag.store(1, ORDER);
  } else if (flag.load(cuda::memory_order_acquire) == 1) {
    x[0] = 2;
  }
}
)";

constexpr const char* kOrdinaryCounter = R"(#include <cuda/atomic>
//# launch 2x1
//# init x[1]
__global__ void k(int* x) { x[0] += 1; }
)";

constexpr const char* kOrdinaryFlag = R"(//# launch 2x1
//# init f[1]; x[1]
__global__ void k(int* f, int* x) {
  if (blockIdx.x == 0) {
    x[0] = 1;
    __threadfence();
    f[0] = 1;
  } else if (f[0] == 1) {
    __threadfence();
    x[0] = 2;
  }
}
)";

/// The last block resets the count without an atomic operation, and nothing orders what it reads.
constexpr const char* kCount = R"(//# launch 2x1
//# init partial[2]; out[1]
__device__ unsigned count;
__global__ void k(int* partial, int* out) {
  partial[blockIdx.x] = 1;
  __threadfence();
  unsigned ticket = atomicInc(&count, 1);
  if (ticket == 1) {
    *out = partial[0] + partial[1];
    count = 0;
  }
}
)";

}  // namespace

TEST_CASE("a store alone becomes an exchange, and the cheapest choice of edits is kept") {
  const Advice advice = repaired(kCount);
  REQUIRE(advice.search.optimal);
  REQUIRE(advice.declared.size() == 1);
  CHECK(advice.declared[0].to == "atomicExch(&count, 0)");
  CHECK(advice.search.best->cost == 49);  // and one fence
  CHECK(advice.proved());
}

TEST_CASE("the scope in a type is widened where nothing else helps") {
  const Advice advice = repaired(kScopeInType);
  REQUIRE(advice.search.optimal);
  REQUIRE(advice.declared.size() == 1);
  CHECK(advice.declared[0].from == "thread_scope_block");
  CHECK(advice.declared[0].to == "thread_scope_device");
  CHECK(advice.declared[0].place.position().line == 4);  // not that of the type which nothing uses
  CHECK(advice.search.best->cost == advice.declared[0].cost);
  CHECK(advice.proved());
  REQUIRE(advice.text);
  CHECK(has(*advice.text, "using Flag = cuda::atomic<int, cuda::thread_scope_device>;"));
  CHECK(has(*advice.text, "using Other = cuda::atomic<int, cuda::thread_scope_block>;"));
}

TEST_CASE("an order that is the argument of a template becomes stronger") {
  EditKinds kinds;
  kinds.fence = false;
  const Advice advice = repaired(kOrderInArgument, kinds);
  REQUIRE(advice.search.optimal);
  REQUIRE(advice.declared.size() == 1);
  CHECK(advice.declared[0].to == "memory_order_release");
  CHECK(advice.proved());
}

TEST_CASE("where a fence is enough, declarations stay as they are") {
  const Advice advice = repaired(kOrderInArgument);
  REQUIRE(advice.search.optimal);
  CHECK(advice.declared.empty());
}

TEST_CASE("an ordinary object becomes atomic, in the words of the file") {
  const Advice atomic = repaired(kOrdinaryCounter);
  REQUIRE(atomic.search.best);
  REQUIRE(atomic.declared.size() == 1);
  CHECK(atomic.declared[0].to == "cuda::atomic<int, cuda::thread_scope_device>");
  CHECK(atomic.proved());
  const Advice flag = repaired(kOrdinaryFlag);
  REQUIRE(flag.search.best);
  REQUIRE(flag.declared.size() == 1);
  CHECK(flag.declared[0].to == "volatile int");
  CHECK(has(*flag.text, "__global__ void k(volatile int* f, int* x) {"));
  CHECK(flag.proved());
}

TEST_CASE("kinds of edits that are not allowed are not made in declarations") {
  EditKinds kinds;
  kinds.atomic = false;
  CHECK_FALSE(repaired(kOrdinaryCounter, kinds).search.best);
  EditKinds noScope;
  noScope.scope = false;
  CHECK_FALSE(repaired(kScopeInType, noScope).search.best);
}

}  // namespace declarations_test
