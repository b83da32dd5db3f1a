#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"

namespace conditional_progress_test {

using namespace hrfcheck::test;

namespace {

const std::string kSpin = R"(HSA spin
{ l=0; }
 P0@wg 0         | P1@wg 1 ;
 st.rel.cmp l, 1 | L: ;
                 | ld.acq.cmp r0, l ;
                 | bne r0, 1, L ;
exists (l=1)
)";

const std::string kSc = "acyclic po | rf | co | fr as sc\nempty rmw & (fr ; co) as atomicity\n";

/// An alignment of four wavefronts; models are asked about the values of its words, which feed one another.
std::string alignment() {
  std::string text =
      "HSA NW\n{ s[9]={0,-1,-2,-1,99,99,-2,99,99}; P0:r7=4; P0:r4=3; P1:r7=5; P1:r4=-1; P2:r7=7; P2:r4=-1; "
      "P3:r7=8; P3:r4=3; }\nP0@wg 0,wf 0 | P1@wg 0,wf 1 | P2@wg 0,wf 2 | P3@wg 0,wf 3 ;\n";
  for (const std::string line :
       {"ldslk p0,_,s[r7]", "bar", "A: @!p1 ldslk p1,r11,s[r7-1]", "@p1 stsul s[r7-1],r11",
        "@!p3 ldslk p3,r10,s[r7-3]", "@p3 stsul s[r7-3],r10", "and p2,p3,p1", "@p2 lds r12,s[r7-4]",
        "@p2 add r12,r12,r4", "@p2 max r13,r10,r11", "@p2 sub r13,r13,1", "@p2 max r8,r13,r12",
        "@p2 stsul s[r7],r8", "@!p2 bra A"}) {
    text += line + " | " + line + " | " + line + " | " + line + " ;\n";
  }
  return text + "terminates weak=Y\n";
}

}  // namespace

TEST_CASE("progress answers what it explored where the promise cannot be checked") {
  const Scratch scratch;
  const std::string test = scratch.file("nw.litmus", alignment());
  const Finished run =
      runProgram({"progress", test, "--simt", "stack", "--scheduler", "weak", "--unroll", "16"});
  CHECK(run.status == 0);
  CHECK(has(run.out, "  weak     terminates"));
  CHECK(has(run.out, "terminates: conditional: not decided whether the test is race-free"));
  CHECK(has(run.out, "many possible values to enumerate)"));
  const Finished strict = runProgram({"progress", test, "--simt", "stack", "--scheduler", "weak", "--unroll",
                                      "16", "--fail-on", "conditional"});
  CHECK(strict.status == 1);
}

TEST_CASE("a model that has fewer executions than there are interleavings makes both answers conditional") {
  const Scratch scratch;
  const std::string test = scratch.file("spin.litmus", kSpin);
  const auto under = [&](const std::string& model) {
    return runProgram({"progress", "-m", scratch.file("own.cat", model), test}).out;
  };
  for (const std::string stronger : {"empty [IW] ; rf ; [R] as no-initial-reads",
                                     "empty [R] ; fr as nobody-late", "~empty rf as some-read"}) {
    const std::string out = under(kSc + stronger);
    CHECK(has(out, "may hang: conditional: "));
    CHECK(has(out, "terminates: conditional: "));
    CHECK(has(out, "every execution of own is an interleaving"));
    CHECK(!has(out, "certain"));
    CHECK(!has(out, "the executions of own are the interleavings"));
    CHECK(has(out, stronger.substr(stronger.rfind(' ') + 1)));
  }
  const std::string exact = under(kSc);
  CHECK(has(exact, "may hang: certain, since every interleaving is an execution of own\n"));
  CHECK(has(exact, "terminates: exact: the executions of own are the interleavings\n"));
  const std::string weaker = under("acyclic po-loc | rf | co | fr");
  CHECK(has(weaker, "may hang: certain, since every interleaving is an execution of own\n"));
  CHECK(has(weaker, "terminates: conditional: own does not define races\n"));
}

TEST_CASE("progress says in JSON what an answer assumes, and --fail-on conditional fails") {
  const Scratch scratch;
  const std::string test = scratch.file("spin.litmus", kSpin);
  const std::string model = scratch.file("own.cat", kSc + "empty [IW] ; rf ; [R] as no-initial-reads");
  const auto result = nlohmann::json::parse(
      runProgram({"progress", "--format", "json", "-m", model, test}).out)["results"][0];
  const nlohmann::json assumed{"every interleaving is an execution of own"};
  CHECK(result["models"][0]["exact"] == false);
  CHECK(result["models"][0]["conditional"] == assumed);
  CHECK(result["mayHang"][0]["certain"] == false);
  CHECK(result["mayHang"][0]["conditional"] == assumed);
  const std::string sc = "sc";
  const auto exact =
      nlohmann::json::parse(runProgram({"progress", "--format", "json", "-m", sc, test}).out)["results"][0];
  CHECK(!exact["models"][0].contains("conditional"));
  CHECK(exact["mayHang"][0]["certain"] == true);
  CHECK(runProgram({"progress", "--fail-on", "conditional", "-m", model, test}).status == 1);
  CHECK(runProgram({"progress", "--fail-on", "conditional", "-m", sc, test}).status == 0);
  CHECK(runProgram({"progress", "--fail-on", "conditional", "--no-model", test}).status == 64);
}

TEST_CASE("where nothing terminates, a hang is certain only under models that have it") {
  const Scratch scratch;
  const std::string test = scratch.file("spin.litmus", kSpin);
  const std::string model = scratch.file("own.cat", kSc + "empty [IW] ; rf ; [R] as no-initial-reads");
  const Finished conditional = runProgram({"progress", "--scheduler", "unfair", "-m", model, test});
  CHECK(has(conditional.out,
            "may hang: conditional: that every interleaving is an execution of own is not shown"));
  CHECK(!has(conditional.out, "terminates:"));
  const Finished certain = runProgram({"progress", "--scheduler", "unfair", test});
  CHECK(has(certain.out,
            "may hang: certain, since every interleaving is an execution of hrf-indirect-relaxed\n"));
  const Finished none = runProgram({"progress", "--scheduler", "unfair", "--no-model", test});
  CHECK(has(none.out, "may hang: under interleaving; no memory model was used\n"));
}

}  // namespace conditional_progress_test
