#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

std::string litmus(const std::string& name) {
  return std::string(HRFCHECK_SOURCE_DIR) + "/litmus/" + name + ".litmus";
}

/// Rows of a results file by model.
std::map<std::string, nlohmann::json> rowsOf(const std::string& lines) {
  std::map<std::string, nlohmann::json> rows;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json.contains("model")) {
      rows[json["model"]] = json;
    }
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
  const auto byModel = rowsOf(contents(rows));
  const auto& racy = byModel.at("hrf-direct");
  CHECK(racy["races"] == "racy");
  CHECK(racy["repair"]["optimal"] == true);
  CHECK(racy["repair"]["cost"] > 0);
  CHECK(has(racy["repair"]["text"], "re-checked as edited: confirmed"));
  CHECK(has(racy["repair"]["text"], "+++ "));
  CHECK(byModel.at("hrf-indirect")["races"] == "race-free");
  CHECK_FALSE(byModel.at("hrf-indirect").contains("repair"));
  CHECK(has(contents(scratch.path("page/index.html")), "re-checked as edited"));
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
  const auto row = rowsOf(contents(rows)).at("hrf-direct");
  CHECK(row["races"] == "racy");
  CHECK_FALSE(row["repair"].contains("cost"));
  CHECK(has(row["repair"]["reason"], "none of the edits"));
}
