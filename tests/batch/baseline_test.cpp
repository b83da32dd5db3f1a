#include <doctest/doctest.h>

#include "batch/journal_rows.h"
#include "batch/results/journal.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

TEST_CASE("a complete results file is a baseline, and equals itself") {
  const JournalFolder folder;
  wholeFile(folder, 3);
  const BaselineFile baseline = readBaseline(folder.file("whole.jsonl"));
  CHECK(baseline.rows.version() == "0.1.0");
  CHECK(baseline.shard == Shard{});
  const Rows rows = [](const RowVisitor& visitor) {
    for (std::size_t test = 0; test < 3; ++test) {
      visitor(rowOf(test, 0));
      visitor(rowOf(test, 1));
    }
  };
  const Changes changes = changesSince(baseline.rows, rows, true);
  CHECK(changes.list.empty());
  CHECK(changes.common == 6);
}

TEST_CASE("a file that is not complete, or no results file, is no baseline") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 2);
  const std::string torn = folder.file("torn.jsonl", whole.substr(0, whole.rfind("{\"complete")));
  CHECK(mistakeOf([&] { readBaseline(torn); }) == torn + " is incomplete: its run has not ended");
  CHECK(mistakeOf([&] { readBaseline(folder.file("none.jsonl")); }) != "none");
  const std::string other = folder.file("other.jsonl", "{}\n{\"complete\":true,\"rows\":0}\n");
  CHECK(mistakeOf([&] { readBaseline(other); }) == other + " is not a results file of hrfcheck batch");
}
