// What is no answer must not look like one: each of five formats with each of four kinds.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/batch_support.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

/// The loop bound decides whether there is another final state.
const std::string kUndecided = R"(HSA Counts
{ x=0; }
 P0             ;
 L:             ;
 add r0, r0, 1  ;
 bne r0, 9, L   ;
 st.sc.sys x, 1 ;
~exists (x=2)
)";

/// No final state passes the filter.
const std::string kVacuous = R"(HSA Nothing
{ x=0; }
 P0             ;
 st.sc.sys x, 1 ;
filter (x=5)
~exists (x=1)
)";

/// `rc11` is for C11 tests.
const std::string kInapplicable = R"(HSA One
{ x=0; }
 P0             ;
 st.sc.sys x, 1 ;
exists (x=1)
)";

/// An execution that neither engine gets to the end of in the time these tests have.
std::string longTest() {
  std::string header = " P0";
  std::string code = " faa.ar.sys r0, x, 1";
  for (int t = 1; t < 12; ++t) {
    header += " | P" + std::to_string(t);
    code += " | faa.ar.sys r0, x, 1";
  }
  return "HSA Counters\n{ x=0; }\n" + header + " ;\n" + code + " ;\n" + code + " ;\n~exists (x=999)\n";
}

constexpr unsigned kWaitMilliseconds = 1500;  // milliseconds

Finished checked(const std::string& test, const std::vector<std::string>& options, unsigned interrupt = 0) {
  std::vector<std::string> words{"check", "-"};
  words.insert(words.end(), options.begin(), options.end());
  return runProgram(words, test, interrupt);
}

Finished interrupted(const std::string& format) {
  return checked(longTest(), {"--engine", "explicit", "-m", "sc", "--format", format}, kWaitMilliseconds);
}

/// A run over one test; the reports are in the folder.
Finished batched(const Scratch& scratch, const std::string& test, const std::string& model,
                 const std::string& options = "") {
  scratch.file("a.litmus", test);
  return runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch a.litmus -m " + model +
                  " --junit junit.xml --html page --herd logs --results all.jsonl " + options);
}

/// A run over many tests that gets Ctrl-C when it has done some of them.
Finished batchInterrupted(const Scratch& scratch) {
  for (int i = 0; i < 6; ++i) {
    scratch.file("a" + std::to_string(i) + ".litmus", moderateTest("a" + std::to_string(i)));
  }
  scratch.file("z.litmus", endlessTest("z"));
  return runShell("cd " + scratch.path("") +
                  "\n\"$HRFCHECK\" batch . -j 1 --junit junit.xml --html page --herd logs " +
                  "--results all.jsonl " + kSlowly +
                  " &\nfor i in $(seq 600); do test -f all.jsonl && test $(wc -l < all.jsonl) -ge 3 && "
                  "break; sleep 0.1; done\n"
                  "kill -TERM $!\nwait $!");
}

nlohmann::json resultOf(const Finished& run) {
  return nlohmann::json::parse(run.out).at("results").at(0);
}

}  // namespace

TEST_CASE("text: undecided") {
  const Finished run = checked(kUndecided, {});
  CHECK(run.status == 3);
  CHECK(has(run.out, "undecided (bound reached): no race found so far"));
  CHECK(has(run.out, "~exists ([x]=2): undecided (bound reached)\n"));
  CHECK_FALSE(has(run.out, "race-free"));
  CHECK_FALSE(has(run.out, "holds"));
}

TEST_CASE("text: interrupted") {
  const Finished run = interrupted("text");
  CHECK(run.status == 3);
  CHECK(has(run.out, "·  undecided (interrupted)"));
  CHECK(has(run.out, "~exists ([x]=999): undecided (interrupted)\n"));
  CHECK_FALSE(has(run.out, "holds"));
}

TEST_CASE("text: vacuous") {
  const Finished run = checked(kVacuous, {});
  CHECK(run.status == 3);
  CHECK(has(run.out, "·  VACUOUS: there is no execution that could race\n"));
  CHECK(has(run.out,
            "~exists ([x]=1): vacuous (no execution is consistent and complete and passes the filter)\n"));
  CHECK_FALSE(has(run.out, "race-free"));
  CHECK_FALSE(has(run.out, "holds"));
  CHECK_FALSE(has(run.out, "Never"));
}

TEST_CASE("text: inapplicable") {
  const Finished run = checked(kInapplicable, {"-m", "rc11", "-m", "hsa"});
  CHECK(run.status == 2);
  CHECK(has(run.out, "not applicable (the model is not intended for HSA tests):\n    rc11"));
  CHECK(has(run.out, "·  hsa  ·  race-free"));
  CHECK(has(run.err, "rc11 is not applicable to <stdin>: the model is not intended for HSA tests"));
  const Finished alone = checked(kInapplicable, {"-m", "rc11"});
  CHECK(alone.status == 2);
  CHECK_FALSE(has(alone.out, "race-free"));
}

TEST_CASE("JSON: undecided") {
  const Finished run = checked(kUndecided, {"--format", "json"});
  CHECK(run.status == 3);
  const auto result = resultOf(run);
  CHECK(result["standing"] == "undecided");
  CHECK(result["settled"] == false);
  CHECK(result["raceStatus"] == "undecided");
  CHECK(result["incomplete"] == "bound reached");
  CHECK(result["condition"]["status"] == "undecided");
  CHECK(result["condition"]["answer"] == "undecided");
  CHECK(result["condition"]["holds"].is_null());
}

TEST_CASE("JSON: interrupted") {
  const Finished run = interrupted("json");
  CHECK(run.status == 3);
  const auto result = resultOf(run);
  CHECK(result["standing"] == "undecided");
  CHECK(result["incomplete"] == "interrupted");
  CHECK(result["condition"]["answer"] == "undecided");
  CHECK(result["condition"]["holds"].is_null());
}

TEST_CASE("JSON: vacuous") {
  const Finished run = checked(kVacuous, {"--format", "json"});
  CHECK(run.status == 3);
  const auto result = resultOf(run);
  CHECK(result["standing"] == "vacuous");
  CHECK(result["settled"] == false);
  CHECK(result["raceStatus"] == "vacuous");
  CHECK(result["condition"]["status"] == "vacuous");
  CHECK(result["condition"]["observation"] == "Vacuous");
  CHECK(result["condition"]["answer"] == "vacuous");
  CHECK(result["condition"]["holds"].is_null());
}

TEST_CASE("JSON: inapplicable") {
  const Finished run = checked(kInapplicable, {"--format", "json", "-m", "rc11"});
  CHECK(run.status == 2);
  const auto report = nlohmann::json::parse(run.out);
  CHECK(report["results"].empty());
  REQUIRE(report["notApplicable"].size() == 1);
  CHECK(report["notApplicable"][0]["model"] == "rc11");
  REQUIRE(report["diagnostics"].size() == 1);
  CHECK(report["diagnostics"][0]["severity"] == "error");
}

TEST_CASE("JUnit: undecided") {
  const Scratch scratch;
  const Finished run = batched(scratch, kUndecided, "hsa");
  CHECK(run.status == 3);
  const std::string junit = contents(scratch.path("junit.xml"));
  CHECK(has(junit, "skipped=\"1\""));
  CHECK(has(junit, "<skipped message=\"undecided: bound reached\""));
}

TEST_CASE("JUnit: interrupted") {
  const Scratch scratch;
  CHECK(batchInterrupted(scratch).status == 3);
  const std::string junit = contents(scratch.path("junit.xml"));
  CHECK(has(junit, "<error"));
  CHECK(has(junit, "interrupted"));
  CHECK_FALSE(has(junit, "<testsuites name=\"hrfcheck batch\" tests=\"0\""));
  CHECK_FALSE(has(junit.substr(0, junit.find("<testsuite ")), "errors=\"0\""));
}

TEST_CASE("JUnit: vacuous") {
  const Scratch scratch;
  const Finished run = batched(scratch, kVacuous, "hsa", "--expect none");
  CHECK(run.status == 3);
  CHECK(has(contents(scratch.path("junit.xml")), "<skipped message=\"vacuous: no execution is consistent"));
  // A condition that must hold has not held.
  const Finished judged = batched(scratch, kVacuous, "hsa");
  CHECK(judged.status == 1);
  CHECK(has(contents(scratch.path("junit.xml")), "<failure message=\"~exists ([x]=1) is vacuous: "));
}

TEST_CASE("JUnit: inapplicable") {
  const Scratch scratch;
  const Finished run = batched(scratch, kInapplicable, "rc11");
  CHECK(run.status == 2);
  CHECK(has(run.err, "rc11 is not applicable to any of the tests"));
  const std::string junit = contents(scratch.path("junit.xml"));
  CHECK(has(junit, "skipped=\"1\""));
  CHECK(has(junit, "<skipped message=\"not-applicable: the model is not intended for HSA tests\""));
}

TEST_CASE("page: undecided") {
  const Scratch scratch;
  batched(scratch, kUndecided, "hsa");
  const std::string page = contents(scratch.path("page/index.html"));
  CHECK(has(page, "1 undecided"));
  CHECK(has(page, "{\"k\":\"undecided\",\"w\":\"undecided\",\"s\":\"undecided\""));
}

TEST_CASE("page: interrupted") {
  const Scratch scratch;
  CHECK(batchInterrupted(scratch).status == 3);
  const std::string page = contents(scratch.path("page/index.html"));
  CHECK(has(page.substr(0, page.find("<script")), "interrupted"));
}

TEST_CASE("page: vacuous") {
  const Scratch scratch;
  batched(scratch, kVacuous, "hsa", "--expect none");
  const std::string page = contents(scratch.path("page/index.html"));
  CHECK(has(page, "1 vacuous"));
  CHECK(has(page, "{\"k\":\"vacuous\",\"w\":\"vacuous\",\"s\":\"vacuous\""));
}

TEST_CASE("page: inapplicable") {
  const Scratch scratch;
  batched(scratch, kInapplicable, "rc11");
  const std::string page = contents(scratch.path("page/index.html"));
  CHECK(has(page, "1 not applicable"));
  CHECK(has(page, "{\"k\":\"inapplicable\",\"w\":\"n/a\",\"s\":\"not-applicable\""));
}

TEST_CASE("herd log: undecided") {
  const Finished run = checked(kUndecided, {"--format", "herd"});
  CHECK(run.status == 3);
  CHECK(has(run.out, "Incident bound-reached P0:"));
  CHECK(has(run.out, "\nLoop Ok\n"));
  CHECK(has(run.out, "Observation Counts Undecided 0 0\n"));
  const Finished late = checked(longTest(), {"--format", "herd", "--engine", "explicit", "--timeout", "0.3"});
  CHECK(late.status == 3);
  CHECK(has(late.out, "\nIncomplete time limit\nStates "));
  CHECK(has(late.out, "\n?? (time limit)\n"));
}

TEST_CASE("herd log: interrupted") {
  const Finished run = interrupted("herd");
  CHECK(run.status == 3);
  CHECK(has(run.out, "\nIncomplete interrupted\nStates "));
  CHECK(has(run.out, "\n?? (interrupted)\n"));
  const Scratch scratch;
  CHECK(batchInterrupted(scratch).status == 3);
  CHECK(has(contents(scratch.path("logs/hrf-indirect-relaxed.log")), "incomplete"));
}

TEST_CASE("herd log: vacuous") {
  const Finished run = checked(kVacuous, {"--format", "herd"});
  CHECK(run.status == 3);
  CHECK(has(run.out, "\nStates 0\n?? (vacuous)\n"));
  CHECK(has(run.out, "Observation Nothing Vacuous 0 0\n"));
}

TEST_CASE("herd log: inapplicable") {
  const Finished run = checked(kInapplicable, {"--format", "herd", "-m", "rc11"});
  CHECK(run.status == 2);
  CHECK(run.out == "Omitted - under rc11 (not applicable: the model is not intended for HSA tests)\n\n");
  const Scratch scratch;
  batched(scratch, kInapplicable, "rc11");
  CHECK(contents(scratch.path("logs/rc11.log")) ==
        "Omitted a.litmus (not-applicable: the model is not intended for HSA tests)\n\n");
}

TEST_CASE("what an undefined test ends in does not hold") {
  const std::string racy = R"(HSA Racy
{ x=0; }
 P0@wg 0 | P1@wg 1 ;
 st x, 1 | ld r0, x ;
forall (x=1)
)";
  const Finished run = checked(racy, {"--expect-conditions"});
  CHECK(run.status == 1);
  CHECK(has(run.out, "forall ([x]=1): Always\n    undefined: the test is racy, and may end in any state\n"));
  CHECK(checked(racy, {}).status == 0);
  const auto json = resultOf(checked(racy, {"--format", "json"}));
  CHECK(json["condition"]["answer"] == "undefined");
  CHECK(json["condition"]["holds"].is_null());
  CHECK(has(checked(racy, {"--format", "herd"}).out, "\nUndef\n"));
  const Scratch scratch;
  CHECK(batched(scratch, racy, "hsa").status == 1);
  CHECK(has(contents(scratch.path("junit.xml")), "forall ([x]=1) cannot hold: the test is racy"));
}

TEST_CASE("a test of which every execution faults") {
  const std::string faults = R"(HSA Faults
{ x=0; }
 P0              ;
 div r0, 1, 0    ;
 st.sc.sys x, r0 ;
~exists (x=1)
)";
  const Finished run = checked(faults, {});
  CAPTURE(run.out);
  CHECK(run.status == 1);
  CHECK(has(run.out, "UNDEFINED: any outcome is possible"));
  CHECK(has(run.out, "~exists ([x]=1): vacuous (no execution is consistent and complete)\n"));
  CHECK(has(run.out, "undefined: the test's behaviour is undefined"));
  for (const char* engine : {"explicit", "smt"}) {
    const auto json = resultOf(checked(faults, {"--format", "json", "--engine", engine}));
    CHECK(json["undefined"] == true);
    CHECK(json["raceStatus"] == "race-free");  // the execution that faults counts, and has no race
    CHECK(json["condition"]["observation"] == "Vacuous");
  }
}

TEST_CASE("races of nothing, asked for alone") {
  const Finished run = checked(kVacuous, {"--only", "races"});
  CHECK(run.status == 3);
  CHECK(has(run.out, "VACUOUS: there is no execution that could race"));
  CHECK(checked(kInapplicable, {"--only", "races"}).status == 0);
  CHECK(checked(kVacuous, {"--only", "condition"}).status == 3);
  CHECK(checked(kVacuous, {"--expect-conditions"}).status == 1);
  CHECK(checked(kVacuous, {"--engine", "smt", "--only", "races"}).status == 3);
}

TEST_CASE("a model for other tests, under every command") {
  const Scratch scratch;
  const std::string test = scratch.file("one.litmus", kInapplicable);
  const std::vector<std::vector<std::string>> commands{
      {"check", test, "-m", "rc11"},
      {"explain", test, "-m", "rc11"},
      {"graph", test, "-m", "rc11"},
      {"simulate", test, "--against", "rc11"},
      {"progress", test, "-m", "rc11"},
      {"batch", test, "-m", "rc11"},
      {"compare", test, "-m", "rc11", "-m", "c11"},
  };
  for (const std::vector<std::string>& command : commands) {
    CAPTURE(command[0]);
    const Finished run = runProgram(command);
    CHECK(run.status == 2);
    CHECK(has(run.err, "rc11 is not applicable to"));
    CHECK_FALSE(has(run.out, "race-free"));
    std::vector<std::string> anyway = command;
    anyway.emplace_back("--any-dialect");
    const Finished asked = runProgram(anyway);
    CAPTURE(asked.err);
    CHECK(asked.status == 0);
    CHECK_FALSE(has(asked.err, "not applicable"));
  }
  const Finished said = runProgram({"check", test, "-m", "rc11", "--any-dialect"});
  CHECK(has(said.out, "note: the model is not intended for HSA tests (--any-dialect)"));
  // With all of them it is a line.
  const Finished all = runProgram({"check", test, "-m", "all"});
  CHECK(all.status == 0);
  CHECK(has(all.out, "not applicable (the model is not intended for HSA tests)"));
}

TEST_CASE("a model that defines no races cannot fail on one") {
  const Scratch scratch;
  const std::string test = scratch.file("one.litmus", kInapplicable);
  const std::string model = scratch.file(
      "mine.cat",
      "\"Mine\"\nacyclic po | rf | co | fr as sc\nflag ~empty (W * W) & ext as heterogenous-race\n");
  const Finished hinted = runProgram({"check", test, "-m", model});
  CHECK(hinted.status == 0);
  CHECK(has(hinted.err, "reports do not interpret the flag 'heterogenous-race'"));
  CHECK(has(hinted.err, "did you mean 'heterogeneous-race'?"));
  for (const std::string command : {"check", "batch"}) {
    const Finished run = runProgram({command, test, "-m", model, "--fail-on", "racy"});
    CHECK(run.status == 2);
    CHECK(has(run.err, "cannot report races: there is no flag 'heterogeneous-race'"));
    CHECK(runProgram({command, test, "-m", "sc", "--fail-on", "racy"}).status == 2);
    CHECK(runProgram({command, test, "-m", "hsa", "--fail-on", "racy"}).status == 0);
  }
  CHECK(runProgram({"check", test, "-m", "all", "--fail-on", "racy"}).status == 0);
}

TEST_CASE("an interrupted suite says so in the place of each property") {
  const Finished run =
      runProgram({"suite", "--machine", "rsp-fix", "--operations", "5"}, "", kWaitMilliseconds);
  CAPTURE(run.out);
  CHECK(run.status == 3);
  CHECK(has(run.out, "P1 interrupted ("));
  CHECK_FALSE(has(run.out, "P1 holds"));
  CHECK_FALSE(has(run.out, "P2 holds"));
}
