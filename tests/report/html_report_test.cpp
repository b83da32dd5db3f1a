#include "report/html/html_report.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace html_report_test {

using namespace hrfcheck;
using Json = nlohmann::json;

namespace {

ResultRow rowOf(std::size_t test, const std::string& path, const std::string& model,
                RaceStatus races = RaceStatus::RaceFree, Observation observation = Observation::Never) {
  ResultRow row;
  row.test = test;
  row.path = path;
  row.model = model;
  row.races = races;
  row.log = LogEntry{};
  row.log->observation = observation;
  row.log->condition = "exists (0:r0=1)";
  row.log->states = {{{"0:r0", "0"}}, {{"0:r0", "1"}}};
  return row;
}

ResultRow without(RowStatus status, std::size_t test, const std::string& path, const std::string& model,
                  const std::string& reason) {
  ResultRow row;
  row.test = test;
  row.path = path;
  row.model = model;
  row.status = status;
  row.reason = reason;
  return row;
}

std::string pageOf(const std::vector<ResultRow>& rows, const HtmlOptions& options = {}) {
  return htmlReport([&](const RowVisitor& visitor) { std::for_each(rows.begin(), rows.end(), visitor); },
                    options);
}

/// What stands in the page's data element: up to the first end tag, as a browser sees it.
std::string dataText(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(start);
  REQUIRE(from != std::string::npos);
  return page.substr(from + start.size(), page.find("</", from) - from - start.size());
}

Json dataOf(const std::string& page) {
  return Json::parse(dataText(page));
}

/// The cell of the n-th row of tests under a model.
Json cellAt(const Json& data, std::size_t test, const std::string& model) {
  const Json& row = data["tests"][test];
  for (std::size_t i = 1; i < row.size(); i += 2) {
    if (data["models"][row[i].get<std::size_t>()] == model) {
      return data["cells"][row[i + 1].get<std::size_t>()];
    }
  }
  return nullptr;
}

std::size_t timesIn(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) {
    ++count;
  }
  return count;
}

bool has(const std::string& text, const std::string& part) {
  return timesIn(text, part) > 0;
}

/// The smallest picture of an execution, with one node.
std::string pictureOf(const std::string& node) {
  return "// The places are part of the graph: `dot -Tsvg` draws it as it is.\ndigraph execution {\n"
         "  graph [layout=nop2, bb=\"0,0,100,50\", bgcolor=white, fontname=\"Helvetica\", fontsize=11];\n  "
         "\"" +
         node + "\" [pos=\"1.0,2.0\"];\n}\n";
}

/// With the details of rows in which nothing is wrong.
HtmlOptions detailed() {
  HtmlOptions options;
  options.allDetails = true;
  return options;
}

HtmlOptions drawing(std::vector<std::string>* asked, std::size_t most = 2000) {
  HtmlOptions options = detailed();
  options.mostPictures = most;
  options.draw = [asked](const std::vector<std::string>& graphs) {
    *asked = graphs;
    std::vector<std::string> pictures;
    for (const std::string& graph : graphs) {
      pictures.push_back("<svg>" + graph + "</svg>");
    }
    return pictures;
  };
  return options;
}

}  // namespace

TEST_CASE("every row has its cell, whatever its status") {
  ResultRow undefined = rowOf(1, "a/y.litmus", "rsp");
  undefined.log->result = LoggedResult{ResultWord::Undef};
  ResultRow diverges = rowOf(1, "a/y.litmus", "drf0");
  diverges.log->incidents = {"barrier-divergence P0:1"};
  ResultRow cut = rowOf(5, "f", "rsp", RaceStatus::Racy);
  cut.status = RowStatus::Undecided;
  ResultRow open = rowOf(6, "g", "rsp", RaceStatus::Undecided, Observation::Undecided);
  open.status = RowStatus::Undecided;
  open.reason = "time limit";
  const std::string page = pageOf({rowOf(0, "a/x.litmus", "rsp", RaceStatus::Racy, Observation::Sometimes),
                                   rowOf(0, "a/x.litmus", "drf0"), undefined, diverges,
                                   rowOf(2, "c", "sc", RaceStatus::NotDefined, Observation::Always),
                                   without(RowStatus::Crashed, 3, "d", "rsp", "killed"),
                                   without(RowStatus::Error, 4, "e", "", "cannot be read"), cut, open,
                                   without(RowStatus::Unsupported, 7, "h", "rsp", "dialect PTX"),
                                   without(RowStatus::NotApplicable, 8, "i", "rsp", "no scopes"),
                                   without(RowStatus::Orphan, 9, "expected/j.log", "", "no test")});
  const Json data = dataOf(page);
  CHECK(data["models"] == Json({"rsp", "drf0", "sc", ""}));
  CHECK(data["tests"].size() == 10);
  const auto kindAndWord = [&](std::size_t test, const std::string& model) {
    const Json cell = cellAt(data, test, model);
    REQUIRE(cell.is_object());
    return cell["k"].get<std::string>() + " " + cell["w"].get<std::string>();
  };
  CHECK(kindAndWord(0, "rsp") == "racy racy");
  CHECK(kindAndWord(0, "drf0") == "free never");
  CHECK(kindAndWord(1, "rsp") == "undefined undefined");
  CHECK(kindAndWord(1, "drf0") == "undefined undefined");
  CHECK(kindAndWord(2, "sc") == "plain always");
  CHECK(kindAndWord(3, "rsp") == "crashed crashed");
  CHECK(kindAndWord(4, "") == "error error");
  CHECK(kindAndWord(5, "rsp") == "racy racy");
  CHECK(cellAt(data, 5, "rsp")["q"] == 1);
  CHECK(kindAndWord(6, "rsp") == "undecided undecided");
  CHECK(data["texts"][cellAt(data, 6, "rsp")["y"].get<std::size_t>()] == "time limit");
  CHECK(kindAndWord(7, "rsp") == "unsupported unsupported");
  CHECK(kindAndWord(8, "rsp") == "inapplicable n/a");
  CHECK(kindAndWord(9, "") == "orphan orphan");
  for (const Json& cell : data["cells"]) {
    CHECK(data["kinds"].contains(cell["k"].get<std::string>()));
  }
  CHECK(has(page, ">10 tests<"));
  CHECK(has(page, ">3 models<"));
  CHECK(has(page, ">12 results<"));
  CHECK(has(page, ">0 failed expectations<"));
  CHECK(has(page, ">2 racy<"));
  CHECK(has(page, "JavaScript"));
}

TEST_CASE("a search that was not complete never looks like an answer") {
  ResultRow row = rowOf(0, "x", "rsp", RaceStatus::RaceFree, Observation::Never);
  row.status = RowStatus::Undecided;
  CHECK(cellAt(dataOf(pageOf({row})), 0, "rsp")["k"] == "undecided");
  row.status = RowStatus::Answered;
  row.races = RaceStatus::Undecided;
  CHECK(cellAt(dataOf(pageOf({row})), 0, "rsp")["k"] == "undecided");
  row.races = RaceStatus::RaceFree;
  row.log->observation = Observation::Undecided;
  CHECK(cellAt(dataOf(pageOf({row})), 0, "rsp")["k"] == "undecided");
  row.log.reset();
  CHECK(cellAt(dataOf(pageOf({row})), 0, "rsp")["k"] == "undecided");
}

TEST_CASE("failed expectations are marked and keep their messages") {
  ResultRow row = rowOf(0, "x", "rsp");
  row.expectations = {{"x.log:1", "outcomes", "", ExpectationOutcome::Failed, "1 state is new"},
                      {"e.csv:2", "race", "HSA", ExpectationOutcome::Met, ""}};
  const std::string page = pageOf({row, rowOf(1, "y", "rsp")});
  const Json data = dataOf(page);
  const Json cell = cellAt(data, 0, "rsp");
  CHECK(cell["f"] == 1);
  REQUIRE(cell["x"].size() == 2);
  CHECK(cell["x"][0][0] == "failed");
  CHECK(data["texts"][cell["x"][0][1].get<std::size_t>()] == "x.log:1");
  CHECK(data["texts"][cell["x"][0][4].get<std::size_t>()] == "1 state is new");
  CHECK(cell["x"][1][0] == "met");
  CHECK(cell["x"][1][3] == "HSA");
  CHECK_FALSE(cellAt(data, 1, "rsp").contains("f"));
  CHECK(has(page, ">1 failed expectation<"));
}

TEST_CASE("two rows of one test under one model are both there") {
  const Json data = dataOf(pageOf({rowOf(0, "x", "rsp"), rowOf(0, "x", "rsp", RaceStatus::Racy)}));
  REQUIRE(data["tests"].size() == 2);
  CHECK(cellAt(data, 0, "rsp")["k"] == "free");
  CHECK(cellAt(data, 1, "rsp")["k"] == "racy");
}

TEST_CASE("names and texts cannot break out of the page") {
  const std::string evil = "</script><script>alert(\"1\")</script><!-- & 'ö' \u2028\u2029 \\ \xFF";
  ResultRow row = rowOf(0, evil, evil);
  row.report = evil;
  row.reason = evil;
  row.expectations = {{evil, evil, evil, ExpectationOutcome::Failed, evil}};
  HtmlOptions options;
  options.title = "<b>\"&" + std::string("{{title}}");
  options.run = {evil, evil, evil};
  row.texts = {{evil, evil}};
  row.findings = {{"heterogeneous-race", evil, {{evil, 1, 1, 9}}}};
  const std::string page = pageOf({row}, options);
  CHECK(timesIn(page, "<script") == 2);
  CHECK(timesIn(page, "</script>") == 2);
  CHECK_FALSE(has(page, "<!--"));
  CHECK(has(page, "<title>&lt;b&gt;&quot;&amp;{{title}}</title>"));
  CHECK_FALSE(has(dataText(page), "<"));
  CHECK_FALSE(has(dataText(page), "\u2028"));
  CHECK_FALSE(has(dataText(page), "\u2029"));
  const Json data = dataOf(page);
  const std::string shown = evil.substr(0, evil.size() - 1) + "\uFFFD";
  CHECK(data["tests"][0][0] == shown);
  CHECK(data["models"][0] == shown);
  CHECK(data["texts"][cellAt(data, 0, shown)["b"].get<std::size_t>()] == shown);
}

TEST_CASE("the page asks the network for nothing") {
  const std::string page = pageOf({rowOf(0, "x", "rsp")});
  CHECK(has(page, "default-src 'none'"));
  CHECK_FALSE(has(page, "http:"));
  CHECK_FALSE(has(page, "https:"));
  CHECK_FALSE(has(page, " src="));
  CHECK_FALSE(has(page, "url("));
}

TEST_CASE("what is the same is stored once") {
  std::vector<ResultRow> rows;
  for (std::size_t test = 0; test < 1000; ++test) {
    for (const char* model : {"rsp", "drf0"}) {
      ResultRow row = rowOf(test, "t" + std::to_string(test), model);
      row.report = row.path + "  ·  " + model + "  ·  race-free\n\n  outcomes\n    0:r0=0\n";
      row.picture = pictureOf("n");
      rows.push_back(row);
    }
  }
  std::vector<std::string> asked;
  const std::string page = pageOf(rows, drawing(&asked));
  const Json data = dataOf(page);
  CHECK(data["tests"].size() == 1000);
  CHECK(data["cells"].size() == 1);
  CHECK(data["pictures"].size() == 1);
  CHECK(asked.size() == 1);
  CHECK(data["cells"][0]["h"] == 1);
  CHECK(data["texts"][data["cells"][0]["b"].get<std::size_t>()] == "race-free\n\n  outcomes\n    0:r0=0\n");
}

TEST_CASE("pictures up to a number; those left out say so") {
  std::vector<ResultRow> rows;
  for (std::size_t test = 0; test < 4; ++test) {
    rows.push_back(rowOf(test, "t" + std::to_string(test), "rsp"));
    rows.back().picture = pictureOf("n" + std::to_string(test == 3 ? 0 : test));
  }
  std::vector<std::string> asked;
  const Json data = dataOf(pageOf(rows, drawing(&asked, 2)));
  CHECK(asked == std::vector<std::string>{pictureOf("n0"), pictureOf("n1")});
  CHECK(data["pictures"] ==
        Json({"<svg>" + pictureOf("n0") + "</svg>", "<svg>" + pictureOf("n1") + "</svg>"}));
  CHECK(cellAt(data, 1, "rsp")["p"] == 1);
  CHECK_FALSE(cellAt(data, 2, "rsp").contains("p"));
  CHECK(has(cellAt(data, 2, "rsp")["e"], "2 pictures"));
  CHECK(cellAt(data, 3, "rsp")["p"] == 0);
  const Json plain = dataOf(pageOf(rows, detailed()));
  CHECK(plain["pictures"].empty());
  CHECK(has(cellAt(plain, 0, "rsp")["e"], "not drawn"));
}

TEST_CASE("what is said of a file stands on a line of its own, and is no second test") {
  const std::string page =
      pageOf({rowOf(0, "a.litmus", "rsp"), without(RowStatus::Error, 0, "a.litmus", "", "bad expectation"),
              rowOf(1, "b.litmus", "rsp")});
  const Json data = dataOf(page);
  REQUIRE(data["tests"].size() == 3);
  CHECK(data["tests"][0].size() == 3);
  CHECK(data["tests"][1].size() == 3);
  CHECK(cellAt(data, 1, "")["k"] == "error");
  CHECK(page.find(">2 tests</span>") != std::string::npos);
  CHECK(page.find(">1 model</span>") != std::string::npos);
}

TEST_CASE("what is no picture of ours is not drawn") {
  ResultRow row = rowOf(0, "x", "rsp");
  row.picture = pictureOf("n");
  row.picture.insert(row.picture.rfind("];"), ", URL=\"javascript:alert(1)\"");
  std::vector<std::string> asked;
  const std::string page = pageOf({row}, drawing(&asked));
  CHECK(asked.empty());
  CHECK_FALSE(has(page, "javascript:"));
  CHECK(has(cellAt(dataOf(page), 0, "rsp")["e"],
            "not drawn: the results contain something other than a picture"));
}

TEST_CASE("a run that stopped early has a banner, readable without the script") {
  HtmlOptions options;
  CHECK_FALSE(has(pageOf({rowOf(0, "x", "rsp")}), "incomplete\" role"));
  options.extent = {4321, 169, "interrupted"};
  const std::string page = pageOf({rowOf(0, "x", "rsp")}, options);
  CHECK(has(page, "<title>Incomplete: hrfcheck</title>"));
  CHECK(has(page,
            "role=\"alert\">This run is incomplete. 4,152 of 4,321 tests were not run: interrupted.</p>"));
}

TEST_CASE("no rows; the same rows give the same bytes") {
  CHECK(dataOf(pageOf({}))["tests"].empty());
  const std::vector<ResultRow> rows{rowOf(0, "x", "rsp"), rowOf(0, "x", "drf0", RaceStatus::Racy),
                                    rowOf(1, "y", "rsp")};
  std::vector<ResultRow> later = rows;
  later[0].seconds = 7;
  CHECK(pageOf(rows) == pageOf(later));
}

}  // namespace html_report_test
