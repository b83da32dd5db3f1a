// Values out of thin air: they are looked for where the model allows them, what is found through a value
// cycle says so, and what is not found is an answer only where they are known.

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
               const std::string& format = "text", const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"check", "-", "-m", model, "--engine", engine, "--format", format};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return runProgram(arguments, test);
}

const std::string kReason = "undecided (values out of thin air)";
const std::string kOnly = "Sometimes, only through a value cycle\n";
const std::vector<std::string> kEngines{"explicit", "smt"};

/// Products of 64-bit numbers that may overflow, which leaves open what goes round.
std::string products(const std::string& condition) {
  return "C products\n{ x = 0; y = 0; }\n"
         "P0 (atomic_long* x, atomic_long* y) {\n"
         "  long r0 = atomic_load_explicit(x, memory_order_relaxed);\n"
         "  atomic_store_explicit(y, r0 * r0, memory_order_relaxed);\n}\n"
         "P1 (atomic_long* x, atomic_long* y) {\n"
         "  long r1 = atomic_load_explicit(y, memory_order_relaxed);\n"
         "  atomic_store_explicit(x, r1, memory_order_relaxed);\n}\n" +
         condition + "\n";
}

}  // namespace

TEST_CASE("what comes out of thin air is found, and said to") {
  for (const std::string& engine : kEngines) {
    CAPTURE(engine);
    const std::string opencl = loadBuffering("OPENCL", "r0", "exists (0:r0=42 /\\ 1:r1=42)");
    const Finished run = asked(opencl, "opencl", engine);
    CAPTURE(run.out);
    CHECK(run.status == 0);
    CHECK(has(run.out, "exists (0:r0=42 /\\ 1:r1=42): " + kOnly));
    CHECK(has(run.out, "note: the model lets reads justify each other in a cycle (P0:0 P0:1 P1:0 P1:1)"));
    CHECK(has(run.out, "race-free\n"));
    CHECK(has(asked(loadBuffering("C", "r0", "exists (0:r0=42)"), "c11", engine).out, kOnly));
    CHECK(has(asked(loadBuffering("C", "r0", "~exists (0:r0=42)"), "c11", engine).out, "does not hold"));
    CHECK(has(asked(loadBuffering("C", "r0", "forall (0:r0=0)"), "c11", engine).out, kOnly));
    CHECK(has(asked(loadBuffering("C", "r0", "exists (0:r0=42 /\\ x=41)"), "c11", engine).out, ": Never\n"));
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
      CHECK_FALSE(has(run.out, "cycle"));
    }
    CHECK(asked(loadBuffering("C", "r0", "exists (0:r0=42)"), "rc11", engine).status == 0);
  }
}

TEST_CASE("only values that go round can be any") {
  for (const std::string& engine : kEngines) {
    CAPTURE(engine);
    CHECK(has(asked(loadBuffering("C", "r0 + 1 - 1", "exists (0:r0=42)"), "c11", engine).out, kOnly));
    const std::string both = loadBuffering("C", "1", "exists (0:r0=1)");
    CHECK(has(asked(both, "c11", engine).out, "exists (0:r0=1): Sometimes\n"));
    for (const std::string stored : {"1", "(r0 ^ r0) + 1", "r0 * 0", "r0 + 1"}) {
      CAPTURE(stored);
      const Finished run = asked(loadBuffering("C", stored, "exists (0:r0=42)"), "c11", engine);
      CHECK(run.status == 0);
      CHECK(has(run.out, ": Never\n"));
    }
    // An even number stays even, and 42 is none that is below 42.
    const std::string even = loadBuffering("C", "r0 & ~1", "exists (0:r0=41)");
    CHECK(has(asked(even, "c11", engine).out, ": Never\n"));
    CHECK(has(asked(loadBuffering("C", "r0 & ~1", "exists (0:r0=42)"), "c11", engine).out, kOnly));
    CHECK(has(asked(loadBuffering("C", "r0 == 42 ? 42 : r0 + 1", "exists (0:r0=42)"), "c11", engine).out,
              kOnly));
    CHECK(has(asked(loadBuffering("C", "r0 == 42 ? 42 : r0 + 1", "exists (0:r0=41)"), "c11", engine).out,
              ": Never\n"));
    // Nothing is asked of final states.
    CHECK(asked(loadBuffering("C", "r0", ""), "c11", engine).status == 0);
  }
}

TEST_CASE("what goes round is a number of its type") {
  for (const std::string& engine : kEngines) {
    CHECK(has(asked(loadBuffering("C", "r0", "exists (0:r0=2147483648)"), "c11", engine).out, ": Never\n"));
    CHECK(has(asked(loadBuffering("C", "r0", "exists (0:r0=-2147483648)"), "c11", engine).out, kOnly));
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
  CHECK(run.status == 0);
  CHECK(has(run.out, kOnly));
}

TEST_CASE("what is not known is not an answer, unless nothing depends on it") {
  for (const std::string& engine : kEngines) {
    CAPTURE(engine);
    const Finished run = asked(products("exists (0:r0=3)"), "c11", engine);
    CAPTURE(run.out);
    CHECK(run.status == 3);
    CHECK(has(run.out, "exists (0:r0=3): " + kReason + "\n"));
    CHECK(has(run.out, "note: values out of thin air: the model lets reads justify each other in a cycle"));
    CHECK(has(run.out, "race-free\n"));  // all accesses are atomic
  }
}

TEST_CASE("every format says so") {
  const std::string test = products("~exists (0:r0=3)");
  const auto json = nlohmann::json::parse(asked(test, "c11", "auto", "json").out)["results"][0];
  CHECK(json["notConsidered"] == "values out of thin air");
  CHECK(json["incomplete"].is_null());
  CHECK(json["raceStatus"] == "race-free");
  CHECK(json["condition"]["answer"] == "undecided");
  CHECK(json["standing"] == "undecided");
  const Finished herd = asked(test, "c11", "auto", "herd");
  CHECK(has(herd.out, "\n?? (values out of thin air)\n"));
  CHECK(has(herd.out, "Observation products Undecided 0 "));
  const Scratch scratch;
  scratch.file("a.litmus", test);
  const Finished batch = runShell("cd " + scratch.path("") +
                                  " && \"$HRFCHECK\" batch a.litmus -m c11 --junit j.xml --html page");
  CHECK(batch.status == 3);
  CHECK(has(batch.out, "values out of thin air"));
  CHECK(has(contents(scratch.path("j.xml")), "undecided: values out of thin air"));
  CHECK(has(contents(scratch.path("page/index.html")), "values out of thin air"));
  const Finished explained = runProgram({"explain", scratch.path("a.litmus"), "-m", "c11"});
  CHECK(explained.status == 3);
  CHECK(has(explained.out, "is " + kReason));
  CHECK(runProgram({"check", "-", "-m", "c11", "--only", "condition"}, test).status == 3);
}

TEST_CASE("every format says what is found only through a value cycle") {
  const std::string test = loadBuffering("C", "r0", "exists (0:r0=42)");
  const auto json = nlohmann::json::parse(asked(test, "c11", "auto", "json").out)["results"][0];
  CHECK(json["condition"]["observation"] == "Sometimes");
  CHECK(json["condition"]["onlyThroughValueCycle"] == true);
  CHECK_FALSE(json.contains("onlyThroughValueCycle"));
  CHECK_FALSE(json.contains("conditional"));
  const Scratch scratch;
  scratch.file("a.litmus", test);
  runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch a.litmus -m c11 --junit j.xml --html page");
  CHECK(has(contents(scratch.path("j.xml")), "condition: found only through a value cycle"));
  CHECK(has(contents(scratch.path("page/index.html")), "Sometimes, only through a value cycle"));
  CHECK(has(asked(test, "c11", "auto", "herd").out, "\nOnlyThroughValueCycle condition some-states\n"));
}

TEST_CASE("without values out of thin air, if that is assumed") {
  for (const std::string& engine : kEngines) {
    CAPTURE(engine);
    const std::vector<std::string> assume{"--assume", "no-thin-air"};
    const Finished run = asked(loadBuffering("C", "r0", "exists (0:r0=42)"), "c11", engine, "text", assume);
    CAPTURE(run.out);
    CHECK(run.status == 0);
    CHECK(has(run.out, "exists (0:r0=42): (Never)\n"));
    CHECK(has(run.out, "(race-free)\n"));
    CHECK(has(run.out, "conditional: holds if no value comes out of thin air\n"));
    CHECK(has(asked(products("exists (0:r0=3)"), "c11", engine, "text", assume).out, ": (Never)\n"));
    // Nothing is assumed where the model has no such execution anyway.
    const Finished forbidden =
        asked(loadBuffering("C", "r0", "exists (0:r0=42)"), "rc11", engine, "text", assume);
    CHECK(has(forbidden.out, ": Never\n"));
    CHECK_FALSE(has(forbidden.out, "conditional"));
    const Finished constants =
        asked(loadBuffering("C", "1", "exists (0:r0=42)"), "c11", engine, "text", assume);
    CHECK(has(constants.out, ": Never\n"));
    CHECK_FALSE(has(constants.out, "conditional"));
  }
  const std::string test = loadBuffering("C", "r0", "exists (0:r0=42)");
  const auto json = nlohmann::json::parse(
      asked(test, "c11", "auto", "json", {"--assume", "no-thin-air"}).out)["results"][0];
  CHECK(json["conditional"] == nlohmann::json::array({"no value comes out of thin air"}));
}

TEST_CASE("final states that depend on values that are not known are said not to be all") {
  const std::string threads = R"(P2 (atomic_long* z) {
  long r2 = atomic_load_explicit(z, memory_order_relaxed);
}
P3 (atomic_long* z) {
  atomic_store_explicit(z, 1, memory_order_relaxed);
}
)";
  for (const std::string& engine : kEngines) {
    CAPTURE(engine);
    const std::string settled = products(threads + "exists (2:r2=1)");
    const Finished few = asked(settled, "c11", engine);
    CAPTURE(few.out);
    CHECK(has(few.out, "exists (2:r2=1): Sometimes\n"));
    CHECK_FALSE(has(few.out, "out of thin air"));
    const std::string listed = products(threads + "locations [0:r0;]\nexists (2:r2=1)");
    const Finished run = asked(listed, "c11", engine);
    CAPTURE(run.out);
    CHECK(run.status == 0);
    CHECK(has(run.out, "exists (2:r2=1): Sometimes\n"));
    CHECK(has(run.out, "out of thin air"));
    const auto json = nlohmann::json::parse(asked(listed, "c11", engine, "json").out);
    CHECK(json["results"][0]["notConsidered"] == "values out of thin air");
    CHECK(json["results"][0]["settled"] == true);
  }
}
