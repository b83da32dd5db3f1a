#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "batch/journal_rows.h"
#include "batch/results/journal.h"
#include "batch/results/journal_format.h"
#include "support/json_schema.h"

using namespace hrfcheck;
using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

bool fits(const std::string& line) {
  return schemaMistakes("batch", Json::parse(line)).empty();
}

}  // namespace

TEST_CASE("every line of a results file fits the schema") {
  const JournalFolder folder;
  const std::vector<std::string> lines = linesOf(wholeFile(folder, 2));
  REQUIRE(lines.size() == 6);
  for (const std::string& line : lines) {
    CAPTURE(line);
    CHECK(fits(line));
  }
  CHECK(fits(forgottenLine(1, 2)));
  CHECK(fits(stoppedLine({3, 1, "interrupted"}, 2)));
}

TEST_CASE("rows of every kind fit the schema") {
  for (const RowStatus status :
       {RowStatus::Answered, RowStatus::Undecided, RowStatus::Vacuous, RowStatus::Crashed, RowStatus::Error,
        RowStatus::Unsupported, RowStatus::NotApplicable, RowStatus::Orphan}) {
    ResultRow row = rowOf(0, 0);
    row.status = status;
    row.reason = "time limit";
    row.report = "report\n";
    row.picture = "digraph {}";
    CAPTURE(nameOf(status));
    CHECK(fits(rowJson(row)));
    CHECK(fits(rowJson(row, false)));
    ResultRow bare;
    bare.status = status;
    CHECK(fits(rowJson(bare)));
  }
  ResultRow row = rowOf(0, 0);
  row.texts = {{"a.litmus", "st x, 1\n"}};
  row.findings = {{"heterogeneous-race", "they race", {{"a.litmus", 1, 1, 7}, {"b.litmus", 2}}}};
  row.expectations[0].expected = "Never";
  CHECK(fits(rowJson(row)));
  CHECK(parseRow(rowJson(row)).texts == row.texts);
  CHECK(parseRow(rowJson(row)).findings == row.findings);
  CHECK(parseRow(rowJson(row)).expectations == row.expectations);
  for (const RaceStatus races : {RaceStatus::Racy, RaceStatus::RaceFree, RaceStatus::Undecided,
                                 RaceStatus::Vacuous, RaceStatus::NotDefined, RaceStatus::NotAsked}) {
    row.races = races;
    CHECK(fits(rowJson(row)));
  }
  for (const ExpectationOutcome outcome :
       {ExpectationOutcome::Met, ExpectationOutcome::Failed, ExpectationOutcome::Undecided,
        ExpectationOutcome::Unsupported, ExpectationOutcome::NotAsked}) {
    row.expectations[0].outcome = outcome;
    CHECK(fits(rowJson(row)));
  }
  for (const CheckQuestion asked : {CheckQuestion::Condition, CheckQuestion::Races}) {
    row.log->asked = asked;
    row.log->observation = Observation::NotAsked;
    CHECK(fits(rowJson(row)));
  }
}

TEST_CASE("the schema refuses what is no line of a results file") {
  Json row = Json::parse(rowJson(rowOf(0, 0)));
  CHECK(fits(row.dump()));
  const auto with = [&](const char* key, const Json& value) {
    Json changed = row;
    changed[key] = value;
    return changed.dump();
  };
  CHECK_FALSE(fits(with("status", "fine")));
  CHECK_FALSE(fits(with("races", "perhaps")));
  CHECK_FALSE(fits(with("test", -1)));
  CHECK_FALSE(fits(with("unknown", 1)));
  CHECK_FALSE(fits("{}"));
  CHECK_FALSE(fits(R"({"complete":false,"rows":1})"));
  const std::string rest = R"(,"options":{},"models":{},"paths":"0","sources":[""]})";
  CHECK(fits(R"({"hrfcheck-batch":1,"version":"1","tests":1,"shard":"1/1")" + rest));
  CHECK_FALSE(fits(R"({"hrfcheck-batch":2,"version":"1","tests":1,"shard":"1/1")" + rest));
  CHECK_FALSE(fits(R"({"hrfcheck-batch":1,"version":"1","tests":1,"shard":"0/1")" + rest));
  CHECK_FALSE(fits(R"({"stopped":"interrupted","tests":3,"done":1})"));
}
