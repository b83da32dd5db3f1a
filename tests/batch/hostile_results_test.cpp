// Results files as anybody may have written them: each value of each line gone, of another type, of another
// size.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "batch/journal_rows.h"
#include "batch/results/journal.h"
#include "report/html/html_report.h"
#include "report/log/herd_log.h"
#include "report/rows/batch_table.h"
#include "report/rows/junit.h"
#include "support/slice.h"

namespace hostile_results_test {

using namespace hrfcheck;
using namespace hrfcheck::test;
using Json = nlohmann::ordered_json;

namespace {

/// Everything that is made of rows.
void visitReport(const Rows& rows) {
  Tally tally;
  rows([&](const ResultRow& row) {
    tally.add(row);
    if (row.log) {
      static_cast<void>(printLog(*row.log));
    }
  });
  static_cast<void>(batchTable(rows, TableRows::All, false) + batchSummary(tally, false) + junitXml(rows));
  HtmlOptions options;
  options.draw = [](const std::vector<std::string>& graphs) {
    return std::vector<std::string>(graphs.size(), "<svg/>");
  };
  static_cast<void>(htmlReport(rows, options));
}

/// How a use of a file ended: "read", "refused", or what is wrong with hrfcheck.
template <typename Use>
std::string endOf(const Use& use) {
  try {
    use();
    return "read";
  } catch (const UserError&) {
    return "refused";
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::vector<Json> replacements() {
  return {Json(),
          Json(true),
          Json(-1),
          Json(1.5),
          Json(1e300),
          Json(0),
          Json(std::uint64_t{18446744073709551615U}),
          Json("text \u001b\u0000"),
          Json(std::string(100000, 'x')),
          Json::array(),
          Json::array({Json::array({1})}),
          Json::object(),
          Json{{"a", {{"b", 1}}}}};
}

/// Calls with a copy of the document for each change of a value in it, however deep.
void eachChange(const Json& document, const std::function<void(const Json&)>& visit) {
  const Json flat = document.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    // The value itself, and everything that it lies in.
    for (Json::json_pointer at(pointer); !at.empty(); at = at.parent_pointer()) {
      for (const Json& replacement : replacements()) {
        Json changed = document;
        changed[at] = replacement;
        visit(changed);
      }
      if (document.at(at.parent_pointer()).is_object()) {
        Json changed = document;
        changed[at.parent_pointer()].erase(at.back());
        visit(changed);
      }
    }
  }
}

}  // namespace

TEST_CASE("no value of a results file makes hrfcheck fail") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 2);
  std::vector<std::string> lines = linesOf(whole);
  ResultRow progress = rowOf(0, 0);
  progress.log.reset();
  progress.model = kProgressModel;
  progress.progress = {{"weak", ProgressAnswer::MayHang, "", "", ProgressLine::Expected{true, 3}}};
  progress.executions = {"P0: W x 1"};
  progress.report = "report";
  progress.picture = "digraph {}";
  lines[1] = rowJson(progress);
  std::size_t changes = 0;
  std::size_t refused = 0;
  const auto use = [&](std::size_t number, const std::string& line) {
    if (++changes % kEvery != 0) {
      return;
    }
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      text += (i == number ? line : lines[i]) + "\n";
    }
    const std::string path = folder.file("changed.jsonl", text);
    const std::string merged = endOf([&] { visitReport(mergeJournals({path}).second); });
    const std::string resumed = endOf([&] {
      const Journal journal = Journal::resume(path, headerOf(2));
      visitReport([&](const RowVisitor& visitor) { journal.visit(visitor); });
    });
    CAPTURE(line.substr(0, 2000));
    REQUIRE((merged == "read" || merged == "refused"));
    REQUIRE((resumed == "read" || resumed == "refused"));
    refused += merged == "refused" ? 1 : 0;
  };
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}, std::size_t{2}, lines.size() - 1}) {
    eachChange(Json::parse(lines[number]),
               [&](const Json& changed) { use(number, changed.dump(-1, ' ', false)); });
  }
  CHECK(refused > shareOf(500));
}

}  // namespace hostile_results_test
