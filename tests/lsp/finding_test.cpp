#include "lsp/finding.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace hrfcheck;
using nlohmann::json;

namespace {

const std::string kText = "HSA T\n st x, 1 | ld r0, x ;\nexists (1:r0=1)\n";

Document test() {
  Document document;
  document.uri = "file:///t.litmus";
  document.path = "/t.litmus";
  document.kind = DocumentKind::Test;
  document.text = kText;
  return document;
}

json instruction(std::size_t column, const std::string& text) {
  return {{"line", 2}, {"column", column}, {"length", text.size()}, {"text", text}};
}

json resultUnder(const std::string& model) {
  return {{"model", model},
          {"races",
           {{{"first", instruction(2, "st x, 1")},
             {"second", instruction(12, "ld r0, x")},
             {"explanation", "nothing orders them"}}}},
          {"raceGroups",
           {{{"races", {0}},
             {"edits", {{{"line", 2}, {"order", "release"}, {"scope", "cmp"}}}},
             {"changes", {{{"line", 2}, {"column", 2}, {"length", 2}, {"text", "st_rel_cmp"}}}}}}}};
}

std::vector<Finding> found(const json& answer) {
  return findingsOf({0, "", answer.dump(), "", 0}, test());
}

std::string marked(const Finding& finding) {
  return kText.substr(finding.range.begin, finding.range.end - finding.range.begin);
}

}  // namespace

TEST_CASE("a race is marked at both instructions, with all models that have it") {
  const std::vector<Finding> findings = found({{"results", {resultUnder("hsa"), resultUnder("rsp")}}});
  REQUIRE(findings.size() == 2);
  CHECK(marked(findings[0]) == "st x, 1");
  CHECK(findings[0].message == "'st x, 1' races with 'ld r0, x' on line 2: nothing orders them [hsa, rsp]");
  CHECK(findings[0].severity == FindingSeverity::Warning);
  REQUIRE(findings[0].related.size() == 1);
  CHECK(findings[0].related[0].range == findings[1].range);
  CHECK(marked(findings[1]) == "ld r0, x");
  CHECK(findings[1].message == "'ld r0, x' races with 'st x, 1' on line 2: nothing orders them [hsa, rsp]");
  CHECK(findings[0].model == "hsa");
  CHECK(findings[0].fix == "line 2 with order release at cmp scope");
  REQUIRE(findings[0].changes.size() == 1);
  CHECK(findings[0].changes[0] == Change{{7, 9}, "st_rel_cmp"});
}

TEST_CASE("an instruction that races with itself in another thread is marked once") {
  json result = resultUnder("hsa");
  result["races"][0]["second"] = result["races"][0]["first"];
  const std::vector<Finding> findings = found({{"results", {result}}});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].message == "'st x, 1' races with itself in another thread: nothing orders them [hsa]");
}

TEST_CASE("errors are marked where they are, with their hints") {
  const std::vector<Finding> findings =
      found({{"diagnostics",
              {{{"severity", "error"},
                {"message", "wrong"},
                {"hint", "do this"},
                {"file", "/t.litmus"},
                {"line", 2},
                {"column", 2},
                {"length", 2}},
               {{"severity", "warning"}, {"message", "odd"}, {"file", "/other.h"}, {"line", 9}},
               {{"severity", "error"},
                {"message", "not as expected under sc: racy"},
                {"file", "/t.litmus"},
                {"line", 3}}}}});
  REQUIRE(findings.size() == 3);
  CHECK(marked(findings[0]) == "st");
  CHECK(findings[0].message == "wrong\ndo this");
  CHECK(findings[0].severity == FindingSeverity::Error);
  CHECK(marked(findings[1]) == "HSA T");
  CHECK(findings[1].message == "/other.h:9: odd");
  CHECK(findings[1].severity == FindingSeverity::Warning);
  CHECK(marked(findings[2]) == "exists (1:r0=1)");
  CHECK(findings[2].rule == "expectation");
}

TEST_CASE("what is not known is said at the first line") {
  const std::vector<Finding> findings = found({{"results",
                                                {{{"model", "sc"}, {"incomplete", "time limit"}},
                                                 {{"model", "hsa"}, {"incomplete", "time limit"}}}}});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].message == "not everything is known: time limit [sc, hsa]");
  CHECK(findings[0].severity == FindingSeverity::Information);
}

TEST_CASE("a condition that asks for something which does not hold is marked as a fact") {
  const auto resultOf = [](const std::string& text, const json& holds) {
    return json{
        {"model", "sc"},
        {"condition", {{"text", text}, {"holds", holds}, {"line", 3}, {"column", 1}, {"length", 15}}}};
  };
  const std::vector<Finding> findings =
      found({{"results",
              {resultOf("~exists (1:r0=1)", false), resultOf("forall (x=1)", true),
               resultOf("exists (x=1)", false), resultOf("forall (x=2)", nullptr)}}});
  REQUIRE(findings.size() == 1);
  CHECK(marked(findings[0]) == "exists (1:r0=1)");
  CHECK(findings[0].message == "~exists (1:r0=1) does not hold [sc]");
  CHECK(findings[0].severity == FindingSeverity::Information);
}

TEST_CASE("an answer that is none says why") {
  CHECK(findingsOf({0, "time limit", "", "", 0}, test())[0].message == "no answer: time limit");
  CHECK(findingsOf({64, "", "", "error: unknown option\nsee", 0}, test())[0].message ==
        "no answer: error: unknown option");
  CHECK(findingsOf({70, "", "{\"results\": [", "", 0}, test())[0].message == "no answer: exit status 70");
  CHECK(findingsOf({0, "", R"({"results": 3})", "", 0}, test())[0].severity == FindingSeverity::Error);
}

TEST_CASE("places outside the text are kept inside") {
  const std::vector<Finding> findings = found({{"diagnostics",
                                                {{{"severity", "error"},
                                                  {"message", "m"},
                                                  {"file", "/t.litmus"},
                                                  {"line", 99},
                                                  {"column", 5},
                                                  {"length", 9}}}}});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].range.begin == kText.size());
  CHECK(findings[0].range.end == kText.size());
}
