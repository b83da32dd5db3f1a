// What a results file is compared with when a run goes on or shards are joined: what would be asked now.

#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "cli/batch_support.h"
#include "support/has.h"

namespace batch_resume_test {

using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

Finished batch(const Scratch& scratch, const std::string& options) {
  return runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch " + options);
}

/// Test and model of each row.
std::multiset<std::string> keysOf(const std::string& path) {
  std::multiset<std::string> keys;
  for (const auto& row : rowsOf(path)) {
    keys.insert(row["path"].get<std::string>() + " " + row["model"].get<std::string>());
  }
  return keys;
}

using Keys = std::multiset<std::string>;

/// The first lines of a file.
std::string head(const std::string& text, std::size_t lines) {
  std::size_t end = 0;
  for (; lines > 0; --lines) {
    end = text.find('\n', end) + 1;
  }
  return text.substr(0, end);
}

/// Two tests, expected under these models.
void expect(Scratch& scratch, const std::string& models) {
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("b.litmus", messagePassing("b", "wi"));
  REQUIRE(batch(scratch, models + " --promote .").status == 0);
}

const std::string kWeak = "\"weak\"\nacyclic po & loc | rf as coherence\n";

}  // namespace

TEST_CASE("a half-done run whose expectations name other models now") {
  Scratch scratch;
  expect(scratch, "-m sc -m hrf-indirect");
  REQUIRE(batch(scratch, ". --results all.jsonl").status == 0);
  const std::string whole = contents(scratch.path("all.jsonl"));
  REQUIRE(runShell("rm -r " + scratch.path("expected")).status == 0);
  expect(scratch, "-m sc -m drf0");
  for (std::size_t lines = 1; lines <= 6; ++lines) {
    CAPTURE(lines);
    scratch.file("all.jsonl", head(whole, lines));
    const Finished run = batch(scratch, ". --resume all.jsonl");
    CAPTURE(run.err);
    CHECK(run.status == 0);
    CHECK(keysOf(scratch.path("all.jsonl")) ==
          Keys{"a.litmus drf0", "a.litmus sc", "b.litmus drf0", "b.litmus sc"});
    for (const auto& row : rowsOf(scratch.path("all.jsonl"))) {
      CHECK(row["columns"] == 2);
      CHECK(row["column"] == (row["model"] == "drf0" ? 0 : 1));
      CHECK(row["expectations"][0]["outcome"] == "met");
    }
  }
}

TEST_CASE("a complete run whose expectations name one model more is not complete") {
  Scratch scratch;
  expect(scratch, "-m sc");
  REQUIRE(batch(scratch, ". --results all.jsonl").status == 0);
  expect(scratch, "-m hrf-indirect");
  std::string log = contents(scratch.path("expected/b.log"));
  const std::size_t at = log.find("1:r0=1; 1:r1=1;");
  REQUIRE(at != std::string::npos);
  scratch.file("expected/b.log", log.replace(at, 15, "1:r0=1; 1:r1=7;"));
  const Finished run = batch(scratch, ". --resume all.jsonl");
  CHECK(run.status == 1);
  CHECK(has(run.out, "1:r1=7"));
  CHECK(keysOf(scratch.path("all.jsonl")) ==
        Keys{"a.litmus hrf-indirect", "a.litmus sc", "b.litmus hrf-indirect", "b.litmus sc"});
}

TEST_CASE("a scheduler more that a CSV expects something of is asked") {
  Scratch scratch;
  scratch.file(
      "a.litmus",
      "HSA a\n{ x=0; }\n P0@wg 0 | P1@wg 1 ;\n L: ld.rlx.sys r0, x | st.rlx.sys x, 1 ;\n bne r0, 1, L | "
      ";\n");
  const std::string header = "path,model,property,scheduler,expected\n";
  scratch.file("e.csv", header + "a.litmus,sc,termination,weak,PASS\n");
  REQUIRE(batch(scratch, "--expect e.csv --results all.jsonl --fail-on unsupported").status == 0);
  scratch.file("e.csv", header + "a.litmus,sc,termination,weak,PASS\na.litmus,sc,termination,obe,PASS\n");
  const Finished run = batch(scratch, "--expect e.csv --resume all.jsonl");
  CAPTURE(run.out);
  CHECK(run.status == 1);
  CHECK(has(run.out, "may hang, expected terminates"));
}

TEST_CASE("a model that was changed in the meantime is named, wherever the change stands") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("my.cat", kWeak);
  REQUIRE(batch(scratch, "-m ./my.cat a.litmus --results all.jsonl").status == 0);
  const std::string whole = contents(scratch.path("all.jsonl"));
  scratch.file("my.cat", kWeak + "acyclic co as more\n");
  Finished run = batch(scratch, "-m ./my.cat a.litmus --resume all.jsonl");
  CHECK(run.status == 2);
  CHECK(has(run.err, "the model ./my.cat has changed, or a file that it includes has"));
  CHECK(contents(scratch.path("all.jsonl")) == whole);

  REQUIRE(runShell("mkdir " + scratch.path("one") + " " + scratch.path("two")).status == 0);
  scratch.file("one/part.cat", "let c = po & loc\n");
  scratch.file("two/part.cat", "let c = po & loc\n");
  scratch.file("my.cat", "\"mine\"\ninclude \"part.cat\"\nacyclic c | rf as coherence\n");
  REQUIRE(batch(scratch, "-m ./my.cat --include one a.litmus --results inc.jsonl").status == 0);
  CHECK(batch(scratch, "-m ./my.cat --include two a.litmus --resume inc.jsonl").status == 0);
  scratch.file("two/part.cat", "let c = po\n");
  run = batch(scratch, "-m ./my.cat --include two a.litmus --resume inc.jsonl");
  CHECK(run.status == 2);
  CHECK(has(run.err, "my.cat"));
}

TEST_CASE("models that are read otherwise are not joined") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("my.cat", "\"mine\"\nflag ~empty (W * M) & loc & ext as dr\n");
  REQUIRE(batch(scratch, "-m ./my.cat a.litmus --results all.jsonl").status == 0);
  const Finished run = batch(scratch, "-m ./my.cat --race-flag none a.litmus --resume all.jsonl");
  CHECK(run.status == 2);
  CHECK(has(run.err, "race-flag"));
}

TEST_CASE("shards of two corpora, or under two models of one name, are not joined") {
  Scratch scratch;
  fs::create_directory(scratch.path("t"));
  scratch.file("t/a.litmus", messagePassing("a"));
  scratch.file("t/b.litmus", messagePassing("b"));
  scratch.file("my.cat", kWeak);
  REQUIRE(batch(scratch, "-m ./my.cat t --shard 1/2 --results 1.jsonl").status == 0);
  const auto second = [&] {
    REQUIRE(batch(scratch, "-m ./my.cat t --shard 2/2 --results 2.jsonl").status == 0);
    return batch(scratch, "--merge 1.jsonl 2.jsonl");
  };
  CHECK(second().status == 0);
  scratch.file("my.cat", kWeak + "acyclic co as more\n");
  Finished run = second();
  CHECK(run.status == 2);
  CHECK(has(run.err, "the model ./my.cat has changed, or a file that it includes has"));
  scratch.file("my.cat", kWeak);
  scratch.file("t/a.litmus", messagePassing("changed"));
  run = second();
  CHECK(run.status == 2);
  CHECK(has(run.err, "t/a.litmus was changed in the meantime"));
  scratch.file("t/a.litmus", messagePassing("a"));
  REQUIRE(runShell("cd " + scratch.path("t") + " && mv b.litmus c.litmus").status == 0);
  run = second();
  CHECK(run.status == 2);
  CHECK(has(run.err, "it covers other tests"));
}

TEST_CASE("a list of other tests of the same length is not gone on with") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("b.litmus", messagePassing("b"));
  REQUIRE(batch(scratch, "-m sc . --results all.jsonl").status == 0);
  REQUIRE(runShell("cd " + scratch.path("") + " && mv b.litmus c.litmus").status == 0);
  const Finished run = batch(scratch, "-m sc . --resume all.jsonl");
  CHECK(run.status == 2);
  CHECK(has(run.err, "number 2 was b.litmus, not c.litmus"));
}

}  // namespace batch_resume_test
