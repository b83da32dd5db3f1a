#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/litmus.h"
#include "program/ir/launch_place.h"
#include "program/ir/scope_levels.h"

// Launches on several devices, and of several kernels side by side.

using namespace hrfcheck;

namespace {

const std::string kModule = R"(.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 counter;
.visible .entry send(.param .u64 data, .param .u64 flag)
{
  .reg .b64 %rd<3>;
  .reg .b32 %r<2>;
  ld.param.u64 %rd1, [data];
  ld.param.u64 %rd2, [flag];
  st.global.u32 [%rd1], 42;
  st.release.sys.global.u32 [%rd2], 1;
  atom.global.add.u32 %r1, [counter], 1;
  ret;
}
.visible .entry receive(.param .u64 from, .param .u64 peer_flag, .param .u64 out)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<3>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [peer_flag];
  ld.param.u64 %rd3, [out];
  ld.acquire.sys.global.u32 %r1, [%rd2];
  ld.global.u32 %r2, [%rd1];
  st.global.u32 [%rd3], %r2;
  ret;
}
)";

std::shared_ptr<const Program> read(const std::string& lines) {
  return parseLitmus(std::make_shared<const Source>("pair.ptx", kModule + lines));
}

/// The mistakes in lines after the module, counted from the first of them.
std::string mistakesIn(const std::string& lines) {
  const auto before = static_cast<std::uint32_t>(std::ranges::count(kModule, '\n'));
  try {
    read(lines);
  } catch (const UserError& error) {
    std::string result;
    for (const Diagnostic& d : error.diagnostics()) {
      const LineColumn at = d.place.position();
      result += fmt::format("{}:{}: {}\n", at.line - before, at.column, d.message);
    }
    return result;
  }
  return "";
}

const std::string kPair =
    "//# kernel send launch 1x1 device 0\n"
    "//# kernel receive launch 2x1 device 1\n"
    "//# init d[1] = 0; f[1] = 0; send.data = d; send.flag = f; receive.from = d; receive.peer_flag = f; "
    "out[1] = 0\n";

std::set<std::string> locationsOf(const Program& program) {
  std::set<std::string> names;
  for (const MemoryLocation& location : program.locations) {
    names.insert(location.name);
  }
  return names;
}

}  // namespace

TEST_CASE("several kernels: threads of each launch, on its device, over buffers that both are given") {
  const auto program = read(kPair + "//# forall (out = 42)\n");
  REQUIRE(program->threads.size() == 3);
  CHECK(program->threadTitle(0) == "P0 (kernel send, group 0, item 0, device 0)");
  CHECK(program->threadTitle(2) == "P2 (kernel receive, group 1, item 0, device 1)");
  const ScopeTree& scopes = program->scopes;
  const std::uint32_t device = outermostLevel(scopes) - 1;
  CHECK(scopes.instanceOf(1, device) == scopes.instanceOf(2, device));
  CHECK(scopes.instanceOf(0, device) != scopes.instanceOf(1, device));
  CHECK(scopes.instanceOf(1, kGroupLevel) != scopes.instanceOf(2, kGroupLevel));
  CHECK(!standAtOnePlace(*program, 0, 1));
  const std::set<std::string> names = locationsOf(*program);
  CHECK(names.contains("d[0]"));
  CHECK(names.contains("f[0]"));
  CHECK(!names.contains("data"));
}

TEST_CASE("several kernels: one kernel twice has parameters of its own, and a device its own variables") {
  const auto program = read(
      "//# kernel send as a launch 1x1 device 0\n//# kernel send as b launch 1x1 device 1\n"
      "//# init a.data[1] = 0; b.data[1] = 0; flag = 0\n//# forall (a.data[0] = 42 /\\ b.data[0] = 42)\n");
  const std::set<std::string> names = locationsOf(*program);
  CHECK(names.contains("a.data[0]"));
  CHECK(names.contains("b.data[0]"));
  CHECK(names.contains("flag"));
  CHECK(names.contains("counter@d0"));
  CHECK(names.contains("counter@d1"));
}

TEST_CASE("one kernel on several devices: so many blocks on each") {
  const auto program = read("//# kernel send\n//# launch 4x1\n//# device 2\n//# init data = 0; flag = 0\n");
  CHECK(program->threadTitle(1) == "P1 (group 1, item 0, device 0)");
  CHECK(program->threadTitle(2) == "P2 (group 2, item 0, device 1)");
  CHECK(mistakesIn("//# kernel send\n//# launch 4x1\n//# device 0\n") ==
        "3:12: '0' is not how many work-groups are on each device\n");
}

TEST_CASE("several kernels: mistakes in their lines") {
  CHECK(mistakesIn("//# kernel send launch 1x1 gpu 1\n") ==
        "1:28: 'gpu' is not understood in the launch of a kernel\n");
  CHECK(mistakesIn("//# kernel send launch 1x1 device one\n") ==
        "1:35: 'one' is not the number of a device\n");
  CHECK(mistakesIn("//# kernel send launch 1x1 device\n") ==
        "1:28: expected the number of a device after 'device'\n");
  CHECK(mistakesIn("//# kernel sent launch 1x1\n") == "1:12: the module has no kernel 'sent'\n");
  CHECK(mistakesIn("//# kernel send launch 1x1\n//# kernel send launch 1x1\n") ==
        "2:12: a second launch 'send'\n");
  CHECK(mistakesIn("//# kernel send launch 1x1\n//# launch 1x1\n") ==
        "2:5: 'launch' is said of each kernel here, in its line\n");
  CHECK(mistakesIn("//# kernel send launch 1x1\n//# kernel receive launch 1x1 after send\n") ==
        "2:31: an order between launches is not supported: all of them start at once\n");
  CHECK(mistakesIn("//# kernel send launch 1x1\n//# init f = 0; flag = f; send.flag[2] = 0; data = 0\n") ==
        "2:27: it is said twice what 'send.flag' points to: a buffer, and one of its own\n");
  CHECK(mistakesIn("//# kernel send launch 1x1\n//# init f[2] = 0; flag = &f[x]; data = 0\n") ==
        "2:20: '&f[x]' is not a number of 64 bits\n");
  CHECK(mistakesIn(kPair + "//# init g[2]\n") == "4:10: the kernel has no parameter 'g'\n");
}
