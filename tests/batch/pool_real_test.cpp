#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>

#include "batch/pool_run.h"

namespace pool_real_test {

// The pool with the work that it is for: real tests under real models.

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::string kModels = std::string(HRFCHECK_SOURCE_DIR) + "/models";

void runReal(PoolRun& run, unsigned workers, const std::vector<std::string>& models = {}) {
  ModelChoice choice(ModelLibrary({kModels}), models);
  runPool(run.options, choice, workers, run.calls(), run.cancelled);
}

const std::string kStoreBuffering =
    "HSA SB\n{ x=0; y=0; }\n P0 | P1 ;\n st.sc.sys x, 1 | st.sc.sys y, 1 ;\n ld.sc.sys r0, y | ld.sc.sys r0, "
    "x ;\nexists (0:r0=0 /\\ 1:r0=0)\n";

/// Coherence orders without number, for an engine that lists them.
std::string endlessTest() {
  std::string header;
  std::string rows;
  for (int thread = 0; thread < 6; ++thread) {
    header += " P" + std::to_string(thread) + (thread == 5 ? " ;\n" : " |");
  }
  for (int row = 0; row < 4; ++row) {
    for (int thread = 0; thread < 6; ++thread) {
      rows += " st.rlx.sys x, " + std::to_string(row * 6 + thread + 1) + (thread == 5 ? " ;\n" : " |");
    }
  }
  return "HSA endless\n{ x=0; }\n" + header + rows + "exists (x=0)\n";
}

/// The processes that this one has started.
std::vector<pid_t> children() {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string line;
    if (entry.path().filename().string().find_first_not_of("0123456789") == std::string::npos &&
        std::getline(file, line)) {
      const std::string behindName = line.substr(line.rfind(')') + 4);
      if (std::stol(behindName) == getpid()) {
        found.push_back(std::stoi(entry.path().filename()));
      }
    }
  }
  return found;
}

void add(PoolRun& run, const std::string& path, const std::vector<std::string>& models = {}) {
  run.tasks.push_back({{run.tasks.size(), path, models}, {}});
}

}  // namespace

TEST_CASE("however many workers, the rows are those of one process") {
  std::vector<std::string> expected;
  for (const unsigned workers : {1U, 3U}) {
    PoolRun run;
    run.options.details = true;
    for (const char* name : {"fence-mp", "barrier-mp", "mp-rmw", "coww", "chain-wide-release"}) {
      add(run, std::string(HRFCHECK_SOURCE_DIR) + "/litmus/hrf/" + name + ".litmus");
    }
    runReal(run, workers, {"all"});
    std::ranges::stable_sort(run.rows, {}, [](const ResultRow& r) { return std::pair(r.test, r.column); });
    std::vector<std::string> rows;
    for (const ResultRow& row : run.rows) {
      rows.push_back(rowJson(row, false));
    }
    CHECK(run.rows.size() == 5 * ModelLibrary({kModels}).names().size());
    CHECK((expected.empty() || expected == rows));
    expected = rows;
  }
}

TEST_CASE("file names with spaces, in UTF-8, in no encoding at all; and a file that has vanished") {
  const TestFolder folder;
  PoolRun run;
  for (const char* name : {"two words.litmus", "größe 測試.litmus", "caf\xe9.litmus"}) {
    add(run, folder.file(name, kStoreBuffering), {"sc"});
  }
  add(run, folder.file("vanished.litmus", kStoreBuffering), {"sc"});
  std::filesystem::remove(folder.path("vanished.litmus"));
  runReal(run, 2);
  REQUIRE(run.rows.size() == 4);
  for (const ResultRow& row : run.rows) {
    CHECK(row.path == run.tasks[row.test].test.path);
    CHECK(row.status == (row.test == 3 ? RowStatus::Error : RowStatus::Answered));
  }
  CHECK(run.linesOf(3)[0].ends_with("vanished.litmus': No such file or directory"));
}

TEST_CASE("a worker that somebody kills in the middle of a test") {
  const TestFolder folder;
  PoolRun run;
  run.options.engine = EngineChoice::Explicit;
  add(run, folder.file("endless.litmus", endlessTest()), {"sc"});
  add(run, folder.file("sb.litmus", kStoreBuffering), {"sc"});
  int ticks = 0;
  run.onTick = [&] {
    if (++ticks == 8) {
      for (const pid_t child : children()) {
        kill(child, SIGKILL);
      }
    }
  };
  runReal(run, 1);
  CHECK(run.linesOf(0) == std::vector<std::string>{"sc: undecided killed by signal 9"});
  CHECK(run.linesOf(1) == std::vector<std::string>{"sc: answered"});
  CHECK(run.finished == std::vector<std::size_t>{0, 1});
}

TEST_CASE("a test that exceeds its time is asked to give up, and says what it has found") {
  const TestFolder folder;
  PoolRun run;
  run.options.engine = EngineChoice::Explicit;
  run.options.timeout = 0.2;
  add(run, folder.file("endless.litmus", endlessTest()), {"sc", "hrf-indirect"});
  runReal(run, 1);
  CHECK(run.linesOf(0) ==
        std::vector<std::string>{"sc: undecided time limit", "hrf-indirect: undecided time limit"});
  CHECK(std::ranges::all_of(run.rows, [](const ResultRow& r) { return r.log.has_value(); }));
}

TEST_CASE("warnings of a test come through with their place as text") {
  const TestFolder folder;
  PoolRun run;
  const std::string path = folder.file("t.litmus", "HSA t\n{ x=0; }\n P0 ;\n st z, 1 ;\n");
  add(run, path, {"sc"});
  runReal(run, 1);
  REQUIRE(run.warnings.size() == 1);
  CHECK(run.warnings[0].message.starts_with(path + ":4:5: "));
  CHECK(run.warnings[0].severity == Severity::Warning);
}

}  // namespace pool_real_test
