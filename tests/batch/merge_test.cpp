#include <doctest/doctest.h>

#include "batch/journal_rows.h"
#include "batch/results/journal.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// The results of one shard, made in a wild order.
std::string shardFile(const JournalFolder& folder, std::size_t tests, Shard shard, std::size_t orphans = 0) {
  const std::string path = folder.file("part-" + std::to_string(shard.number) + ".jsonl");
  Journal journal = Journal::create(path, headerOf(tests, shard));
  for (std::size_t test = tests + orphans; test-- > 0;) {
    if (shard.contains(test)) {
      addTest(journal, test);
    }
  }
  journal.complete();
  return path;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string mistake(const std::vector<std::string>& paths) {
  return mistakeOf([&] { mergeJournals(paths); });
}

}  // namespace

TEST_CASE("all shards together give the bytes of the run without shards") {
  const JournalFolder folder;
  for (const auto& [tests, shards] :
       std::vector<std::pair<std::size_t, std::size_t>>{{10, 3}, {10, 1}, {2, 4}}) {
    CAPTURE(shards);
    constexpr std::size_t kOrphans = 3;
    std::vector<std::string> parts;
    for (std::size_t number = shards; number > 0; --number) {
      parts.push_back(shardFile(folder, tests, {number, shards}, kOrphans));
    }
    const auto [header, rows] = mergeJournals(parts);
    CHECK(header == headerOf(tests));
    const std::string path = folder.file("merged.jsonl");
    Journal merged = Journal::create(path, header);
    rows([&](const ResultRow& row) { merged.add(row); });
    merged.complete();
    CHECK(textOf(path) == textOf(shardFile(folder, tests, {1, 1}, kOrphans)));
    CHECK(linesOf(textOf(path)).size() == 2 + (tests + kOrphans) * kColumns);
  }
}

TEST_CASE("shards that are missing, there twice, or of other runs") {
  const JournalFolder folder;
  const std::string one = shardFile(folder, 9, {1, 4});
  const std::string two = shardFile(folder, 9, {2, 4});
  CHECK(mistake({}) == "there are no results files to merge");
  CHECK(mistake({two, one}) == "shards are missing: 3/4, 4/4");
  CHECK(mistake({one, two, one}) == "shard 1/4 occurs twice: " + one + " and " + one);
  const std::string text = textOf(two);
  const std::string other =
      folder.file("other.jsonl", replaced(text, "\"unroll\":\"4\"", "\"unroll\":\"2\""));
  CHECK(mistake({one, other}) == other + " does not match " + one + ": it was made with --unroll 2, not 4");
  const std::string fifth = folder.file("fifth.jsonl", replaced(text, "\"2/4\"", "\"2/5\""));
  CHECK(mistake({one, fifth}) == fifth + " does not match " + one + ": it belongs to shard 2/5, not 1/4");
  const std::string larger = shardFile(folder, 10, {2, 4});
  CHECK(mistake({one, larger}) == larger + " does not match " + one + ": it covers 10 tests, not 9");
  CHECK(mistake({folder.file("none")}).starts_with("cannot read "));
  CHECK(mistake({folder.file("empty", "")}).ends_with(" is not a results file of hrfcheck batch"));
}

TEST_CASE("runs that have not ended are not merged") {
  const JournalFolder folder;
  const std::string whole = textOf(shardFile(folder, 2, {1, 1}));
  const std::vector<std::string> lines = linesOf(whole);
  for (std::size_t length = lines[0].size() + 1; length < whole.size(); ++length) {
    CAPTURE(length);
    const std::string path = folder.file("cut.jsonl", whole.substr(0, length));
    REQUIRE(mistake({path}) == path + " is incomplete: its run has not ended");
  }
  // Its rows are in no order, either.
  const std::string path =
      folder.file("unordered.jsonl", lines[0] + "\n" + lines[2] + "\n" + lines[1] + "\n");
  CHECK(mistake({path}) == path + " is incomplete: its run has not ended");
  const std::string changed = folder.file("changed.jsonl", lines[0] + "\n" + lines[1] + "\n" + lines[1] +
                                                               "\n" + lines[2] + "\n" + lines[5] + "\n");
  CHECK(mistake({changed}) == changed + ":3: the rows are not in order");
}

TEST_CASE("a row that is missing or too many is not passed over") {
  const JournalFolder folder;
  const std::vector<std::string> lines = linesOf(textOf(shardFile(folder, 2, {1, 1})));
  const auto without = [&](std::size_t first, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < 5; ++i) {
      text += i >= first && i < first + count ? "" : lines[i] + "\n";
    }
    return folder.file("short.jsonl",
                       text + "{\"complete\":true,\"rows\":" + std::to_string(4 - count) + "}\n");
  };
  CHECK(mistake({without(1, 0)}) == "none");
  CHECK(mistake({without(1, 2)}) == "test 1 of 2 is in none of the files");
  CHECK(mistake({without(3, 2)}) == "test 2 of 2 is in none of the files");
  CHECK(mistake({without(2, 1)}) ==
        "folder with spaces/ü0.litmus has 2 rows, of which number 2 is in none of the files");
  CHECK(mistake({without(4, 1)}) ==
        "folder with spaces/ü1.litmus has 2 rows, of which number 2 is in none of the files");
  const std::string path = folder.file("more.jsonl", lines[0] + "\n" + lines[1] + "\n" + lines[5] + "\n");
  CHECK(mistake({path}) == path + ":3: 4 rows were announced, there are 1");
}

TEST_CASE("the same row in two shards is a mistake") {
  const JournalFolder folder;
  std::vector<std::string> paths;
  for (const Shard shard : {Shard{1, 2}, Shard{2, 2}}) {
    const std::string path = shardFile(folder, 2, shard);
    Journal journal = Journal::resume(path, headerOf(2, shard));
    journal.add(rowOf(2, 0));
    journal.complete();
    paths.push_back(path);
  }
  CHECK(mistake(paths).ends_with("contain the same row: folder with spaces/ü2.litmus under sc"));
}

TEST_CASE("the whole does not overwrite a part that is still to be read") {
  const JournalFolder folder;
  const std::string part = shardFile(folder, 2, {1, 1});
  const std::string link = folder.file("link.jsonl");
  std::filesystem::create_symlink(part, link);
  for (const std::string& results : {part, link}) {
    CHECK(mistakeOf([&] { mergeJournals({part}, results); }) ==
          "cannot write " + results + ": it is one of the files to merge");
  }
  CHECK(mistakeOf([&] { mergeJournals({part}, folder.file("all.jsonl")); }) == "none");
  CHECK(mistakeOf([&] { mergeJournals({part}, "-"); }) == "none");
}
