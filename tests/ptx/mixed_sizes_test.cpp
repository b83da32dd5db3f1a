// Threads access the same bytes in several sizes.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "check/models/scope_of_model.h"
#include "program/flow/divided_accesses.h"
#include "program/ir/ptx_form.h"
#include "ptx/kernel_of.h"
#include "support/given.h"

namespace mixed_sizes_test {

using namespace hrfcheck;

namespace {

constexpr const char* kOutAndResults = ".param .u64 out, .param .u64 res";
constexpr const char* kPrologue =
    "ld.param.u64 %rd10, [out]; ld.param.u64 %rd11, [res]; mov.u32 %r1, %ctaid.x;\n"
    "mul.wide.u32 %rd12, %r1, 8; add.s64 %rd13, %rd11, %rd12; add.s64 %rd14, %rd10, %rd12;\n"
    "setp.eq.u32 %p1, %r1, 0; mov.u64 %rd4, 0; mov.u64 %rd5, 0;\n";

/// A kernel of two blocks with one thread each: what the first one does, the second one, and both. Each
/// stores %rd4 in its element of `res`.
std::string kernelOf(const std::string& first, const std::string& second, const std::string& both = "") {
  return moduleWith(std::string(kPrologue) + both + "@!%p1 bra SECOND;\n" + first + "\nbra END;\nSECOND:\n" +
                        second + "\nEND: st.global.u64 [%rd13], %rd4;",
                    kOutAndResults);
}

std::shared_ptr<const Program> readAs(const std::string& module, const std::string& launch) {
  return readKernel(module, launched(launch, "u32 0[4] = 0; u64 1[2] = 9"));
}

Verdict verdictOn(const std::string& module, EngineChoice engine, const std::string& launch = "2x1") {
  ModelChoice models(ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}), {"ptx"});
  const auto program = readAs(module, launch);
  const ChosenModel choice = models.forProgram(*program).front();
  REQUIRE(choice.model != nullptr);
  const auto form = judgesPtxForm(*choice.model, *program) ? ptxForm(*program) : program;
  return checkProgram(*makeEngine(engine), given(std::make_shared<const EventStructure>(form), *choice.model),
                      {});
}

/// What both engines say: whether the behaviour is defined, and what the two threads store in `res` then.
struct Said {
  bool defined = false;
  std::set<std::pair<Value, Value>> read = {};

  friend bool operator==(const Said&, const Said&) = default;
};

Said behaviour(const std::string& module, EngineChoice engine, const std::string& launch) {
  const Verdict verdict = verdictOn(module, engine, launch);
  CHECK_FALSE(verdict.analysis.undecided);
  Said result{!verdict.undefined, {}};
  if (!result.defined) {
    const auto isMixed = [](const NamedFlag& flag) { return flag.name == "mixed-size-race"; };
    CHECK(std::ranges::any_of(verdict.flags, isMixed));
    return result;
  }
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    result.read.emplace(*(outcome.values.end() - 2), outcome.values.back());
  }
  return result;
}

Said behaviour(const std::string& module, const std::string& launch = "2x1") {
  Said explicitly = behaviour(module, EngineChoice::Explicit, launch);
  CHECK(explicitly == behaviour(module, EngineChoice::Smt, launch));
  return explicitly;
}

Said bothRead(std::set<std::pair<Value, Value>> read) {
  return {true, std::move(read)};
}
const Said kUndefined{};

constexpr Value kBoth = 0x2'0000'0001;  // 1 and 2, one after the other

}  // namespace

TEST_CASE("ptx: accesses of several sizes that nothing orders are a race, and any outcome is possible") {
  CHECK(behaviour(kernelOf("st.global.u64 [%rd10], 1;",
                           "ld.global.u32 %r2, [%rd10]; cvt.u64.u32 %rd4, %r2;")) == kUndefined);
  CHECK(behaviour(kernelOf("st.relaxed.gpu.global.u64 [%rd10], 1;",
                           "ld.relaxed.gpu.global.u32 %r2, [%rd10+4]; cvt.u64.u32 %rd4, %r2;")) ==
        kUndefined);
  CHECK(behaviour(kernelOf("atom.global.add.u64 %rd4, [%rd10], 1;",
                           "atom.global.add.u32 %r2, [%rd10], 1;")) == kUndefined);
  // That one reads from the other orders nothing: they are not morally strong.
  CHECK(behaviour(kernelOf("st.release.gpu.global.u64 [%rd10], 1;",
                           "ld.acquire.gpu.global.u32 %r2, [%rd10]; setp.ne.u32 %p2, %r2, 1; @%p2 bra END;\n"
                           "ld.global.u32 %r3, [%rd10+4];")) == kUndefined);
}

TEST_CASE("ptx: reads in several sizes, and bytes apart, are no race") {
  CHECK(behaviour(kernelOf("ld.global.u64 %rd4, [%rd10];",
                           "ld.global.u32 %r2, [%rd10]; cvt.u64.u32 %rd4, %r2;")) == bothRead({{0, 0}}));
  CHECK(behaviour(kernelOf("st.global.u64 [%rd10], 1;", "st.global.u32 [%rd10+8], 1;")) ==
        bothRead({{0, 0}}));
}

TEST_CASE("ptx: a flag orders accesses of several sizes") {
  CHECK(behaviour(kernelOf(
            "st.global.u32 [%rd10], 1; st.global.u32 [%rd10+4], 2; st.release.gpu.global.u32 [%rd10+8], 1;",
            "ld.acquire.gpu.global.u32 %r2, [%rd10+8]; setp.ne.u32 %p2, %r2, 1; @%p2 bra END;\n"
            "ld.global.u64 %rd4, [%rd10];")) == bothRead({{0, 0}, {0, kBoth}}));
  CHECK(behaviour(kernelOf(
            "st.global.u32 [%rd10], 1; st.global.u32 [%rd10+4], 2; st.release.gpu.global.u32 [%rd10+8], 1;",
            "ld.acquire.gpu.global.u32 %r2, [%rd10+8]; setp.ne.u32 %p2, %r2, 1; @%p2 bra END;\n"
            "atom.global.add.u64 %rd4, [%rd10], 0xffffffff; ld.global.u64 %rd4, [%rd10];")) ==
        bothRead({{0, 0}, {0, 0x3'0000'0000}}));
}

TEST_CASE("ptx: two stores, a barrier and an atomic access to the bytes of both") {
  const std::string code =
      "ld.param.u64 %rd10, [out]; ld.param.u64 %rd11, [res]; mov.u32 %r1, %tid.x;\n"
      "mul.wide.u32 %rd12, %r1, 4; add.s64 %rd14, %rd10, %rd12; mul.wide.u32 %rd12, %r1, 8;\n"
      "add.s64 %rd13, %rd11, %rd12; st.global.u32 [%rd14], 0xffffffff; bar.sync 0;\n"
      "atom.global.add.u64 %rd4, [%rd10], 2; st.global.u64 [%rd13], %rd4;";
  CHECK(behaviour(moduleWith(code, kOutAndResults), "1x2") == bothRead({{-1, 1}, {1, -1}}));
}

TEST_CASE("ptx: strong accesses stay whole where others divide their bytes") {
  const auto load = [](const std::string& how) {
    return std::string("ld.") + how + ".global.u64 %rd4, [%rd10];";
  };
  // The first thread has accessed four of the bytes alone before.
  const auto flagged = [](const std::string& store, const std::string& loaded) {
    return kernelOf(
        "st.global.u32 [%rd10], 0; st.release.gpu.global.u32 [%rd10+8], 1;\n" + store,
        "ld.acquire.gpu.global.u32 %r2, [%rd10+8]; setp.ne.u32 %p2, %r2, 1; @%p2 bra END;\n" + loaded);
  };
  CHECK(behaviour(flagged("st.relaxed.gpu.global.u64 [%rd10], 0x200000001;", load("relaxed.gpu"))) ==
        bothRead({{0, 0}, {0, kBoth}}));
  // A scope that does not include the other thread, or a weak access: the parts need not be of one store.
  CHECK(behaviour(flagged("st.relaxed.cta.global.u64 [%rd10], 0x200000001;", load("relaxed.gpu"))) ==
        bothRead({{0, 0}, {0, 1}, {0, 0x2'0000'0000}, {0, kBoth}}));
  CHECK(behaviour(flagged("st.global.u64 [%rd10], 0x200000001;", load("weak"))) ==
        bothRead({{0, 0}, {0, 1}, {0, 0x2'0000'0000}, {0, kBoth}}));
}

TEST_CASE("ptx: atomic accesses stay whole where others divide their bytes") {
  const auto each = [](const std::string& atomic) {
    const std::string code =
        "ld.param.u64 %rd10, [out]; ld.param.u64 %rd11, [res]; mov.u32 %r1, %tid.x;\n"
        "mul.wide.u32 %rd12, %r1, 8; add.s64 %rd13, %rd11, %rd12; setp.ne.u32 %p1, %r1, 0;\n"
        "add.u32 %r2, %r1, 1; cvt.u64.u32 %rd7, %r2;\n"
        "@%p1 bra MEET; st.global.u32 [%rd10], 0xffffffff;\nMEET: bar.sync 0;\n" +
        atomic + "\nst.global.u64 [%rd13], %rd4;";
    return behaviour(moduleWith(code, kOutAndResults), "1x2");
  };
  constexpr Value kLow = 0xffff'ffff;
  CHECK(each("atom.global.add.u64 %rd4, [%rd10], %rd7;") == bothRead({{kLow, kLow + 1}, {kLow + 2, kLow}}));
  CHECK(each("atom.global.exch.b64 %rd4, [%rd10], %rd7;") == bothRead({{kLow, 1}, {2, kLow}}));
  CHECK(each("atom.global.min.u64 %rd4, [%rd10], %rd7;") == bothRead({{kLow, 1}, {2, kLow}}));
  CHECK(each("atom.global.max.s64 %rd4, [%rd10], %rd7;") == bothRead({{kLow, kLow}}));
  CHECK(each("atom.global.cas.b64 %rd4, [%rd10], 0xffffffff, %rd7;") == bothRead({{kLow, 1}, {2, kLow}}));
  CHECK(each("atom.global.and.b64 %rd4, [%rd10], 0xf; ld.global.u64 %rd4, [%rd10];") == bothRead({{15, 15}}));
  CHECK(each("red.global.add.u64 [%rd10], 1; bar.sync 1; ld.global.u64 %rd4, [%rd10];") ==
        bothRead({{kLow + 2, kLow + 2}}));
}

TEST_CASE("ptx: what synchronizes in a large access orders what is before all of it") {
  CHECK(behaviour(kernelOf(
            "st.global.u32 [%rd10], 0; st.release.gpu.global.u32 [%rd10+8], 1; st.global.u32 [%rd10+12], 6;\n"
            "st.release.gpu.global.u64 [%rd10], 0x200000001;",
            "ld.acquire.gpu.global.u32 %r2, [%rd10+8]; setp.ne.u32 %p2, %r2, 1; @%p2 bra END;\n"
            "ld.acquire.gpu.global.u64 %rd5, [%rd10]; setp.ne.u64 %p2, %rd5, 0x200000001; @%p2 bra END;\n"
            "ld.global.u32 %r2, [%rd10+12]; cvt.u64.u32 %rd4, %r2; add.u64 %rd4, %rd4, 1;")) ==
        bothRead({{0, 0}, {0, 7}}));
}

TEST_CASE("ptx: models that know no parts of accesses are not asked about divided atomic accesses") {
  const auto program =
      readAs(kernelOf("atom.global.add.u64 %rd4, [%rd10], 1;", "st.global.u32 [%rd10], 5;"), "2x1");
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  for (const char* name : {"sc", "hrf-indirect-relaxed", "ptx-v6.0", "hsa"}) {
    CHECK(whyNotApplicable(library.load(name), *program).find("some bytes of an atomic access alone") !=
          std::string::npos);
  }
  CHECK(whyNotApplicable(library.load("ptx-mixed-size"), *program).empty());
  CHECK_THROWS_AS(refuseDividedAtomics(*program), UserError);
}

}  // namespace mixed_sizes_test
