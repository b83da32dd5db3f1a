#include <doctest/doctest.h>

#include <map>

#include "cli/batch_support.h"
#include "support/has.h"

namespace batch_repair_test {

using namespace hrfcheck::test;

namespace {

std::string litmus(const std::string& name) {
  return std::string(HRFCHECK_SOURCE_DIR) + "/litmus/" + name + ".litmus";
}

std::map<std::string, nlohmann::json> byModel(const std::string& resultsFile) {
  std::map<std::string, nlohmann::json> rows;
  for (const nlohmann::json& row : rowsOf(resultsFile)) {
    rows[row["model"]] = row;
  }
  return rows;
}

}  // namespace

TEST_CASE("batch --repair: racy rows carry the cheapest edits, others none") {
  const Scratch scratch;
  const std::string rows = scratch.path("rows.jsonl");
  const Finished run =
      runProgram({"batch", "-m", "hrf-direct", "-m", "hrf-indirect", "--expect", "none", "--repair",
                  "--results", rows, "--html", scratch.path("page"), litmus("hrf/t10-chain-wg-cmp-wg")});
  CHECK(run.status == 0);
  const auto found = byModel(rows);
  const auto& racy = found.at("hrf-direct");
  CHECK(racy["races"] == "racy");
  CHECK(racy["repair"]["optimal"] == true);
  CHECK(racy["repair"]["cost"] > 0);
  CHECK(has(racy["repair"]["text"], "re-checked after the edits: confirmed"));
  CHECK(has(racy["repair"]["text"], "+++ "));
  CHECK(found.at("hrf-indirect")["races"] == "race-free");
  CHECK_FALSE(found.at("hrf-indirect").contains("repair"));
  CHECK(has(contents(scratch.path("page/index.html")), "re-checked after the edits"));
  const Finished alone =
      runProgram({"repair", "-m", "hrf-direct", "--format", "json", litmus("hrf/t10-chain-wg-cmp-wg")});
  CHECK(nlohmann::json::parse(alone.out)["cost"] == racy["repair"]["cost"]);
}

TEST_CASE("batch --repair: where there is no repair, the row says so") {
  const Scratch scratch;
  const std::string rows = scratch.path("rows.jsonl");
  const Finished run = runProgram({"batch", "-m", "hrf-direct", "--expect", "none", "--repair", "--results",
                                   rows, litmus("hrf/barrier-divergence-race")});
  CHECK(run.status == 0);
  const auto row = byModel(rows).at("hrf-direct");
  CHECK(row["races"] == "racy");
  CHECK_FALSE(row["repair"].contains("cost"));
  CHECK(row["repair"]["reason"] == "not found");  // a barrier that all reach would do, which is no edit
}

}  // namespace batch_repair_test
