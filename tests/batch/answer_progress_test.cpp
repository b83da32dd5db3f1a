#include "batch/worker/answer_progress.h"

#include <doctest/doctest.h>

#include "batch/expect/termination.h"
#include "batch/pool_run.h"
#include "batch/worker/answer_task.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::string kOneWay = "HSA pc\n{ x=0; }\nP0 | P1 ;\nst x, 1 | L: ld r0, x ;\n | bne r0, 1, L ;\n";

std::vector<ResultRow> rowsOf(const std::string& text, const WorkerOptions& options,
                              const std::vector<std::string>& models = {},
                              const std::vector<std::string>& schedulers = {},
                              const std::vector<std::string>& done = {}) {
  const TestFolder folder;
  ModelChoice choice(ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}), {});
  const auto engine = makeExplicitEngine();
  std::vector<ResultRow> rows;
  answerTask({{0, folder.file("t.litmus", text), models, schedulers}, done}, options, choice, *engine,
             {[](const TestPlan&) {}, [](std::size_t) {},
              [&](ResultRow row) { rows.push_back(std::move(row)); }, [](const Diagnostic&) {}});
  return rows;
}

std::vector<std::string> modelsOf(const std::vector<ResultRow>& rows) {
  std::vector<std::string> models;
  for (const ResultRow& row : rows) {
    models.push_back(row.model);
    CHECK(row.columns == rows.size());
  }
  return models;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a test that expects something of schedulers has a row of progress behind its models") {
  const auto rows = rowsOf(kOneWay + "terminates weak=Y obe=N\n", {}, {"sc"});
  REQUIRE(modelsOf(rows) == Lines{"sc", "progress"});
  const ResultRow& row = rows[1];
  CHECK(row.status == RowStatus::Answered);
  CHECK(answerOf(row) == "weak (Y), obe N");
  CHECK(shortAnswerOf(row) == "scheduler-dependent");
  CHECK_FALSE(row.log);
  REQUIRE(row.progress.size() == 2);
  CHECK(row.progress[0] == ProgressLine{"weak", ProgressAnswer::Terminates, "",
                                        "P1:0 spins on an ordinary access", ProgressLine::Expected{true, 6}});
  CHECK(row.progress[1] ==
        ProgressLine{"obe", ProgressAnswer::MayHang, "", "", ProgressLine::Expected{false, 6}});
  CHECK(rowJson(parseRow(rowJson(row, false)), false) == rowJson(row, false));
}

TEST_CASE("schedulers of other expectations come to those of the test; all six where none is named") {
  const auto both = rowsOf(kOneWay + "terminates weak=Y\n", {}, {"progress"}, {"hsa", "luck", "weak"});
  REQUIRE(modelsOf(both) == Lines{"progress"});
  CHECK(answerOf(both[0]) == "weak (Y), hsa (Y)");
  WorkerOptions options;
  options.progress = ProgressRows::All;
  options.models = false;
  const auto all = rowsOf(kOneWay, options);
  REQUIRE(modelsOf(all) == Lines{"progress"});
  CHECK(answerOf(all[0]) == "unfair N, hsa (Y), obe N, hsa+obe (Y), lobe (Y), weak (Y)");
  const auto unknown = rowsOf(kOneWay, {}, {"progress"}, {"luck"});
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].status == RowStatus::Unsupported);
}

TEST_CASE("rows of progress can be left out") {
  WorkerOptions options;
  options.progress = ProgressRows::None;
  CHECK(modelsOf(rowsOf(kOneWay + "terminates weak=Y\n", options, {"sc"})) == Lines{"sc"});
}

TEST_CASE("a test that expects nothing of schedulers has no such row, nor one that has it already") {
  CHECK(modelsOf(rowsOf(kOneWay, {}, {"sc"})) == Lines{"sc"});
  CHECK(rowsOf(kOneWay + "terminates weak=Y\n", {}, {"sc"}, {}, {"progress"}).size() == 1);
}

TEST_CASE("lines of a test are judged by interleaving alone") {
  ResultRow row = rowsOf(kOneWay + "terminates weak=Y\n  obe=Y\n", {}, {"progress"})[0];
  row.path = "t.litmus";
  judgeTerminates(row);
  CHECK(row.expectations ==
        std::vector<ExpectationResult>{
            {"t.litmus:6", "termination", "weak", ExpectationOutcome::Met, "", "terminates"},
            {"t.litmus:7", "termination", "obe", ExpectationOutcome::Failed, "may hang, expected terminates",
             "terminates"}});
}

TEST_CASE("answers for wavefronts are lines of their own, and no model is asked that nobody named") {
  const std::string text =
      "HSA t\n{ m; }\n P0-P1@wv 0,wg 0 ;\n L: cas r, m, 0, 1 ;\n bne r, 0, L ;\n exch _, m, 0 ;\n"
      "forall (m=0)\nterminates weak=Y stack weak=N its weak=Y\n";
  const auto rows = rowsOf(text, {});
  REQUIRE(modelsOf(rows) == Lines{"progress"});
  REQUIRE(rows[0].progress.size() == 3);
  CHECK(rows[0].progress[0].scheduler == "weak");
  CHECK(rows[0].progress[0].answer == ProgressAnswer::Terminates);
  CHECK(rows[0].progress[1].scheduler == "stack weak");
  CHECK(rows[0].progress[1].answer == ProgressAnswer::MayHang);
  CHECK(rows[0].progress[2].scheduler == "its weak");
  CHECK(rows[0].progress[2].answer == ProgressAnswer::Terminates);
  CHECK(modelsOf(rowsOf(text, {}, {"sc"})) == Lines{"sc", "progress"});
  CHECK(rowJson(parseRow(rowJson(rows[0], false)), false) == rowJson(rows[0], false));
}
