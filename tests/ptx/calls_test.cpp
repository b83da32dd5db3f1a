// Which function a call by address calls, and what functions without a body give.

#include <doctest/doctest.h>

#include "program/flow/elsewhere.h"
#include "ptx/kernel_of.h"

using namespace hrfcheck;

namespace {

/// times2 and times3, each of one number.
std::string factors() {
  std::string text;
  for (const char* factor : {"2", "3"}) {
    text += std::string(".func (.param .b32 back) times") + factor +
            "(.param .b32 x)\n{\n.reg .b32 %r<3>;\n" + "ld.param.u32 %r1, [x];\nmul.lo.u32 %r2, %r1, " +
            factor + ";\nst.param.b32 [back], %r2;\nret;\n}\n";
  }
  return text;
}

/// Calls `callee` with 7, and stores what it gives.
std::string calling(const std::string& callee, const std::string& prototype = "") {
  return "{\n.param .b32 p0;\nst.param.b32 [p0], 7;\n.param .b32 r0;\n"
         "kind : .callprototype (.param .b32 _) _ (.param .b32 _);\n"
         "call (r0), " +
         callee + ", (p0)" + prototype +
         ";\nld.param.b32 %r2, [r0];\n}\nld.param.u64 %rd1, [out];\nst.global.u32 [%rd1], %r2;";
}

std::vector<StoreOp> storesOf(const std::string& body, const std::string& before) {
  const auto program = readKernel(moduleWith(body, ".param .u64 out", before), launched("1x1", "out[1]"));
  std::vector<StoreOp> stores;
  for (const Instruction& instruction : program->threads.front().instructions) {
    if (const auto* store = std::get_if<StoreOp>(&instruction.operation)) {
      stores.push_back(*store);
    }
  }
  return stores;
}

Value storedBy(const std::string& body, const std::string& before) {
  const std::vector<StoreOp> stores = storesOf(body, before);
  REQUIRE(stores.size() == 1);
  return std::get<ConstantExpr>(stores.front().value->node).value;
}

}  // namespace

TEST_CASE("ptx: a call by address calls the function that has it") {
  CHECK(storedBy("mov.u64 %rd5, times3;\n" + calling("%rd5", ", kind"), factors()) == 21);
  const std::string table = factors() + ".const .align 8 .u64 table[2] = {times3, times2};\n";
  CHECK(storedBy("ld.const.u64 %rd5, [table+8];\n" + calling("%rd5", ", kind"), table) == 14);
  CHECK(storedBy("mov.u64 %rd5, times3;\nsetp.ne.u64 %p1, %rd5, 0;\nselp.u32 %r2, 1, 0, %p1;\n"
                 "ld.param.u64 %rd1, [out];\nst.global.u32 [%rd1], %r2;",
                 factors()) == 1);
}

TEST_CASE("ptx: calls by other addresses are refused") {
  const auto refused = [](const std::string& before) {
    return refusalOf(moduleWith(before + calling("%rd5", ", kind"), ".param .u64 out", factors()),
                     launched("1x1", "out[1] = 0"));
  };
  CHECK(refused("mov.u64 %rd5, 16;\n").find("the address 0x10 does not belong to any function") !=
        std::string::npos);
  CHECK(refused("mov.u64 %rd5, times2;\nadd.u64 %rd5, %rd5, 1;\n").find("does not belong to any function") !=
        std::string::npos);
  CHECK(refused("ld.param.u64 %rd1, [out];\nld.volatile.global.u32 %r1, [%rd1];\n"
                "st.volatile.global.u32 [%rd1], 1;\ncvt.u64.u32 %rd5, %r1;\n")
            .find("a call through an address read from memory that threads write") != std::string::npos);
  CHECK(refusalOf(moduleWith("call forever, ();", "",
                             ".func forever()\n{\n.reg .b64 %rd<2>;\nmov.u64 %rd1, forever;\n"
                             "kind : .callprototype _ ();\ncall %rd1, (), kind;\nret;\n}\n"),
                  launched("1x1"))
            .find("'forever' calls itself") != std::string::npos);
}

TEST_CASE(
    "ptx: functions of libdevice give a number and do nothing else; of functions that are elsewhere this is assumed") {
  const auto declared = [](const std::string& name) {
    return ".extern .func (.param .b32 back) " + name + "(.param .b32 x);\n";
  };
  CHECK(storesOf(calling("__nv_expf"), declared("__nv_expf")).size() == 1);
  CHECK(storesOf(calling("__nv_fast_expf"), declared("__nv_fast_expf")).size() == 1);
  CHECK(storesOf(calling("mystery"), declared("mystery")).size() == 1);
  CHECK(assumedOfFunctionsElsewhere(
            *readKernel(moduleWith(calling("mystery"), ".param .u64 out", declared("mystery")),
                        launched("1x1", "out[1]"))) ==
        "mystery, which is defined elsewhere, returns and accesses no memory");
  CHECK(storesOf(calling("cudaDeviceSynchronize"), declared("cudaDeviceSynchronize")).empty());
  CHECK(storesOf(calling("__nv_frexpf"), declared("__nv_frexpf")).empty());
}

TEST_CASE("ptx: functions of libdevice are computed") {
  const auto ofOne = [](const std::string& name, const std::string& x, const std::string& type, int bytes) {
    const std::string bits = std::to_string(bytes * 8);
    const std::string reg = bytes == 4 ? "%r2" : "%rd2";
    return storedBy("{\n.param ." + type + " p0;\nst.param.b" + bits + " [p0], " + x + ";\n.param ." + type +
                        " r0;\ncall (r0), " + name + ", (p0);\nld.param.b" + bits + " " + reg +
                        ", [r0];\n}\nld.param.u64 %rd1, [out];\nst.global.u" + bits + " [%rd1], " + reg + ";",
                    ".extern .func (.param ." + type + " back) " + name + "(.param ." + type + " x);\n");
  };
  CHECK(ofOne("__nv_exp2f", "0f40400000", "b32", 4) == 0x4100'0000);  // 8
  CHECK(ofOne("__nv_log10", "0d408f400000000000", "b64", 8) == 0x4008'0000'0000'0000);
  CHECK(ofOne("__nv_cospi", "0d3ff0000000000000", "b64", 8) == static_cast<Value>(0xbff0'0000'0000'0000));
  CHECK(ofOne("__nv_cospif", "0f3f000000", "b32", 4) == 0);
  CHECK(ofOne("__nv_sinpif", "0fbf000000", "b32", 4) == 0xbf80'0000);
  CHECK(ofOne("__nv_erff", "0f00000000", "b32", 4) == 0);
  CHECK(storedBy("{\n.param .b32 p0; .param .b32 p1;\nst.param.b32 [p0], 0f40400000;\n"
                 "st.param.b32 [p1], 0f40000000;\n.param .b32 r0;\ncall (r0), __nv_powf, (p0, p1);\n"
                 "ld.param.b32 %r2, [r0];\n}\nld.param.u64 %rd1, [out];\nst.global.u32 [%rd1], %r2;",
                 ".extern .func (.param .b32 back) __nv_powf(.param .b32 x, .param .b32 y);\n") ==
        0x4110'0000);
}

TEST_CASE("ptx: shared memory of the own block is in that of the cluster, and some is reserved") {
  CHECK(storedBy("mov.u64 %rd2, box;\ncvta.shared.u64 %rd3, %rd2;\nisspacep.shared::cluster %p1, %rd3;\n"
                 "selp.u32 %r2, 1, 0, %p1;\nld.param.u64 %rd1, [out];\nst.global.u32 [%rd1], %r2;",
                 ".shared .align 4 .b8 box[4];") == 1);
  CHECK(storesOf("mov.u32 %r1, %reserved_smem_offset_1;\nst.shared.u32 [%r1+8], 1;\n"
                 "ld.shared.u32 %r2, [%r1+8];\nld.param.u64 %rd1, [out];\nst.global.u32 [%rd1], %r2;",
                 "")
            .size() == 2);
}
