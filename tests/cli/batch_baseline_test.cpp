// What a run says of its differences from an earlier one.

#include <doctest/doctest.h>

#include "cli/batch_support.h"
#include "support/has.h"
#include "support/json_schema.h"

using namespace hrfcheck::test;

namespace {

Finished in(const Scratch& scratch, const std::string& options) {
  return runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch " + options);
}

/// Two tests, a run of which is in old.jsonl; then one is edited, one removed, one added.
void edited(const Scratch& scratch) {
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("b.litmus", messagePassing("b"));
  REQUIRE(in(scratch, ". -m hrf-direct -m rsp --results old.jsonl").status == 0);
  scratch.file("a.litmus", messagePassing("a", "wi"));
  REQUIRE(runShell("cd " + scratch.path("") + " && mv b.litmus c.litmus").status == 0);
}

}  // namespace

TEST_CASE("batch --baseline: the same run again has changed nothing") {
  const Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  REQUIRE(in(scratch, ". -m rsp --results old.jsonl").status == 0);
  const Finished run = in(scratch, ". -m rsp --baseline old.jsonl");
  CHECK(run.status == 0);
  CHECK(has(run.out, "\nsince old.jsonl: nothing has changed\n"));
}

TEST_CASE("batch --baseline: text, JSON and page say what has changed") {
  const Scratch scratch;
  edited(scratch);
  const Finished run =
      in(scratch, ". -m hrf-direct -m rsp --baseline old.jsonl --changes new.json --html page");
  CAPTURE(run.out);
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(has(run.out, "since old.jsonl: 2 rows changed, 2 new, 2 removed\n"));
  CHECK(has(run.out, "a.litmus, rsp: racy; was Never, race-free (the test was edited)\n"));
  const auto json = nlohmann::json::parse(contents(scratch.path("new.json")));
  CHECK(schemaMistakes("changes", json) == "");
  CHECK(json["whole"] == true);
  CHECK(json["counts"]["changed"] == 2);
  CHECK(json["counts"]["removed"] == 2);
  const std::string page = contents(scratch.path("page/index.html"));
  CHECK(has(page, "Since old.jsonl (hrfcheck "));
  CHECK(has(page, "2 changed"));
  const Finished brief = in(scratch, ". -m hrf-direct -m rsp --baseline old.jsonl --table none");
  CHECK(has(brief.out, "2 removed\n"));
  CHECK_FALSE(has(brief.out, "was Never"));
}

TEST_CASE("batch --baseline: a part of the tests removes none of the others") {
  const Scratch scratch;
  edited(scratch);
  const Finished run = in(scratch, ". -m hrf-direct -m rsp --baseline old.jsonl --shard 1/2");
  CHECK(has(run.out, "; this run did not cover every test, so removed rows are not listed\n"));
  REQUIRE(in(scratch, ". -m rsp --shard 1/2 --results part.jsonl").status == 0);
  const Finished other = in(scratch, ". -m rsp --baseline part.jsonl");
  CHECK(other.status == 2);
  CHECK(has(other.err, "part.jsonl has the results of one shard only: 1 of 2"));
}

TEST_CASE("batch --baseline: mistakes") {
  const Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  CHECK(in(scratch, ". --changes new.json").status == 64);
  CHECK(in(scratch, ". --baseline none.jsonl").status == 2);
  REQUIRE(in(scratch, ". -m rsp --results old.jsonl").status == 0);
  const Finished over = in(scratch, ". -m rsp --baseline old.jsonl --results old.jsonl");
  CHECK(over.status == 2);
  CHECK(has(contents(scratch.path("old.jsonl")), "\"complete\":true"));
  const Finished elsewhere =
      runShell("cd " + scratch.path("..") + " && \"$HRFCHECK\" batch " + scratch.path("a.litmus") +
               " -m rsp --baseline " + scratch.path("old.jsonl"));
  CHECK(has(elsewhere.err, "has no row in common with this run"));
}
