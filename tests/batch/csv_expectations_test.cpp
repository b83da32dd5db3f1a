#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "batch/expect/csv.h"
#include "batch/expect/csv_claims.h"
#include "batch/expect/expectations.h"
#include "batch/expected_rows.h"
#include "check/status_names.h"
#include "support/temp_folder.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using Lines = std::vector<std::string>;

const std::string kHeader = "path,model,property,scheduler,quantifier,expected\n";

struct CsvFolder {
  TempFolder folder;
  std::string a = folder.write("t/a.litmus", "HSA A\n{}\n");
  std::string csv = folder / "expected.csv";

  std::unique_ptr<Expectations> expectations(const std::string& rows) const {
    folder.write("expected.csv", kHeader + rows);
    return expectationsFrom(csv, walkCorpus({folder / "t"}));
  }
  /// What the rows say of a row of the test.
  Lines judged(const std::string& rows, ResultRow row) const {
    expectations(rows)->judge(row);
    Lines lines;
    for (const ExpectationResult& result : row.expectations) {
      lines.push_back(said(result));
    }
    return lines;
  }
  /// "2:5 message" of every mistake.
  Lines mistakes(const std::string& text) const {
    folder.write("expected.csv", text);
    Lines lines;
    try {
      expectationsFrom(csv, {});
    } catch (const UserError& error) {
      for (const Diagnostic& d : error.diagnostics()) {
        const LineColumn at = d.place.position();
        lines.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + d.message);
      }
    }
    return lines;
  }
};

/// The outcome of one row of a CSV, "t/a.litmus,m," before it.
std::string outcome(const std::string& claim, const ResultRow& row) {
  const CsvFolder f;
  ResultRow asked = row;
  asked.path = f.a;
  const Lines lines = f.judged("t/a.litmus,m," + claim + "\n", asked);
  REQUIRE(lines.size() == 1);
  return lines.front();
}

ResultRow rowOf(const std::string& kind, const Lines& values) {
  return answered("", "m", logWith("A", kind, values));
}

ResultRow racesOf(RaceStatus races) {
  ResultRow row = rowOf("Allowed", {"1"});
  row.races = races;
  return row;
}

}  // namespace

TEST_CASE("the rows of a test say what has to be asked of it") {
  const CsvFolder csv;
  const auto question = [&](const std::string& rows) { return csv.expectations(rows)->questionOf(csv.a); };
  const std::string race = "t/a.litmus,sc,race,,,PASS\n";
  const std::string condition = "t/a.litmus,sc,condition,,,PASS\n";
  CHECK(question(race) == CheckQuestion::Race);
  CHECK(question(condition) == CheckQuestion::Condition);
  CHECK(question(condition + race) == CheckQuestion::Answers);
  CHECK(question("t/a.litmus,sc,termination,fairUniform,,PASS\n") == std::nullopt);
  CHECK(question("") == std::nullopt);
}

TEST_CASE("condition: PASS means that the quantified condition holds") {
  const ResultRow reachable = rowOf("Allowed", {"0", "1"});
  const ResultRow never = rowOf("Allowed", {"0"});
  CHECK(outcome("condition,,exists,PASS", reachable) == "met");
  CHECK(outcome("condition,,exists,PASS", never) == "failed: violated, expected holds");
  CHECK(outcome("condition,,exists,FAIL", never) == "met");
  CHECK(outcome("condition,,exists,FAIL", reachable) == "failed: holds, expected violated");
  const ResultRow forbidden = rowOf("Forbidden", {"0"});
  const ResultRow seen = rowOf("Forbidden", {"0", "1"});
  CHECK(outcome("condition,,~exists,PASS", forbidden) == "met");
  CHECK(outcome("condition,,~exists,FAIL", forbidden).starts_with("failed"));
  CHECK(outcome("condition,,~exists,FAIL", seen) == "met");
  CHECK(outcome("condition,,~exists,PASS", seen).starts_with("failed"));
  const ResultRow always = rowOf("Required", {"1"});
  CHECK(outcome("condition,,forall,PASS", always) == "met");
  CHECK(outcome("condition,,forall,FAIL", always).starts_with("failed"));
  CHECK(outcome("condition,,forall,FAIL", rowOf("Required", {"0", "1"})) == "met");
  CHECK(outcome("condition,,forall,PASS", rowOf("Required", {"0", "1"})).starts_with("failed"));
  // Nothing is allowed: everything that is allowed satisfies the condition.
  CHECK(outcome("condition,,forall,PASS", rowOf("Required", {})) == "met");
}

TEST_CASE("condition: the words, and no quantifier") {
  CHECK(outcome("condition,,,reachable", rowOf("Forbidden", {"1"})) == "met");
  CHECK(outcome("condition,,,reachable", rowOf("Forbidden", {"0"})) ==
        "failed: unreachable, expected reachable");
  CHECK(outcome("condition,,,unreachable", rowOf("Allowed", {"0"})) == "met");
  CHECK(outcome("condition,,none,holds", rowOf("Forbidden", {"0"})) == "met");
  CHECK(outcome("condition,,none,violated", rowOf("Required", {"0"})) == "met");
  CHECK(outcome("condition,,,PASS", rowOf("Forbidden", {"0"})) == "met");
  CHECK(outcome("condition,,,PASS", rowOf("Allowed", {"0"})).starts_with("failed"));
}

TEST_CASE("the quantifier of the row is that of the test") {
  CHECK(outcome("condition,,~exists,PASS", rowOf("Allowed", {"0"})) ==
        "failed: the test has 'exists', the row '~exists'");
  CHECK(outcome("condition,,exists,PASS", rowOf("Required", {"1"})) ==
        "failed: the test has 'forall', the row 'exists'");
  ResultRow racy = rowOf("Required", {"1"});
  CHECK(outcome("race,,exists,PASS", racy) == "failed: the test has 'forall', the row 'exists'");
  CHECK(outcome("race,,forall,PASS", racy) == "met");
  CHECK(outcome("race,,none,PASS", racy) == "met");
}

TEST_CASE("race: PASS means race-free, whatever the quantifier") {
  CHECK(outcome("race,,exists,PASS", racesOf(RaceStatus::RaceFree)) == "met");
  CHECK(outcome("race,,exists,PASS", racesOf(RaceStatus::Racy)) == "failed: racy, expected race-free");
  CHECK(outcome("race,,none,FAIL", racesOf(RaceStatus::Racy)) == "met");
  CHECK(outcome("race,,none,racy", racesOf(RaceStatus::RaceFree)) == "failed: race-free, expected racy");
  CHECK(outcome("race,,none,race-free", racesOf(RaceStatus::RaceFree)) == "met");
  CHECK(outcome("race,,none,race-free", racesOf(RaceStatus::NotDefined)) ==
        "failed: the model defines no races");
  CHECK(outcome("race,,none,racy", racesOf(RaceStatus::NotDefined)) == "failed: the model defines no races");
}

TEST_CASE("witnesses of searches that did not end stand; what was not found is open") {
  CHECK(outcome("condition,,,reachable", cutShort(rowOf("Allowed", {"1"}))) == "met");
  CHECK(outcome("condition,,,unreachable", cutShort(rowOf("Allowed", {"1"}))).starts_with("failed"));
  CHECK(outcome("condition,,,reachable", cutShort(rowOf("Allowed", {"0"}))) == "undecided: time limit");
  CHECK(outcome("condition,,,unreachable", cutShort(rowOf("Allowed", {"0"}))) == "undecided: time limit");
  CHECK(outcome("condition,,forall,PASS", bounded(rowOf("Required", {"1"}))) == "undecided: bound reached");
  CHECK(outcome("condition,,forall,PASS", bounded(rowOf("Required", {"0"}))).starts_with("failed"));
  ResultRow undecided = cutShort(racesOf(RaceStatus::Undecided));
  CHECK(outcome("race,,,race-free", undecided) == "undecided: time limit");
  CHECK(outcome("race,,,racy", undecided) == "undecided: time limit");
  undecided.races = RaceStatus::Racy;
  CHECK(outcome("race,,,racy", undecided) == "met");
  CHECK(outcome("race,,,race-free", undecided).starts_with("failed"));
}

TEST_CASE("what is not supported is never passed") {
  const ResultRow good = rowOf("Allowed", {"1"});
  CHECK(outcome("liveness,,,whatever", good) == "unsupported: property liveness");
  CHECK(outcome("condition,obe,exists,PASS", good) == "unsupported: scheduler obe");
  const ResultRow dialect = unanswered("", "m", RowStatus::Unsupported, "dialect PTX");
  CHECK(outcome("condition,,exists,PASS", dialect) == "unsupported: dialect PTX");
  const ResultRow progress = unanswered("", "progress", RowStatus::Unsupported, "dialect LISA");
  CHECK(outcome("termination,obe,exists,PASS", progress) == "unsupported: dialect LISA");
  CHECK(outcome("condition,,exists,PASS", unanswered("", "m", RowStatus::Unsupported, ""))
            .starts_with("unsupported"));
  const auto with = [](RowStatus status) {
    return outcome("condition,,exists,PASS", unanswered("", "m", status, "why"));
  };
  CHECK(with(RowStatus::Error) == "failed: error: why");
  CHECK(with(RowStatus::NotApplicable) == "failed: not-applicable: why");
  CHECK(with(RowStatus::Crashed) == "undecided: crashed: why");
  CHECK(with(RowStatus::Undecided) == "undecided: undecided: why");
}

TEST_CASE("termination is answered by the row of progress, under the scheduler that is named or weak") {
  ResultRow row = unanswered("", "progress", RowStatus::Answered, "");
  row.progress = {{"weak", ProgressAnswer::Terminates, "", ""}, {"hsa+obe", ProgressAnswer::MayHang, "", ""}};
  CHECK(outcome("termination,,exists,PASS", row) == "met");
  CHECK(outcome("termination,Fair,exists,terminates", row) == "met");
  CHECK(outcome("termination,OBE-HSA,exists,may-hang", row) == "met");
  CHECK(outcome("termination,weak,,FAIL", row) == "failed: m: terminates, expected may hang");
  CHECK(outcome("termination,hsa+obe,,PASS", row) == "failed: m: may hang, expected terminates");
  CHECK(outcome("termination,lobe,,PASS", row) == "unsupported: scheduler lobe");
  CHECK(outcome("termination,luck,,PASS", row) == "unsupported: scheduler luck");
  row.status = RowStatus::Undecided;
  row.reason = "state limit";
  row.progress[0] = {"weak", ProgressAnswer::Undecided, "state limit", ""};
  CHECK(outcome("termination,,,PASS", row) == "undecided: state limit");
  CHECK(outcome("termination,hsa+obe,,FAIL", row) == "met");
  row.progress.clear();
  CHECK(outcome("termination,,,PASS", row) == "undecided: undecided: state limit");
}

TEST_CASE("an answer that rests on more than interleaving is never met, whatever was expected") {
  ResultRow row = unanswered("", "progress", RowStatus::Answered, "");
  row.progress = {{"weak", ProgressAnswer::Terminates, "", "P1:3 spins on an ordinary access"},
                  {"obe", ProgressAnswer::MayHang, "", ""}};
  CHECK(outcome("termination,,,PASS", row) == "unsupported: conditional: P1:3 spins on an ordinary access");
  CHECK(outcome("termination,,,FAIL", row) == "unsupported: conditional: P1:3 spins on an ordinary access");
  CHECK(outcome("termination,obe,,FAIL", row) == "met");
}

TEST_CASE("several rows of one test: each gives a result with its line and scheduler") {
  const CsvFolder f;
  const auto expectations = f.expectations(
      "t/a.litmus,n,condition,,exists,PASS\n\n"
      "t/a.litmus,m,termination,obe,exists,FAIL\n"
      "t/../t/a.litmus,m,race,,exists,PASS\n"
      "t/b c.litmus,m,race,,exists,PASS\n");
  CHECK(expectations->modelsOf(f.a) == Lines{"n", "progress", "m"});
  CHECK(expectations->schedulersOf(f.a) == Lines{"obe"});
  CHECK(expectations->schedulersOf(f.folder / "t/b c.litmus").empty());
  CHECK(expectations->tests() == Lines{f.a, f.folder / "t/b c.litmus"});
  ResultRow row = rowOf("Allowed", {"1"});
  row.path = f.a;
  expectations->judge(row);
  CHECK(row.expectations ==
        std::vector<ExpectationResult>{{f.csv + ":5", "race", "", ExpectationOutcome::Met, "", "race-free"}});
  // One row that stands for all models.
  ResultRow unread = unanswered(f.a, "", RowStatus::Error, "why");
  expectations->judge(unread);
  CHECK(unread.expectations.size() == 3);
  // A model of which the file says nothing here.
  ResultRow other = row;
  other.expectations.clear();
  other.model = "x";
  expectations->judge(other);
  CHECK(other.expectations.empty());
}

TEST_CASE("a test of which no row speaks") {
  const CsvFolder f;
  CHECK(f.judged("t/b.litmus,m,race,,exists,PASS\n", answered(f.a, "m", logWith("A", "Allowed", {}))) ==
        Lines{"failed: no expectation: " + f.csv + " has no row for this test"});
  CHECK(f.judged("t/b.litmus,m,race,,exists,PASS\n", unanswered(f.a, "m", RowStatus::NotApplicable, "why"))
            .empty());
}

TEST_CASE("paths are relative to the file, and found however the corpus spells them") {
  const CsvFolder f;
  const auto expectations = f.expectations("t/a.litmus,m,race,,exists,PASS\n");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(f.folder / "t");
  CHECK(expectations->modelsOf("a.litmus") == Lines{"m"});
  CHECK(expectations->modelsOf("../t/a.litmus") == Lines{"m"});
  std::filesystem::current_path(before);
  std::filesystem::create_directory_symlink("t", f.folder / "link");
  CHECK(expectations->modelsOf(f.folder / "link/a.litmus") == Lines{"m"});
  // Two files of the same bytes are two tests.
  std::filesystem::create_symlink("a.litmus", f.folder / "t/b.litmus");
  CHECK(expectations->modelsOf(f.folder / "t/b.litmus").empty());
}

TEST_CASE("orphans: rows whose tests are gone from folders that were walked") {
  const CsvFolder f;
  f.folder.write("u/named-no-test", "");
  const auto expectations = f.expectations(
      "t/a.litmus,m,race,,exists,PASS\n"
      "t/gone.litmus,m,race,,exists,PASS\n"
      "t/gone/too.litmus,n,race,,exists,PASS\n"
      "u/named-no-test,m,race,,exists,PASS\n"
      "u/gone.litmus,m,race,,exists,PASS\n");
  const auto orphans = [&](const std::string& path) {
    Lines lines;
    for (const ResultRow& row : expectations->orphans(walkCorpus({f.folder / path}), {})) {
      CHECK(row.status == RowStatus::Orphan);
      CHECK(row.path == f.csv);
      REQUIRE(row.expectations.size() == 1);
      lines.push_back(row.expectations[0].source.substr(f.csv.size()) + said(row.expectations[0]));
    }
    return lines;
  };
  CHECK(orphans("t") == Lines{":3failed: no test: " + f.folder / "t/gone.litmus does not exist",
                              ":4failed: no test: " + f.folder / "t/gone/too.litmus does not exist"});
  CHECK(orphans("u") == Lines{":6failed: no test: " + f.folder / "u/gone.litmus does not exist"});
  CHECK(orphans("").size() == 3);
  CHECK(orphans("t/a.litmus").empty());
  CHECK(orphans("t/gone.litmus").empty());
}

TEST_CASE("malformed files: every mistake, with its place") {
  const CsvFolder f;
  CHECK(f.mistakes("") == Lines{"1:1 " + f.csv + " is empty: expected a header and rows"});
  CHECK(f.mistakes("path,model,what,path\n") == Lines{"1:1 there is no column 'property'",
                                                      "1:1 there is no column 'expected'",
                                                      "1:17 the column 'path' occurs twice"});
  CHECK(f.mistakes(kHeader + "a,m,race,,exists,PASS,more\n"
                             "a,m\n"
                             ",m,race,,exists,PASS\n"
                             "a,m,race,,exists,reachable\n"
                             "a,m,race,,always,PASS\n"
                             "b,m,race,,exists,PASS\n") ==
        Lines{"2:1 this row has 7 fields, the header 6", "3:1 this row has 2 fields, the header 6",
              "4:1 the row has no value in the column 'path'", "5:18 'reachable' does not answer 'race'",
              "6:11 'always' is not a quantifier"});
  CHECK(f.mistakes(kHeader + "a,m,condition,,exists,pass\n") ==
        Lines{"2:23 'pass' does not answer 'condition'"});
  CHECK(f.mistakes(kHeader).empty());
}

TEST_CASE("rows that contradict each other") {
  const CsvFolder f;
  const std::string holds = kHeader + "a,m,condition,,exists,PASS\n";
  CHECK(f.mistakes(holds + "./a,m,condition,,exists,FAIL\n") == Lines{"3:25 this contradicts line 2"});
  CHECK(f.mistakes(holds + "a,m,condition,,exists,unreachable\n") == Lines{"3:23 this contradicts line 2"});
  CHECK(f.mistakes(kHeader + "a,m,condition,,~exists,PASS\na,m,condition,,,reachable\n") ==
        Lines{"3:17 this contradicts line 2"});
  CHECK(f.mistakes(holds +
                   "a,m,condition,,exists,reachable\na,m,condition,,exists,PASS\n"
                   "a,n,condition,,exists,FAIL\na,m,condition,obe,exists,FAIL\na,m,race,,exists,FAIL\n")
            .empty());
}

TEST_CASE("columns by name, in any order, others ignored; quoted fields") {
  const CsvFolder f;
  f.folder.write("expected.csv",
                 "\xef\xbb\xbfmeaning,expected,property,model,path\r\n"
                 "x,racy,race,m,\"t/a, b.litmus\"\r\n");
  const auto expectations = expectationsFrom(f.csv, {});
  CHECK(expectations->tests() == Lines{f.folder / "t/a, b.litmus"});
  CHECK(expectations->modelsOf(f.folder / "t/a, b.litmus") == Lines{"m"});
}

namespace {

/// Dartagnan's file, where it stands beside the sources.
std::optional<std::string> dartagnansFile() {
  const char* named = std::getenv("HRFCHECK_CORPORA");
  const std::filesystem::path corpora =
      named != nullptr && *named != '\0'
          ? std::filesystem::path(named)
          : std::filesystem::path(HRFCHECK_SOURCE_DIR).parent_path() / "shared/corpora";
  const std::string path = (corpora / "dat3m/expected.csv").string();
  if (!std::filesystem::exists(path)) {
    MESSAGE("skipped: no corpora beside the sources");
    return std::nullopt;
  }
  return path;
}

/// A row whose answer is what the column `meaning` says, in its words.
ResultRow meant(const Claim& claim, const std::string& meaning) {
  const std::map<std::string, std::string> kinds{
      {"exists", "Allowed"}, {"~exists", "Forbidden"}, {"forall", "Required"}, {"", "Allowed"}};
  const bool satisfied = meaning == "reachable" || meaning == "holds";
  ResultRow row =
      answered(claim.path, claim.model, logWith("A", kinds.at(claim.quantifier), {satisfied ? "1" : "0"}));
  row.races = valueNamed(kRaceStatusNames, meaning);
  return row;
}

}  // namespace

TEST_CASE("Dartagnan's file is read as it is") {
  const auto path = dartagnansFile();
  if (!path) {
    return;
  }
  std::map<std::string, int> properties;
  for (const Claim& claim : readClaims(readSource(*path))) {
    CHECK(claim.question.has_value());
    ++properties[claim.property];
  }
  CHECK(properties == std::map<std::string, int>{{"condition", 476}, {"race", 82}, {"termination", 1144}});
  CHECK(expectationsFrom(*path, {})->tests().size() == 683);
}

TEST_CASE("Dartagnan's file: PASS and FAIL are what its column of meanings says") {
  const auto path = dartagnansFile();
  if (!path) {
    return;
  }
  const std::map<std::string, std::string> opposites{
      {"reachable", "unreachable"}, {"unreachable", "reachable"}, {"holds", "violated"},
      {"violated", "holds"},        {"racy", "race-free"},        {"race-free", "racy"}};
  const SourcePtr source = readSource(*path);
  const std::vector<Claim> claims = readClaims(source);
  const auto expectations = expectationsFrom(*path, {});
  Diagnostics diagnostics;
  const std::vector<CsvRecord> records = readCsv(source, diagnostics);
  REQUIRE(records.size() == claims.size() + 1);
  REQUIRE(records[0].fields.back().text == "meaning");
  const auto outcomeOf = [&](ResultRow row, const Claim& claim) {
    expectations->judge(row);
    const std::string wanted = *path + ":" + std::to_string(claim.line);
    for (const ExpectationResult& result : row.expectations) {
      if (result.source == wanted) {
        return result.outcome;
      }
    }
    FAIL("no result of " << wanted);
    return ExpectationOutcome::Undecided;
  };
  std::size_t judged = 0;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const std::string& meaning = records[i + 1].fields.back().text;
    CAPTURE(claims[i].line);
    if (claims[i].property == "termination") {
      continue;
    }
    CHECK(outcomeOf(meant(claims[i], meaning), claims[i]) == ExpectationOutcome::Met);
    CHECK(outcomeOf(meant(claims[i], opposites.at(meaning)), claims[i]) == ExpectationOutcome::Failed);
    ++judged;
  }
  CHECK(judged == 558);
}
