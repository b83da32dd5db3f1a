#include <doctest/doctest.h>

#include "ptx/kernel_of.h"

// Blocks of a cluster: addresses in each other's shared memory, and their barrier.

using namespace hrfcheck;

namespace clusters_test {

namespace {

const std::string kShared = ".shared .align 4 .b32 tile;\n.shared .align 8 .b64 full;\n";
const std::string kMapped =
    "ld.param.u64 %rd1, [out];\nmov.u32 %r1, tile;\nmapa.shared::cluster.u32 %r2, %r1, 1;\n"
    "mov.u32 %r3, full;\nmapa.shared::cluster.u32 %r4, %r3, 1;\nmov.u32 %r5, 7;\n";

std::string clustered(const std::string& body) {
  return "//# cluster 2\n" + moduleWith(kShared + body);
}

std::string refusal(const std::string& body) {
  return refusalOf(clustered(kMapped + body), launched("2x1", "u32 out[4] = 1"));
}

/// The locations that a thread stores to.
std::string storesOf(const Program& program, ThreadId thread) {
  std::string names;
  for (const Instruction& instruction : program.threads[thread].instructions) {
    const auto* store = std::get_if<StoreOp>(&instruction.operation);
    const auto* address = store == nullptr ? nullptr : std::get_if<ConstantExpr>(&store->address->node);
    if (address != nullptr) {
      names += program.locations[*program.locationAt(address->value)].name + ";";
    }
  }
  return names;
}

}  // namespace

TEST_CASE("ptx: mapa leads to the shared memory of a block of the cluster") {
  const auto program =
      readKernel(clustered(kMapped + "st.shared::cluster.u32 [%r2], 5;\nst.shared.u32 [%r1], 6;"),
                 launched("2x1", "u32 out[4] = 1"));
  CHECK(storesOf(*program, 0) == "tile@g1;tile@g0;");
  CHECK(storesOf(*program, 1) == "tile@g1;tile@g1;");
}

TEST_CASE("ptx: the rank in an address is that of mapa") {
  const auto program = readKernel(
      clustered(kMapped + "getctarank.shared::cluster.u32 %r6, %r2;\nst.global.u32 [%rd1], %r6;\n"
                          "getctarank.shared::cluster.u32 %r6, %r1;\nst.global.u32 [%rd1 + 4], %r6;"),
      launched("2x1", "u32 out[4] = 9"));
  std::string stored;
  for (const Instruction& instruction : program->threads[0].instructions) {
    if (const auto* store = std::get_if<StoreOp>(&instruction.operation)) {
      stored += std::to_string(std::get<ConstantExpr>(store->value->node).value);
    }
  }
  CHECK(stored == "10");
}

TEST_CASE("ptx: what is done asynchronously in another block is read") {
  const std::string bytes = "mbarrier::complete_tx::bytes";
  CHECK(refusal("st.async.weak.shared::cluster." + bytes + ".u32 [%r2], %r5, [%r4];").find("own block") !=
        std::string::npos);  // the second block maps its own
  const std::string other =
      "mov.u32 %r6, %cluster_ctarank;\nxor.b32 %r6, %r6, 1;\n"
      "mapa.shared::cluster.u32 %r2, %r1, %r6;\nmapa.shared::cluster.u32 %r4, %r3, %r6;\n";
  CHECK(refusal(other + "st.async.weak.shared::cluster." + bytes + ".u32 [%r2], %r5, [%r4];").empty());
  CHECK(refusal(other + "red.async.relaxed.cluster.shared::cluster." + bytes + ".add.u32 [%r2], %r5, [%r4];")
            .empty());
  CHECK(refusal(other + "st.async.weak.shared::cluster." + bytes + ".u32 [%r2], %r5, [%r3];")
            .find("in another block than the destination") != std::string::npos);
  CHECK(refusal(
            other +
            "ld.volatile.global.u32 %r5, [%rd1];\nst.global.u32 [%rd1], 1;\nst.async.weak.shared::cluster." +
            bytes + ".u32 [%r2], %r5, [%r4];")
            .find("what is stored asynchronously depends on values that are read") != std::string::npos);
}

TEST_CASE("ptx: what is not defined in a cluster, or not supported, is refused by name") {
  CHECK(refusal("mapa.shared::cluster.u32 %r2, %r1, 2;").find("the cluster has no block 2") !=
        std::string::npos);
  CHECK(refusal("mbarrier.arrive.multicast::cluster::32b.shared::cluster.b64 _, [%r4];")
            .find("several blocks") != std::string::npos);
  CHECK(refusal("barrier.cluster.arrive;\nst.shared.u32 [%r1], 6;\nbarrier.cluster.wait;")
            .find("nothing but computing is supported") != std::string::npos);
  CHECK(refusal("barrier.cluster.wait;").find("has not arrived") != std::string::npos);
  CHECK(refusal("barrier.cluster.arrive;").find("nothing but computing") != std::string::npos);
  CHECK(refusal("barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;").empty());
}

}  // namespace clusters_test
