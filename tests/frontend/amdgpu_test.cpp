#include <doctest/doctest.h>

#include "frontend/litmus.h"
#include "frontend/print/print_litmus.h"
#include "show_code.h"

using namespace hrfcheck;
using test::codeOf;
using test::mistakes;
using test::parse;

namespace {

std::string text(const std::string& row) {
  return "AMDGPU t\n{ x=0; local y=0; P0:k=3; }\nP0@wf 0, wg 0 ;\n" + row + " ;\n";
}

/// The instruction, and its marks in parentheses.
std::string amdgpu(const std::string& row) {
  const auto program = parse(text(row));
  std::string code = codeOf(*program);
  code.pop_back();
  return fmt::format("{} ({})", code, fmt::join(program->threads[0].instructions[0].marks, " "));
}

/// Whether an instruction is written as it was read.
bool isPrintedAsRead(const std::string& row) {
  return printedCode(*parse(text(row)), 0).front().text == row;
}

}  // namespace

TEST_CASE("amdgpu: ordinary accesses, also available, visible and volatile ones") {
  CHECK(amdgpu("load r, x") == "ld r, [&x] ()");
  CHECK(amdgpu("load.visible.agent r, x") == "ld r, [&x] (vis.agent)");
  CHECK(amdgpu("load.volatile r, y") == "ld r, [&y] (volatile vis.system)");
  CHECK(amdgpu("store x, k") == "st [&x], k ()");
  CHECK(amdgpu("store.available.wg x, 1") == "st [&x], 1 (av.workgroup)");
  CHECK(amdgpu("store.volatile x, 1") == "st [&x], 1 (volatile av.system)");
}

TEST_CASE("amdgpu: atomic accesses, at system scope without a scope") {
  CHECK(amdgpu("load.acquire.agent r, x") == "ld.acq.agent r, [&x] ()");
  CHECK(amdgpu("load.monotonic r, x") == "ld.rlx.system r, [&x] ()");
  CHECK(amdgpu("store.release.singlethread x, 1") == "st.rel.singlethread [&x], 1 ()");
  CHECK(amdgpu("store.seq_cst.cluster.one_as.av_none.volatile x, 1") ==
        "st.sc.cluster [&x], 1 (one_as av_none volatile)");
  CHECK(amdgpu("atomicrmw.xchg.acq_rel.wf _, x, k") == "exch.ar.wavefront _, [&x], k ()");
  CHECK(amdgpu("cmpxchg.acq_rel.monotonic.agent r, x, 0, 1") == "cas.ar.agent/rlx r, [&x], 0, 1 ()");
}

TEST_CASE("amdgpu: fences, of one address space or both, and what orders nothing") {
  CHECK(amdgpu("fence.release.agent") == "fence.rel.agent global local ()");
  CHECK(amdgpu("fence.acquire.workgroup.one_as.local") == "fence.acq.workgroup local (one_as)");
  CHECK(amdgpu("fence.seq_cst.av_none") == "fence.sc.system global local (av_none)");
  CHECK(amdgpu("make_available.agent") == "fence.rlx.agent global local (make_available)");
}

TEST_CASE("amdgpu: barriers order no memory") {
  CHECK(amdgpu("s_barrier") == "barrier.workgroup 0 global local no fences no order ()");
  const auto named = parse(text("s_barrier.named 3"));
  const auto& barrier = std::get<BarrierOp>(named->threads[0].instructions[0].operation);
  CHECK(barrier.amongNamed);
  CHECK(barrier.id == BarrierNumber(3));
}

TEST_CASE("amdgpu: instructions are written as they are read") {
  for (const char* row :
       {"load r, x", "load.volatile r, x", "load.visible.cluster r, x", "load.acquire.agent.one_as r, x",
        "store.available.system x, 1", "store.release.workgroup.av_none x, k",
        "atomicrmw.uinc_wrap.monotonic.agent r, x, 7", "atomicrmw.add.seq_cst.system.volatile _, x, 1",
        "cmpxchg.release.acquire.singlethread.one_as r, x, k, 1", "fence.acq_rel.wavefront",
        "fence.release.agent.one_as.global.av_none", "make_visible.workgroup", "s_barrier",
        "s_barrier.named 16", "s_barrier.cluster"}) {
    CHECK_MESSAGE(isPrintedAsRead(row), row);
  }
}

TEST_CASE("amdgpu: what is not modelled is refused by name") {
  const auto says = [](const std::string& row, const std::string& what) {
    return mistakes(text(row)).find(what) != std::string::npos;
  };
  CHECK(says("load.unordered.agent r, x", "the order 'unordered' is not modelled"));
  CHECK(says("atomicrmw.fadd.monotonic.agent r, x, 1", "'fadd' is not supported"));
  CHECK(says("s_barrier_signal", "barriers are not modelled in halves"));
  CHECK(says("make_ptr_visible", "visibility of one address alone is not modelled"));
  CHECK(says("s_barrier.named 17", "named barriers have numbers from 1 to 16"));
  CHECK(says("load.release.agent r, x", "'load' cannot carry the order 'release'"));
  CHECK(says("load.visible r, x", "needs a scope here"));
}
