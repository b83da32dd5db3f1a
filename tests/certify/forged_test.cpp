// Certificates that are changed on purpose, with digests that fit: each kind of forgery is refused with its
// line, or said.

#include <doctest/doctest.h>

#include "certify/certificate_support.h"
#include "check/prepare/preparation.h"
#include "support/has.h"
#include "verify/refused.h"

namespace hrfcheck::test {
namespace {

/// Racy under hrf-direct: the flag raised, and both threads complete.
const Files& racy() {
  static const Files files = certified("hrf/t02-mp-wg-two-groups.litmus", "hrf-direct").files;
  return files;
}

/// Without a race.
const Files& quiet() {
  static const Files files = certified("rsp/fig14-case2.litmus", "rsp").files;
  return files;
}

/// A thread waits at a barrier that the other one does not reach.
const Files& diverging() {
  static const Files files = certified("hrf/barrier-divergence-race.litmus", "hrf-direct").files;
  return files;
}

/// The line of the legend about something, without its literal.
std::string legendLine(const Files& files, const std::string& what) {
  const std::string& cnf = files.at("formula.cnf");
  const std::size_t end = cnf.find(" " + what + "\n");
  REQUIRE_MESSAGE(end != std::string::npos, what);
  const std::size_t begin = cnf.rfind('\n', end) + 1;
  return cnf.substr(begin, end + what.size() + 2 - begin);
}

Files withLegend(Files files, const std::string& what, const std::string& literal) {
  replace(files.at("formula.cnf"), legendLine(files, what),
          literal.empty() ? "" : "c legend " + literal + " " + what + "\n");
  return files;
}

std::string literalOf(const Files& files, const std::string& what) {
  const std::string line = legendLine(files, what);
  return line.substr(9, line.find(' ', 9) - 9);
}

std::string negated(const std::string& literal) {
  return literal.starts_with('-') ? literal.substr(1) : "-" + literal;
}

/// Instead of the execution that shows it, a proof that follows from a legend that says it never happens.
Files denied(Files files, const std::string& what) {
  const std::string shown = fileOfClaim(files, "shown", what);
  const std::string proof = "proof-" + shown.substr(10, shown.find('.') - 10) + ".drat";
  std::string& list = files.at("certificate.txt");
  replace(list, "claim shown " + shown + " " + what, "claim refuted " + proof + " " + what);
  replace(list, " " + shown + "\n", " " + proof + "\n");
  files.erase(shown);
  files[proof] = "0\n";
  return withLegend(files, what, "-1");
}

TEST_CASE("a race that the legend denies is seen in the other executions") {
  const std::string why = refusalOfForged(denied(racy(), "flag heterogeneous-race"));
  CHECK(has(why, "flag heterogeneous-race"));
  CHECK(has(why, "formula.cnf:"));
}

TEST_CASE("a legend is compared with the executions for what only flags and incidents need") {
  CHECK(has(refusalOfForged(withLegend(racy(), "raises-flags", "-1")), "disagree on 'raises-flags'"));
  const std::string flag = literalOf(quiet(), "flag heterogeneous-race");
  CHECK(has(refusalOfForged(withLegend(quiet(), "flag heterogeneous-race", negated(flag))),
            "disagree on 'flag heterogeneous-race'"));
  const std::string incident = "incident barrier-divergence P1 1";
  CAPTURE(diverging().at("certificate.txt"));
  CHECK(has(refusalOfForged(withLegend(diverging(), incident, negated(literalOf(diverging(), incident)))),
            "disagree on '" + incident));
  CHECK(has(refusalOfForged(denied(diverging(), incident)), incident));
}

TEST_CASE("a legend that lacks a line is refused") {
  for (const char* what : {"eligible", "condition", "raises-flags", "happens 2", "flag heterogeneous-race"}) {
    CAPTURE(what);
    CHECK(has(refusalOfForged(withLegend(racy(), what, "")), std::string("lacks the line '") + what));
  }
  const std::string incident = "incident barrier-divergence P1 1";
  CHECK(has(refusalOfForged(withLegend(diverging(), incident, "")), "lacks the line '" + incident));
}

TEST_CASE("a literal of no variable, and of nothing that there is, is refused with its line") {
  CHECK(has(refusalOfForged(withLegend(racy(), "eligible", "999999")), "formula.cnf:"));
  CHECK(has(refusalOfForged(withLegend(racy(), "eligible", "0")), "has no literal"));
  Files files = racy();
  replace(files.at("formula.cnf"), "c legend", "c legend 1 happens 4000\nc legend");
  CHECK(has(refusalOfForged(files), "formula.cnf:1: "));
  files = racy();
  replace(files.at("formula.cnf"), "c legend", "c legend 1 flag another\nc legend");
  CHECK(has(refusalOfForged(files), "a flag that the model does not have"));
  files = racy();
  replace(files.at("formula.cnf"), "c legend", "c legend 1 incident boredom P0 1\nc legend");
  CHECK(has(refusalOfForged(files), "is not an incident"));
}

/// Everything but the test as it is written.
std::string refusalAfter(const Files& original, const std::string& file, const std::string& from,
                         const std::string& to) {
  Files files = original;
  replace(files.at(file), from, to);
  return refusalOfForged(files);
}

TEST_CASE("events are those of the test, read again") {
  const std::string other = "certificate.txt: the test is called 'another' here";
  CHECK(has(refusalAfter(racy(), "certificate.txt", "\ntest T02-MP-wg-two-groups\n", "\ntest another\n"),
            other));
  CHECK(has(refusalAfter(racy(), "certificate.txt", "quantifier exists", "quantifier forall"), "quantifier"));
  CHECK(has(refusalAfter(racy(), "test.txt", "st X, 1", "st X, 2"), "events.txt:5: "));
  CHECK(has(refusalAfter(racy(), "test.txt", "{ X=0; F=0; }", "{ X=3; F=0; }"), "events.txt:1: "));
  CHECK(has(refusalAfter(racy(), "test.txt", "1:r1=0)", "1:r1=1)"), "events.txt:"));
  CHECK(has(refusalAfter(racy(), "test.txt", "st.sc.wg", "st.sc.wv"), "events.txt:"));
  CHECK(has(refusalAfter(racy(), "test.txt", "P1@wg 1", "P1@wg 0"), "events.txt:"));
  CHECK(has(refusalAfter(racy(), "test.txt", "st X, 1", "st X 1"), "test.txt:"));
  CHECK(has(refusalAfter(racy(), "certificate.txt", "lock-bits", "unlock-bits"), "is not understood"));
}

TEST_CASE("assumptions are those of the test") {
  const std::string why =
      refusalAfter(racy(), "certificate.txt", "\nfile ", "\nassumes nothing is read\nfile ");
  CHECK(why == "certificate.txt: the lines 'assumes' are not those of the test");
}

TEST_CASE("behind the text of the file there are options, and nothing else") {
  for (const char* more : {"exists (1:r0=0)\n", "\n", " --launch 2x2\n"}) {
    CAPTURE(more);
    Files files = racy();
    files.at("test.txt") += more;
    CHECK(has(refusalOfForged(files), "test.txt: "));
  }
  Files shorter = racy();
  shorter.at("test.txt").pop_back();
  CHECK(has(refusalOfForged(shorter), "test.txt: "));
}

TEST_CASE("what is refuted where a loop reaches its bound is said to be so up to the bound") {
  const std::string counting = R"(HSA counts
{ X=0; }
 P0@wg 0         | P1@wg 0 ;
 mov r1, 0       | st X, 1 ;
 L: add r1, r1, 1 |         ;
 ld r0, X        |         ;
 bne r0, 1, L    |         ;
exists (0:r1=0)
)";
  const Verified verified = checked(certified(programOf(counting), "sc").files).verified;
  CHECK(std::ranges::count(verified.claims, "condition-holds: never up to the loop bound (proof)") == 1);
}

TEST_CASE("words for people may be others") {
  CHECK(refusalAfter(racy(), "test.txt", "message passing", "message Passing") == "");
}

TEST_CASE("the formula is the one that is written for the test and the model") {
  // Weaker than what the proofs were made for, so that what they refute can happen.
  const std::string why =
      refusalAfter(quiet(), "model/hrf-base.cat", "let Acq  = A & R & (", "let Acq  = A & R & IW & (");
  CHECK(why != "");
  CHECK(has(
      refusalAfter(quiet(), "model/hrf-base.cat", "let Acq  = A & R & (", "let Acq  = A & R & unknown & ("),
      "model/hrf-base.cat:"));
  Files older = quiet();
  replace(older.at("certificate.txt"), std::string("written-by ") + kVersion, "written-by 0.0.1");
  const ComparedWithTest compared = checked(older).compared;
  CHECK(compared.eventsNot == "");
  CHECK(compared.formulaNot == "");  // the same, whoever wrote it
}

TEST_CASE("names lead nowhere else") {
  for (const char* model : {"../rsp", "/etc/rsp", "a b", "rsp\x1b[31m", ".rsp", "-rsp", "rsp.cat", ""}) {
    CAPTURE(model);
    const std::string line = std::string("model ") + model + " model/" + model + ".cat\n";
    CHECK(has(refusalAfter(quiet(), "certificate.txt", "model rsp model/rsp.cat\n", line),
              "certificate.txt:3: "));
  }
  CHECK(has(refusalAfter(quiet(), "certificate.txt", "model rsp model/rsp.cat", "model hrf model/rsp.cat"),
            "does not name the model after its file"));
  CHECK(has(refusalAfter(quiet(), "model/rsp.cat", "include \"", "include \"../"), "model/rsp.cat:"));
  CHECK(has(refusalAfter(quiet(), "model/rsp.cat", "include \"", "include \"/models/"), "model/rsp.cat:"));
  Files files = quiet();
  files["model/../test.txt"] = "";
  replace(files.at("certificate.txt"), "\nfile ", "\nfile 0 model/../test.txt\nfile ");
  CHECK(has(refusalOfForged(files), "names no file that a certificate may have"));
}

TEST_CASE("what must be in the events, once and in order") {
  const std::string events = "events.txt";
  for (const char* line : {"filter true\n", "observed 2\n", "condition and eq v0 1 eq v1 0\n"}) {
    CAPTURE(line);
    CHECK(has(refusalAfter(racy(), events, line, ""), "events.txt: there is no line '"));
    CHECK(has(refusalAfter(racy(), events, line, std::string(line) + line), "twice"));
  }
  CHECK(has(refusalAfter(racy(), events, "condition and eq v0 1", "condition and eq v7 1"), "variable 7"));
  CHECK(has(refusalAfter(racy(), events, "condition and eq", "condition and and eq"), "not a condition"));
  CHECK(has(refusalAfter(racy(), events, "condition and eq v0 1", "condition eq v0"), "not a condition"));
  CHECK(
      has(refusalAfter(racy(), events, "location 0", "set R\nlocation 0"), "comes after a set or relation"));
  CHECK(has(refusalAfter(racy(), events, "location 0", "relation po 2 3\nlocation 0"), "events.txt:1: "));
  CHECK(has(refusalAfter(racy(), events, "location 0", "conditional R 0 0 1\nlocation 0"), "events.txt:1: "));
  CHECK(has(refusalAfter(racy(), events, "relation rmw\n", "relation rmw 5 6\n"), "number below 6"));
  CHECK(has(refusalAfter(racy(), events, "event 2 write", "event 2 thought"), "not a known kind of event"));
  CHECK(has(refusalAfter(racy(), events, "event 2 write P0", "event 2 write -"), "events.txt:5: "));
}

TEST_CASE("numbers in executions are those of something") {
  const std::string file = fileOfClaim(racy(), "shown", "outcome 0");
  const auto after = [&](const std::string& from, const std::string& to) {
    return refusalAfter(racy(), file, from, to);
  };
  CHECK(has(after("happens 0", "happens 6 0"), file + ":1: "));
  CHECK(has(after("happens 0", "happens -1 0"), "number below 6"));
  CHECK(has(after("access 2 0", "access 2 5000000"), "number below 2"));
  CHECK(has(after("relation rf ", "relation rf 5000000 2 "), "number below 6"));
  CHECK(has(after("relation rf ", "relation rf 2 "), "ends too early"));
  CHECK(has(after("final 0", "final 16777216"), "number below 2"));
  CHECK(has(after("complete 1", "complete 1\nchoice 99999999 0 1 order"), "number below"));
  CHECK(has(after("complete 1", "complete 1\nincident fault P0 1"), "still there is an incident"));
  CHECK(has(after("\ntrue 1", "\ntrue 99999999 1"), "number below"));
}

TEST_CASE("sizes are refused before anything is made for them") {
  Files files = racy();
  std::string& cnf = files.at("formula.cnf");
  const std::size_t header = cnf.find("p cnf ");
  cnf = cnf.substr(0, header) + "p cnf 16777215 1\n1 0\n";
  CHECK(has(refusalOfForged(files), "number below"));
  files = racy();
  std::string& events = files.at("events.txt");
  std::string many;
  for (int i = 0; i < 300; ++i) {
    many += "relation r" + std::to_string(i) + "\n";
  }
  events.insert(events.rfind("end"), many);
  CHECK(has(refusalOfForged(files), "one set or relation too many"));
  files = racy();
  std::string doubling = "let f0(x) = x\n";
  for (int i = 1; i < 60; ++i) {
    doubling += "let f" + std::to_string(i) + "(x) = f" + std::to_string(i - 1) + "(f" +
                std::to_string(i - 1) + "(x))\n";
  }
  files.at("model/hrf-direct.cat") += "\n" + doubling + "acyclic f59(po) as doubled\n";
  CHECK(has(refusalOfForged(files), "too many steps"));
  files = racy();
  files.at("model/hrf-direct.cat") += "\ninclude \"hrf-direct.cat\"\n";
  CHECK(has(refusalOfForged(files), "include each other"));
  files = racy();
  files.at("model/hrf-direct.cat") +=
      "\nacyclic " + std::string(5000, '(') + "po" + std::string(5000, ')') + "\n";
  CHECK(has(refusalOfForged(files), "nested too deeply"));
}

/// A model that no execution satisfies, with its certificate.
Files impossible(const std::string& test, const std::string& text) {
  const auto source = std::make_shared<const Source>("model/none.cat", text);
  const LoadedModel model{parseModel(source, {}), {source}};
  Preparation preparation(programOf(test), 4);
  return makeCertificate(preparation.of(model.model, {}), model, {}, {.version = kVersion}).files;
}

const std::string kOneRead = R"(HSA one
{ X=0; }
 P0@wg 0  | P1@wg 1  ;
 st X, 1  | ld r0, X ;
exists (1:r0=1)
)";

TEST_CASE("what is refuted of no execution is vacuous") {
  const Files none = impossible(kOneRead, "\"none\"\nempty rf as no-reads\nflag ~empty po as busy\n");
  CHECK(has(checked(none).verified.vacuous, "no execution is shown"));
  const Files raced =
      impossible(kOneRead, "\"none\"\nempty rf as no-reads\nflag ~empty (W * R) & ext as race\n");
  CHECK(has(checked(raced).verified.vacuous, "no execution is shown"));
  CHECK(checked(racy()).verified.vacuous == "");
  CHECK(checked(quiet()).verified.vacuous == "");
}

TEST_CASE("a condition is vacuous where no thread completes, unless a flag is an answer") {
  const std::string waiting = R"(HSA waits
{ X=0; }
 P0@wg 0   | P1@wg 0  ;
 barrier.wg | st X, 1 ;
exists (X=1)
)";
  const Files files = certified(programOf(waiting), "hrf-direct").files;
  CHECK(has(checked(files).verified.vacuous, "no final state"));
  const std::string filtered =
      kOneRead.substr(0, kOneRead.find("exists")) + "filter (1:r0=7)\nexists (1:r0=1)\n";
  const std::string why = checked(certified(programOf(filtered), "hrf-direct").files).verified.vacuous;
  CHECK(why != "");
}

}  // namespace
}  // namespace hrfcheck::test
