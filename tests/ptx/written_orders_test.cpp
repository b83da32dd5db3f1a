// Operations of C++ in PTX whose instructions do not say their order: `.pragma "hrfcheck.ORDER"`
// (headers/cuda/hrfcheck/ordered_atomics.h).

#include <doctest/doctest.h>

#include "program/ir/operands.h"
#include "program/ir/ptx_form.h"
#include "ptx/kernel_of.h"

using namespace hrfcheck;

namespace {

/// The kinds of accesses and fences of the thread, and their orders: "load seq_cst gpu".
std::vector<std::string> ordered(const Program& program) {
  std::vector<std::string> result;
  for (const Instruction& instruction : program.threads[0].instructions) {
    const Atomicity* atomicity = atomicityOf(instruction.operation);
    if (atomicity == nullptr) {
      continue;
    }
    constexpr std::array kKinds = {"fence", "load", "store", "rmw"};
    std::string text = kKinds[static_cast<std::size_t>(accessKindOf(instruction.operation))];
    constexpr std::array kOrders = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
    const auto name = [&](Order order) {
      return order == Order::Relaxed          ? kOrders[0]
             : order == Order::Consume        ? kOrders[1]
             : order == Order::Acquire        ? kOrders[2]
             : order == Order::Release        ? kOrders[3]
             : order == Order::AcquireRelease ? kOrders[4]
                                              : kOrders[5];
    };
    text += std::string(" ") + name(atomicity->order);
    if (const auto* rmw = std::get_if<RmwOperation>(&instruction.operation);
        rmw != nullptr && rmw->failureOrder) {
      text += std::string(" ") + name(*rmw->failureOrder);
    }
    result.push_back(text + " " + program.scopes.levels()[atomicity->level]);
  }
  return result;
}

using Texts = std::vector<std::string>;

std::shared_ptr<const Program> readBody(const std::string& body) {
  return readKernel(moduleWith("ld.param.u64 %rd1, [out];\n" + body), launched("1x1", "u32 out[2] = 0"));
}

}  // namespace

TEST_CASE(
    "ptx: a sequentially consistent access is one where the module says so, and its instructions for PTX") {
  const auto program = readBody(
      ".pragma \"hrfcheck.seq_cst\"; fence.sc.gpu; ld.acquire.gpu.u32 %r1, [%rd1];\n"
      ".pragma \"hrfcheck.seq_cst\"; fence.sc.gpu; st.relaxed.gpu.u32 [%rd1], 1;\n"
      "fence.sc.gpu; ld.acquire.gpu.u32 %r2, [%rd1];");
  CHECK(ordered(*program) ==
        Texts{"load seq_cst device", "store seq_cst device", "fence seq_cst device", "load acquire device"});
  CHECK(ordered(*ptxForm(*program)) == Texts{"fence seq_cst gpu", "load acquire gpu", "fence seq_cst gpu",
                                             "store relaxed gpu", "fence seq_cst gpu", "load acquire gpu"});
}

TEST_CASE("ptx: a compare-exchange has both of its orders, and the stronger one for PTX") {
  const auto program = readBody(
      ".pragma \"hrfcheck.seq_cst.relaxed\"; fence.sc.gpu; atom.acquire.gpu.cas.b32 %r1, [%rd1], 0, 1;\n"
      ".pragma \"hrfcheck.release.acquire\"; atom.acq_rel.cta.cas.b32 %r1, [%rd1], 0, 1;");
  CHECK(ordered(*program) == Texts{"rmw seq_cst relaxed device", "rmw release acquire block"});
  CHECK(ordered(*ptxForm(*program)) == Texts{"fence seq_cst gpu", "rmw acquire gpu", "rmw acq_rel cta"});
}

TEST_CASE("ptx: a fence of one direction is one where the module says so, and both for PTX") {
  const auto program = readBody(".pragma \"hrfcheck.acquire\"; fence.acq_rel.gpu; fence.acquire.gpu;");
  CHECK(ordered(*program) == Texts{"fence acquire device", "fence acquire device"});
  CHECK(ordered(*ptxForm(*program)) == Texts{"fence acq_rel gpu", "fence acquire gpu"});
}

TEST_CASE("ptx: a fence stays one where no access of its scope follows") {
  CHECK(ordered(*readBody(".pragma \"hrfcheck.seq_cst\"; fence.sc.gpu; ld.acquire.cta.u32 %r1, [%rd1];")) ==
        Texts{"fence seq_cst device", "load acquire block"});
  CHECK(ordered(*readBody(".pragma \"hrfcheck.seq_cst\"; fence.sc.gpu; st.global.u32 [%rd1], 1;\n"
                          "st.relaxed.gpu.u32 [%rd1+4], 1;")) ==
        Texts{"fence seq_cst device", "store relaxed device"});
  CHECK(ordered(*readBody(".local .b32 own; .pragma \"hrfcheck.seq_cst\"; fence.sc.gpu;\n"
                          "st.relaxed.gpu.local.u32 [own], 1; st.relaxed.gpu.u32 [%rd1], 1;")) ==
        Texts{"fence seq_cst device", "store relaxed device"});
}
