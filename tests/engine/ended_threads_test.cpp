// Barriers that do not wait for threads that have ended (program/flow/ended_threads.h), by all three engines:
// who goes on, what is ordered by it, and ends that would depend on what they let go.

#include <doctest/doctest.h>

#include "cat/library.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/findings.h"
#include "support/given.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

constexpr const char* kCoherent =
    "acyclic po-loc | rf | co | fr as coherence\nempty rmw & (fr ; co) as atomicity\n"
    "let races = (((W * _) | (_ * W)) & loc & ext & ~(A * A)) \\ (IW * _) \\ (_ * IW)\n"
    "flag ~empty races \\ (po ; syncbar ; po)^-1 \\ (po ; syncbar ; po) as unordered\n";

constexpr const char* kSequential = "acyclic po | rf | co | fr | syncbar | ended as sc\n";

/// What the engines find in a kernel, after checking that they agree.
Findings found(const std::string& kernel, const std::string& file = "k.cu", unsigned bound = 2,
               const std::string& more = "") {
  const auto program = parseLitmus(std::make_shared<const Source>(file, kernel));
  const auto structure = std::make_shared<const EventStructure>(program, bound);
  const Model model = parseModel(std::make_shared<const Source>("test.cat", kCoherent + more), {});
  const Findings one = findingsOf(makeExplicitEngine()->analyse(given(structure, model), {}));
  CHECK(one == findingsOf(makeSmtEngine()->analyse(given(structure, model), {})));
  CHECK(one == findingsOf(makeReferenceEngine()->analyse(given(structure, model), {})));
  return one;
}

using Outcomes = std::set<std::vector<Value>>;

std::set<ThreadId> blocked(const Findings& findings) {
  std::set<ThreadId> threads;
  for (const auto& [kind, where] : findings.incidents) {
    CHECK(kind == IncidentKind::BarrierDivergence);
    threads.insert(where.thread);
  }
  return threads;
}

const std::string kEarlyReturn =
    "//# launch 1x3\n//# init n = 2; out[2]; s[3]\n"
    "__global__ void k(int* out, int* s, int n) {\n"
    "  if (threadIdx.x >= n) return;\n"
    "  s[threadIdx.x] = 1;\n"
    "  __syncthreads();\n"
    "  out[threadIdx.x] = s[(threadIdx.x + 1) % n];\n}\n";

}  // namespace

TEST_CASE("ended threads: who returned early is not waited for") {
  const Findings findings = found(kEarlyReturn, "k.cu", 2, kSequential);
  CHECK(findings.incidents.empty());
  CHECK(findings.flags.empty());
  CHECK(findings.outcomes == Outcomes{{1, 1, 1, 1, 0}});
}

TEST_CASE("ended threads: OpenCL waits for everybody, and so does a barrier of the grid") {
  const Findings openCl = found(
      "//# launch 1x3\n"
      "kernel void k(global int* x) {\n"
      "  if (get_local_id(0) == 2) return;\n"
      "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  if (get_local_id(0) == 0) *x = 1;\n}\n",
      "k.cl");
  CHECK(openCl.outcomes.empty());
  CHECK(blocked(openCl) == std::set<ThreadId>{0, 1});
  const Findings grid = found(
      "//# launch 2x1\n"
      "__global__ void k(int* x) {\n"
      "  if (blockIdx.x == 1) return;\n"
      "  cooperative_groups::this_grid().sync();\n  *x = 1;\n}\n");
  CHECK(blocked(grid) == std::set<ThreadId>{0});
}

TEST_CASE("ended threads: each time that they have not come") {
  const Findings findings = found(
      "//# launch 1x3\n//# init x = 0\n"
      "__global__ void k(int* x) {\n"
      "  for (int i = 0; i <= threadIdx.x; ++i) __syncthreads();\n"
      "  if (threadIdx.x == 2) *x = 1;\n}\n",
      "k.cu", 4);
  CHECK(findings.incidents.empty());
  CHECK(findings.outcomes == Outcomes{{1}});
}

TEST_CASE("ended threads: an end releases nothing, and comes before what it lets go") {
  const std::string kernel =
      "//# launch 1x2\n//# init x = 0; y = 0\n"
      "__global__ void k(int* x, int* y) {\n"
      "  if (threadIdx.x == 0) { *x = 1; return; }\n"
      "  __syncthreads();\n"
      "  *y = *x;\n}\n";
  const Findings findings = found(kernel);
  CHECK(findings.outcomes == Outcomes{{1, 0}, {1, 1}});
  CHECK(findings.flags.size() == 1);
  CHECK(found(kernel, "k.cu", 2, kSequential).outcomes == Outcomes{{1, 1}});
}

TEST_CASE("ended threads: only an end that a barrier opens by is an order") {
  // P0 comes to the first barrier, and ends before the second one.
  CHECK(found("//# launch 1x2\n//# init x = 0; y[2]\n"
              "__global__ void k(int* x, int* y) {\n"
              "  __syncthreads();\n"
              "  if (threadIdx.x == 0) { *x = 1; return; }\n  y[0] = *x;\n"
              "  __syncthreads();\n  y[1] = *x;\n}\n",
              "k.cu", 2, kSequential)
            .outcomes == Outcomes{{1, 0, 1}, {1, 1, 1}});
}

TEST_CASE("ended threads: warps, and a count that nobody makes up for") {
  const Findings warp = found(
      "//# launch 1x2\n//# sub-group 2\n//# init x = 0\n"
      "__global__ void k(int* x) {\n"
      "  if (threadIdx.x == 0) return;\n"
      "  __syncwarp();\n  *x = 1;\n}\n");
  CHECK(warp.incidents.empty());
  const Findings counted = found(
      "PTX counted\n{ x=0; }\n"
      " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
      " exit            | bar.cta.sync 0, 0, 2 ;\n"
      "                 | st.weak x, 1 ;\n"
      "locations [x;]\n",
      "counted.litmus");
  CHECK(blocked(counted) == std::set<ThreadId>{1});
}

TEST_CASE("ended threads: none ends because of what its end lets happen") {
  // The flag is set behind the barrier only, so P0 comes to the barrier, and reads it as 0.
  const Findings direct = found(
      "//# launch 1x2\n//# init f = 0; r = 5\n"
      "__global__ void k(int* f, int* r) {\n"
      "  if (threadIdx.x == 0) { *r = atomicAdd(f, 0); if (*r == 1) return; }\n"
      "  __syncthreads();\n"
      "  if (threadIdx.x == 1) atomicExch(f, 1);\n}\n");
  CHECK(direct.outcomes == Outcomes{{1, 0}});
  CHECK(direct.incidents.empty());
  // Each waits at a barrier of its own for the other one to end.
  const Findings crossed = found(
      "//# launch 1x2\n//# init x = 0\n"
      "__global__ void k(int* x) {\n"
      "  if (threadIdx.x == 0) __syncthreads(); else __syncthreads();\n"
      "  *x = 1;\n}\n");
  CHECK(crossed.outcomes.empty());
  CHECK(blocked(crossed) == std::set<ThreadId>{0, 1});
}

TEST_CASE("ended threads: nor by way of another block, unless that does not keep to its order") {
  const std::string begin =
      "//# launch 2x2\n//# init f = 0; g = 0; r[2]\n"
      "__global__ void k(int* f, int* g, int* r) {\n"
      "  int me = blockIdx.x * 2 + threadIdx.x;\n"
      "  if (me == 3) return;\n"
      "  if (me == 2) { int s = atomicAdd(g, 0); r[1] = s; ";
  const std::string end =
      " return; }\n"
      "  if (me == 0) { r[0] = atomicAdd(f, 0); if (r[0] == 1) return; }\n"
      "  __syncthreads();\n"
      "  if (me == 1) atomicExch(g, 1);\n}\n";
  // P2 reads 1 behind the barrier, P0 ends by what P2 stores then.
  const std::vector<Value> circle{1, 1, 1, 1};
  CHECK_FALSE(found(begin + "if (s == 1) atomicExch(f, 1);" + end).outcomes.contains(circle));
  CHECK_FALSE(found(begin + "__threadfence(); atomicExch(f, 1);" + end).outcomes.contains(circle));
  CHECK(found(begin + "atomicExch(f, 1);" + end).outcomes.contains(circle));
}

TEST_CASE("ended threads: they do not vote, whatever they voted before") {
  const auto votes = [](const std::string& body) {
    const auto program = parseLitmus(
        std::make_shared<const Source>("k.cu",
                                       "//# launch 1x3\n//# init c[6]\n//# forall (c[0] = 2 /\\ c[3] = 1)\n"
                                       "__global__ void k(int* c) {\n" +
                                           body + "}\n"));
    const auto structure = std::make_shared<const EventStructure>(program, 2);
    const Model model =
        parseModel(std::make_shared<const Source>("test.cat", std::string(kCoherent) + kSequential), {});
    const Findings one = findingsOf(makeExplicitEngine()->analyse(given(structure, model), {}));
    CHECK(one == findingsOf(makeSmtEngine()->analyse(given(structure, model), {})));
    CHECK(one.incidents.empty());
    CHECK(one.flags.empty());
    return one.outcomes;
  };
  CHECK(votes("  c[threadIdx.x] = __syncthreads_count(threadIdx.x > 0);\n"
              "  if (threadIdx.x == 2) return;\n"
              "  c[3 + threadIdx.x] = __syncthreads_count(threadIdx.x > 0);\n") == Outcomes{{2, 1}});
  CHECK(votes("  if (threadIdx.x == 2) return;\n"
              "  c[threadIdx.x] = __syncthreads_or(threadIdx.x == 2);\n"
              "  c[3 + threadIdx.x] = __syncthreads_and(threadIdx.x < 2);\n") == Outcomes{{0, 1}});
}
