#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"
#include "support/json_schema.h"

namespace explain_command_test {

using namespace hrfcheck::test;

namespace {

std::string litmus(const std::string& name) {
  return std::string(HRFCHECK_SOURCE_DIR) + "/litmus/" + name;
}

}  // namespace

TEST_CASE("explain: allowed and forbidden final states, by default the test's condition") {
  const std::string sb = litmus("hrf/t20-sb-rlx.litmus");
  const Finished forbidden = runProgram({"explain", "-m", "sc", sb});
  CHECK(forbidden.status == 0);
  CHECK(has(forbidden.out, "(0:r0=0 /\\ 1:r1=0) is forbidden"));
  CHECK(has(forbidden.out, "sc: acyclic"));
  const Finished allowed = runProgram({"explain", "-m", "sc", "--outcome", "0:r0=0 1:r1=1", sb});
  CHECK(allowed.status == 0);
  CHECK(has(allowed.out, "is allowed"));
  CHECK(has(allowed.out, "   1. P0:0 stores A=1"));
  const Finished both = runProgram({"explain", "-m", "sc", "-m", "hrf-indirect-relaxed", sb});
  CHECK(has(both.out, "is forbidden"));
  CHECK(has(both.out, "is allowed"));
}

TEST_CASE("explain: a racy test promises nothing, and its races are explained") {
  const std::string test = litmus("rsp/fig14-case2.litmus");
  const Finished run = runProgram({"explain", "-m", "hrf-indirect-relaxed", test});
  CHECK(run.status == 0);
  CHECK(has(run.out, "RACY: any outcome is possible"));
  CHECK(has(run.out, "P0 released to wg 0, which does not contain P1"));
  CHECK(has(run.out, "would not race if P0:1 were at cmp scope"));
  const Finished asked =
      runProgram({"explain", "-m", "hrf-indirect-relaxed", "--outcome", "1:r0=1 1:r1=2", test});
  CHECK(has(asked.out, "RACY: any outcome is possible"));
  CHECK_FALSE(has(asked.out, "would not race if"));
}

TEST_CASE("explain: a requirement is quoted with all its parentheses") {
  const Finished run = runProgram(
      {"explain", "-m", "c11", "-"},
      "C twice\n{ x = 0; }\nP0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); }\n"
      "P1 (atomic_int* x) {\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n"
      "  int r1 = atomic_load_explicit(x, memory_order_relaxed);\n}\nexists (1:r0=1 /\\ 1:r1=0)\n");
  CHECK(has(run.out, "  coherence: irreflexive (rf^-1)? ; mo ; rf? ; hb   c11-base.cat:"));
}

TEST_CASE("explain: forall asks what would refute it") {
  const std::string test =
      "HSA F\n{ x=0; }\n P0 | P1 ;\n st.sc.sys x, 1 | ld.sc.sys r0, x ;\nforall (1:r0=1)\n";
  const Finished run = runProgram({"explain", "-m", "sc", "-"}, test);
  CHECK(run.status == 0);
  CHECK(has(run.out, "~(1:r0=1) is allowed"));
}

TEST_CASE("explain: JSON") {
  const Finished run =
      runProgram({"explain", "-m", "sc", "--format", "json", litmus("hrf/t20-sb-rlx.litmus")});
  const auto json = nlohmann::json::parse(run.out);
  CHECK(json["format"] == "hrfcheck-explanation");
  CHECK(json["explanations"][0]["status"] == "forbidden");
  CHECK(json["explanations"][0]["refutations"][0]["steps"].size() == 4);
  for (const std::string model : {"sc", "rsp", "hrf-indirect-relaxed"}) {
    for (const std::string file :
         {"hrf/t20-sb-rlx.litmus", "rsp/fig14-case2.litmus", "hrf/t04-hrf0-fig2.litmus"}) {
      const auto document =
          nlohmann::json::parse(runProgram({"explain", "-m", model, "--format", "json", litmus(file)}).out);
      CHECK(schemaMistakes("explanation", document) == "");
    }
  }
  CHECK(schemaMistakes("explanation", {{"format", "hrfcheck-explanation"}}) != "");
}

TEST_CASE("explain: pictures") {
  const Scratch scratch;
  const std::string sb = litmus("hrf/t20-sb-rlx.litmus");
  CHECK(runProgram({"explain", "-m", "sc", "--picture", scratch.path("why.dot"), sb}).status == 0);
  const std::string dot = contents(scratch.path("why.dot"));
  CHECK(has(dot, "is forbidden by sc"));
  CHECK(has(dot, "the cycle"));
  CHECK(runProgram({"explain", "-m", "hrf-indirect-relaxed", "--picture", scratch.path("race.dot"),
                    litmus("rsp/fig14-case2.litmus")})
            .status == 0);
  CHECK(has(contents(scratch.path("race.dot")), "race"));
  CHECK(runProgram({"explain", "-m", "sc", "--picture", "why.gif", sb}).status == 64);
}

TEST_CASE("explain: mistakes") {
  const std::string sb = litmus("hrf/t20-sb-rlx.litmus");
  const Finished unknown = runProgram({"explain", "-m", "sc", "--outcome", "0:r7=0", sb});
  CHECK(unknown.status == 2);
  CHECK(has(unknown.err, "--outcome:1:3: error: "));
  CHECK(runProgram({"explain"}).status == 64);
  CHECK(runProgram({"explain", "-m", "sc", "missing.litmus"}).status == 2);
  CHECK(runProgram({"explain", "-m", "sc", "--outcome", "", sb}).status == 0);
}

}  // namespace explain_command_test
