// Accesses to what is no object are incidents, where the thread ends.

#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "ptx/kernel_of.h"
#include "support/given.h"

using namespace hrfcheck;

namespace {

/// What both engines say of the one incident there is; nothing where there is none.
std::string incidentOf(const std::string& code) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load("ptx");
  const auto program =
      readKernel(moduleWith("ld.param.u64 %rd1, [out];\n" + code + "\nst.global.u32 [%rd1], 7;",
                            ".param .u64 out", ".global .u32 x = 5;\n"),
                 launched("1x1", "u32 0[1] = 0"));
  std::string said;
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt}) {
    const auto structure = std::make_shared<const EventStructure>(program);
    const Verdict verdict = checkProgram(*makeEngine(engine), given(structure, model), {});
    const std::string here = verdict.faults.empty() ? "" : verdict.faults.front().explanation;
    CHECK(verdict.undefined == !here.empty());
    CHECK((engine == EngineChoice::Explicit || said == here));
    said = here;
  }
  return said;
}

}  // namespace

TEST_CASE("ptx: an address that is known and leads to no object is an incident") {
  CHECK(incidentOf("ld.global.u32 %r1, [x];").empty());
  CHECK(incidentOf("mov.u64 %rd2, 0; st.global.u32 [%rd2], 1;") == "0 is not the address of a location");
  CHECK(incidentOf("mov.u64 %rd2, 16; ld.u32 %r1, [%rd2];") == "16 is not the address of a location");
  CHECK(incidentOf("mov.u64 %rd2, 16; atom.global.add.u32 %r1, [%rd2], 1;") ==
        "16 is not the address of a location");
  CHECK(incidentOf("mov.u64 %rd2, 16; ld.global.v2.u64 {%rd3, %rd4}, [%rd2];") ==
        "16 is not the address of a location");
  CHECK_FALSE(incidentOf("mov.u64 %rd2, 0x1000000200000; ld.global.u32 %r1, [%rd2];").empty());
  CHECK_FALSE(incidentOf("ld.shared.u32 %r1, [%rd1];").empty());
}

TEST_CASE("ptx: an access behind the end of local memory is an incident") {
  const std::string local = ".local .align 4 .b8 own[8];\nmov.u32 %r2, own;\n";
  CHECK(incidentOf(local + "st.local.u32 [%r2+4], 1;").empty());
  CHECK(incidentOf(local + "st.local.u32 [%r2+8], 1;") ==
        "index 11 is out of bounds for an array of 8 elements");
  CHECK(incidentOf(local + "ld.local.u32 %r1, [%r2+-4];") ==
        "index -4 is out of bounds for an array of 8 elements");
}

TEST_CASE("ptx: an access that is not aligned is an incident") {
  CHECK_FALSE(incidentOf("ld.global.u32 %r1, [x+1];").empty());
  CHECK_FALSE(incidentOf("mov.u64 %rd2, x; st.global.u16 [%rd2+3], 1;").empty());
  CHECK(incidentOf("mov.u64 %rd2, x; st.global.u16 [%rd2+2], 1;").empty());
}

TEST_CASE("ptx: a thread that may be elsewhere is decided") {
  CHECK(incidentOf("mov.u64 %rd2, 0; ld.global.u32 %r1, [x]; st.global.u32 [x], 6; setp.eq.u32 %p1, %r1, 4;\n"
                   "@%p1 st.global.u32 [%rd2], 1;")
            .empty());
}
