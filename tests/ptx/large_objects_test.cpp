#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "ptx/kernel_of.h"
#include "support/given.h"

// Objects larger than the distance of those of a program, and accesses far outside of objects.

using namespace hrfcheck;

namespace {

constexpr const char* kParameters = ".param .u64 out, .param .u64 in";
constexpr const char* kBegin = "ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in];\n";

LaunchOptions asked(const std::string& init, const std::string& exists) {
  LaunchOptions options = launched("1x1", init);
  options.exists = exists;
  return options;
}

/// Under what both engines say.
template <typename Judge>
void bothSay(const std::string& body, const LaunchOptions& options, Judge judge,
             const std::string& before = "") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load("hrf-indirect-relaxed");
  const auto program = readKernel(moduleWith(kBegin + body, kParameters, before), options);
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt}) {
    CAPTURE(body);
    judge(
        checkProgram(*makeEngine(engine), given(std::make_shared<const EventStructure>(program), model), {}));
  }
}

}  // namespace

TEST_CASE("ptx: an access far outside of its object is out of bounds, and leads to no other one") {
  for (const char* offset : {"524284", "1048576", "2097152", "4194304", "-1048576", "-2097152"}) {
    CAPTURE(offset);
    bothSay("st.global.u32 [%rd2], 1; st.global.u32 [%rd1+" + std::string(offset) + "], 2;",
            launched("1x1", "out[1] = 0; in[1] = 0"),
            [](const Verdict& verdict) { CHECK(verdict.faults.size() == 1); });
  }
}

TEST_CASE("ptx: an object is as large as its accesses reach") {
  bothSay(
      "st.global.u32 [%rd1+3145728], 1; st.global.u32 [%rd2], 2; ld.global.u32 %r1, [%rd1+3145728];\n"
      "st.global.u32 [%rd1], %r1;",
      asked("in[1] = 0; rest 0", "out.at0 = 1 /\\ out.at3145728 = 1 /\\ in[0] = 2"),
      [](const Verdict& verdict) {
        CHECK(verdict.faults.empty());
        CHECK(verdict.condition == Status::Allowed);
      });
}

TEST_CASE("ptx: of a large array, an address that hangs on what is read leads to the first elements") {
  const auto stored = [](const std::string& element) {
    return "st.global.u32 [%rd1], " + element +
           "; ld.volatile.global.u32 %r1, [%rd1];\n"
           "mul.wide.u32 %rd3, %r1, 4; mov.u64 %rd4, large; add.u64 %rd3, %rd3, %rd4;\n"
           "st.global.u32 [large+40000], 3; st.global.u32 [%rd3], 7; ld.global.u32 %r2, [large+40000];";
  };
  const std::string large = ".global .align 4 .b8 large[1048576];";
  bothSay(
      stored("5"), asked("out[1] = 0", "large[5] = 7 /\\ large.at40000 = 3"),
      [](const Verdict& verdict) { CHECK(verdict.condition == Status::Allowed); }, large);
  bothSay(
      stored("5000"), asked("out[1] = 0", "large[5] = 7"),
      [](const Verdict& verdict) { CHECK(verdict.condition == Status::Undecided); }, large);
  bothSay(
      stored("262144"), asked("out[1] = 0", "large[5] = 7"),
      [](const Verdict& verdict) { CHECK(verdict.faults.size() == 1); }, large);
}
