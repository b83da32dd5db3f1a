#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "convert/verdicts.h"
#include "frontend/convert/convert.h"

// The tests of litmus/amdgpu under `amdgpu`, and converted to Vulkan under `vulkan`: which differ is on
// docs/models/amdgpu.md ("Beside Vulkan"), with why.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

struct Comparison {
  std::map<std::string, std::string> differences;  ///< by test: how `amdgpu` and `vulkan` differ
  unsigned alike = 0;
  unsigned refused = 0;
};

std::string raceOf(const Verdict& verdict) {
  return verdict.racy ? "undefined" : verdict.raceStatus == RaceStatus::RaceFree ? "defined" : "open";
}

void compare(const std::string& name, const std::shared_ptr<const Program>& program, Comparison& comparison) {
  std::string converted;
  try {
    converted = convertedLitmus(*program, "vulkan");
  } catch (const UserError&) {
    ++comparison.refused;
    return;
  }
  const Verdict amdgpu = checked(program, "amdgpu");
  const Verdict vulkan = checked(programOf(converted), "vulkan");
  CAPTURE(name);
  REQUIRE_FALSE(amdgpu.incomplete);
  REQUIRE_FALSE(vulkan.incomplete);
  if (raceOf(amdgpu) != raceOf(vulkan)) {
    comparison.differences[name] = raceOf(amdgpu) + ", " + raceOf(vulkan);
  } else if (!amdgpu.racy && outcomesOf(amdgpu) != outcomesOf(vulkan)) {
    comparison.differences[name] = "other final states";
  } else {
    ++comparison.alike;
  }
}

}  // namespace

TEST_CASE("amdgpu beside vulkan: the tests that can be converted have the same answers") {
  Comparison comparison;
  const std::string folder = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/amdgpu";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".litmus") {
      compare(entry.path().stem().string(), parseLitmus(readSource(entry.path().string())), comparison);
    }
  }
  std::string differences;
  for (const auto& [name, how] : comparison.differences) {
    differences += fmt::format("{}: {}\n", name, how);
  }
  CHECK(differences == "");
  CHECK(comparison.alike == 95);
  CHECK(comparison.refused == 116);
}

// `convert` refuses both, for a barrier that orders no memory and for a release that makes nothing available.
TEST_CASE("amdgpu beside vulkan: what differs, written in Vulkan by hand") {
  const auto ofAmdgpu = [](const std::string& name) {
    const std::string file = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/amdgpu/" + name + ".litmus";
    const auto program = parseLitmus(readSource(file));
    CHECK_THROWS_AS(convertedLitmus(*program, "vulkan"), UserError);
    return raceOf(checked(program, "amdgpu"));
  };
  CHECK(ofAmdgpu("barrier-through-third") == "defined");
  CHECK(raceOf(checked(programOf(R"(VULKAN barrier-through-third
{ x=0; }
 P0@sg 0,wg 0               | P1@sg 1,wg 0   | P2@sg 2,wg 0                ;
 st.av.wg.sc0 x, 1          | cbar.wg 0,1,2  | cbar.wg 0,2,2               ;
 membar.rel.wg.semsc0.semav | cbar.wg 0,2,2  | membar.acq.wg.semsc0.semvis ;
 cbar.wg 0,1,2              |                | ld.vis.wg.sc0 r1, x         ;
exists (2:r1=0)
)"),
                       "vulkan")) == "undefined");
  CHECK(ofAmdgpu("lds-scope-cut") == "undefined");
  CHECK(raceOf(checked(programOf(R"(VULKAN lds-scope-cut
{ x=0; local f=0; g=0; }
 P0@sg 0,wg 0                                | P1@sg 1,wg 0                                  | P2@sg 0,wg 1                                  ;
 st.av.dv.sc0 x, 1                           | ld.atom.acq.wg.sc1.semsc0.semsc1.semvis r0, f | ld.atom.acq.dv.sc0.semsc0.semsc1.semvis r0, g ;
 st.atom.rel.dv.sc1.semsc0.semsc1.semav f, 1 | st.atom.rel.dv.sc0.semsc0.semsc1 g, 1         | ld.vis.dv.sc0 r1, x                           ;
filter (1:r0=1 /\ 2:r0=1)
exists (2:r1=0)
)"),
                       "vulkan")) == "defined");
}
