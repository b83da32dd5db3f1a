#include <doctest/doctest.h>

#include "certify/certificate_support.h"
#include "frontend/litmus.h"
#include "program/flow/lane_exchanges.h"
#include "support/has.h"

namespace hrfcheck::test {
namespace {

/// Lane 0 reads what another block stores, and lane 1 gets it.
constexpr const char* kKernel = R"(//# launch 2x2
//# init x = 0; u32 out[1] = 0
//# forall (out[0] = 0)
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 out)
{
.reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;
setp.ne.u32 %p1, %r1, 0; setp.ne.u32 %p2, %r2, 0; mov.u32 %r3, 0; @%p2 bra reads;
@!%p1 st.relaxed.gpu.global.u32 [%rd1], 7; ret;
reads: @!%p1 ld.relaxed.gpu.global.u32 %r3, [%rd1];
shfl.sync.idx.b32 %r4, %r3, 0, 31, -1;
@%p1 st.relaxed.gpu.global.u32 [%rd2], %r4;
ret;
}
)";

Files exchanged(const std::string& model) {
  const auto program = parseLitmus(std::make_shared<const Source>("k.ptx", kKernel), "");
  REQUIRE(hasExchanges(*program));
  return certified(program, model).files;
}

}  // namespace

TEST_CASE("what lanes hand over is verified, under models that do not see it") {
  for (const char* model : {"ptx", "hrf-indirect-relaxed", "sc"}) {
    CAPTURE(model);
    const Files files = exchanged(model);
    CHECK(has(files.at("events.txt"), "set (exchange) "));
    CHECK(refusal(files).empty());
  }
}

namespace {

/// Lane 0 counts, and both go round until it has counted to 1.
constexpr const char* kRounds = R"(//# launch 1x2
//# init x = 0; u32 out[1] = 0
//# forall (out[0] = 1)
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 out)
{
.reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; mov.u32 %r3, 0;
setp.ne.u32 %p1, %r1, 0;
again: @!%p1 atom.relaxed.gpu.global.add.u32 %r3, [%rd1], 1;
shfl.sync.idx.b32 %r4, %r3, 0, 31, -1;
setp.lt.u32 %p3, %r4, 1; @%p3 bra again;
@%p1 st.relaxed.gpu.global.u32 [%rd2], %r4;
ret;
}
)";

}  // namespace

TEST_CASE("what lanes hand over round by round is verified, and that it is what was given last") {
  const auto program = parseLitmus(std::make_shared<const Source>("k.ptx", kRounds), "");
  REQUIRE(hasRoundsOfExchanges(*program));
  for (const char* model : {"ptx", "sc"}) {
    CAPTURE(model);
    CHECK(refusal(certified(program, model).files).empty());
  }
}

TEST_CASE("which events hand over is that of the test") {
  Files files = exchanged("ptx");
  std::string& events = files.at("events.txt");
  const std::size_t begin = events.find("set (exchange)");
  events.erase(begin, events.find('\n', begin) + 1 - begin);
  CHECK_FALSE(refusal(withNewDigests(files)).empty());
}

}  // namespace hrfcheck::test
