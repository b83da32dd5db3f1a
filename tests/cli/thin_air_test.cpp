// Values out of thin air: what is not considered is said, and counts as undecided where it matters.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

std::string loadBuffering(const std::string& dialect, const std::string& stored,
                          const std::string& condition) {
  const std::string scope = dialect == "OPENCL" ? ", memory_scope_device" : "";
  const std::string relaxed = ", memory_order_relaxed" + scope + ")";
  const std::string global = dialect == "OPENCL" ? "global " : "";
  const std::string place = dialect == "OPENCL" ? "@wg 0 " : " ";
  const std::string parameters = "(" + global + "atomic_int* x, " + global + "atomic_int* y) {\n";
  return dialect + " load-buffering\n{ x = 0; y = 0; }\nP0" + place + parameters +
         "  int r0 = atomic_load_explicit(x" + relaxed + ";\n  atomic_store_explicit(y, " + stored + relaxed +
         ";\n}\nP1" + place + parameters + "  int r1 = atomic_load_explicit(y" + relaxed +
         ";\n  atomic_store_explicit(x, r1" + relaxed + ";\n}\n" + condition + "\n";
}

Finished asked(const std::string& test, const std::string& model, const std::string& engine,
               const std::string& format = "text") {
  return runProgram({"check", "-", "-m", model, "--engine", engine, "--format", format}, test);
}

const std::string kReason = "undecided (values out of thin air are not considered)";
const std::vector<std::string> kEngines{"explicit", "smt"};

}  // namespace

TEST_CASE("what would have to come out of thin air is neither found nor excluded") {
  for (const std::string& engine : kEngines) {
    CAPTURE(engine);
    const std::string opencl = loadBuffering("OPENCL", "r0", "exists (0:r0=42 /\\ 1:r1=42)");
    const Finished run = asked(opencl, "opencl", engine);
    CAPTURE(run.out);
    CHECK(run.status == 3);
    CHECK(has(run.out, "exists (0:r0=42 /\\ 1:r1=42): " + kReason + "\n"));
    CHECK(has(run.out,
              "note: values out of thin air are not considered: the model lets reads justify each other"));
    CHECK(asked(loadBuffering("C", "r0", "exists (0:r0=42)"), "c11", engine).status == 3);
    CHECK(asked(loadBuffering("C", "r0", "~exists (0:r0=42)"), "c11", engine).status == 3);
    CHECK(asked(loadBuffering("C", "r0", "forall (0:r0=0)"), "c11", engine).status == 3);
  }
}

TEST_CASE("models that forbid such cycles are not affected") {
  for (const std::string& engine : kEngines) {
    CAPTURE(engine);
    const std::string opencl = loadBuffering("OPENCL", "r0", "exists (0:r0=42 /\\ 1:r1=42)");
    for (const std::string model :
         {"sc", "drf0", "hrf0", "hrf-direct", "hrf-indirect-relaxed", "hsa", "hsa-literal", "rsp"}) {
      CAPTURE(model);
      const Finished run = asked(opencl, model, engine);
      CHECK(run.status == 0);
      CHECK(has(run.out, ": Never\n"));
      CHECK_FALSE(has(run.out, "thin air"));
    }
    CHECK(asked(loadBuffering("C", "r0", "exists (0:r0=42)"), "rc11", engine).status == 0);
  }
}

TEST_CASE("a witness stands, and so does what no thin air can change") {
  for (const std::string& engine : kEngines) {
    CAPTURE(engine);
    // The executions that are considered decide it either way.
    const Finished some = asked(loadBuffering("C", "r0 + 1 - 1", "exists (0:r0=0)"), "c11", engine);
    CHECK(some.status == 0);
    CHECK(has(some.out, ": at least Sometimes (values out of thin air are not considered)\n"));
    const std::string both = loadBuffering("C", "1", "exists (0:r0=1)");
    CHECK(has(asked(both, "c11", engine).out, "exists (0:r0=1): Sometimes\n"));
    CHECK(asked(both, "c11", engine).status == 0);
    CHECK(asked(loadBuffering("C", "1", "exists (0:r0=42)"), "c11", engine).status == 0);  // no dependency
    CHECK(asked(loadBuffering("C", "(r0 ^ r0) + 1", "exists (0:r0=42)"), "c11", engine).status == 0);
    CHECK(asked(loadBuffering("C", "r0 * 0", "exists (0:r0=42)"), "c11", engine).status == 0);
    // No value goes round.
    CHECK(asked(loadBuffering("C", "r0 + 1", "exists (0:r0=42)"), "c11", engine).status == 0);
    // Nothing is asked of final states.
    CHECK(asked(loadBuffering("C", "r0", ""), "c11", engine).status == 0);
  }
}

TEST_CASE("a cycle through an address") {
  const std::string test = R"(C addresses
{ x = &a; y = &a; a = 0; b = 0; }
P0 (atomic_int* x, atomic_int* y) {
  int* r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, r0, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int* r1 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, r1, memory_order_relaxed);
}
exists (0:r0=&b)
)";
  const Finished run = asked(test, "c11", "explicit");
  CAPTURE(run.err);
  CHECK(run.status == 3);
}

TEST_CASE("every format says so") {
  const std::string test = loadBuffering("C", "r0", "~exists (0:r0=42)");
  const auto json = nlohmann::json::parse(asked(test, "c11", "auto", "json").out)["results"][0];
  CHECK(json["notConsidered"] == "values out of thin air are not considered");
  CHECK(json["incomplete"].is_null());
  CHECK(json["raceStatus"] == "race-free");
  CHECK(json["condition"]["answer"] == "undecided");
  CHECK(json["standing"] == "undecided");
  const Finished herd = asked(test, "c11", "auto", "herd");
  CHECK(has(herd.out, "\n?? (values out of thin air are not considered)\n"));
  CHECK(has(herd.out, "Observation load-buffering Undecided 0 "));
  const Scratch scratch;
  scratch.file("a.litmus", test);
  const Finished batch = runShell("cd " + scratch.path("") +
                                  " && \"$HRFCHECK\" batch a.litmus -m c11 --junit j.xml --html page");
  CHECK(batch.status == 3);
  CHECK(has(batch.out, "values out of thin air are not considered"));
  CHECK(has(contents(scratch.path("j.xml")), "undecided: values out of thin air are not considered"));
  CHECK(has(contents(scratch.path("page/index.html")), "values out of thin air are not considered"));
  const Finished explained = runProgram({"explain", scratch.path("a.litmus"), "-m", "c11"});
  CHECK(explained.status == 3);
  CHECK(has(explained.out, "is " + kReason));
  CHECK(runProgram({"check", "-", "-m", "c11", "--only", "condition"}, test).status == 3);
}
