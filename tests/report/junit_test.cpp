#include "report/rows/junit.h"

#include <doctest/doctest.h>

#include <pugixml.hpp>

#include "report/batch_rows.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Parses what was written; a test that it is well-formed.
pugi::xml_document documentOf(std::vector<ResultRow> rows, bool times = true) {
  pugi::xml_document document;
  const std::string text = junitXml(rowsOf(std::move(rows)), times);
  REQUIRE(document.load_buffer(text.data(), text.size()));
  return document;
}

/// "tests failures errors skipped".
std::string countsOf(const pugi::xml_node& node) {
  std::string counts;
  for (const char* name : {"tests", "failures", "errors", "skipped"}) {
    counts += std::string(counts.empty() ? "" : " ") + node.attribute(name).value();
  }
  return counts;
}

std::string resultOf(const ResultRow& row) {
  const pugi::xml_document document = documentOf({row});
  const pugi::xml_node child =
      document.child("testsuites").child("testsuite").child("testcase").first_child();
  return std::string(child.name()) + ": " + child.attribute("message").value();
}

}  // namespace

TEST_CASE("a suite for each model, a case for each row, and the counts of both") {
  ResultRow slow = answered(0, 0, "litmus/hrf/a.litmus", "rsp", RaceStatus::Racy);
  slow.seconds = 1.5;
  const pugi::xml_document document = documentOf(
      {slow, expecting(answered(0, 1, "litmus/hrf/a.litmus", "hsa"), ExpectationOutcome::Failed, "no"),
       unanswered(1, 0, "b.litmus", "rsp", RowStatus::Crashed, "signal 9"),
       unanswered(1, 1, "b.litmus", "hsa", RowStatus::NotApplicable, "no"),
       unanswered(2, 0, "c.litmus", "", RowStatus::Error, "cannot read")});
  const pugi::xml_node root = document.child("testsuites");
  CHECK(countsOf(root) == "5 1 2 1");
  CHECK(root.attribute("time").value() == std::string("1.500"));
  std::vector<std::string> suites;
  for (const pugi::xml_node suite : root.children("testsuite")) {
    suites.push_back(suite.attribute("name").value() + std::string(" ") + countsOf(suite));
    CHECK(static_cast<std::size_t>(std::distance(suite.begin(), suite.end())) ==
          suite.attribute("tests").as_uint());
  }
  CHECK(suites == std::vector<std::string>{"rsp 2 0 1 0", "hsa 2 1 0 1", "(no model) 1 0 1 0"});
  const pugi::xml_node first = root.child("testsuite").child("testcase");
  CHECK(first.attribute("classname").value() == std::string("litmus.hrf"));
  CHECK(first.attribute("name").value() == std::string("a"));
  CHECK(first.attribute("file").value() == std::string("litmus/hrf/a.litmus"));
  CHECK(first.attribute("time").value() == std::string("1.500"));
  CHECK_FALSE(first.first_child());
}

TEST_CASE("a case names its file without the test in it, and kernels without a launch are skipped cases") {
  RunExtent extent{1, 1};
  extent.unlaunched = {"kernels/library.cu"};
  const std::string text =
      junitXml(rowsOf({answered(0, 0, "kernels/queue.cl:steal-two", "opencl")}), true, extent);
  pugi::xml_document document;
  REQUIRE(document.load_buffer(text.data(), text.size()));
  const pugi::xml_node root = document.child("testsuites");
  CHECK(countsOf(root) == "2 0 0 1");
  const pugi::xml_node test = root.child("testsuite").child("testcase");
  CHECK(test.attribute("file").value() == std::string("kernels/queue.cl"));
  CHECK(test.attribute("name").value() == std::string("queue.cl:steal-two"));
  const pugi::xml_node skipped = root.last_child().child("testcase");
  CHECK(skipped.attribute("file").value() == std::string("kernels/library.cu"));
  CHECK(skipped.child("skipped").attribute("message").value() == std::string(kUnlaunched));
}

TEST_CASE("without times every one is 0") {
  ResultRow slow = answered(0, 0, "a.litmus", "rsp");
  slow.seconds = 1.5;
  const pugi::xml_document document = documentOf({slow}, false);
  CHECK(document.child("testsuites").attribute("time").value() == std::string("0.000"));
  CHECK(document.select_node("//testcase/@time").attribute().value() == std::string("0.000"));
}

TEST_CASE("what becomes of each kind of row") {
  const ResultRow row = answered(0, 0, "a.litmus", "sc");
  const auto without = [](RowStatus status) { return unanswered(0, 0, "a.litmus", "sc", status, "why"); };
  using enum ExpectationOutcome;
  CHECK(resultOf(row) == ": ");
  CHECK(resultOf(expecting(row, Met)) == ": ");
  CHECK(resultOf(expecting(row, Failed, "no")) == "failure: no");
  CHECK(resultOf(expecting(expecting(row, Undecided, "perhaps"), Failed, "no")) == "failure: no");
  CHECK(resultOf(expecting(expecting(row, Met), Undecided, "bound")) ==
        "skipped: outcomes undecided: bound (e.log:1)");
  CHECK(resultOf(expecting(row, Unsupported, "property x")) ==
        "skipped: outcomes unsupported: property x (e.log:1)");
  CHECK(resultOf(expecting(expecting(row, Unsupported, "property x"), Met)) == "system-out: ");
  CHECK(resultOf(without(RowStatus::Undecided)) == "skipped: undecided: why");
  CHECK(resultOf(expecting(without(RowStatus::Undecided), Met)) == ": ");
  CHECK(resultOf(expecting(without(RowStatus::Undecided), Failed, "no")) == "failure: no");
  CHECK(resultOf(without(RowStatus::Unsupported)) == "skipped: unsupported: why");
  CHECK(resultOf(expecting(without(RowStatus::Unsupported), Unsupported, "why")) ==
        "skipped: unsupported: why");
  CHECK(resultOf(without(RowStatus::NotApplicable)) == "skipped: not-applicable: why");
  CHECK(resultOf(expecting(without(RowStatus::NotApplicable), Failed, "no")) == "failure: no");
  CHECK(resultOf(without(RowStatus::Crashed)) == "error: crashed: why");
  CHECK(resultOf(expecting(without(RowStatus::Error), Failed, "error: why")) == "error: error: why");
  CHECK(resultOf(without(RowStatus::Orphan)) == "failure: why");
  CHECK(resultOf(expecting(without(RowStatus::Orphan), Failed, "no test")) == "failure: no test");
}

TEST_CASE("a run that stopped early has an error, and says how many of how many") {
  const std::string text =
      junitXml(rowsOf({answered(0, 0, "a.litmus", "sc")}), false, {4321, 169, "interrupted"});
  pugi::xml_document document;
  REQUIRE(document.load_buffer(text.data(), text.size()));
  const pugi::xml_node root = document.child("testsuites");
  CHECK(countsOf(root) == "2 0 1 0");
  const pugi::xml_node suite = root.child("testsuite");
  CHECK(countsOf(suite) == "1 0 1 0");
  const std::string message = "4,152 of 4,321 tests were not run: interrupted";
  CHECK(suite.child("testcase").child("error").attribute("message").value() == message);
  std::string properties;
  for (const pugi::xml_node property : suite.child("properties")) {
    properties +=
        property.attribute("name").value() + std::string("=") + property.attribute("value").value() + ";";
  }
  CHECK(properties == "tests=4321;tests.run=169;tests.not-run=4152;stopped=interrupted;");
  // Also where nothing was run at all.
  CHECK(junitXml(rowsOf({}), false, {1, 0, "x"}).find("1 of 1 test was not run: x") != std::string::npos);
}

TEST_CASE("every complaint is there, on a line of its own") {
  ResultRow row = expecting(answered(0, 0, "a", "sc"), ExpectationOutcome::Failed, "one", "x.csv:1", "race");
  row.expectations[0].scheduler = "OBE";
  row = expecting(std::move(row), ExpectationOutcome::Met);
  row = expecting(std::move(row), ExpectationOutcome::Unsupported, "two", "x.csv:2", "termination");
  CHECK(documentOf({row}).select_node("//failure").node().text().get() ==
        std::string("race under OBE failed: one (x.csv:1)\ntermination unsupported: two (x.csv:2)"));
}

TEST_CASE("any bytes give well-formed XML") {
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    bytes += static_cast<char>(i);
  }
  bytes += "]]><&\"'\xef\xbf\xbe";
  ResultRow row =
      expecting(answered(0, 0, bytes + "/" + bytes, bytes), ExpectationOutcome::Failed, bytes, bytes, bytes);
  row.reason = bytes;
  const std::string text = junitXml(rowsOf({row}));
  for (const char c : text) {
    REQUIRE((static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t' || c == '\r'));
  }
  for (int control = 0; control < 32; ++control) {
    if (control != '\n' && control != '\t' && control != '\r') {
      CAPTURE(control);
      CHECK(text.find("&#" + std::to_string(control) + ";") == std::string::npos);
      CHECK(text.find("&#" + std::string(control < 10 ? "0" : "") + std::to_string(control) + ";") ==
            std::string::npos);
    }
  }
  const pugi::xml_document document = documentOf({row});
  const std::string message = document.select_node("//failure/@message").attribute().value();
  CHECK(message.find("]]><&\"'\xef\xbf\xbd") != std::string::npos);
  CHECK(message.find("abc") != std::string::npos);
}

TEST_CASE("names of paths in all shapes") {
  const auto names = [](const std::string& path) {
    const pugi::xml_document document = documentOf({answered(0, 0, path, "sc")});
    const pugi::xml_node node = document.select_node("//testcase").node();
    return node.attribute("classname").value() + std::string(" ") + node.attribute("name").value();
  };
  CHECK(names("a.litmus") == ". a");
  CHECK(names("./x/a.litmus") == "x a");
  CHECK(names("../x/y z/ü.litmus") == "x.y z ü");
  CHECK(names("/x/expected/a.log") == "x.expected a.log");
  CHECK(names("x/.litmus") == "x .litmus");
}
