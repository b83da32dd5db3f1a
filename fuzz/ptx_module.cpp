#include "frontend/ptx/ptx.h"
#include "frontend/test_file.h"
#include "target.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace ptx_module_target {

/// Without a launch it would be refused early. A loop that does not end is one that the deadline ends.
void read(const std::string& text) {
  auto source = std::make_shared<const Source>("fuzz.ptx", text);
  if (text.find("//# launch") == std::string::npos) {
    LaunchOptions options;
    options.launch = "1x2";
    options.init = "rest 0";
    source = withLaunch(source, options);
  }
  try {
    frontend::ptx::readPtx(source, "", nullptr, Deadline::after(1));
  } catch (const OutOfTime&) {
  }
}

Words words() {
  return {".version 8.0",
          ".target sm_90",
          ".address_size 64",
          ".visible",
          ".entry",
          ".func",
          ".param",
          ".reg",
          ".pred",
          ".b32",
          ".b64",
          ".u32",
          ".s64",
          ".f32",
          ".shared",
          ".global",
          ".local",
          ".const",
          ".align 8",
          ".loc 1 1 1",
          ".file 1",
          ".v2",
          ".v4",
          ".relaxed",
          ".acquire",
          ".release",
          ".gpu",
          ".cta",
          ".volatile",
          ".sync",
          "ld",
          "st",
          "atom",
          "red",
          "cas",
          "fence",
          "membar",
          "bar.sync",
          "shfl",
          "vote",
          "mov",
          "add",
          "mad.lo.s32",
          "setp.lt.s32",
          "selp",
          "cvt",
          "cvta",
          "bfi.b32",
          "prmt",
          "bra",
          "call.uni",
          "ret",
          "%tid.x",
          "%ctaid.x",
          "%r1",
          "%rd1",
          "%p1",
          "@%p1",
          "[%rd1+4]",
          "{%r1, %r2}",
          "0f3F800000",
          "//# launch 1x2",
          "//# init 0[2] = 1"};
}

std::vector<std::string> examples() {
  return {
      ".version 8.0\n.target sm_90\n.address_size 64\n.global .align 4 .u32 turn = 1;\n"
      ".func (.param .b32 back) twice(.param .b32 n)\n{\n.reg .b32 %r<3>;\nld.param.u32 %r1, [n];\n"
      "add.u32 %r2, %r1, %r1;\nst.param.b32 [back], %r2;\nret;\n}\n"
      ".visible .entry k(.param .u64 out, .param .u32 n)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<10>;\n.reg .b64 %rd<6>;\n"
      ".shared .align 4 .b8 tile[16];\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n"
      "wait:\nld.acquire.gpu.global.u32 %r2, [turn];\nsetp.ne.s32 %p1, %r2, 1;\n@%p1 bra wait;\n"
      "mov.u32 %r3, tile;\nmad.lo.s32 %r4, %r1, 4, %r3;\nst.shared.u32 [%r4], %r1;\nbar.sync 0;\n"
      "{\n.param .b32 p0;\nst.param.b32 [p0], %r1;\n.param .b32 r0;\ncall.uni (r0), twice, (p0);\nld.param.b32 %r5, [r0];\n}\n"
      "shfl.sync.bfly.b32 %r6|%p2, %r5, 1, 31, -1;\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
      "@%p2 st.global.u32 [%rd3], %r6;\nmembar.gl;\natom.global.cas.b32 %r7, [turn], %r2, 2;\nret;\n}\n"};
}

std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  return frontend::ptx::isPtxFile(path) ? std::vector{text} : std::vector<std::string>{};
}

}  // namespace ptx_module_target

const Target& ptxModule() {
  using namespace ptx_module_target;
  static constexpr Target kTarget{"ptx-module", 4096, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
