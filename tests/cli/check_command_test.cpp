#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

const std::string kRacy = R"(HSA MP
{ X=0; F=0; }
 P0@wg 0        | P1@wg 1        ;
 st X, 1        | ld.sc.wg r0, F ;
 st.sc.wg F, 1  | ld r1, X       ;
exists (1:r0=1 /\ 1:r1=0)
)";

const std::string kRemote = R"(HSA Remote
{ X=0; F=0; }
 P0@wg 0        | P1@wg 1             ;
 st X, 1        | ld.rm_acq.cmp r0, F ;
 st.rel.wg F, 1 | bne r0, 1, END      ;
                | ld r1, X            ;
                | END:                ;
exists (1:r0=1 /\ 1:r1=0)
)";

std::string oneStore(const std::string& condition) {
  return "HSA One\n{ x=0; }\n P0 ;\n st.sc.sys x, 1 ;\n" + condition + "\n";
}

/// Counters whose executions neither engine can finish in the time these tests have.
std::string manyCounters() {
  std::string header = " P0";
  std::string code = " faa.ar.sys r0, x, 1";
  for (int t = 1; t < 12; ++t) {
    header += " | P" + std::to_string(t);
    code += " | faa.ar.sys r0, x, 1";
  }
  return "HSA Counters\n{ x=0; }\n" + header + " ;\n" + code + " ;\n" + code + " ;\nexists (x=999)\n";
}

/// Which engine `auto` lets answer: it hands over by counting, so that this is the same everywhere.
std::string engineOf(std::vector<std::string> arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), "check");
  arguments.emplace_back("--stats");
  const std::string out = runProgram(arguments, input).out;
  constexpr std::string_view kEngine = "engine: ";
  const std::size_t at = out.find(kEngine);
  return at == std::string::npos ? out
                                 : out.substr(at + kEngine.size(), out.find(',', at) - at - kEngine.size());
}

}  // namespace

TEST_CASE("a report on standard output, without colours when piped") {
  const Scratch scratch;
  const Finished run = runProgram({"check", scratch.file("mp.litmus", kRacy)});
  CHECK(run.status == 0);
  CHECK(run.err == "");
  CHECK(has(run.out, "mp.litmus  ·  hrf-indirect-relaxed  ·  RACY: any outcome is possible\n"));
  CHECK(has(run.out, "P0:1"));
  CHECK_FALSE(has(run.out, "\x1b"));
  CHECK(has(runProgram({"check", "--color", "always", scratch.path("mp.litmus")}).out, "\x1b[1;31m"));
}

TEST_CASE("standard input") {
  const Finished run = runProgram({"check", "-m", "sc", "-"}, oneStore("exists (x=1)"));
  CHECK(run.status == 0);
  CHECK(has(run.out, "<stdin>  ·  sc"));
}

TEST_CASE("remote operations switch the default model, and the report says so") {
  const Finished run = runProgram({"check", "-"}, kRemote);
  CHECK(has(run.out, "·  rsp  ·  race-free"));
  CHECK(has(run.out, "note: the test has remote operations, so rsp stands in for the default"));
  const Finished asked = runProgram({"check", "-m", "hrf-indirect-relaxed", "-"}, kRemote);
  CHECK(has(asked.out, "·  hrf-indirect-relaxed  ·  RACY"));
}

TEST_CASE("several models: a summary, then the reports in order") {
  const Finished run = runProgram({"check", "-m", "sc", "-m", "rsp", "-"}, kRemote);
  CHECK(run.status == 0);
  CHECK(has(run.out, "  model  races             exists"));
  CHECK(run.out.find("·  sc  ·") < run.out.find("·  rsp  ·"));
  const Finished all = runProgram({"check", "-m", "all", "-"}, kRemote);
  CHECK(all.status == 0);
  CHECK(has(all.out, "models  ·  RACY: any outcome is possible\n  hrf-direct hrf-direct-anyloc"));
  CHECK(has(all.out, "  hrf-direct *"));
  CHECK(has(all.out, "  note: not covered by the model's source: remote operations"));
}

TEST_CASE("exit status: expectations and --fail-on") {
  CHECK(runProgram({"check", "-"}, oneStore("~exists (x=1)")).status == 0);
  CHECK(runProgram({"check", "--expect-conditions", "-"}, oneStore("~exists (x=1)")).status == 1);
  CHECK(runProgram({"check", "--expect-conditions", "-"}, oneStore("~exists (x=2)")).status == 0);
  CHECK(runProgram({"check", "--expect-conditions", "-"}, oneStore("forall (x=2)")).status == 1);
  CHECK(runProgram({"check", "--expect-conditions", "-"}, oneStore("exists (x=2)")).status == 0);
  CHECK(runProgram({"check", "--fail-on", "allowed", "-"}, oneStore("exists (x=1)")).status == 1);
  CHECK(runProgram({"check", "--fail-on", "allowed", "-"}, oneStore("exists (x=2)")).status == 0);
  CHECK(runProgram({"check", "--fail-on", "racy", "-"}, oneStore("exists (x=1)")).status == 0);
  CHECK(runProgram({"check", "--fail-on", "racy", "--fail-on", "allowed", "-"}, kRacy).status == 1);
}

TEST_CASE("exit status: a bound that matters, and one that does not") {
  const std::string loop =
      "HSA L\n{ x=0; }\n P0 | P1 ;\n A: | st.sc.sys x, 1 ;\n ld.sc.sys r0, x | ;\n"
      " add r1, r1, 1 | ;\n bne r0, 1, A | ;\n";
  const Finished open = runProgram({"check", "-m", "sc", "-"}, loop + "exists (0:r1=7)\n");
  CHECK(open.status == 3);
  CHECK(has(open.out, "undecided (bound reached)"));
  CHECK(runProgram({"check", "-m", "sc", "-"}, loop + "exists (0:r0=1)\n").status == 0);
  CHECK(runProgram({"check", "-m", "sc", "--unroll", "0", "-"}, loop + "exists (0:r0=1)\n").status == 0);
}

TEST_CASE("exit status: without condition and races the final states are the answer, all of them") {
  const std::string cut =
      "HSA Counts\n{ x=0; y=0; }\n P0             | P1 ;\n L:             | st.sc.sys y, 1 ;\n"
      " st.sc.sys x, 1 | ;\n add r0, r0, 1  | ;\n ld.sc.sys r1, y | ;\n beq r1, 1, E | ;\n"
      " bne r0, 9, L   | ;\n E: | ;\n";
  const Finished open = runProgram({"check", "-m", "sc", "-"}, cut);
  CAPTURE(open.out);
  CHECK(has(open.out, "sc  ·  undecided (bound reached)\n"));
  CHECK(open.status == 3);
  // A witness answers a condition, and then nothing is undecided.
  const Finished found = runProgram({"check", "-m", "sc", "-"}, cut + "exists (x=1)\n");
  CAPTURE(found.out);
  CHECK(has(found.out, "sc  ·  this model defines no races\n"));
  CHECK(has(found.out, "at least Sometimes (bound reached)"));
  CHECK(found.status == 0);
}

TEST_CASE("exit status: a thread that leaves memory") {
  const Finished out = runProgram({"check", "-"}, "HSA F\n{ q[2]={0,0}; }\n P0 ;\n st q[r0+2], 1 ;\n");
  CHECK(out.status == 1);
  CHECK(has(out.out, "index 2 is out of bounds for 'q', which has 2 elements"));
}

TEST_CASE("--stats tells how loops were unrolled") {
  const std::string spin = "HSA L\n{ x=1; }\n P0 ;\n A: ;\n ld.sc.sys r0, x ;\n bne r0, 1, A ;\n";
  CHECK(has(runProgram({"check", "--stats", "-"}, spin).out, "a spin loop: only its last iteration matters"));
  const std::string racy =
      "HSA L\n{ x=1; }\n P0 | P1 ;\n A: | st x, 1 ;\n ld.sc.sys r0, x | ;\n bne r0, 1, A | ;\n";
  CHECK(has(runProgram({"check", "--stats", "-"}, racy).out,
            "a spin loop: its last iteration and up to 1 earlier ones"));
  const std::string counts = "HSA L\n{ x=1; }\n P0 ;\n A: ;\n add r0, r0, 1 ;\n bne r0, 2, A ;\n";
  CHECK(has(runProgram({"check", "--stats", "--unroll", "3", "-"}, counts).out, "unrolled for 3 iterations"));
}

TEST_CASE("--only condition: the condition is answered, races are not") {
  const Finished run = runProgram({"check", "--only", "condition", "-"}, kRacy);
  CHECK(run.status == 0);
  CHECK(has(run.out, "<stdin>  ·  hrf-indirect-relaxed  ·  races not checked\n"));
  CHECK(has(run.out, "final states not listed: only the condition was checked\n    one that "));
  CHECK(has(run.out, "): Sometimes\n"));
  CHECK(has(run.out, "note: races were not checked; a racy or undefined test may have any outcome"));
  CHECK_FALSE(has(run.out, "race-free"));
  CHECK(runProgram({"check", "--only", "condition", "--fail-on", "allowed", "-"}, kRacy).status == 1);
}

TEST_CASE("--only races: races are answered, the condition is not") {
  const Finished run = runProgram({"check", "--only", "races", "-"}, kRacy);
  CHECK(run.status == 0);
  CHECK(has(run.out, "RACY"));
  CHECK(has(run.out, "  final states not computed\n"));
  CHECK(has(run.out, "): not checked\n"));
  CHECK(runProgram({"check", "--only", "races", "--fail-on", "racy", "-"}, kRacy).status == 1);
  const Finished table = runProgram({"check", "--only", "condition", "-m", "sc", "-m", "rsp", "-"}, kRemote);
  CHECK(has(table.out, "  rsp    not checked  Never\n"));
}

TEST_CASE("a bound leaves --only condition undecided where it matters") {
  const std::string loop =
      "HSA L\n{ x=0; }\n P0 ;\n A: ;\n add r1, r1, 1 ;\n ld.sc.sys r0, x ;\n bne r0, r1, A ;\n";
  const Finished open =
      runProgram({"check", "-m", "sc", "--only", "condition", "-"}, loop + "exists (0:r1=99)\n");
  CHECK(open.status == 3);
  CHECK(has(open.out, "undecided (bound reached): races not checked"));
}

TEST_CASE("symmetry and the way of enumeration change no answer") {
  const Finished plain = runProgram({"check", "-"}, kRacy);
  CHECK(runProgram({"check", "--symmetry", "off", "-"}, kRacy).out == plain.out);
  const auto solved = [](const std::string& enumeration) {
    return runProgram({"check", "--engine", "smt", "--enumeration", enumeration, "-"}, kRemote).out;
  };
  const auto outcomes = [](const std::string& report) { return report.substr(0, report.find("note:")); };
  CHECK(outcomes(solved("blocking")) == outcomes(solved("search")));
}

TEST_CASE("several files: a bad one does not stop the others") {
  const Scratch scratch;
  const std::string bad =
      scratch.file("bad.litmus", "HSA B\n{ x=0; }\n P0 ;\n st.frob x, 1 ;\nexists (x=1)\n");
  const std::string good = scratch.file("good.litmus", oneStore("exists (x=1)"));
  const Finished run =
      runProgram({"check", "--fail-on", "allowed", bad, scratch.path("missing.litmus"), good});
  CHECK(run.status == 2);
  CHECK(has(run.err, "bad.litmus:4:"));
  CHECK(has(run.err, "missing.litmus"));
  CHECK(has(run.out, "good.litmus  ·"));
}

TEST_CASE("formats") {
  const Finished herd = runProgram({"check", "-m", "sc", "--format", "herd", "-"}, oneStore("exists (x=1)"));
  CHECK(herd.out.rfind("Test One Allowed\nStates 1\n[x]=1;\nOk\n", 0) == 0);
  CHECK(has(herd.out, "Time One 0.00\nHash="));
  const Scratch scratch;
  const std::string bad = scratch.file("bad.litmus", "HSA B\n");
  const Finished json = runProgram({"check", "-m", "sc", "-m", "rsp", "--format", "json", bad, "-"}, kRemote);
  CHECK(json.status == 2);
  const auto document = nlohmann::json::parse(json.out);
  CHECK(document["results"].size() == 2);
  CHECK(document["diagnostics"].at(0)["file"] == bad);
  const Finished two = runProgram({"check", "-m", "sc", "-m", "rsp", "--format", "herd", "-"}, kRemote);
  CHECK(two.status == 64);
  CHECK(two.out == "");
}

TEST_CASE("the same input gives the same bytes") {
  for (const std::string format : {"text", "herd", "json"}) {
    const Finished one = runProgram({"check", "--format", format, "-"}, kRacy);
    CHECK(one.out == runProgram({"check", "--format", format, "-"}, kRacy).out);
    CHECK(one.out != "");
  }
}

TEST_CASE("-o writes a whole file and leaves nothing else") {
  const Scratch scratch;
  const std::string test = scratch.file("mp.litmus", kRacy);
  const Finished run = runProgram({"check", "-o", scratch.path("report.txt"), test});
  CHECK(run.status == 0);
  CHECK(run.out == "");
  CHECK(contents(scratch.path("report.txt")) == runProgram({"check", test}).out);
  CHECK(scratch.names() == std::vector<std::string>{"mp.litmus", "report.txt"});
  const Finished nowhere = runProgram({"check", "-o", scratch.path("no/such/folder/r.txt"), test});
  CHECK(nowhere.status == 2);
  CHECK(has(nowhere.err, "cannot write"));
  CHECK(runProgram({"check", "-o", "/dev/null", test}).status == 0);
}

TEST_CASE("engines agree, and --stats names the one that answered") {
  const auto report = [](const std::string& engine) {
    const Finished run = runProgram({"check", "--engine", engine, "-"}, kRacy);
    CHECK(run.status == 0);
    return run.out;
  };
  CHECK(report("explicit") == report("auto"));
  CHECK(report("smt").substr(0, 80) == report("auto").substr(0, 80));
  CHECK(has(runProgram({"check", "--engine", "smt", "--stats", "-"}, kRacy).out, "engine: smt"));
  CHECK(has(runProgram({"check", "--stats", "-"}, kRacy).out, "engine: explicit"));
}

TEST_CASE("--dump-smt2 writes the formula") {
  const Scratch scratch;
  CHECK(runProgram({"check", "--dump-smt2", scratch.path("f.smt2"), "-"}, kRacy).status == 0);
  CHECK(has(contents(scratch.path("f.smt2")), "; MP under hrf-indirect-relaxed\n"));
  CHECK(has(contents(scratch.path("f.smt2")), "(assert"));
  CHECK(runProgram({"check", "--engine", "explicit", "--dump-smt2", scratch.path("g"), "-"}, kRacy).status ==
        64);
}

TEST_CASE("models: by path, by --include, and unknown with a hint") {
  const Scratch scratch;
  const std::string model = scratch.file("mine.cat", "\"Mine\"\nacyclic po | rf | co | fr as sc\n");
  CHECK(has(runProgram({"check", "-m", model, "-"}, kRacy).out, "mine"));
  CHECK(
      has(runProgram({"check", "--include", scratch.path(""), "-m", "mine", "-"}, kRacy).out, "·  mine  ·"));
  const Finished unknown = runProgram({"check", "-m", "rps", "-"}, kRacy);
  CHECK(unknown.status == 2);
  CHECK(has(unknown.err, "rps"));
  CHECK(has(unknown.err, "rsp"));
  CHECK(unknown.out == "");
  CHECK(runProgram({"check", "--include", scratch.path("nowhere"), "-"}, kRacy).status == 2);
}

TEST_CASE("a time limit gives an undecided report") {
  const Finished run =
      runProgram({"check", "--engine", "explicit", "--timeout", "0.3", "-m", "sc", "-"}, manyCounters());
  CHECK(run.status == 3);
  CHECK(has(run.out, "undecided"));
}

TEST_CASE("Ctrl-C finishes the report as undecided") {
  const Finished run =
      runProgram({"check", "--engine", "explicit", "-m", "sc", "-", "other.litmus"}, manyCounters(), 700);
  CHECK(run.status == 3);
  CHECK(has(run.out, "<stdin>  ·  sc  ·  undecided (interrupted)"));
  CHECK(has(run.err, "interrupted: 1 test was not checked"));
}

TEST_CASE("a test that needs more memory than allowed is undecided") {
  const Finished run =
      runProgram({"check", "--engine", "explicit", "-m", "sc", "--memory", "1", "-"}, manyCounters());
  CHECK(run.status == 3);
  CHECK(has(run.out, "<stdin>  ·  sc  ·  undecided (memory limit)"));
}

TEST_CASE("a terminal is told what takes long, and nothing of it stays") {
  const Scratch scratch;
  const std::string test = scratch.file("counters.litmus", manyCounters());
  const Finished run = runOnTerminal({"check", "--engine", "explicit", "-m", "sc", test}, 2500);
  CHECK(run.status == 3);
  const std::size_t line = run.out.find(" under sc · explicit · ");
  REQUIRE(line != std::string::npos);
  CHECK(has(run.out, " decisions · 1 s"));
  const std::size_t erased = run.out.rfind("\r\x1b[K");
  CHECK(erased > line);
  CHECK(run.out.find("undecided (interrupted)") > erased);
}

TEST_CASE("nothing is told where standard error is no terminal, unless it is asked for") {
  const Finished quiet =
      runProgram({"check", "--engine", "explicit", "-m", "sc", "--timeout", "1.5", "-"}, manyCounters());
  CHECK(quiet.err.empty());
  const Finished told =
      runProgram({"check", "--engine", "explicit", "-m", "sc", "--timeout", "1.5", "--progress", "on", "-"},
                 manyCounters());
  CHECK(has(told.err, " under sc · explicit · "));
}

TEST_CASE("pairs of the same lines are reported together") {
  const std::string writers =
      "HSA groups\n{ x=0; }\nP0@wg 0 | P1@wg 1 | P2@wg 2 ;\nst x, 1 | st x, 1 | nop ;\nnop | nop | ld r0, x ;\n"
      "exists (2:r0=1)\n";
  const Finished text = runProgram({"check", "-m", "drf0", "-"}, writers);
  CHECK(has(text.out, "\n    and 1 more pair of these lines: P1:0 × P2:1\n"));
  const Finished json = runProgram({"check", "-m", "drf0", "--format", "json", "-"}, writers);
  const nlohmann::json groups = nlohmann::json::parse(json.out)["results"].at(0)["raceGroups"];
  REQUIRE(groups.size() == 2);
  CHECK(groups[0]["lines"] == nlohmann::json{4});
  CHECK(groups[0]["races"].size() == 1);
  CHECK(groups[1]["lines"] == nlohmann::json{4, 5});
  CHECK(groups[1]["races"].size() == 2);
}

TEST_CASE("a test with far more executions than outcomes is left to the solver") {
  std::string head = " P0";
  std::string code = " st.rlx.sys x, 0";
  for (int i = 1; i < 8; ++i) {
    head += " | P" + std::to_string(i);
    code += " | st.rlx.sys x, " + std::to_string(i);
  }
  const std::string test = "HSA Writers\n{ x=0; }\n" + head + " ;\n" + code + " ;\nexists (x=3)\n";
  const Finished run = runProgram({"check", "--stats", "-"}, test);
  CHECK(run.status == 0);
  CHECK(has(run.out, "exists ([x]=3): Sometimes"));
  CHECK(has(run.out, "engine: smt"));
}

TEST_CASE("a loop with more values than can be enumerated is refused, with its place") {
  const Finished run = runProgram({"check", "--unroll", "1000", "-"},
                                  "HSA Count\n{ x=0; }\n P0 ;\n L: faa.rlx.cmp r0, x, 1 ;\n"
                                  " blt r0, 99999, L ;\nexists (x=5)\n");
  CHECK(run.status == 2);
  CHECK(has(run.err, "error: too many possible values to enumerate"));
  CHECK(has(run.err, "<stdin>:"));
}

TEST_CASE("a file full of mistakes does not flood the terminal") {
  std::string code;
  for (int i = 0; i < 60; ++i) {
    code += " st x ;\n";
  }
  const std::string test = "HSA Wrong\n{ x=0; }\n P0 ;\n" + code + "exists (x=1)\n";
  const Finished run = runProgram({"check", "-"}, test);
  CHECK(run.status == 2);
  CHECK(has(run.err, "... and 10 more (--format json lists all)\n"));
  const auto report = nlohmann::json::parse(runProgram({"check", "--format", "json", "-"}, test).out);
  CHECK(report["diagnostics"].size() == 60);
}

TEST_CASE("C11 tests are asked about under rc11, and the report says so") {
  const std::string c = "C L\n{ }\nP0 (atomic_int* x) { int r0 = atomic_load(x); }\nexists (0:r0=0)\n";
  const Finished run = runProgram({"check", "-"}, c);
  CHECK(run.status == 0);
  CHECK(has(run.out, "rc11"));
  CHECK(has(run.out, "note: the test is C11, so rc11 stands in for the default hrf-indirect-relaxed"));
}

TEST_CASE("local memory beside global memory is outside of the HRF models") {
  const std::string both =
      "OPENCL L\n{ }\nP0@wg 0 (global int* x, local int* y) { *x = 1; *y = 1; }\nexists (x=1)\n";
  CHECK(has(runProgram({"check", "-m", "hrf-indirect-relaxed", "-"}, both).out,
            "local memory beside global memory"));
  CHECK_FALSE(has(runProgram({"check", "-m", "opencl", "-"}, both).out, "local memory beside global memory"));
}

TEST_CASE("a path and a name that would upset a terminal are shown without what upsets it") {
  const Scratch scratch;
  const std::string test = "HSA n\x1b]0;name\x07\n{ x=0; }\n P0 ;\n st x, 1 ;\nexists (x=1)\n";
  scratch.file("a\x1b[31mb\nc.litmus", test);
  scratch.file("wrong\x1b[31m.litmus", "HSA n\n{ x=0; }\n P0 ;\n frobnicate ;\n");
  for (const std::string arguments :
       {"check a*.litmus -m sc", "check a*.litmus -m sc -m drf0", "check a*.litmus --format herd -m sc",
        "explain a*.litmus -m sc", "progress a*.litmus", "check wrong*.litmus", "batch . -m sc",
        "check none$'\\x1b'.litmus"}) {
    CAPTURE(arguments);
    const Finished run = runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" " + arguments);
    CHECK(run.status <= 2);
    CHECK((run.out + run.err).size() > 10);
    CHECK((run.out + run.err).find('\x1b') == std::string::npos);
    CHECK((run.out + run.err).find('\x07') == std::string::npos);
  }
}

TEST_CASE("--trust-includes lets a model include files of other folders") {
  const Scratch scratch;
  const std::string part = scratch.file("part.cat", "let p = po | rf\n");
  const std::string model = scratch.file("m.cat", "\"m\"\ninclude \"" + part + "\"\nacyclic p as order\n");
  const std::string test =
      scratch.file("t.litmus", "HSA t\n{ x=0; }\nP0 ;\nst.sc.sys x, 1 ;\nexists (x=1)\n");
  const Finished refused = runProgram({"check", test, "-m", model});
  CHECK(refused.status == 2);
  CHECK(refused.err.find("--trust-includes lets a model include any file") != std::string::npos);
  const Finished trusted = runProgram({"check", test, "-m", model, "--trust-includes"});
  CHECK(trusted.status == 0);
  CHECK(trusted.err.empty());
}

TEST_CASE("two models of one file name are called by their paths") {
  const Scratch one;
  const Scratch other;
  const std::string first = one.file("m.cat", "\"m\"\nacyclic po | rf | co | fr as order\n");
  const std::string second = other.file("m.cat", "\"m\"\nempty 0 as nothing\n");
  const Finished both = runProgram({"check", "-", "-m", first, "-m", second}, oneStore("exists (x=1)"));
  CHECK(both.status == 0);
  CHECK(has(both.out, "  " + first + " "));
  CHECK(has(both.out, "  " + second + " "));
  CHECK(has(runProgram({"check", "-", "-m", first}, oneStore("exists (x=1)")).out, "·  m  ·"));
}

TEST_CASE("a search with many dead ends and few final states is left to the solver") {
  const std::string lock = std::string(HRFCHECK_SOURCE_DIR) + "/kernels/ticket-lock.cl:ticket-lock";
  CHECK(engineOf({lock, "-m", "hrf-indirect-relaxed", "--launch", "8x1", "--forall", "(counter = 8)"}) ==
        "smt");
}

TEST_CASE("a search in which every candidate is a final state of its own goes on") {
  std::string test = "C adds\n{ [x] = 0; }\n";
  std::string registers;
  for (int t = 0; t < 6; ++t) {
    test += "P" + std::to_string(t) + " (atomic_int* x) {\n";
    for (const char* r : {"r0", "r1"}) {
      test += std::string("  int ") + r + " = atomic_fetch_add_explicit(x, 1, memory_order_seq_cst);\n";
    }
    test += "}\n";
    registers += std::to_string(t) + ":r0; " + std::to_string(t) + ":r1; ";
  }
  CHECK(engineOf({"-", "-m", "sc"}, test + "locations [" + registers + "]\nexists (x=11)\n") == "explicit");
}
