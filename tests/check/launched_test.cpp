#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

#include "cat/library.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "frontend/test_file.h"
#include "support/given.h"
#include "support/verdicts.h"

namespace launched_test {

// A launched kernel is the same test as the one that somebody writes down thread by thread.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::shared_ptr<const Program> launchedFrom(const std::string& text) {
  return parseLitmus(std::make_shared<const Source>("kernel.cl", text));
}

/// What an engine says of a test: outcomes, with numbers of executions left out, the racing pairs, incidents.
std::string answerOf(EngineChoice which, const std::shared_ptr<const Program>& program,
                     const std::string& modelName) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load(modelName);
  const auto engine = makeEngine(which);
  const Verdict verdict =
      checkProgram(*engine, given(std::make_shared<const EventStructure>(program), model), {});
  CHECK(verdict.standing() == Standing::Answered);
  std::set<std::string> parts;
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    std::string values;
    for (const Value value : outcome.values) {
      values += fmt::format(" {}", value);
    }
    parts.insert("outcome" + values);
  }
  for (const Race& race : verdict.races) {
    parts.insert(fmt::format("race P{} P{}", race.first.thread, race.second.thread));
  }
  for (const Incident& incident : verdict.analysis.incidents) {
    parts.insert(fmt::format("incident P{}", incident.where.thread));
  }
  std::string text;
  for (const std::string& part : parts) {
    text += part + "\n";
  }
  return text;
}

void checkSame(const std::string& kernel, const std::string& written, std::size_t threads) {
  const auto launched = launchedFrom(kernel);
  const auto byHand = programOf(written);
  REQUIRE(launched->threads.size() == threads);
  REQUIRE(byHand->threads.size() == threads);
  for (const char* model : {"opencl", "hrf-indirect-relaxed", "sc"}) {
    CAPTURE(model);
    const std::string answer = answerOf(EngineChoice::Explicit, byHand, model);
    CHECK(answer != "");
    CHECK(answerOf(EngineChoice::Explicit, launched, model) == answer);
    CHECK(answerOf(EngineChoice::Smt, launched, model) == answer);
  }
}

}  // namespace

TEST_CASE("a launched kernel and the test with its threads: message passing between groups") {
  const std::string body = R"({
  if (get_group_id(0) == 0) {
    *data = get_local_id(0) + 1;
    atomic_fetch_add_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else {
    int seen = atomic_load_explicit(flag, memory_order_acquire, SCOPE);
    if (seen == 1) { seen = *data + 10; }
    got[get_local_id(0)] = seen;
  }
}
)";
  for (const std::string scope : {"memory_scope_device", "memory_scope_work_group"}) {
    std::string text = body;
    text.replace(text.find("SCOPE"), 5, scope);
    const std::string kernel = "kernel void f(global int* data, global atomic_int* flag, global int* got) " +
                               text + "//# launch 2x2\n//# init got[2]\n//# locations [data; flag; got;]\n";
    std::string written = "OPENCL byhand\n{ got[2]; }\n";
    for (int t = 0; t < 4; ++t) {
      const std::string head =
          fmt::format("P{}@wg {} (global int* data, global atomic_int* flag, global int* got) ", t, t / 2);
      written +=
          head + (t < 2 ? fmt::format("{{ *data = {}; atomic_fetch_add_explicit(flag, 1, "
                                      "memory_order_release, memory_scope_device); }}\n",
                                      t + 1)
                        : fmt::format("{{ int seen = atomic_load_explicit(flag, memory_order_acquire, {}); "
                                      "if (seen == 1) {{ seen = *data + 10; }} got[{}] = seen; }}\n",
                                      scope, t - 2));
    }
    checkSame(kernel, written + "locations [data; flag; got;]\nexists true\n", 4);
  }
}

TEST_CASE("a launched kernel and the test with its threads: local memory and barriers") {
  const std::string kernel = R"(
kernel void f(global int* out, local int* tmp) {
  int me = get_local_id(0);
  tmp[me] = get_global_id(0) + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tmp[1 - me];
}
//# launch 2x2
//# init out[4]; tmp[2]
//# locations [out;]
)";
  std::string written = "OPENCL byhand\n{ out[4]; local a[2]; local b[2]; }\n";
  for (int t = 0; t < 4; ++t) {
    const char* tmp = t < 2 ? "a" : "b";
    written += fmt::format(
        "P{0}@wg {1} (global int* out, local int* {2}) {{ {2}[{3}] = {4}; barrier(CLK_LOCAL_MEM_FENCE); out[{0}] "
        "= {2}[{5}]; }}\n",
        t, t / 2, tmp, t % 2, t + 1, 1 - t % 2);
  }
  checkSame(kernel, written + "locations [out;]\nexists true\n", 4);
}

TEST_CASE("barrier divergence in a kernel") {
  const auto divergent = launchedFrom(R"(
kernel void f(global int* x) {
  if (get_local_id(0) == 0) { barrier(CLK_GLOBAL_MEM_FENCE); } else { barrier(CLK_GLOBAL_MEM_FENCE); }
  *x = 1;
}
//# launch 1x2
)");
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt}) {
    CHECK(answerOf(engine, divergent, "opencl") == "incident P0\nincident P1\n");
  }
}

TEST_CASE("work-items that differ in nothing are interchangeable") {
  const auto program = launchedFrom(R"(
kernel void f(global atomic_int* x) { atomic_fetch_add(x, get_group_id(0)); }
//# launch 2x3
)");
  CHECK(program->threads[0].instructions.size() == 1);
  CheckOptions options;
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto engine = makeEngine(EngineChoice::Explicit);
  const Verdict verdict = checkProgram(
      *engine, given(std::make_shared<const EventStructure>(program), library.load("opencl")), options);
  REQUIRE(verdict.analysis.outcomes.size() == 1);
  CHECK(verdict.analysis.outcomes.front().values == std::vector<Value>{3});
}

TEST_CASE("the models that a test asks for") {
  const auto program =
      launchedFrom("kernel void f(global int* x) { *x = 1; }\n//# launch 1x1\n//# model sc\n");
  CHECK(program->models == std::vector<std::string>{"sc"});
}

TEST_CASE("local memory that may be read before it is written is named") {
  const auto notesOf = [](const std::string& body) {
    const auto program = launchedFrom(
        "//# launch 1x2\n//# init out[2]\n"
        "kernel void k(global int* out) {\n  local int tmp[2];\n"
        "  int i = get_local_id(0);\n" +
        body + "}\n");
    const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
    const Model model = library.load("opencl");
    const auto engine = makeEngine(EngineChoice::Explicit);
    return checkProgram(*engine, given(std::make_shared<const EventStructure>(program), model), {}).notes;
  };
  const std::string fill = "tmp[i] = i;\nbarrier(CLK_LOCAL_MEM_FENCE);\n";
  CHECK(notesOf(fill + "out[i] = tmp[1 - i];\n").empty());
  CHECK(notesOf("out[i] = tmp[i];\n") ==
        std::vector<std::string>{
            "uninitialized local memory may be read, and only these contents are considered: "
            "'tmp[0]' = 0, read at P0:1 (group 0, item 0; kernel.cl:6); "
            "'tmp[1]' = 0, read at P1:1 (group 0, item 1; kernel.cl:6)"});
  CHECK(notesOf("if (i == 0) { tmp[0] = 1; }\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tmp[0];\n").empty());
  CHECK(notesOf("if (i == 0) { tmp[0] = 1; }\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[i] = tmp[i];\n").size() ==
        1);
}

}  // namespace launched_test
