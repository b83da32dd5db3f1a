#include "batch/expect/expectations.h"

#include <doctest/doctest.h>

#include "batch/expected_rows.h"
#include "support/temp_folder.h"
#include "util/diagnostic.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using Lines = std::vector<std::string>;

Lines judged(const Expectations& expectations, ResultRow row) {
  expectations.judge(row);
  Lines lines;
  for (const ExpectationResult& result : row.expectations) {
    lines.push_back(said(result));
  }
  return lines;
}

ExpectationResult theOnly(const Expectations& expectations, ResultRow row) {
  expectations.judge(row);
  REQUIRE(row.expectations.size() == 1);
  return row.expectations.front();
}

/// "path source: message" of each orphan.
Lines orphansOf(const Expectations& expectations, const Corpus& corpus) {
  Lines lines;
  for (const ResultRow& row : expectations.orphans(corpus, {})) {
    CHECK(row.status == RowStatus::Orphan);
    CHECK(row.model.empty());
    REQUIRE(row.expectations.size() == 1);
    const ExpectationResult& result = row.expectations.front();
    CHECK(result.property == "presence");
    CHECK(result.outcome == ExpectationOutcome::Failed);
    lines.push_back(row.path + " " + result.source + ": " + result.message);
  }
  return lines;
}

Corpus corpusOf(const TempFolder& folder) {
  return walkCorpus({folder.path()});
}

const LogEntry kLog = logWith("A", "Allowed", {"0", "1"});

/// A folder with a.litmus, its log for the models m and n, and a name for rows.
struct LoggedFolder {
  TempFolder folder;
  std::string test = folder.write("a.litmus", "HSA A");
  std::string log = folder.write("expected/a.log", printed(kLog, {"n", "m"}));

  std::unique_ptr<Expectations> expectations() const { return expectedLogs(corpusOf(folder)); }
  Lines judged(const ResultRow& row) const { return ::judged(*expectations(), row); }
};

}  // namespace

TEST_CASE("expected logs: the entry of the model is compared whole") {
  const LoggedFolder f;
  const auto expectations = f.expectations();
  CHECK(expectations->modelsOf(f.test) == Lines{"m", "n"});
  CHECK(expectations->modelsOf("other.litmus").empty());
  CHECK(expectations->tests().empty());
  const ExpectationResult met = theOnly(*expectations, answered(f.test, "m", kLog));
  CHECK(met == ExpectationResult{f.log + ":1", "outcomes", "", ExpectationOutcome::Met, "", "Sometimes"});
  LogEntry other = logWith("A", "Allowed", {"0", "2"});
  CHECK(judged(*expectations, answered(f.test, "n", other)) ==
        Lines{"failed: result: No, expected Ok; observation: Never, expected Sometimes; "
              "states: +0:r0=2; -0:r0=1 (+ now, - expected)"});
  other = kLog;
  other.hash = "fe";
  CHECK(judged(*expectations, answered(f.test, "m", other)) == Lines{"failed: the program has changed"});
}

TEST_CASE("expected logs: one entry for each group of models") {
  const LoggedFolder f;
  f.folder.write("expected/a.log",
                 printed(kLog, {"m"}) + printed(logWith("A", "Allowed", {"0"}), {"k", "n"}));
  const auto expectations = f.expectations();
  CHECK(expectations->modelsOf(f.test) == Lines{"k", "m", "n"});
  const ExpectationResult met = theOnly(*expectations, answered(f.test, "n", logWith("A", "Allowed", {"0"})));
  CHECK(met.source == f.log + ":14");
  CHECK(met.outcome == ExpectationOutcome::Met);
}

TEST_CASE("expected logs: rows without an answer") {
  const LoggedFolder f;
  const auto with = [&](RowStatus status) { return f.judged(unanswered(f.test, "m", status, "why")); };
  CHECK(with(RowStatus::Undecided) == Lines{"undecided: undecided: why"});
  CHECK(with(RowStatus::Crashed) == Lines{"undecided: crashed: why"});
  CHECK(with(RowStatus::Error) == Lines{"failed: error: why"});
  CHECK(with(RowStatus::Unsupported) == Lines{"failed: unsupported: why"});
  CHECK(with(RowStatus::NotApplicable) == Lines{"failed: not-applicable: why"});
  // A test that cannot be read has one row for all models.
  f.folder.write("expected/a.log",
                 printed(kLog, {"m"}) + printed(logWith("A", "Allowed", {"0"}), {"k", "n"}));
  CHECK(f.judged(unanswered(f.test, "", RowStatus::Error, "why")) ==
        Lines{"failed: error: why", "failed: error: why"});
  // Nobody expects an answer of a model that does not apply.
  CHECK(f.judged(unanswered(f.test, "x", RowStatus::NotApplicable, "why")).empty());
}

TEST_CASE("expected logs: a search that was cut short fails by what it found, else it is undecided") {
  const LoggedFolder f;
  const ResultRow all = answered(f.test, "m", kLog);
  CHECK(f.judged(cutShort(all)) == Lines{"undecided: time limit"});
  CHECK(f.judged(cutShort(answered(f.test, "m", logWith("A", "Allowed", {"0"})))) ==
        Lines{"undecided: time limit"});
  CHECK(f.judged(cutShort(answered(f.test, "m", logWith("A", "Allowed", {})))) ==
        Lines{"undecided: time limit"});
  CHECK(f.judged(cutShort(answered(f.test, "m", logWith("A", "Allowed", {"0", "2"})))) ==
        Lines{"failed: states: +0:r0=2; -0:r0=1 (+ now, - expected)"});
  ResultRow flagged = cutShort(all);
  flagged.log->flags = {"heterogeneous-race"};
  CHECK(f.judged(flagged) == Lines{"failed: flag heterogeneous-race: raised, not expected"});
}

TEST_CASE("expected logs: a bound belongs to the answer") {
  const LoggedFolder f;
  const ResultRow row = bounded(answered(f.test, "m", logWith("A", "Allowed", {"0"})));
  f.folder.write("expected/a.log", printed(*row.log, {"m"}));
  CHECK(f.judged(row) == Lines{"met"});
  CHECK(f.judged(bounded(answered(f.test, "m", kLog))) ==
        Lines{"failed: result: Loop Ok, expected Loop No; states: +0:r0=1 (+ now, - expected); "
              "observation: Sometimes, expected Undecided"});
  CHECK(f.judged(bounded(answered(f.test, "m", logWith("A", "Allowed", {}))))
            .front()
            .starts_with("failed: states: -"));
  // The time ran out, too.
  ResultRow both = row;
  both.reason = both.log->incomplete = "time limit";
  CHECK(f.judged(both) == Lines{"undecided: time limit"});
}

TEST_CASE("expected logs: tests without one") {
  const LoggedFolder f;
  const std::string b = f.folder.write("b.litmus", "");
  CHECK(f.judged(answered(b, "m", kLog)) ==
        Lines{"failed: no expectation: " + f.folder / "expected/b.log is missing (--promote writes it)"});
  CHECK(f.judged(unanswered(b, "m", RowStatus::NotApplicable, "why")).empty());
  // A model that the folder covers elsewhere, and one that it does not.
  const std::string log = f.folder.write("expected/b.log", printed(kLog, {"k"}));
  CHECK(f.judged(answered(b, "m", kLog)) ==
        Lines{"failed: no expectation: " + log + " does not name m (--promote adds it)"});
  CHECK(f.judged(answered(b, "x", kLog)).empty());
  f.folder.write("expected/b.log", "");
  CHECK(f.judged(answered(b, "x", kLog)) ==
        Lines{"failed: no expectation: " + log + " has no entry (--promote writes it)"});
  const ExpectationResult missing = theOnly(*f.expectations(), answered(b, "m", kLog));
  CHECK(missing.property == "presence");
  CHECK(missing.source == "none");
}

TEST_CASE("expected logs: other logs of the folder tell what it covers, even when they are not asked") {
  const LoggedFolder f;
  const std::string b = f.folder.write("b.litmus", "");
  f.folder.write("expected/b.log", printed(kLog, {"k"}));
  f.folder.write("expected/c.log", "Test C Allowed\nStates 7\n");
  const auto expectations = expectedLogs(walkCorpus({b}));
  CHECK(judged(*expectations, answered(b, "m", kLog)).size() == 1);
  CHECK(judged(*expectations, answered(b, "x", kLog)).empty());
}

TEST_CASE("without a folder of logs, conditions are judged") {
  const TempFolder folder;
  const std::string test = folder.write("a.litmus", "");
  folder.write("expected", "not a folder");
  const auto expectations = expectedLogs(corpusOf(folder));
  CHECK(judged(*expectations, answered(test, "m", logWith("A", "Forbidden", {"0"}))) == Lines{"met"});
  CHECK(judged(*expectations, answered(test, "m", kLog)).empty());
}

TEST_CASE("expected logs that cannot be read are mistakes with places, all of them") {
  const LoggedFolder f;
  f.folder.write("b.litmus", "");
  f.folder.write("expected/a.log", printed(kLog, {"m"}) + printed(kLog, {"k", "m"}) + printed(kLog, {}));
  f.folder.write("expected/b.log", "Test B Allowed\nStates 1\n");
  try {
    f.expectations();
    FAIL("no mistake");
  } catch (const UserError& error) {
    Lines lines;
    for (const Diagnostic& d : error.diagnostics()) {
      lines.push_back(d.place.source->name().substr(f.folder.path().size()) + ":" +
                      std::to_string(d.place.position().line) + " " + d.message);
    }
    CHECK(lines == Lines{"/expected/a.log:14 the model m is expected twice",
                         "/expected/a.log:27 this entry does not name its models",
                         "/expected/b.log:1 the entry of B is cut off: its result is missing"});
  }
}

TEST_CASE("expected logs: orphans, in folders that were walked") {
  const LoggedFolder f;
  f.folder.write("sub dir/b.litmus", "");
  f.folder.write("sub dir/expected/b.log", printed(kLog, {"m"}));
  f.folder.write("sub dir/expected/ü.log", "whatever");
  f.folder.write("expected/readme.txt", "");
  f.folder.write("expected/.hidden", "");
  const std::string& root = f.folder.path();
  const std::string text = root + "/expected/readme.txt";
  const std::string log = root + "/sub dir/expected/ü.log";
  const auto expectations = f.expectations();
  CHECK(orphansOf(*expectations, corpusOf(f.folder)) ==
        Lines{text + " " + text + ": not a log",
              log + " " + log + ": no test has this log (--promote removes it)"});
  CHECK(orphansOf(*expectations, walkCorpus({f.test})).empty());
  CHECK(orphansOf(*expectations, walkCorpus({root + "/sub dir"})).size() == 1);
}

TEST_CASE("conditions alone: ~exists and forall are to hold") {
  const auto conditions = conditionsOnly();
  const auto with = [&](const std::string& kind, const Lines& values) {
    return answered("a.litmus", "m", logWith("A", kind, values));
  };
  CHECK(judged(*conditions, with("Forbidden", {"0"})) == Lines{"met"});
  CHECK(judged(*conditions, with("Forbidden", {"0", "1"})) ==
        Lines{"failed: ~exists (0:r0=1) does not hold: Sometimes"});
  CHECK(judged(*conditions, with("Required", {"1"})) == Lines{"met"});
  CHECK(judged(*conditions, with("Required", {"0"})) ==
        Lines{"failed: forall (0:r0=1) does not hold: Never"});
  CHECK(judged(*conditions, with("Allowed", {"0"})).empty());
  CHECK(judged(*conditions, cutShort(with("Forbidden", {"0"}))) == Lines{"undecided: time limit"});
  CHECK(judged(*conditions, bounded(with("Required", {"1"}))) == Lines{"undecided: bound reached"});
  CHECK(judged(*conditions, cutShort(with("Forbidden", {"1"}))).front().starts_with("failed"));
  CHECK(judged(*conditions, unanswered("a.litmus", "m", RowStatus::Crashed, "why")).empty());
  ResultRow undefined = with("Forbidden", {"0"});
  undefined.log->result = LoggedResult{ResultWord::Undef};
  CHECK(judged(*conditions, undefined) ==
        Lines{"failed: ~exists (0:r0=1) cannot hold: the behaviour is undefined"});
  CHECK(judged(*noExpectations(), with("Required", {"0"})).empty());
}

namespace {

/// A log of herd's beside tests of the names A and B.
struct HerdFolder {
  TempFolder folder;
  std::string a = folder.write("t/a.litmus", "HSA A\n{}\n");
  std::string b = folder.write("t/b.litmus", "(* first *) OPENCL B\n{}\n");
  std::string log = folder / "herd.log";

  std::unique_ptr<Expectations> expectations(const std::string& text) const {
    folder.write("herd.log", text);
    return expectationsFrom(log, walkCorpus({folder / "t"}));
  }
};

}  // namespace

TEST_CASE("herd's log: by name of the test, for every model") {
  const HerdFolder f;
  LogEntry herd = kLog;
  herd.hash = "herd's own";
  const auto expectations = f.expectations(printLog(herd) + printLog(logWith("B", "Required", {"1"})));
  CHECK(expectations->modelsOf(f.a).empty());
  CHECK(theOnly(*expectations, answered(f.a, "m", kLog)) ==
        ExpectationResult{f.log + ":1", "outcomes", "", ExpectationOutcome::Met, "", "Sometimes"});
  ResultRow racy = answered(f.a, "n", kLog);
  racy.log->flags = {"race"};
  CHECK(judged(*expectations, racy) == Lines{"met"});
  CHECK(judged(*expectations, answered(f.b, "m", logWith("B", "Required", {"0"}))) ==
        Lines{"failed: result: No, expected Ok; observation: Never, expected Always; "
              "states: +0:r0=0; -0:r0=1 (+ now, - expected)"});
  CHECK(judged(*expectations, unanswered(f.b, "m", RowStatus::Crashed, "why")) ==
        Lines{"undecided: crashed: why"});
  CHECK(orphansOf(*expectations, walkCorpus({f.folder / "t"})).empty());
}

TEST_CASE("herd's log: flags are compared when some entry has one") {
  const HerdFolder f;
  LogEntry racy = logWith("B", "Allowed", {"1"});
  racy.flags = {"race"};
  const auto expectations = f.expectations(printLog(kLog) + printLog(racy));
  ResultRow row = answered(f.a, "m", kLog);
  row.log->flags = {"race"};
  CHECK(judged(*expectations, row) == Lines{"failed: flag race: raised, not expected"});
}

TEST_CASE("herd's log: what lies beyond our bound is undecided, what herd does not know is not") {
  const HerdFolder f;
  const auto expectations = f.expectations(printLog(kLog));
  CHECK(judged(*expectations, bounded(answered(f.a, "m", logWith("A", "Allowed", {"0"})))) ==
        Lines{"undecided: bound reached"});
  CHECK(judged(*expectations, bounded(answered(f.a, "m", kLog))) == Lines{"met"});
  CHECK(judged(*expectations, bounded(answered(f.a, "m", logWith("A", "Allowed", {"2"}))))
            .front()
            .starts_with("failed: states: +0:r0=2"));
  // A settled answer says nothing of states beyond the bound either.
  ResultRow settled = bounded(answered(f.a, "m", logWith("A", "Allowed", {"1"})));
  settled.status = RowStatus::Answered;
  settled.reason = "";
  CHECK(judged(*expectations, settled) == Lines{"undecided: bound reached"});
}

TEST_CASE("herd's log: tests without an entry, entries without a test") {
  const HerdFolder f;
  const auto expectations = f.expectations(printLog(kLog) + printLog(logWith("C", "Allowed", {"1"})));
  CHECK(judged(*expectations, answered(f.b, "m", logWith("B", "Allowed", {"1"}))) ==
        Lines{"failed: no expectation: " + f.log + " has no entry for the test B"});
  CHECK(judged(*expectations, unanswered(f.b, "m", RowStatus::Error, "why")).size() == 1);
  CHECK(orphansOf(*expectations, walkCorpus({f.folder / "t"})) ==
        Lines{f.log + " " + f.log + ":13: no test has the name C"});
  CHECK(orphansOf(*expectations, walkCorpus({f.a})).empty());
}

TEST_CASE("a log of ours with models speaks of them alone") {
  const HerdFolder f;
  const auto expectations =
      f.expectations(printed(kLog, {"n", "m"}) + printed(logWith("B", "Allowed", {"1"}), {"k"}));
  CHECK(expectations->modelsOf(f.a) == Lines{"n", "m"});
  CHECK(judged(*expectations, answered(f.a, "n", kLog)) == Lines{"met"});
  CHECK(judged(*expectations, answered(f.a, "k", kLog)) ==
        Lines{"failed: no expectation: " + f.log + " has no entry for the test A under k"});
  CHECK(judged(*expectations, answered(f.a, "x", kLog)).empty());
}

TEST_CASE("a log without entries, or with entries that contradict each other") {
  const HerdFolder f;
  CHECK_THROWS_AS(f.expectations("Nothing\n"), UserError);
  CHECK_THROWS_AS(f.expectations(printLog(kLog) + printLog(logWith("A", "Allowed", {"1"}))), UserError);
  CHECK_THROWS_AS(expectationsFrom(f.folder / "none.log", {}), UserError);
  const auto twice = f.expectations(printLog(kLog) + printLog(kLog));
  CHECK(judged(*twice, answered(f.a, "m", kLog)) == Lines{"met"});
  CHECK_NOTHROW(f.expectations(printed(kLog, {"m"}) + printed(logWith("A", "Allowed", {"1"}), {"n"})));
}
