// Tests of PTX with asynchronous operations, barrier objects and clusters as programs for devices: what each
// row becomes, where locations are, and what is refused by name.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "frontend/test_file.h"
#include "observe/emit/emit.h"
#include "program/ir/shared_memory.h"
#include "support/has.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

const fs::path kTestRoot = HRFCHECK_SOURCE_DIR;

DeviceTest plannedTest(const std::string& text) {
  return deviceTest(*parseLitmus(std::make_shared<Source>("test", text)), BackEnd::Cuda);
}

std::string sourceOf(const fs::path& file) {
  return emit(deviceTest(*readTestFile(file.string()), BackEnd::Cuda), {}).text;
}

/// Why a test is refused; "" where it is not.
template <typename Test>
std::string whyThrown(const Test& test) {
  try {
    test();
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}
std::string whyRefused(const std::string& text) {
  return whyThrown([&] { emit(plannedTest(text), {}); });
}

std::string inCluster(const std::string& initial, const std::string& rows) {
  return "PTX cluster\n{ x=0; " + initial + " }\n P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;\n" +
         rows + "exists (x=1)\n";
}

}  // namespace

TEST_CASE("asynchronous: each row is the PTX of the state spaces that its locations are in") {
  const std::string text = sourceOf(kTestRoot / "tests/observe/async-forms.litmus");
  for (const char* line : {
           "mbarrier.init.shared::cta.b64 [",
           "fence.mbarrier_init.release.cluster;",
           "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 s",
           "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [",
           "mbarrier.arrive.relaxed.cluster.shared::cta.b64 any, [",
           "mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [",
           "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [",
           "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 q, [",
           "mbarrier.test_wait.parity.relaxed.cluster.shared::cta.b64 q, [",
           "mbarrier.pending_count.b64 r",
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [",
           "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [",
           "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [",
           "cp.async.bulk.global.shared::cta.bulk_group [",
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [",
           "cp.async.ca.shared::cta.global [",
           "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [",
           "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 [",
           "ld.volatile.global.s32 r1, [",
           "ld.mmio.relaxed.sys.global.s32 r2, [",
           "st.volatile.global.s32 [",
           "st.mmio.relaxed.sys.global.s32 [",
           "atom.acq_rel.cluster.shared::cluster.add.u32 r4, [",
           "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;",
           "barrier.cluster.arrive.relaxed;",
           "barrier.cluster.wait.acquire;",
           "#define HRF_CLUSTER 2\n",
       }) {
    CHECK_MESSAGE(has(text, line), line);
  }
  // Each location is four words, so every count of bytes is four times the test's.
  CHECK(has(
      emit(plannedTest(inCluster("mbarrier m = 1 @ P0;", " mbarrier.arrive.expect_tx _, m, 24 | ;\n")), {})
          .text,
      "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 any, [%0], 96;"));
  const std::string later = sourceOf(kTestRoot / "tests/observe/async-forms-100.litmus");
  CHECK(has(later, "st.async.release.gpu.global.b32 ["));
  CHECK(has(later, "st.async.mmio.release.sys.global.b32 ["));
  CHECK(has(later, "red.async.release.gpu.global.add.u32 ["));
}

TEST_CASE("asynchronous: a test of litmus/ptx has a form, or one of these is why it has none") {
  std::map<std::string, int> counts;
  for (const auto& entry : fs::directory_iterator(kTestRoot / "litmus/ptx")) {
    if (entry.path().extension() != ".litmus") {
      continue;
    }
    const std::string why = whyThrown([&] { sourceOf(entry.path()); });
    const std::string sign = "cannot be run on a device: ";
    const std::size_t at = why.find(sign);
    INFO(entry.path().string(), ": ", why);
    CHECK((why.empty() || at != std::string::npos));
    ++counts[why.empty() ? "" : why.substr(at + sign.size())];
  }
  CHECK(counts[""] >= 140);
  CHECK(counts["tensormaps are made by the host, for arrays that a test does not have"] >= 10);
  CHECK(counts["bulk copies with an order are in PTX 9.3, which no compiler here reads"] >= 5);
  CHECK(counts["fences for reads are in PTX 9.4, which no compiler here reads"] >= 2);
  CHECK(counts["in PTX d is in the shared memory of a block here, and elsewhere in global memory"] >= 7);
  CHECK(counts["s has to be in the shared memory of another cluster"] >= 5);
}

TEST_CASE("asynchronous: locations are where the instructions of PTX need them, for models, too") {
  const DeviceTest test = plannedTest(R"(PTX placed
{ s=1; t=1; g=0; d=0; u=0; mbarrier m = 1 @ P1; }
 P0@cta 0,cluster 0,gpu 0                              | P1@cta 1,cluster 0,gpu 0 ;
 cp.async.bulk.mbarrier::complete_tx::bytes d, s, 4, m | st.weak u, 1             ;
 cp.async.bulk.bulk_group g, t, 4                      |                          ;
exists (u=1)
)");
  std::map<std::string, std::optional<ThreadId>> places;
  for (const MemoryLocation& location : test.program->locations) {
    places[location.name] = sharedOf(location);
  }
  CHECK(places["d"] == ThreadId{1});
  CHECK(places["t"] == ThreadId{0});
  for (const char* global : {"s", "g", "u"}) {
    CHECK(!places[global]);
  }
  CHECK(test.notes.size() == 2);
  CHECK(has(test.notes.back(), "is in the shared memory of P"));
}

TEST_CASE("asynchronous: what no placement fits is refused") {
  CHECK(has(whyRefused(inCluster("y=0; m=0;", " mbarrier.init m, 1 | ;\n")),
            "m is a barrier object, and in the shared memory of no block"));
  CHECK(has(
      whyRefused(inCluster("mbarrier m = 1 @ P0;", " st.weak x, 1 | mbarrier.try_wait.parity r0, m, 0 ;\n")),
      "P1:0 cannot be run on a device: the object is in another block"));
  CHECK(has(whyRefused(inCluster("mbarrier m = 1 @ P0;",
                                 " st.weak x, 1 | mbarrier.arrive.release.cluster s, m ;\n")),
            "an arrival in another block gives no state"));
  CHECK(has(whyRefused(inCluster("d[2]; s[2];", " cp.async.bulk.bulk_group d, s, 8 | ;\n")),
            "it copies several locations"));
  CHECK(
      has(whyRefused(inCluster("", " barrier.cluster.arrive | st.weak x, 1 ;\n barrier.cluster.wait | ;\n")),
          "not all threads of a cluster wait at its barrier as often"));
  CHECK(has(whyRefused(
                "PTX object\n{ mbarrier m = 1 @ P0; }\n P0@cta 0,cluster 0,gpu 0 ;\n mbarrier.arrive _, m ;\n"
                "locations [m;]\n"),
            "the condition observes the barrier object m"));
  CHECK(has(whyRefused("PTX devices\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 1 ;\n"
                       " st.async.release.sys f, 1 | ld.acquire.sys r0, f ;\nexists (1:r0=1)\n"),
            "threads on several devices"));
}

TEST_CASE("asynchronous: an instance is over when its operations are, which must be known") {
  const auto rows = [](const std::string& before) {
    return inCluster("s=1; d=0 @ P0; mbarrier m = 1 @ P0;",
                     before +
                         " mbarrier.arrive.expect_tx _, m, 4 | ;\n"
                         " cp.async.bulk.mbarrier::complete_tx::bytes d, s, 4, m | ;\n");
  };
  CHECK(has(emit(plannedTest(rows("")), {}).text, "hrf_complete(hrf_shared(slot, 3), 0, 0u, 1u, 1u);"));
  CHECK(has(whyRefused(rows(" L: ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1 ;\n bne r0, 1, L | ;\n")),
            "in or after a loop, which may give up"));
  // 4 bytes come that nobody expects; of two expected arrivals one is missing.
  const std::string unexpected =
      emit(plannedTest(inCluster("s=1; d=0 @ P0; mbarrier m = 2 @ P0;",
                                 " mbarrier.arrive _, m | ;\n"
                                 " cp.async.bulk.mbarrier::complete_tx::bytes d, s, 4, m | ;\n")),
           {})
          .text;
  CHECK(has(unexpected, "hrf_complete(hrf_shared(slot, 3), -16, 1u, 1u, 2u);"));
}

TEST_CASE(
    "asynchronous: clusters that have fewer blocks are filled, and idle threads wait at their barrier") {
  const DeviceTest test = plannedTest(R"(PTX clusters
{ x=0; }
 P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 | P2@cta 0,cluster 1,gpu 0 ;
 st.weak x, 1             | barrier.cluster.arrive   | st.weak x, 2             ;
 barrier.cluster.arrive   | barrier.cluster.wait     |                          ;
 barrier.cluster.wait     | ld.weak r0, x            |                          ;
exists (1:r0=1)
)");
  CHECK(test.blocks.size() == 4);
  CHECK(test.blocks[3].empty());
  REQUIRE(test.plan);
  CHECK(test.plan->clusterSize == 2);
  CHECK(test.plan->waits[0].size() == 2);
  CHECK(test.plan->waits[2].empty());
  const std::string text = emit(test, {}).text;
  CHECK(has(text, "#define HRF_BLOCKS 4\n"));
  CHECK(has(text, "else if (block == 1) {"));
}
