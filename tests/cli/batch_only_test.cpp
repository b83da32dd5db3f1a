// `batch --only`: one question, and every output says that there are no answers to the others.

#include <doctest/doctest.h>

#include "cli/batch_support.h"
#include "support/has.h"
#include "support/json_schema.h"

namespace batch_only_test {

using namespace hrfcheck::test;

namespace {

Finished batch(const Scratch& scratch, const std::string& options) {
  return runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch " + options);
}

/// "property outcome" of each expectation of a row.
std::vector<std::string> expectationsOf(const nlohmann::json& row) {
  std::vector<std::string> lines;
  for (const auto& result : row["expectations"]) {
    lines.push_back(result["property"].get<std::string>() + " " + result["outcome"].get<std::string>());
  }
  return lines;
}

using Lines = std::vector<std::string>;

/// A test that is racy under hrf-indirect, and one that is not; the expectations of both.
void expect(Scratch& scratch) {
  scratch.file("a.litmus", messagePassing("a", "wi"));
  scratch.file("b.litmus", messagePassing("b"));
  REQUIRE(batch(scratch, "-m hrf-indirect --promote .").status == 0);
}

}  // namespace

TEST_CASE("--only condition: rows without states, races that were not asked") {
  Scratch scratch;
  expect(scratch);
  const Finished run = batch(scratch, ". --only condition --results all.jsonl");
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(has(run.out, "Only the condition was checked: races were not checked, and outcomes are not listed."));
  CHECK(!has(run.out, "racy"));
  CHECK(!has(run.out, "race-free"));
  const auto lines = linesOf(scratch.path("all.jsonl"));
  CHECK(lines.front()["options"]["only"] == "condition");
  for (const auto& line : lines) {
    CAPTURE(line.dump());
    CHECK(schemaMistakes("batch", line).empty());
  }
  const auto rows = rowsOf(scratch.path("all.jsonl"));
  REQUIRE(rows.size() == 2);
  for (const auto& row : rows) {
    CHECK(row["races"] == "not-asked");
    CHECK(row["log"]["only"] == "condition");
    CHECK(row["log"]["states"].empty());
    CHECK(row["log"]["flags"].empty());
    CHECK(expectationsOf(row) == Lines{"condition met", "outcomes not-asked"});
  }
  CHECK(rows[0]["log"]["observation"] == "Never");
  CHECK(rows[1]["log"]["observation"] == "Never");
}

TEST_CASE("--only races: rows without states, a condition that was not asked") {
  Scratch scratch;
  expect(scratch);
  const Finished run = batch(scratch, ". --only races --results all.jsonl");
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(has(run.out, "Only races were checked: the condition was not checked, and outcomes are not listed."));
  CHECK(!has(run.out, "NotAsked"));
  const auto rows = rowsOf(scratch.path("all.jsonl"));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["races"] == "racy");
  CHECK(rows[1]["races"] == "race-free");
  for (const auto& row : rows) {
    CAPTURE(row.dump());
    CHECK(schemaMistakes("batch", row).empty());
    CHECK(row["log"]["only"] == "races");
    CHECK(row["log"]["states"].empty());
    CHECK(row["log"]["observation"] == "NotAsked");
    CHECK(expectationsOf(row) == Lines{"race met", "outcomes not-asked"});
  }
}

TEST_CASE("an answer that has changed is found by the question that concerns it") {
  Scratch scratch;
  expect(scratch);
  REQUIRE(runShell("cd " + scratch.path("expected") +
                   " && sed -i 's/Observation b Never 0/Observation b Always 0/' b.log && "
                   "sed -i '/^Flag/d' a.log")
              .status == 0);
  const Finished condition = batch(scratch, ". --only condition");
  CHECK(condition.status == 1);
  CHECK(has(condition.out, "observation: Never, expected Always"));
  const Finished races = batch(scratch, ". --only races");
  CHECK(races.status == 1);
  CHECK(has(races.out, "flag heterogeneous-race: raised, not expected"));
}

TEST_CASE("what a CSV expects of races is not asked with --only condition") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a", "wi"));
  scratch.file("e.csv",
               "path,model,property,expected\na.litmus,hrf-indirect,race,FAIL\n"
               "a.litmus,hrf-indirect,condition,FAIL\n");
  REQUIRE(batch(scratch, "--expect e.csv").status == 0);
  REQUIRE(batch(scratch, "--expect e.csv --only condition --results c.jsonl --junit c.xml").status == 0);
  CHECK(expectationsOf(rowsOf(scratch.path("c.jsonl"))[0]) == Lines{"race not-asked", "condition met"});
  REQUIRE(batch(scratch, "--expect e.csv --only races --results r.jsonl").status == 0);
  CHECK(expectationsOf(rowsOf(scratch.path("r.jsonl"))[0]) == Lines{"race met", "condition not-asked"});
  const std::string junit = contents(scratch.path("c.xml"));
  CHECK(has(junit, "<property name=\"only\" value=\"condition\" />"));
  CHECK(has(junit, "race not-asked: only the condition was checked"));

  scratch.file("e.csv", "path,model,property,expected\na.litmus,hrf-indirect,race,FAIL\n");
  const Finished skipped = batch(scratch, "--expect e.csv --only condition --junit c.xml");
  CHECK(skipped.status == 0);
  CHECK(has(skipped.out, "not asked"));
  CHECK(has(contents(scratch.path("c.xml")), "skipped=\"1\""));
}

TEST_CASE("with a CSV, no more is asked than its rows speak of, unless all of it is listed") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a", "wi"));
  scratch.file("b.litmus", messagePassing("b"));
  scratch.file("e.csv",
               "path,model,property,expected\na.litmus,hrf-indirect,race,FAIL\n"
               "b.litmus,hrf-indirect,race,PASS\nb.litmus,hrf-indirect,condition,FAIL\n");
  const Finished run = batch(scratch, "--expect e.csv --results all.jsonl --junit all.xml");
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(has(run.out, "Only what the expectations ask about was checked"));
  CHECK(linesOf(scratch.path("all.jsonl")).front()["options"]["only"] == "expected");
  for (const auto& line : linesOf(scratch.path("all.jsonl"))) {
    CAPTURE(line.dump());
    CHECK(schemaMistakes("batch", line).empty());
  }
  const auto rows = rowsOf(scratch.path("all.jsonl"));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["log"]["only"] == "race");
  CHECK(rows[0]["races"] == "racy");
  CHECK(rows[1]["log"]["only"] == "answers");
  CHECK(expectationsOf(rows[1]) == Lines{"race met", "condition met"});
  CHECK(batch(scratch, "--merge all.jsonl").status == 0);
  for (const std::string option : {"--only everything", "--sarif s.json", "--fail-on racy", "--herd logs"}) {
    CAPTURE(option);
    const Finished whole = batch(scratch, "--expect e.csv --results w.jsonl " + option);
    CHECK(!has(whole.out, "Only what"));
    CHECK(!rowsOf(scratch.path("w.jsonl"))[0]["log"].contains("only"));
  }
  CHECK(batch(scratch, ". --only expected").status == 64);
  CHECK(has(batch(scratch, "--expect e.csv --only expected --herd logs").err, "omit --only expected"));
}

TEST_CASE("a condition that no execution breaks promises nothing where races were not asked") {
  Scratch scratch;
  std::string text = messagePassing("a", "wi");
  text.replace(text.rfind("exists"), 6, "forall");
  text.insert(text.rfind("forall") + 7, "(1:r1=0 \\/ 1:r1=1) \\/ ");
  scratch.file("a.litmus", text);
  const Finished whole = batch(scratch, ". -m hrf-indirect -m sc");
  CHECK(whole.status == 1);
  CHECK(has(whole.out, "cannot hold: the test is racy"));
  const Finished condition = batch(scratch, ". -m hrf-indirect -m sc --only condition --results all.jsonl");
  CHECK(condition.status == 0);
  const auto rows = rowsOf(scratch.path("all.jsonl"));
  CHECK(expectationsOf(rows[0]) == Lines{"condition not-asked"});
  CHECK(rows[0]["races"] == "not-asked");
  CHECK(expectationsOf(rows[1]) == Lines{"condition met"});
  CHECK(rows[1]["races"] == "not-defined");
}

TEST_CASE("files of different questions are not joined") {
  Scratch scratch;
  expect(scratch);
  REQUIRE(batch(scratch, ". -m sc --only condition --results c1.jsonl --shard 1/2").status == 0);
  REQUIRE(batch(scratch, ". -m sc --only condition --results c2.jsonl --shard 2/2").status == 0);
  REQUIRE(batch(scratch, ". -m sc --results e2.jsonl --shard 2/2").status == 0);
  const Finished mixed = batch(scratch, "--merge c1.jsonl e2.jsonl");
  CHECK(mixed.status == 2);
  CHECK(has(mixed.err, "it was made without --only condition"));
  const Finished merged = batch(scratch, "--merge c1.jsonl c2.jsonl --results all.jsonl --junit all.xml");
  CHECK(merged.status == 0);
  CHECK(has(merged.out, "Only the condition was checked"));
  CHECK(has(contents(scratch.path("all.xml")), "name=\"only\" value=\"condition\""));
  CHECK(linesOf(scratch.path("all.jsonl")).front()["options"]["only"] == "condition");
  const Finished again = batch(scratch, ". -m sc --resume all.jsonl");
  CHECK(again.status == 2);
  CHECK(has(again.err, "it was made with --only condition, not without"));
  for (const std::string option : {"--herd logs", "--fail-on racy"}) {
    const Finished refused = batch(scratch, "--merge c1.jsonl c2.jsonl " + option);
    CHECK(refused.status == 64);
    CHECK(has(refused.err, "omit --only condition"));
  }
  CHECK(batch(scratch, "--merge c1.jsonl c2.jsonl --only condition").status == 64);
}

TEST_CASE("a row that answers another question than its file is not read") {
  Scratch scratch;
  expect(scratch);
  REQUIRE(batch(scratch, ". -m sc --only condition --results all.jsonl").status == 0);
  for (const std::string change :
       {"s/,\"only\":\"condition\"//", "s/\"only\":\"condition\"/\"only\":\"races\"/"}) {
    REQUIRE(runShell("cd " + scratch.path("") + " && sed '2,$" + change + "' all.jsonl > bad.jsonl").status ==
            0);
    const Finished run = batch(scratch, "--merge bad.jsonl");
    CHECK(run.status == 2);
    CHECK(has(run.err, "the header says that something else was asked"));
  }
  REQUIRE(runShell("cd " + scratch.path("") +
                   " && sed '1s/\"only\":\"condition\"/\"only\":\"everything\"/' all.jsonl > bad.jsonl")
              .status == 0);
  CHECK(batch(scratch, "--merge bad.jsonl").status == 2);
}

TEST_CASE("what needs every answer is refused") {
  Scratch scratch;
  expect(scratch);
  for (const std::string options : {"--only condition --fail-on racy", "--only races --fail-on allowed",
                                    "--only races --herd logs", "--only condition --promote"}) {
    CAPTURE(options);
    const Finished run = batch(scratch, ". -m hrf-indirect " + options);
    CHECK(run.status == 64);
    CHECK(has(run.err, "omit --only"));
  }
}

TEST_CASE("the page has a banner, and no list of final states") {
  Scratch scratch;
  expect(scratch);
  const Finished run = batch(scratch, ". -m sc -m hrf-indirect --only condition --html page");
  CAPTURE(run.err);
  CHECK(run.status == 0);
  const std::string page = contents(scratch.path("page/index.html"));
  CHECK(has(page, "<p class=\"incomplete\">Only the condition was checked: races were not checked"));
  CHECK(has(page, "\"k\":\"unchecked\""));
  CHECK(!has(page, "\"n\":"));
}

}  // namespace batch_only_test
