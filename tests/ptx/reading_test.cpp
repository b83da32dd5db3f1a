// What is read of modules, and how mistakes are said.

#include <doctest/doctest.h>

#include <algorithm>

#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/unroll/spin_loops.h"
#include "ptx/kernel_of.h"

using namespace hrfcheck;

namespace {

std::vector<std::string> locationNames(const Program& program) {
  std::vector<std::string> names;
  for (const MemoryLocation& location : program.locations) {
    names.push_back(location.name);
  }
  return names;
}

template <typename Op>
std::vector<Op> operationsOf(const Thread& thread) {
  std::vector<Op> result;
  for (const Instruction& instruction : thread.instructions) {
    if (const auto* op = std::get_if<Op>(&instruction.operation)) {
      result.push_back(*op);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("ptx: mistakes have a place and name what is wrong") {
  CHECK(refusalOf(
            ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\nadd.u32 %r1, %r2\n}\n",
            launched("1x1"))
            .find("k.ptx:7:1: error: expected ';' after an instruction, found '}'") != std::string::npos);
  CHECK(refusalOf(moduleWith("wibble.f32 %f1, %f2;"), launched("1x1")).find("'wibble.f32': not supported") !=
        std::string::npos);
  CHECK(refusalOf(moduleWith("bra nowhere;"), launched("1x1")).find("there is no label 'nowhere'") !=
        std::string::npos);
  CHECK(refusalOf(moduleWith(""), {}).find("the kernel is not launched") != std::string::npos);
}

TEST_CASE("ptx: what is refused once it is known which memory is written is said") {
  const std::string sum =
      "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.global.u64 %rd3, [%rd2];\n"
      "st.global.u64 [%rd2], 1; ld.global.u64 %rd4, [%rd1]; add.u64 %rd5, %rd3, %rd4;";
  CHECK(refusalOf(moduleWith(sum, ".param .u64 in, .param .u64 out"),
                  launched("1x1", "in = 0x5a5ac3c37e1d9b66; out = 0"))
            .find("'add.u64': the number 0x5a5ac3c37e1d9b66 represents") != std::string::npos);
}

TEST_CASE("ptx: kernels of short names keep them") {
  const std::string two =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry a() { ret; }\n"
      ".visible .entry _Z1bPi(.param .u64 x) { ret; }\n";
  CHECK_MESSAGE(refusalOf(two, launched("1x1")).find("a, b\n") != std::string::npos,
                refusalOf(two, launched("1x1")));
}

TEST_CASE("ptx: code that nobody gets to may be anything") {
  CHECK(refusalOf(moduleWith("mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; @%p1 bra done;\n"
                             "wibble.f32 %f1, %f2;\ndone:"),
                  launched("1x1"))
            .empty());
}

TEST_CASE("ptx: modifiers in any order, braces without a vector, names of a scope of their own") {
  const auto program =
      readKernel(moduleWith("ld.param.u64 %rd1, [out];\n"
                            "{ .reg .b32 %r1; mov.u32 %r1, 0x0; atom.add.release.gpu.u32 %r1, [%rd1], 1; }\n"
                            "atom.global.gpu.acq_rel.exch.b32 %r2, [ %rd1 + 0 ], 5;\n"
                            "ld.global.b32 { %r3 }, [ %rd1 + 0 ];\n"
                            "ld.volatile.global.u32 %r4, [%rd1];\n"
                            "red.global.add.u32 [%rd1], 1;"),
                 launched("1x1", "out[1] = 0"));
  const Thread& thread = program->threads.front();
  const auto updates = operationsOf<RmwOperation>(thread);
  REQUIRE(updates.size() == 3);
  CHECK(updates[0].atomicity.order == Order::Release);
  CHECK(updates[0].atomicity.level == 4);
  CHECK(updates[1].atomicity.order == Order::AcquireRelease);
  CHECK(updates[2].atomicity.order == Order::Relaxed);
  CHECK(updates[2].atomicity.level == 4);
  CHECK(!updates[2].target);
  const auto loads = operationsOf<LoadOp>(thread);
  REQUIRE(loads.size() == 2);
  CHECK(!loads[0].atomicity);
  CHECK(loads[1].atomicity->order == Order::Relaxed);
  CHECK(loads[1].atomicity->level == 5);
}

TEST_CASE("ptx: fences") {
  const auto program =
      readKernel(moduleWith("membar.gl; fence.cta; fence.sc.sys; fence.acquire.gpu;"), launched("1x1"));
  const auto fences = operationsOf<FenceOp>(program->threads.front());
  REQUIRE(fences.size() == 4);
  CHECK(fences[0].atomicity->order == Order::SeqCst);
  CHECK(fences[0].atomicity->level == 4);
  CHECK(fences[1].atomicity->order == Order::AcquireRelease);
  CHECK(fences[1].atomicity->level == 2);
  CHECK(fences[2].atomicity->level == 5);
  CHECK(fences[3].atomicity->order == Order::Acquire);
}

TEST_CASE("ptx: bytes that every access takes together are a location") {
  const std::string load = "ld.param.u64 %rd1, [out];\n";
  const auto words = readKernel(moduleWith(load + "st.global.u32 [%rd1], 1; st.global.u32 [%rd1+4], 2;"),
                                launched("1x1", "out[4] = 0"));
  CHECK(locationNames(*words) == std::vector<std::string>{"out[0]", "out[1]", "out[2]", "out[3]"});
  const auto mixed = readKernel(
      moduleWith(
          load +
          "st.global.u64 [%rd1], 0x500000001; ld.global.u32 %r1, [%rd1+4]; st.global.u64 [%rd1+8], 2;"),
      launched("1x1", "out = zeros(16)"));
  CHECK(locationNames(*mixed) == std::vector<std::string>{"out.at0", "out.at4", "out.at8"});
  const auto stores = operationsOf<StoreOp>(mixed->threads.front());
  REQUIRE(stores.size() == 3);
  CHECK(std::get<ConstantExpr>(stores[0].value->node).value == 1);
}

TEST_CASE("ptx: a kernel without any instruction does nothing") {
  const auto empty = readKernel(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n}\n",
                                launched("1x2"));
  REQUIRE(empty->threads.size() == 2);
  CHECK(empty->threads.front().instructions.empty());
}

TEST_CASE("ptx: the memory of votes is in no final state") {
  const auto voting =
      readKernel(moduleWith(".shared .align 4 .b32 s;\nld.shared.u32 %r1, [s];\nsetp.eq.u32 %p1, %r1, 1;\n"
                            "bar.red.or.pred %p2, 0, %p1;\n@%p2 st.shared.u32 [s], 2;"),
                 launched("1x2", "rest 0"));
  CHECK_FALSE(voting->observed.empty());
  for (const StateVariable& variable : voting->observed) {
    CHECK(voting->nameOf(variable).find("votes") == std::string::npos);
  }
}

TEST_CASE("ptx: an atomic access of mixed sizes with an order of C++ is refused by name") {
  CHECK(refusalOf(moduleWith("ld.param.u64 %rd1, [out];\nst.global.u32 [%rd1], 1;\n"
                             ".pragma \"hrfcheck.acq_rel.relaxed\";\n"
                             "atom.acq_rel.gpu.global.cas.b64 %rd2, [%rd1], 0, %rd1;"),
                  launched("1x1", "out = zeros(8)"))
            .find("an atomic access to 8 bytes, some of which others access separately") !=
        std::string::npos);
}

TEST_CASE("ptx: what a branch tells of a number that is read is known behind it") {
  // r2 is a copy; behind r1 == 2 it is 2, behind r1 != 2 it is no more than not 2.
  const auto program = readKernel(
      moduleWith("ld.param.u64 %rd1, [out];\n"
                 "ld.volatile.global.u32 %r1, [%rd1]; mov.u32 %r2, %r1;\n"
                 "setp.eq.u32 %p1, %r1, 2; setp.eq.u32 %p4, %r2, 2; not.pred %p2, %p1; @%p2 bra other;\n"
                 "setp.eq.u32 %p3, %r2, 0; @%p3 bra never;\n"
                 "st.global.u32 [%rd1+4], %r2; ret;\n"
                 "never: st.global.u32 [%rd1+4], 99; ret;\n"
                 "other: @%p4 bra never; st.global.u32 [%rd1+4], %r1;"),
      launched("1x1", "out[2] = 0"));
  const auto stores = operationsOf<StoreOp>(program->threads.front());
  REQUIRE(stores.size() == 2);
  const auto known = [&](std::size_t i) { return constantValue(*stores[i].value); };
  CHECK((known(0) == 2) != (known(1) == 2));
  CHECK(known(0).has_value() != known(1).has_value());
}

TEST_CASE("ptx: a loop that goes on by one number leaves nothing of the ways that end it") {
  // do { s = flag; if (s == 2) v = x; else if (s == 1) v = y; } while (s == 0);
  const auto program = readKernel(
      moduleWith("ld.param.u64 %rd1, [out];\nmov.u32 %r2, 0;\n"
                 "again: ld.volatile.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 2; @%p1 bra first;\n"
                 "setp.ne.u32 %p2, %r1, 1; @%p2 bra end; ld.global.u32 %r2, [%rd1+4]; bra end;\n"
                 "first: ld.global.u32 %r2, [%rd1+8];\n"
                 "end: setp.eq.u32 %p3, %r1, 0; @%p3 bra again; st.global.u32 [%rd1+12], %r2;"),
      launched("1x1", "out[4] = 0"));
  const std::vector<Loop> loops = findLoops(program->threads.front(), {});
  REQUIRE(loops.size() == 1);
  CHECK(loops.front().spin);
}

TEST_CASE("ptx: a loop whose rounds leave different things behind that nobody looks at is one loop") {
  // do { a = flag; own = a; if (a == 0) continue; b = flag; own = b; } while (a != b);
  const auto program =
      readKernel(moduleWith(".local .b32 own;\nld.param.u64 %rd1, [out];\n"
                            "again: ld.volatile.global.u32 %r1, [%rd1]; st.local.u32 [own], 1;\n"
                            "setp.eq.u32 %p1, %r1, 0; @%p1 bra again;\n"
                            "ld.volatile.global.u32 %r2, [%rd1]; st.local.u32 [own], %r2;\n"
                            "setp.ne.u32 %p2, %r1, %r2; @%p2 bra again; st.global.u32 [%rd1+4], %r1;"),
                 launched("1x1", "out[2] = 0"));
  const std::vector<Loop> loops = findLoops(program->threads.front(), {});
  REQUIRE(loops.size() == 1);
  CHECK(loops.front().spin);
}

TEST_CASE("ptx: a thread ends where it leaves an object") {
  const auto program =
      readKernel(moduleWith("ld.param.u64 %rd1, [out]; mov.u32 %r1, 2;\n"
                            "down: st.global.u32 [%rd1], 1; add.u64 %rd1, %rd1, -4; bra down;"),
                 launched("1x1", "out[2] = 0"));
  CHECK(operationsOf<StoreOp>(program->threads.front()).size() == 2);
}

TEST_CASE("ptx: inputs by number and by name, with types of their own") {
  const auto program = readKernel(
      moduleWith("ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r1, [n];\n"
                 "ld.global.f32 %f1, [%rd1+4]; st.global.f32 [%rd2], %f1; st.global.u32 [%rd2+4], %r1;",
                 ".param .u64 in, .param .u64 out, .param .u32 n"),
      launched("1x1", "0 = 1.5, 2.5; u32 out[2]; 2 = -1"));
  const auto stores = operationsOf<StoreOp>(program->threads.front());
  REQUIRE(stores.size() == 2);
  CHECK(std::get<ConstantExpr>(stores[0].value->node).value == 0x40200000);
  CHECK(std::get<ConstantExpr>(stores[1].value->node).value == 0xffffffff);
}

TEST_CASE("ptx: the block that a kernel asks for is the default, and no other is launched") {
  const std::string module =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n.reqntid 4\n{\nret;\n}\n";
  CHECK(readKernel(module, launched("2"))->threads.size() == 8);
  CHECK(refusalOf(module, launched("2x2")).find("the kernel asks for blocks of 4x1x1 threads (.reqntid)") !=
        std::string::npos);
}

TEST_CASE("ptx: kernels of one name are called by their mangled names") {
  const std::string module =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry _Z3addPi()\n{\nret;\n}\n"
      ".visible .entry _Z3addPf()\n{\nret;\n}\n.visible .entry _Z3subPf()\n{\nret;\n}\n";
  const auto source = std::make_shared<const Source>("k.ptx", module);
  CHECK(frontend::ptx::entriesOf(source) == std::vector<std::string>{"_Z3addPi", "_Z3addPf", "sub"});
  LaunchOptions options = launched("1x2");
  options.kernel = "_Z3addPf";
  CHECK(readKernel(module, options)->threads.size() == 2);
}

TEST_CASE("ptx: lanes give each other what is known") {
  const auto program = readKernel(
      moduleWith("ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n"
                 "shfl.sync.down.b32 %r2|%p1, %r1, 1, 31, -1;\nadd.u32 %r3, %r1, %r2;\n"
                 "shfl.sync.idx.b32 %r4, %r3, 0, 31, -1;\nsetp.eq.u32 %p2, %r1, 1;\n"
                 "vote.sync.ballot.b32 %r5, %p2, -1;\nadd.u32 %r4, %r4, %r5;\n"
                 "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r4;"),
      launched("1x4", "out[4]"));
  for (const Thread& thread : program->threads) {
    const auto stores = operationsOf<StoreOp>(thread);
    REQUIRE(stores.size() == 1);
    CHECK(std::get<ConstantExpr>(stores[0].value->node).value == 1 + 2);
  }
}

TEST_CASE("ptx: of exchanges there may be any number") {
  const auto program =
      readKernel(moduleWith("ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r3, 0;\n"
                            "loop: shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\nadd.u32 %r1, %r2, 1;\n"
                            "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 2500;\n@%p1 bra loop;\n"
                            "mov.u32 %r4, %tid.x;\nmul.wide.u32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; "
                            "st.global.u32 [%rd3], %r1;"),
                 launched("1x2", "out[2]"));
  for (ThreadId t = 0; t < program->threads.size(); ++t) {
    const auto stores = operationsOf<StoreOp>(program->threads[t]);
    REQUIRE(stores.size() == 1);
    CHECK(std::get<ConstantExpr>(stores[0].value->node).value == 2500 + t);
  }
}

TEST_CASE("ptx: what a lane gives that takes no part is not defined") {
  const auto program = readKernel(moduleWith("ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n"
                                             "shfl.sync.down.b32 %r2, %r1, 1, 31, -1;\n"
                                             "st.global.u32 [%rd1], %r2;"),
                                  launched("1x4", "out[1]"));
  const auto stored = [&](ThreadId t) { return operationsOf<StoreOp>(program->threads[t]).front().value; };
  CHECK(std::get<ConstantExpr>(stored(0)->node).value == 1);
  CHECK(std::get<UnaryExpr>(stored(3)->node).op == UnaryOp::Undefined);
}

TEST_CASE("ptx: calls are inlined, and memory of a thread is in registers") {
  const std::string callee =
      ".func (.param .b32 back) twice(.param .b64 where)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n"
      "ld.param.u64 %rd1, [where];\nld.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, %r1;\nst.param.b32 [back], %r2;\nret;\n}\n";
  const auto program = readKernel(
      moduleWith(
          ".local .align 4 .b8 depot[8];\nmov.u64 %rd2, depot;\ncvta.local.u64 %rd3, %rd2;\n"
          "mov.u32 %r1, 21;\nst.u32 [%rd3+4], %r1;\nadd.u64 %rd4, %rd3, 4;\n"
          "{\n.param .b64 p0;\nst.param.b64 [p0], %rd4;\n.param .b32 r0;\ncall.uni (r0), twice, (p0);\n"
          "ld.param.b32 %r2, [r0];\n}\nld.param.u64 %rd1, [out];\nst.global.u32 [%rd1], %r2;",
          ".param .u64 out", callee),
      launched("1x1", "out[1]"));
  const auto stores = operationsOf<StoreOp>(program->threads.front());
  REQUIRE(stores.size() == 1);
  CHECK(std::get<ConstantExpr>(stores[0].value->node).value == 42);
}

TEST_CASE("ptx: asynchronous copies are agents, which stand where their thread does") {
  const std::string copy =
      "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];\n"
      "cp.async.ca.shared.global [box], [%rd1], 8, 4;\n";
  const std::string box = ".shared .align 8 .b8 box[8];";
  const auto program = readKernel(
      moduleWith(copy + "cp.async.wait_all;\nld.shared.u32 %r1, [box];\nst.global.u32 [%rd2], %r1;",
                 ".param .u64 in, .param .u64 out", box),
      launched("1x1", "in[2] = 5; out[1]"));
  REQUIRE(program->threads.size() == 2);
  CHECK(program->threads[1].coordinates->item == program->threads[0].coordinates->item);
  const auto stores = operationsOf<StoreOp>(program->threads[1]);
  REQUIRE(stores.size() == 2);
  CHECK(std::get<ConstantExpr>(stores[0].value->node).value == 5);
  CHECK(std::get<ConstantExpr>(stores[1].value->node).value == 0);
  CHECK(operationsOf<BarrierOp>(program->threads[0]).size() == 2);
  CHECK(operationsOf<BarrierOp>(program->threads[1]).size() == 2);
}

TEST_CASE("ptx: whether a copy is issued must be known") {
  CHECK(refusalOf(moduleWith("ld.param.u64 %rd1, [out];\nld.volatile.global.u32 %r1, [%rd1];\n"
                             "st.volatile.global.u32 [%rd1], 1;\nsetp.ne.u32 %p1, %r1, 0;\n"
                             "@%p1 cp.async.ca.shared.global [box], [%rd1], 4;",
                             ".param .u64 out", ".shared .align 8 .b8 box[8];"),
                  launched("1x1", "out[1] = 0"))
            .find("whether a thread issues an asynchronous operation depends on values") !=
        std::string::npos);
}

TEST_CASE("ptx: volatile accesses are relaxed ones of the system, or ordinary where that is said") {
  const std::string body =
      "ld.param.u64 %rd1, [out];\nst.volatile.global.u32 [%rd1], 1;\nld.volatile.global.u32 %r1, [%rd1];\n"
      "st.relaxed.gpu.global.u32 [%rd1+4], 1;\nst.mmio.relaxed.sys.global.u32 [%rd1+8], 1;";
  const auto orders = [&](const std::string& said) {
    LaunchOptions options = launched("1x1", "out = zeros(12)");
    options.volatiles = said;
    const auto program = readKernel(moduleWith(body), options);
    std::string found;
    for (const Instruction& instruction : program->threads.front().instructions) {
      if (std::holds_alternative<StoreOp>(instruction.operation) ||
          std::holds_alternative<LoadOp>(instruction.operation)) {
        found += atomicityOf(instruction.operation) == nullptr ? "-" : "a";
      }
    }
    return found;
  };
  CHECK(orders("") == "aaaa");
  CHECK(orders("relaxed") == "aaaa");
  CHECK(orders("ordinary") == "--aa");
  LaunchOptions options = launched("1x1", "out = zeros(12)");
  options.volatiles = "strange";
  CHECK(refusalOf(moduleWith(body), options).find("'strange' is neither 'relaxed' nor 'ordinary'") !=
        std::string::npos);
}
