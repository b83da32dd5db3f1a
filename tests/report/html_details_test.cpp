// What the page says beside the answers: expectations, sources, the run, and what has changed.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "report/batch_rows.h"
#include "report/html/html_report.h"
#include "support/has.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using PageJson = nlohmann::json;

PageJson pageData(const std::vector<ResultRow>& rows, const HtmlOptions& options = {}) {
  const std::string page = htmlReport(rowsOf(rows), options);
  const std::string start = "id=\"data\">";
  const std::size_t from = page.find(start) + start.size();
  return PageJson::parse(page.substr(from, page.find("</script>", from) - from));
}

/// The cell of the first row of a page.
PageJson firstCell(const ResultRow& row, const HtmlOptions& options = {}) {
  return pageData({row}, options)["cells"][0];
}

ResultRow expectingWord(ResultRow row, ExpectationOutcome outcome, const std::string& property,
                        const std::string& word) {
  row = expecting(std::move(row), outcome, "", "e.csv:1", property);
  row.expectations.back().expected = word;
  return row;
}

ResultRow detailedRow(std::size_t test, RaceStatus races = RaceStatus::RaceFree) {
  ResultRow row = answered(test, 0, "t" + std::to_string(test), "rsp", races);
  row.report = "report " + std::to_string(test);
  return row;
}

}  // namespace

TEST_CASE("a cell has the expected answer beside the found one") {
  const ResultRow never = answered(0, 0, "x", "rsp", RaceStatus::RaceFree, Observation::Never);
  CHECK_FALSE(firstCell(never).contains("a"));
  const PageJson met = firstCell(expectingWord(never, ExpectationOutcome::Met, "outcomes", "Never"));
  CHECK(met["w"] == "never");
  CHECK(met["a"] == "never");
  CHECK(firstCell(expectingWord(never, ExpectationOutcome::Failed, "outcomes", "Always"))["a"] == "always");
  CHECK(firstCell(expectingWord(never, ExpectationOutcome::Failed, "outcomes", "Never"))["a"] ==
        "never, with other details");
  const PageJson race = firstCell(expectingWord(never, ExpectationOutcome::Failed, "race", "racy"));
  CHECK(race["w"] == "race-free");
  CHECK(race["a"] == "racy");
  const PageJson both =
      firstCell(expectingWord(expectingWord(never, ExpectationOutcome::Met, "race", "race-free"),
                              ExpectationOutcome::Failed, "condition", "reachable"));
  CHECK(both["w"] == "race-free, never");
  CHECK(both["a"] == "race-free, reachable");
}

TEST_CASE("a cell has the source, and where findings stand in it") {
  ResultRow row = answered(0, 0, "x.litmus", "rsp", RaceStatus::Racy);
  row.texts = {{"x.litmus", "ä 1 ;\nst x, 1 | ld r0, x ;\n"}, {"k.cl", "x = 1;\n"}};
  row.findings = {{"heterogeneous-race",
                   "they race",
                   {{"x.litmus", 2, 1, 7}, {"x.litmus", 2, 11, 8}, {"k.cl", 1, 1, 5}}}};
  const PageJson data = pageData({row});
  const PageJson cell = data["cells"][0];
  CHECK(cell["u"] == PageJson({0, 1}));
  CHECK(data["files"][1] == PageJson({"k.cl", "x = 1;\n"}));
  CHECK(cell["m"] == PageJson::parse("[[0,0,6,7],[0,0,16,8],[0,1,0,5]]"));
  CHECK(cell["d"][0][0] == "Race");
  CHECK(data["texts"][cell["d"][0][1].get<std::size_t>()] == "x.litmus:2");
  CHECK(data["texts"][cell["d"][0][2].get<std::size_t>()] == "they race");
}

TEST_CASE("reports of rows that need attention; of all when they are wanted") {
  const std::vector<ResultRow> rows{expecting(detailedRow(0), ExpectationOutcome::Met),
                                    expecting(detailedRow(1), ExpectationOutcome::Failed),
                                    detailedRow(2, RaceStatus::Racy),
                                    expecting(detailedRow(3, RaceStatus::Racy), ExpectationOutcome::Met)};
  const PageJson cells = pageData(rows)["cells"];
  CHECK(cells[0]["j"] == 1);
  CHECK_FALSE(cells[0].contains("b"));
  CHECK(cells[1].contains("b"));
  CHECK(cells[2].contains("b"));
  CHECK(cells[3]["j"] == 1);
  const HtmlPage page = htmlPage(rowsOf(rows), {});
  CHECK(page.detailed == 2);
  CHECK(page.left == 2);
  HtmlOptions options;
  options.allDetails = true;
  CHECK(htmlPage(rowsOf(rows), options).left == 0);
  CHECK(pageData(rows, options)["cells"][0].contains("b"));
}

TEST_CASE("the head of the page says what was run, and what has no answer") {
  HtmlOptions options;
  options.run = {"2026-01-31 12:00 UTC", "hrfcheck 1.2.3", "hrfcheck batch 'a b' <x>", 61.2};
  const std::string page = htmlReport(
      rowsOf({answered(0, 0, "x", "rsp"), unanswered(0, 1, "x", "hsa", RowStatus::Undecided, "time limit")}),
      options);
  CHECK(has(page, "<dt>Date</dt><dd>2026-01-31 12:00 UTC</dd>"));
  CHECK(has(page, "<dt>Duration</dt><dd>62 s</dd>"));
  CHECK(has(page, "<dt>Version</dt><dd>hrfcheck 1.2.3</dd>"));
  CHECK(has(page, "<dt>Models</dt><dd>rsp, hsa</dd>"));
  CHECK(has(page, "<code>hrfcheck batch &apos;a b&apos; &lt;x&gt;</code>"));
  CHECK(has(page, "data-filter=\"undecided\">1 result is undecided: time limit (1)</span>"));
  CHECK(has(page, "<span class=\"count undecided\" data-filter=\"undecided\">1 undecided</span>"));
  CHECK_FALSE(has(htmlReport(rowsOf({answered(0, 0, "x", "rsp")}), {}), "class=\"notices\""));
}

TEST_CASE("the page says what has changed since an earlier run") {
  Baseline baseline("old.jsonl", "0.1.0");
  baseline.add(answered(0, 0, "x", "rsp"));
  baseline.add(answered(1, 0, "gone", "rsp"));
  baseline.add(answered(0, 1, "x", "sc"));
  const std::vector<ResultRow> rows{answered(0, 0, "x", "rsp", RaceStatus::Racy), answered(1, 0, "y", "rsp")};
  const Changes changes = changesSince(baseline, rowsOf(rows), true);
  HtmlOptions options;
  options.changes = &changes;
  const PageJson data = pageData(rows, options);
  CHECK(data["cells"][0]["z"] == PageJson({"changed", "Sometimes, race-free"}));
  CHECK(data["cells"][1]["z"] == PageJson({"new", ""}));
  REQUIRE(data["tests"].size() == 3);
  CHECK(data["tests"][0].size() == 5);  // the model that is gone, too
  CHECK(data["tests"][2][0] == "gone");
  CHECK(data["cells"][data["tests"][2][2].get<std::size_t>()]["k"] == "removed");
  const std::string page = htmlReport(rowsOf(rows), options);
  CHECK(has(page, "Since old.jsonl (hrfcheck 0.1.0):"));
  CHECK(has(page, "data-filter=\"changed\">1 changed</span>"));
  CHECK(has(page, "data-filter=\"removed\">2 removed</span>"));
  CHECK(has(page, ">2 tests</span>"));
  CHECK(has(page, ">1 model</span>"));
}
