#include "triage/lines.h"

#include <doctest/doctest.h>

#include "frontend/litmus.h"

namespace lines_test {

using namespace hrfcheck;

namespace {

std::shared_ptr<const Program> program() {
  return parseLitmus(std::make_shared<const Source>("folder/mp.litmus",
                                                    "HSA MP\n{ x=0; y=0; }\n"
                                                    " P0       | P1              ;\n"
                                                    " st x, 1  | ld r0, x        ;\n"
                                                    " st y, 1  | cas.sc.sys r1, y, 0, 1 ;\n"
                                                    "exists (1:r0=1)\n"));
}

std::size_t howMany(const Program& program, ReportedKind kind, const std::string& file, std::uint32_t line) {
  return AccessLines(program.source).at(program, {kind, file, line}).accesses.size();
}

}  // namespace

TEST_CASE("two names may be of one file where one is the end of the other") {
  CHECK(mayBeOneFile("a.cu", "a.cu"));
  CHECK(mayBeOneFile("a.cu", "/src/a.cu"));
  CHECK(mayBeOneFile("/src/k/a.cu", "k/a.cu"));
  CHECK(mayBeOneFile("./k/a.cu", "/src/k/a.cu"));
  CHECK(mayBeOneFile("k\\a.cu", "/src/k/a.cu"));
  CHECK_FALSE(mayBeOneFile("a.cu", "ba.cu"));
  CHECK_FALSE(mayBeOneFile("k/a.cu", "l/a.cu"));
  CHECK_FALSE(mayBeOneFile("", "a.cu"));
}

TEST_CASE("a line is all accesses on it, of all threads and of the kind that is asked for") {
  const auto test = program();
  CHECK(howMany(*test, ReportedKind::Any, "mp.litmus", 4) == 2);
  CHECK(howMany(*test, ReportedKind::Read, "mp.litmus", 4) == 1);
  CHECK(howMany(*test, ReportedKind::Write, "mp.litmus", 5) == 2);
  CHECK(howMany(*test, ReportedKind::Atomic, "mp.litmus", 5) == 1);
  CHECK(howMany(*test, ReportedKind::Any, "folder/mp.litmus", 5) == 2);
  CHECK(howMany(*test, ReportedKind::Any, "other.litmus", 5) == 0);
  CHECK(AccessLines(test->source).at(*test, {ReportedKind::Atomic, "mp.litmus", 4}).otherKind);
  CHECK_FALSE(AccessLines(test->source).at(*test, {ReportedKind::Atomic, "mp.litmus", 3}).otherKind);
}

namespace {

/// A function of a header that is inlined in the kernel twice, and a line that no thread gets to.
constexpr const char* kModule = R"ptx(.version 8.0
.target sm_80
.address_size 64
//# launch 1x2
//# init 0[2] = 0
.visible .entry k(.param .u64 out) {
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  .loc 1 20 3
  ld.param.u64 %rd1, [out];
  .loc 2 3 5, function_name $L__info_string0, inlined_at 1 21 3
  st.u32 [%rd1], 1;
  .loc 2 3 5, function_name $L__info_string0, inlined_at 1 22 3
  st.u32 [%rd1+4], 1;
  .loc 1 23 3
  ld.u32 %r2, [%rd1];
  mov.u32 %r1, %ntid.x;
  setp.ne.u32 %p1, %r1, 2;
  @!%p1 bra DONE;
  .loc 1 24 3
  st.u32 [%rd1], 3;
DONE:
  ret;
}
.file 1 "/src/k/kernel.cu"
.file 2 "/usr/include/tools/put.h"
.section .debug_str {
$L__info_string0:
.b8 112
.b8 117
.b8 116
.b8 0
}
)ptx";

}  // namespace

TEST_CASE("compiled code is looked up by what the compiler says of it: its own line, or that of a call") {
  const auto test = parseLitmus(std::make_shared<const Source>("k.ptx", kModule));
  CHECK(howMany(*test, ReportedKind::Write, "put.h", 3) == 4);
  CHECK(howMany(*test, ReportedKind::Write, "kernel.cu", 21) == 2);
  CHECK(howMany(*test, ReportedKind::Any, "k/kernel.cu", 23) == 2);
  CHECK(howMany(*test, ReportedKind::Any, "kernel.cu", 24) == 0);
  const AccessLines lines(test->source);
  CHECK(lines.at(*test, {ReportedKind::Any, "kernel.cu", 24}).notExecuted);
  CHECK_FALSE(lines.at(*test, {ReportedKind::Any, "kernel.cu", 25}).notExecuted);
  CHECK(lines.at(*test, {ReportedKind::Read, "put.h", 3}).otherKind);
}

}  // namespace lines_test
