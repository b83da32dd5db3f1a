#include <doctest/doctest.h>
#include <fmt/format.h>

#include "program/expr/further_operators.h"
#include "ptx/kernel_of.h"

// Bulk copies, and what else is asynchronous or between proxies: what is read, and what is refused by name.

using namespace hrfcheck;

namespace bulk_test {

namespace {

const std::string kShared =
    ".shared .align 16 .b8 box[64];\n.shared .align 8 .b64 full;\n.shared .align 8 .b64 empty;\n";
const std::string kAddresses =
    "ld.param.u64 %rd1, [out];\nmov.u32 %r1, box;\nmov.u32 %r2, full;\nmov.u32 %r3, 1;\nmov.u32 %r4, 16;\n";
const std::string kLoad = "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [box], [%rd1], ";

std::string moduleOf(const std::string& body) {
  return moduleWith(kShared + kAddresses + body);
}
std::string refusal(const std::string& body, const std::string& size = "1x1") {
  return refusalOf(moduleOf(body), launched(size, "u32 out[64] = 1"));
}
bool refused(const std::string& body, const std::string& why) {
  const std::string said = refusal(body);
  INFO(body << ": " << said);
  CHECK(said.find(why) != std::string::npos);
  return said.find(why) != std::string::npos;
}

std::shared_ptr<const Program> read(const std::string& body) {
  return readKernel(moduleOf(body), launched("1x1", "u32 out[64] = 1"));
}

/// Those of proxies and of asynchronous operations, by instruction.
std::string marksIn(const Thread& thread) {
  std::string text;
  for (const Instruction& instruction : thread.instructions) {
    for (const std::string& mark : instruction.marks) {
      if (mark != kMarkOfPtx) {
        text += text.empty() || text.ends_with(';') ? "" : " ";
        text += mark;
      }
    }
    text += text.empty() || text.ends_with(';') ? "" : ";";
  }
  return text;
}

}  // namespace

TEST_CASE("ptx: bulk copies in both directions, and their groups, are read") {
  for (const std::string& body :
       {kLoad + "16, [full];", kLoad + "%r4, [%r2];",
        std::string(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 16, [%r2];"),
        std::string("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [box], 32;"),
        std::string("cp.async.bulk.commit_group;"), std::string("cp.async.bulk.wait_group 0;"),
        std::string("cp.async.bulk.wait_group.read 1;"),
        std::string("cp.async.bulk.prefetch.L2.global [%rd1], 16;"),
        std::string("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [%rd1], [box], 16;"),
        std::string("cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.u32 [%rd1], [box], 16;")}) {
    CHECK_MESSAGE(refusal(body).empty(), body << " " << refusal(body));
  }
}

TEST_CASE("ptx: a bulk copy is an agent whose accesses are in the async proxy") {
  const auto program = read(kLoad + "16, [full];");
  REQUIRE(program->threads.size() == 2);
  CHECK(marksIn(program->threads[0]) == "issue;");
  const std::string agent = marksIn(program->threads[1]);
  CHECK(agent.starts_with("issue;async;async;"));
  CHECK(agent.find("complete") != std::string::npos);
}

TEST_CASE("ptx: who waits for a bulk copy meets its agent behind it") {
  const auto program = read(
      "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [box], 16;\ncp.async.bulk.commit_group;\n"
      "cp.async.bulk.wait_group.read 0;\ncp.async.bulk.wait_group 0;");
  CHECK(marksIn(program->threads[0]) == "issue;await;await;");
  const std::string agent = marksIn(program->threads[1]);
  // Reads (words of eight bytes), says that the source is read, writes (words of four), says that all is
  // done.
  CHECK(agent == "issue;async;async;complete;async;async;async;async;complete;");
}

TEST_CASE("ptx: the words of barrier objects are marked") {
  const auto program =
      read("mbarrier.init.shared::cta.b64 [full], 1;\nmbarrier.inval.shared::cta.b64 [full];");
  CHECK(marksIn(program->threads[0]) == "mbarrier mbarrier.init;mbarrier;");
}

TEST_CASE("ptx: fences say between which proxies they are, and what they are about") {
  const auto marksOf = [](const std::string& fence) { return marksIn(read(fence + ";")->threads[0]); };
  CHECK(marksOf("fence.proxy.async") == "proxy.async;");
  CHECK(marksOf("fence.proxy.async.global") == "proxy.async about.global;");
  CHECK(marksOf("fence.proxy.async.shared::cta") == "proxy.async about.shared::cta;");
  CHECK(marksOf("fence.proxy.alias") == "proxy.alias;");
  CHECK(marksOf("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster")
            .starts_with("proxy.async::generic about.shared::cluster"));
  CHECK(marksOf("fence.release.sync_restrict::shared::cta.cluster").starts_with("about.shared::cta"));
  CHECK(marksOf("fence.mbarrier_init.release.cluster").starts_with("about.mbarrier_init"));
}

TEST_CASE("ptx: what is not supported of asynchronous operations is refused by name") {
  CHECK(
      refused("cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [box], [%rd1, {%r3}], "
              "[full];",
              "tensor map"));
  CHECK(refused(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [box], [%rd1], "
      "16, [full], 1;",
      "several blocks of a cluster"));
  CHECK(refused("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [box], 16, 3;",
                "some bytes of each 16"));
  CHECK(refused(
      "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob [box], [%rd1], 16, 0, 0, "
      "[full];",
      "may leave their source"));
  CHECK(refused("cp.async.bulk.global.global.bulk_group [%rd1], [%rd1], 16;", "in this direction"));
  CHECK(refused(kLoad + "24, [full];", "not a multiple of 16"));
  CHECK(refused(kLoad + "8192, [full];", "too large for a test"));
  CHECK(refused("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [box + 4], 16;", "not aligned to 16"));
  CHECK(
      refused("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%rd1], [box], 16;", "of floats"));
  CHECK(refused("fence.proxy.tensormap::generic.release.gpu;", "fences of tensor maps"));
  CHECK(refused("st.bulk.weak.shared::cta [box], 16, 0;", "'st.bulk"));
  CHECK(refused("multimem.red.relaxed.gpu.global.add.u32 [%rd1], %r3;", "memory of several devices"));
  CHECK(refused("ld.global.u32.proxy::readonly %r5, [%rd1];", "accesses through another proxy"));
  CHECK(refused(
      "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [box], [full];",
      "which blocks are cancelled"));
  CHECK(refused("wgmma.fence.sync.aligned;", "asynchronous matrix products"));
  CHECK(refused("wgmma.commit_group.sync.aligned;", "'wgmma.commit_group"));
  CHECK(refused("tcgen05.wait::ld.sync.aligned;", "'tcgen05.wait"));
  CHECK(refused(
      "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd1], [box], "
      "128;",
      "'tensormap"));
}

TEST_CASE("ptx: which bulk copies there are must not depend on what is read") {
  CHECK(
      refused("ld.volatile.global.u32 %r5, [%rd1];\nst.global.u32 [%rd1], 2;\n"
              "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [box], %r5;",
              "how much an asynchronous copy copies depends on values that are read"));
}

}  // namespace bulk_test
