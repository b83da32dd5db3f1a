#include <doctest/doctest.h>

#include "show_code.h"

using namespace hrfcheck;
using test::codeOf;
using test::mistakes;
using test::parse;
using test::warningsOf;

namespace {

std::shared_ptr<const Program> parseVulkan(const std::string& row) {
  return parse("Vulkan t\n{ x=0; y aliases x; P0:k=3; }\nP0@sg 0, wg 0, qf 0 ;\n" + row + " ;\n");
}

/// The instruction, and its marks in parentheses.
std::string vulkan(const std::string& row) {
  const auto program = parseVulkan(row);
  std::string code = codeOf(*program);
  code.pop_back();
  return fmt::format("{} ({})", code, fmt::join(program->threads[0].instructions[0].marks, " "));
}

}  // namespace

TEST_CASE("vulkan: ordinary accesses") {
  CHECK(vulkan("ld.sc0 r, x") == "ld r, [&x] (sc0)");
  CHECK(vulkan("ld.nonpriv.sc1 r, y") == "ld r, [&x] (nonpriv sc1)");
  CHECK(vulkan("ld.vis.dv.sc0 r, x") == "ld r, [&x] (vis.dv sc0)");
  CHECK(vulkan("st.sc0 x, 1") == "st [&x], 1 (sc0)");
  CHECK(vulkan("st.nonpriv.sc12 x, 1") == "st [&x], 1 (nonpriv sc12)");
  CHECK(vulkan("st.av.wg.sc0 x, k") == "st [&x], k (av.wg sc0)");
}

TEST_CASE("vulkan: atomic accesses, relaxed without an order") {
  CHECK(vulkan("ld.atom.dv.sc0 r, x") == "ld.rlx.dv r, [&x] (sc0)");
  CHECK(vulkan("ld.atom.acq.wg.sc1.semsc0.semsc1.semvis r, x") ==
        "ld.acq.wg r, [&x] (sc1 semsc0 semsc1 semvis)");
  CHECK(vulkan("st.atom.qf.sc0 x, 1") == "st.rlx.qf [&x], 1 (sc0)");
  CHECK(vulkan("st.atom.rel.sg.sc0.semsc0.semav x, 1") == "st.rel.sg [&x], 1 (sc0 semsc0 semav)");
}

TEST_CASE("vulkan: read-modify-writes, an exchange without an operator") {
  CHECK(vulkan("rmw.atom.wg.sc0 r, x, 1") == "exch.rlx.wg r, [&x], 1 (sc0)");
  CHECK(vulkan("rmw.atom.acq.dv.sc0.semsc0.add r, x, 1") == "add.acq.dv r, [&x], 1 (sc0 semsc0)");
  CHECK(vulkan("rmw.atom.acq_rel.wg.sc0.semsc0.semav.semvis.sub _, x, k") ==
        "sub.ar.wg _, [&x], k (sc0 semsc0 semav semvis)");
  CHECK(vulkan("rmw.atom.wg.sc0.exch r, x, 1") == "exch.rlx.wg r, [&x], 1 (sc0)");
}

TEST_CASE("vulkan: memory barriers are fences, device-wide operations marks") {
  CHECK(vulkan("membar.acq.wg.semsc0.semvis") == "fence.acq.wg global local (semsc0 semvis)");
  CHECK(vulkan("membar.rel.dv.semsc0.semsc1.semav") == "fence.rel.dv global local (semsc0 semsc1 semav)");
  CHECK(vulkan("membar.acq_rel.qf.semsc0") == "fence.ar.qf global local (semsc0)");
  CHECK(vulkan("avdevice") == "fence global local (avdevice)");
  CHECK(vulkan("visdevice") == "fence global local (visdevice)");
}

TEST_CASE("vulkan: control barriers") {
  CHECK(vulkan("cbar.wg 00") == "barrier.wg 0 global local no fences no order ()");
  CHECK(vulkan("cbar.acq_rel.dv.semsc0.semsc1 1, 2, 4") ==
        "barrier.wg 2 global local dv instance 1 of 4 (semsc0 semsc1)");
  CHECK(vulkan("cbar.acq.sg.semsc0.semvis 1, k") ==
        "barrier.sg 3 global local acq instance 1 (semsc0 semvis)");
}

TEST_CASE("vulkan: pairs that synchronize with each other stand in a block of their own") {
  const auto program = parse(
      "VULKAN t\n{\nx=0;\n}\n{\nssw 0 1;\nssw 1 2\n}\n P0@sg 0,wg 0, qf 0 | P1@sg 1,wg 0, qf 0 | P2 ;\n"
      " st.sc0 x, 1 | avdevice | ld.sc0 r0, x ;\n");
  CHECK(warningsOf(*program).empty());
  CHECK(program->systemSynchronizesWith == std::vector<std::pair<ThreadId, ThreadId>>{{0, 1}, {1, 2}});
  CHECK(parseVulkan("avdevice")->systemSynchronizesWith.empty());
}

TEST_CASE("vulkan: a thread without a place is in a work-group of its own, in queue family 0") {
  const auto program = parse("VULKAN t\n{ x=0; }\nP0@sg 0,wg 0, qf 0 | P1@sg 0,wg 0, qf 1 | P2 ;\n");
  const ScopeTree& scopes = program->scopes;
  CHECK(scopes.instanceOf(0, 2) != scopes.instanceOf(1, 2));
  CHECK(scopes.instanceOf(0, 3) != scopes.instanceOf(1, 3));
  CHECK(scopes.instanceOf(0, 4) == scopes.instanceOf(1, 4));
  CHECK(scopes.instanceOf(0, 3) == scopes.instanceOf(2, 3));
  CHECK(scopes.instanceOf(0, 2) != scopes.instanceOf(2, 2));
}

TEST_CASE("vulkan: what memory models do not define is for schedulers only") {
  CHECK(parseVulkan("avdevice")->notForModels.empty());
  CHECK(parseVulkan("ld.sc3 r, x")->notForModels.empty());
  CHECK(parseVulkan("cbar.wg 1, 2")->notForModels.empty());
  CHECK(parseVulkan("cbar.wg 1, 2, 4")->notForModels.empty());
  CHECK(parseVulkan("cbar.wg 1, r")->notForModels ==
        "the memory models do not define barriers that are named by registers");
  const std::string classes = "the memory models support only the storage classes sc0 to sc3";
  CHECK(parseVulkan("ld.sc4 r, x")->notForModels == classes);
  CHECK(parseVulkan("membar.acq.wg.semsc12")->notForModels == classes);
}

TEST_CASE("vulkan: an alias is a reference of its own to the same location") {
  const auto program =
      parse("VULKAN t\n{ x=0; y aliases x; }\nP0@sg 0,wg 0, qf 0 ;\n st.sc0 x, 1 ;\n ld.sc0 r, y ;\n");
  CHECK(program->locations.size() == 1);
  const std::vector<Instruction>& code = program->threads[0].instructions;
  CHECK(code[0].reference.empty());
  CHECK(code[1].reference == "y");
}
