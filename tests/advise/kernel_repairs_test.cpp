// Repairs of small kernels against brute force over all sets of edits: messages, locks and neighbours, with
// every order, scope, fence and barrier that some of them have wrong.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "advise/advice_engine.h"
#include "brute_force.h"

namespace kernel_repairs_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::vector<std::string> kScopeWords{"memory_scope_work_group", "memory_scope_device"};
const std::vector<std::string> kReleaseOrders{"memory_order_relaxed", "memory_order_release"};
const std::vector<std::string> kAcquireOrders{"memory_order_relaxed", "memory_order_acquire"};

std::string fence(const std::string& order, const std::string& scope) {
  return fmt::format("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, {}, {});", order, scope);
}

/// One agent writes data and raises a flag, which the other one looks at before it reads.
void addMessages(std::vector<std::string>& kernels) {
  for (const std::string& before : {std::string(), fence("memory_order_release", "memory_scope_device"),
                                    fence("memory_order_acq_rel", "memory_scope_work_group")}) {
    for (const std::string& behind : {std::string(), fence("memory_order_acquire", "memory_scope_device")}) {
      for (const std::string& raise : kReleaseOrders) {
        for (const std::string& raiseScope : kScopeWords) {
          for (const std::string& look : kAcquireOrders) {
            for (const std::string& lookScope : kScopeWords) {
              for (const auto& [launch, id] :
                   {std::pair("2x1", "get_group_id(0)"), std::pair("1x2", "get_local_id(0)")}) {
                kernels.push_back(fmt::format(
                    "//# launch {}\n//# init f = 0; a[1]; r[1]\n"
                    "kernel void k(global atomic_int* f, global int* a, global int* r) {{\n"
                    "  if ({} == 0) {{\n    a[0] = 1;\n    {}\n    atomic_store_explicit(f, 1, {}, {});\n"
                    "  }} else {{\n    int seen = atomic_load_explicit(f, {}, {});\n    {}\n"
                    "    if (seen == 1) {{\n      r[0] = a[0];\n    }}\n  }}\n}}\n",
                    launch, id, before, raise, raiseScope, look, lookScope, behind));
              }
            }
          }
        }
      }
    }
  }
}

/// Who gets the lock at the first try writes.
void addLocks(std::vector<std::string>& kernels) {
  for (const std::string take : {"memory_order_relaxed", "memory_order_acquire", "memory_order_release",
                                 "memory_order_acq_rel", "memory_order_seq_cst"}) {
    for (const std::string& takeScope : kScopeWords) {
      for (const std::string& give : kReleaseOrders) {
        for (const std::string& giveScope : kScopeWords) {
          for (const std::string launch : {"2x1", "1x2"}) {
            for (const std::string inside : {"a[0] = 1;", "a[0] += 1;"}) {
              kernels.push_back(
                  fmt::format("//# launch {}\n//# init l = 0; a[1]\n"
                              "kernel void k(global atomic_int* l, global int* a) {{\n"
                              "  if (atomic_exchange_explicit(l, 1, {}, {}) == 0) {{\n    {}\n"
                              "    atomic_store_explicit(l, 0, {}, {});\n  }}\n}}\n",
                              launch, take, takeScope, inside, give, giveScope));
            }
          }
        }
      }
    }
  }
}

/// Each reads what its neighbour has written, with a barrier of the wrong memory, or none.
void addNeighbours(std::vector<std::string>& kernels) {
  for (const std::string memory : {"global", "local"}) {
    for (const std::string barrier :
         {"", "barrier(CLK_GLOBAL_MEM_FENCE);", "barrier(CLK_LOCAL_MEM_FENCE);"}) {
      for (const std::string own : {"i", "i + 1"}) {
        for (const std::string launch : {"1x2", "1x3"}) {
          kernels.push_back(fmt::format(
              "//# launch {}\n//# init part[4]; out[4]\n"
              "kernel void k({} int* part, global int* out) {{\n  int i = get_local_id(0);\n"
              "  int n = get_local_size(0);\n  part[i] = {};\n  {}\n  out[i] = part[(i + 1) % n];\n}}\n",
              launch, memory, own, barrier));
        }
      }
    }
  }
}

constexpr EditKinds kScopes{true, false, false, false, false, false};
constexpr EditKinds kOrders{false, true, false, false, false, false};
constexpr EditKinds kFences{false, false, false, true, false, false};
constexpr EditKinds kAtomic{false, false, false, false, true, false};
constexpr EditKinds kBarriers{false, false, false, false, false, true};

std::vector<std::string> allKernels() {
  std::vector<std::string> kernels;
  addMessages(kernels);
  addLocks(kernels);
  addNeighbours(kernels);
  return kernels;
}

AdviceRequest requestOf(const std::string& kernel, const EditKinds& kinds) {
  AdviceRequest request;
  request.program = parseLitmus(std::make_shared<const Source>("k.cl", kernel));
  request.read = readAgain;
  request.kinds = kinds;
  request.models = defaultModel(*request.program);
  request.search.analysis.deadline = Deadline::after(300);
  return request;
}

}  // namespace

TEST_CASE("repairs of racy kernels cost what brute force finds") {
  const std::vector<std::string> kernels = allKernels();
  const auto engine = makeAdviceEngine();
  std::size_t racy = 0;
  std::size_t comparisons = 0;
  for (std::size_t i = 0; i < kernels.size(); i += kEvery) {
    CAPTURE(kernels[i]);
    bool some = false;
    for (const EditKinds& kinds : {kScopes, kOrders, kFences, kAtomic, kBarriers}) {
      const AdviceRequest request = requestOf(kernels[i], kinds);
      const Advice advice = repair(request, *engine);
      if (advice.nothingToDo()) {
        break;  // not racy
      }
      REQUIRE_FALSE(advice.search.stopped);
      const bool done = compared(advice, request.search);
      some = some || done;
      comparisons += done ? 1 : 0;
    }
    racy += some ? 1 : 0;
  }
  MESSAGE(racy << " racy kernels of " << kernels.size() / kEvery << ", " << comparisons << " comparisons");
  CHECK(racy >= 300 / kEvery);
  CHECK(comparisons >= 700 / kEvery);
}

/// Orders, scopes, fences, barriers and ordinary accesses that become atomic, all at once: nothing that costs
/// less than the repair is one.
TEST_CASE("no set of edits of any kind that costs less than the repair of a racy kernel is one") {
  constexpr std::size_t kMostSets = 50'000;
  const std::vector<std::string> kernels = allKernels();
  const auto engine = makeAdviceEngine();
  std::size_t racy = 0;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < kernels.size(); i += kEvery) {
    CAPTURE(kernels[i]);
    const AdviceRequest request = requestOf(kernels[i], {});
    const Advice advice = repair(request, *engine);
    if (advice.nothingToDo()) {
      continue;
    }
    ++racy;
    REQUIRE(advice.search.best);
    REQUIRE(advice.search.optimal);
    CHECK(advice.proved());
    const auto cheaper =
        bruteForceBelow(*advice.test, advice.demands, request.search, advice.search.best->cost, kMostSets);
    compared += cheaper ? 1 : 0;
    CHECK_FALSE(cheaper.value_or(std::nullopt));
  }
  MESSAGE(racy << " racy kernels of " << kernels.size() / kEvery << ", " << compared << " compared");
  CHECK(racy >= 300 / kEvery);
  CHECK(compared >= 300 / kEvery);
}

}  // namespace kernel_repairs_test
