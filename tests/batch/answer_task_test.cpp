#include "batch/worker/answer_task.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <new>

#include "batch/pool_run.h"
#include "support/verdicts.h"
#include "util/hash.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

ModelLibrary library() {
  return ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
}

/// Throws as it is told to, or answers with one final state of kStoreBuffering.
class FailingEngine : public Engine {
 public:
  explicit FailingEngine(std::function<void()> fail) : fail_(std::move(fail)) {}
  std::string name() const override { return "failing"; }
  Analysis analyse(const PreparedTest& /*test*/, const AnalysisOptions& /*options*/) override {
    fail_();
    Analysis analysis;
    analysis.outcomes.push_back({{1, 1}, false, {}});
    return analysis;
  }

 private:
  std::function<void()> fail_;
};

struct Asked {
  std::vector<std::string> models;  ///< of the command line
  bool anyDialect = false;
  WorkerOptions options;
  std::unique_ptr<Engine> engine = makeExplicitEngine();
  std::vector<std::string> warnings;
  std::vector<TestPlan> plans;
  std::vector<std::size_t> begun;

  std::vector<ResultRow> rows(const WorkerTask& task) {
    std::vector<ResultRow> rows;
    ModelChoice choice(library(), models, anyDialect);
    answerTask(task, options, choice, *engine,
               {[&](const TestPlan& plan) { plans.push_back(plan); },
                [&](std::size_t column) { begun.push_back(column); },
                [&](ResultRow row) { rows.push_back(std::move(row)); },
                [&](const Diagnostic& d) { warnings.push_back(d.message); }});
    return rows;
  }

  std::vector<ResultRow> rowsOf(const std::string& text, const std::vector<std::string>& named = {},
                                const std::vector<std::string>& done = {}) {
    return rows({{5, folder.file("a test.litmus", text), named}, done});
  }

  TestFolder folder;
};

std::vector<std::string> linesOf(const std::vector<ResultRow>& rows) {
  std::vector<std::string> lines;
  for (const ResultRow& row : rows) {
    lines.push_back(row.model + ": " + nameOf(row.status) + (row.reason.empty() ? "" : " ") + row.reason);
  }
  return lines;
}

const std::string kStoreBuffering =
    "HSA SB\n{ x=0; y=0; }\n P0 | P1 ;\n st.sc.sys x, 1 | st.sc.sys y, 1 ;\n ld.sc.sys r0, y | ld.sc.sys r0, "
    "x ;\nexists (0:r0=0 /\\ 1:r0=0)\n";

const std::string kSpinForever =
    "HSA spin\n{ x=0; }\n P0 ;\n L: ;\n st.rlx.sys x, 1 ;\n bra L ;\nexists (x=1)\n";

}  // namespace

TEST_CASE("an answer: what the verdict says, as a log entry with final states") {
  Asked asked;
  const auto rows = asked.rowsOf(kStoreBuffering, {"hrf-indirect", "sc"});
  REQUIRE(rows.size() == 2);
  CHECK(linesOf(rows) == std::vector<std::string>{"hrf-indirect: answered", "sc: answered"});
  const ResultRow& row = rows[0];
  CHECK(row.test == 5);
  CHECK(row.column == 0);
  CHECK(rows[1].column == 1);
  CHECK(row.path == asked.folder.path("a test.litmus"));
  CHECK(row.races == RaceStatus::RaceFree);
  CHECK(rows[1].races == RaceStatus::NotDefined);
  CHECK(row.sourceHash.size() == 16);
  REQUIRE(row.log);
  CHECK(row.log->test == "SB");
  CHECK(row.log->observation == Observation::Never);
  CHECK(row.log->positive == 0);
  CHECK(row.log->negative == 3);
  CHECK(row.log->states.size() == 3);
  CHECK(row.report.empty());
  CHECK(row.picture.empty());
  CHECK(asked.plans == std::vector<TestPlan>{{{"hrf-indirect", "sc"}, row.sourceHash}});
  CHECK(asked.begun == std::vector<std::size_t>{0, 1});
  CHECK(row.columns == 2);
}

TEST_CASE("the hash is of the text") {
  Asked asked;
  const std::string before = asked.rowsOf(kStoreBuffering)[0].sourceHash;
  CHECK(before == asked.rowsOf(kStoreBuffering)[0].sourceHash);
  CHECK(before == hashText(kStoreBuffering));
  CHECK(before != asked.rowsOf(kStoreBuffering + "\n")[0].sourceHash);
}

TEST_CASE("details: the text report, and a picture of the first race or an outcome") {
  Asked asked;
  asked.options.details = true;
  const auto racy = asked.rowsOf(kFig14, {"hrf-indirect-relaxed"});
  REQUIRE(racy.size() == 1);
  CHECK(racy[0].races == RaceStatus::Racy);
  CHECK(racy[0].report.find("heterogeneous race") != std::string::npos);
  CHECK(racy[0].report.find("would not race if P0:1 were at cmp scope") != std::string::npos);
  CHECK(racy[0].report.find('\x1b') == std::string::npos);
  CHECK(racy[0].picture.find("digraph") != std::string::npos);
  const auto free = asked.rowsOf(kStoreBuffering, {"sc"});
  CHECK(free[0].picture.find("digraph") != std::string::npos);
  const auto again = asked.rowsOf(kFig14, {"hrf-indirect-relaxed"});
  CHECK(rowJson(again[0], false) == rowJson(racy[0], false));
}

TEST_CASE("the models of the command line, or else the default for the test") {
  Asked asked;
  CHECK(linesOf(asked.rowsOf(kStoreBuffering)) == std::vector<std::string>{"hrf-indirect-relaxed: answered"});
  asked.models = {"rc11", "sc"};
  const auto rows = asked.rowsOf(kStoreBuffering);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].model == "rc11");
  CHECK(rows[0].status == RowStatus::NotApplicable);
  CHECK_FALSE(rows[0].reason.empty());
  CHECK_FALSE(rows[0].log);
  CHECK(rows[1].model == "sc");
  CHECK(rows[1].column == 1);
  CHECK(rows[1].status == RowStatus::Answered);
  CHECK(asked.begun.size() == 2);
}

TEST_CASE("all models: those that do not apply have a row, too") {
  Asked asked;
  asked.models = {"all"};
  const auto rows = asked.rowsOf(kStoreBuffering);
  CHECK(rows.size() == library().names().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].column == i);
    CHECK(rows[i].columns == rows.size());
    CHECK((rows[i].status == RowStatus::Answered || rows[i].status == RowStatus::NotApplicable));
  }
  CHECK(std::ranges::count(rows, RowStatus::NotApplicable, &ResultRow::status) > 0);
}

TEST_CASE("models that are named for the test and are not for its dialect are asked with --any-dialect") {
  Asked asked;
  asked.models = {"sc"};
  const auto rows = asked.rowsOf(kStoreBuffering, {"no-such-model", "rc11"});
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].status == RowStatus::Unsupported);
  CHECK(rows[0].reason.find("no-such-model") != std::string::npos);
  CHECK(rows[1].model == "rc11");
  CHECK(rows[1].status == RowStatus::NotApplicable);
  CHECK_FALSE(rows[1].reason.empty());
  asked.anyDialect = true;
  CHECK(linesOf(asked.rowsOf(kStoreBuffering, {"rc11"})) == std::vector<std::string>{"rc11: answered"});
}

TEST_CASE("models that are done are left out, and change no columns") {
  Asked asked;
  const auto rows =
      asked.rowsOf(kStoreBuffering, {"sc", "no-such-model", "hrf-indirect"}, {"sc", "no-such-model"});
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].model == "hrf-indirect");
  CHECK(rows[0].column == 2);
  CHECK(asked.rowsOf("HSA", {"sc", "rsp"}, {"sc"}).size() == 1);
  CHECK(asked.rowsOf("HSA", {}, {""}).empty());
}

TEST_CASE("a test that cannot be read") {
  Asked asked;
  const std::string path = asked.folder.path("ü gone.litmus");
  CHECK(linesOf(asked.rows({{0, path, {}}, {}})) ==
        std::vector<std::string>{": error cannot read '" + path + "': No such file or directory"});
  const auto rows = asked.rows({{0, path, {"sc", "rsp"}}, {}});
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].model == "rsp");
  CHECK(rows[1].column == 1);
  CHECK(rows[1].columns == 2);
  CHECK(rows[1].status == RowStatus::Error);
  CHECK(rows[1].sourceHash.empty());
}

TEST_CASE("mistakes in a test: the first with its place, and how many more") {
  Asked asked;
  const std::string one = "HSA t\n{ x=0; }\n P0 ;\n jump x ;\nexists (x=1)\n";
  const auto rows = asked.rowsOf(one);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].model.empty());
  CHECK(rows[0].status == RowStatus::Error);
  CHECK(rows[0].reason.starts_with(asked.folder.path("a test.litmus") + ":4:2: "));
  CHECK(rows[0].reason.find('\n') == std::string::npos);
  CHECK(rows[0].sourceHash.size() == 16);
  CHECK(rows[0].report.empty());
  const auto two = asked.rowsOf("HSA t\n{ x=0; }\n P0 ;\n jump x ;\n hop x ;\nexists (x=1)\n");
  CHECK(two[0].reason.ends_with(" (and 1 more)"));
  asked.options.details = true;
  CHECK(asked.rowsOf(one)[0].report.find(" jump x ;\n") != std::string::npos);
}

TEST_CASE("a dialect that is known and not supported") {
  Asked asked;
  CHECK(linesOf(asked.rowsOf("PPC t\n{ }\n")) == std::vector<std::string>{": unsupported dialect PPC"});
  CHECK(linesOf(asked.rowsOf("arm t\n{ }\n", {"ptx", "vulkan"})) ==
        std::vector<std::string>{"ptx: unsupported dialect ARM", "vulkan: unsupported dialect ARM"});
  CHECK(asked.rowsOf("ALGOL t\n{ }\n")[0].status == RowStatus::Error);
}

TEST_CASE("a test that no memory model can be asked about") {
  Asked asked;
  const std::string no =
      ": unsupported memory models support a barrier with a count only if every thread waits at it, once, and in at most 5,040 orders of arrival";
  const std::string ptx = "PTX t\n{ x=0; }\n P0@cta 0 ;\n bar.cta.arrive 1, 0, 1 ;\n";
  CHECK(linesOf(asked.rowsOf(ptx)) == std::vector<std::string>{"ptx" + no});
  CHECK(linesOf(asked.rowsOf(ptx, {"ptx-v6.0", "sc"})) ==
        std::vector<std::string>{"ptx-v6.0" + no, "sc" + no});
  CHECK(linesOf(asked.rowsOf(ptx + "terminates obe=Y\n", {"sc"})) ==
        std::vector<std::string>{"sc" + no, "progress: answered"});
  CHECK(
      linesOf(asked.rowsOf("HSA t\n{ }\n P0 ;\n bar.arrive 0, 1 ;\n", {"sc"})) ==
      std::vector<std::string>{
          "sc: unsupported memory models support a barrier with a count only if every thread waits at it, once, and in at most 5,040 orders of arrival"});
}

TEST_CASE("warnings of the test") {
  Asked asked;
  asked.rowsOf("HSA t\n{ x=0; }\n P0 ;\n st z, 1 ;\n");
  REQUIRE(asked.warnings.size() == 1);
  CHECK(asked.warnings[0].find("'z' is not in the initial state") != std::string::npos);
}

TEST_CASE("what is not settled is undecided, and what was found stands") {
  Asked asked;
  const auto rows = asked.rowsOf(kSpinForever, {"sc"});
  REQUIRE(rows.size() == 1);
  CHECK(linesOf(rows) == std::vector<std::string>{"sc: undecided bound reached"});
  REQUIRE(rows[0].log);
  CHECK(rows[0].log->incidents.size() == 1);
  asked.options.details = true;
  CHECK(asked.rowsOf(kSpinForever, {"sc"})[0].picture.find("digraph") != std::string::npos);
}

TEST_CASE("what goes wrong in an engine costs the row of its model") {
  Asked asked;
  int calls = 0;
  asked.engine = std::make_unique<FailingEngine>([&] {
    ++calls;
    if (calls == 1) {
      throw std::bad_alloc();
    }
    if (calls == 2) {
      throw std::logic_error("no witness");
    }
    if (calls == 3) {
      throw UserError("cannot be unrolled");
    }
  });
  const auto rows = asked.rowsOf(kStoreBuffering, {"sc", "rsp", "hrf-indirect", "hrf-direct"});
  const std::vector<std::string> expected{"sc: undecided memory limit", "rsp: crashed no witness",
                                          "hrf-indirect: error cannot be unrolled", "hrf-direct: answered"};
  CHECK(linesOf(rows) == expected);
  CHECK_FALSE(rows[0].log);
  CHECK_FALSE(rows[0].races);
}

TEST_CASE("rows of an earlier run stay where they answer what is asked now") {
  Asked asked;
  const std::string hash = hashText(kStoreBuffering);
  const std::string path = asked.folder.file("a test.litmus", kStoreBuffering);
  const auto keptOf = [&](const FoundRows& found, const std::vector<std::string>& schedulers = {}) {
    asked.plans.clear();
    asked.options.progress = ProgressRows::Expected;
    asked.rows({{0, path, {"hrf-indirect", "sc"}, schedulers}, {}, found});
    REQUIRE(asked.plans.size() == 1);
    return asked.plans[0].kept;
  };
  using Names = std::vector<std::string>;
  CHECK(keptOf({{"sc", "drf0"}, hash}) == Names{"sc"});
  CHECK(keptOf({{"sc"}, hashText("another text")}).empty());
  CHECK(keptOf({{"sc"}, ""}).empty());
  CHECK(keptOf({{"progress"}, hash, Names{"weak"}}).empty());  // nobody asks of it
  CHECK(keptOf({{"progress"}, hash, Names{"weak"}}, {"weak"}) == Names{"progress"});
  CHECK(keptOf({{"progress"}, hash, Names{"weak"}}, {"weak", "fair"}).empty());
  CHECK(keptOf({{"progress"}, hash}, {"fair"}) == Names{"progress"});  // a limit was reached
}
