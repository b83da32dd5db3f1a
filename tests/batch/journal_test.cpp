#include "batch/results/journal.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "batch/journal_rows.h"
#include "batch/results/journal_format.h"
#include "support/slice.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

std::vector<RowPlace> placesOf(const Rows& rows) {
  std::vector<RowPlace> places;
  rows([&](const ResultRow& row) { places.emplace_back(row.test, row.column); });
  return places;
}

std::vector<RowPlace> placesOf(const Journal& journal) {
  return placesOf([&](const RowVisitor& visitor) { journal.visit(visitor); });
}

}  // namespace

TEST_CASE("a row survives its journey through a line of JSON") {
  const ResultRow row = rowOf(3, 1);
  const ResultRow back = parseRow(rowJson(row));
  CHECK(rowJson(back) == rowJson(row));
  CHECK(back.log == row.log);
  CHECK(back.expectations == row.expectations);
  CHECK_THROWS(parseRow("{}"));
  CHECK_THROWS(parseRow(R"({"test":1)"));
}

TEST_CASE("the verdicts of a row are words that are known, or missing where a row may lack them") {
  const std::string line = rowJson(rowOf(3, 1));
  const auto with = [&](const std::string& field, const std::string& word) {
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(line);
    (json.contains(field) ? json : json["log"])[field] = word;
    return json.dump();
  };
  for (const char* field : {"status", "races", "kind", "observation", "result"}) {
    CAPTURE(field);
    CHECK_THROWS_WITH(parseRow(with(field, "perhaps")), "unknown word 'perhaps'");
  }
  for (const char* field : {"races", "kind", "observation"}) {
    CAPTURE(field);
    CHECK_NOTHROW(parseRow(with(field, "")));
  }
  for (const char* result : {"Ok", "Loop Undef", "?? (time limit)", "??"}) {
    CHECK(rowJson(parseRow(with("result", result))) == with("result", result));
  }
}

TEST_CASE("rows go out as they come, each a whole line, and are put in order at the end") {
  const JournalFolder folder;
  const std::string path = folder.file("results.jsonl");
  Journal journal = Journal::create(path, headerOf(3));
  addTest(journal, 2);
  journal.add(rowOf(0, 1));
  std::vector<std::string> lines = linesOf(textOf(path));
  REQUIRE(lines.size() == 4);
  CHECK(
      lines[0] ==
      R"({"hrfcheck-batch":1,"version":"0.1.0","tests":3,"shard":"1/1","options":{"models":"sc rsp","unroll":"4"},"models":{"rsp":"11","sc":"22"},"paths":"0a0b","sources":["00ff","00ff","00ff"]})");
  CHECK(lines[1] == rowJson(rowOf(2, 0)));
  CHECK(lines[3] == rowJson(rowOf(0, 1)));
  journal.add(rowOf(0, 0));
  addTest(journal, 1);
  CHECK(placesOf(journal) == std::vector<RowPlace>{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}});
  journal.complete();
  CHECK(placesOf(journal) == std::vector<RowPlace>{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}});
  lines = linesOf(textOf(path));
  REQUIRE(lines.size() == 8);
  CHECK(lines[1] == rowJson(rowOf(0, 0)));
  CHECK(lines[6] == rowJson(rowOf(2, 1)));
  CHECK(lines[7] == R"({"complete":true,"rows":6})");
  CHECK(textOf(path) == wholeFile(folder, 3));
  CHECK(folder.size() == 2);
}

TEST_CASE("without a file the rows are there for the reports") {
  Journal journal = Journal::create(std::nullopt, headerOf(2));
  addTest(journal, 1);
  addTest(journal, 0);
  journal.complete();
  CHECK(placesOf(journal) == std::vector<RowPlace>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
}

TEST_CASE("a new run replaces the file of an old one, and what a link points to") {
  const JournalFolder folder;
  const std::string path = folder.file("old.jsonl", std::string(100000, 'x'));
  const std::string link = folder.file("link.jsonl");
  std::filesystem::create_symlink(path, link);
  Journal journal = Journal::create(link, headerOf(1));
  addTest(journal, 0);
  journal.complete();
  CHECK(std::filesystem::is_symlink(link));
  CHECK(textOf(path) == wholeFile(folder, 1));
}

TEST_CASE("each row once, and none after the end") {
  Journal journal = Journal::create(std::nullopt, headerOf(1));
  addTest(journal, 0);
  CHECK_THROWS(journal.add(rowOf(0, 0)));
  journal.complete();
  CHECK_THROWS(journal.add(rowOf(1, 0)));
  CHECK_THROWS(journal.complete());
}

TEST_CASE("a file that ends anywhere can be resumed") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 2);
  for (std::size_t length = 0; length <= whole.size(); length += kEvery) {
    CAPTURE(length);
    const std::string path = folder.file("cut.jsonl", whole.substr(0, length));
    Journal journal = Journal::resume(path, headerOf(2));
    std::size_t found = 0;
    for (std::size_t test = 0; test < 2; ++test) {
      for (std::size_t column = 0; column < kColumns; ++column) {
        const auto rows = journal.found().find(test);
        if (rows != journal.found().end() && rows->second.size() > column) {
          CHECK(rowJson(rows->second[column]) == rowJson(rowOf(test, column)));
          ++found;
        } else {
          journal.add(rowOf(test, column));
        }
      }
    }
    const auto lines = static_cast<std::size_t>(std::count(whole.begin(), whole.begin() + length, '\n'));
    CHECK(found == std::min<std::size_t>(4, lines == 0 ? 0 : lines - 1));
    journal.complete();
    REQUIRE(textOf(path) == whole);
  }
}

TEST_CASE("rows that are asked again are crossed out, also for the run after") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 2);
  const std::string path = folder.file("again.jsonl", whole);
  {
    Journal journal = Journal::resume(path, headerOf(2));
    journal.forget(0, 1);
    journal.forget(1, 0);
    CHECK(journal.found().at(0).size() == 1);
    CHECK_THROWS(journal.forget(1, 0));
    ResultRow changed = rowOf(0, 1);
    changed.reason = "asked again";
    journal.add(changed);
  }
  {
    Journal journal = Journal::resume(path, headerOf(2));
    REQUIRE(journal.found().at(0).size() == 2);
    CHECK(journal.found().at(0)[1].reason == "asked again");
    REQUIRE(journal.found().at(1).size() == 1);
    CHECK(journal.found().at(1)[0].column == 1);
    journal.forget(1, 1);
    CHECK_FALSE(journal.found().contains(1));
    journal.forget(0, 1);
    journal.add(rowOf(0, 1));
    addTest(journal, 1);
    journal.complete();
  }
  CHECK(textOf(path) == whole);
}

TEST_CASE("a resumed run says how it differs from the first") {
  const JournalFolder folder;
  const std::string path = folder.file("first.jsonl");
  { Journal journal = Journal::create(path, headerOf(9, {1, 4})); }
  const auto mistake = [&](const JournalHeader& header) {
    return mistakeOf([&] { Journal::resume(path, header); });
  };
  const std::string start = "cannot continue " + path + ": ";
  JournalHeader other = headerOf(9, {1, 4});
  other.options["unroll"] = "2";
  CHECK(mistake(other) == start + "it was made with --unroll 4, not 2");
  other.options.erase("unroll");
  other.options["details"] = "on";
  CHECK(mistake(other) ==
        start +
            "it was made without --details, and the other with it; it was made with --unroll 4, not without");
  other = headerOf(9, {1, 4});
  other.models["sc"] = "33";
  CHECK(mistake(other) == start + "the model sc has changed, or a file that it includes has");
  other.models = {{"drf0", "1"}};  // which models are asked now is seen when tests are read
  CHECK(mistake(other) == "none");
  other = headerOf(9, {1, 4});
  other.corpus.paths = "0c0d";
  CHECK(mistake(other) == start + "it covers other tests");
  other.corpus = headerOf(9).corpus;
  other.corpus.sources[3] = "0100";  // its rows are asked again
  CHECK(mistake(other) == "none");
  CHECK(mistake(headerOf(8, {2, 4})) == start + "it covers 9 tests, not 8; it belongs to shard 1/4, not 2/4");
  other = headerOf(9, {1, 4});
  other.version = "0.2.0";
  CHECK(mistake(other) == start + "it was made by hrfcheck 0.1.0, not 0.2.0");
  CHECK(mistake(headerOf(9, {1, 4})) == "none");
}

TEST_CASE("a resumed run of other tests names the first that its rows know") {
  const JournalFolder folder;
  const std::string path = folder.file("first.jsonl");
  {
    Journal journal = Journal::create(path, headerOf(3));
    addTest(journal, 0);
    addTest(journal, 1);
  }
  JournalHeader other = headerOf(3);
  other.corpus.paths = "0c0d";
  CHECK(mistakeOf([&] {
          Journal::resume(path, other, {rowOf(0, 0).path, "b.litmus", "c.litmus"});
        }) == "cannot continue " + path + ": it covers other tests: number 2 was " + rowOf(1, 0).path +
                  ", not b.litmus");
}

TEST_CASE("a run that stopped says how far it came, and can be gone on with") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 3);
  const std::string path = folder.file("stopped.jsonl");
  for (const std::size_t done : {0, 1, 2}) {
    Journal journal = done == 0 ? Journal::create(path, headerOf(3)) : Journal::resume(path, headerOf(3));
    CHECK(journal.found().size() == done);
    addTest(journal, done);
    journal.stop({3, done + 1, "interrupted"});
    CHECK(linesOf(textOf(path)).back() ==
          "{\"stopped\":\"interrupted\",\"tests\":3,\"done\":" + std::to_string(done + 1) +
              ",\"rows\":" + std::to_string(2 * (done + 1)) + "}");
    CHECK_THROWS(journal.add(rowOf(2, 1)));
    CHECK(mistakeOf([&] { mergeJournals({path}); }) == path + " is incomplete: its run has not ended");
  }
  Journal journal = Journal::resume(path, headerOf(3));
  journal.complete();
  CHECK(textOf(path) == whole);
}

TEST_CASE("what is no results file, or was changed, is not resumed") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 1);
  const std::vector<std::string> lines = linesOf(whole);
  const auto mistake = [&](const std::string& text) {
    const std::string path = folder.file("bad.jsonl", text);
    std::string message = mistakeOf([&] { Journal::resume(path, headerOf(1)); });
    CHECK(textOf(path) == text);
    const std::size_t at = message.find(path);
    return at == std::string::npos ? message : message.replace(at, path.size(), "FILE");
  };
  const std::string start = lines[0] + "\n" + lines[1] + "\n";
  CHECK(mistake("HSA test\n") == "FILE is not a results file of hrfcheck batch");
  CHECK(mistake("HSA test") == "FILE is not a results file of hrfcheck batch");
  CHECK(mistake("{\"a\":1}\n") == "FILE is not a results file of hrfcheck batch");
  CHECK(mistake("{\"hrfcheck-batch\":2}\n") == "FILE has format 2; this version reads format 1");
  CHECK(mistake("{\"hrfcheck-batch\":1}\n") == "the first line of FILE is malformed");
  CHECK(mistake(start + lines[1] + "\n") == "FILE:3: folder with spaces/ü0.litmus under sc occurs twice");
  CHECK(mistake("{\"hrfcheck-batch\":" + std::string(200000, '[') + std::string(200000, ']') + "}\n") ==
        "FILE has format (not a number); this version reads format 1");
  const auto edited = [](std::string text, const std::string& what, const std::string& by) {
    REQUIRE(text.find(what) != std::string::npos);
    return text.replace(text.find(what), what.size(), by);
  };
  CHECK(mistake(edited(start, ",\"models\":{", ",\"mudels\":{")) == "the first line of FILE is malformed");
  CHECK(mistake(edited(start, "[\"00ff\"]", "[]")) == "the first line of FILE is malformed");
  CHECK(mistake(edited(start, ",\"paths\":", ",\"peths\":")) ==
        "cannot continue FILE: it does not identify its tests and models, because an old version created it");
  CHECK(mistake(edited(start, "\"column\":0,\"columns\":2", "\"column\":2,\"columns\":2")) ==
        "FILE:2: not a row of results: it is number 3 of 2");
  CHECK(mistake(edited(start, "\"log\":", "\"lug\":")) ==
        "FILE:2: not a row of results: an answer is announced and missing");
  CHECK(mistake(start + edited(lines[1], "\"column\":0", "\"column\":1") + "\n") ==
        "FILE:3: folder with spaces/ü0.litmus under sc occurs twice");
  CHECK(mistake(start + "{\"test\":0,\n" + lines[2]).starts_with("FILE:3: not a row of results: "));
  CHECK(mistake(start + "{\"complete\":true,\"rows\":2}\n") == "FILE:3: 2 rows were announced, there are 1");
  CHECK(mistake(start + "{\"complete\":true}\n").starts_with("FILE:3: malformed"));
  CHECK(mistake(start + "{\"forgotten\":{\"test\":0,\"column\":1}}\n") == "FILE:3: no such row before");
  CHECK(mistake(start + "{\"forgotten\":{\"test\":0}}\n").starts_with("FILE:3: malformed"));
  CHECK(mistake(whole + lines[1] + "\n") == "FILE:5: lines after the last one");
  CHECK(mistakeOf([&] { Journal::resume(folder.file("none"), headerOf(1)); }) ==
        "cannot continue " + folder.file("none") + ": No such file or directory");
  CHECK(mistakeOf([&] { Journal::resume("/dev/null", headerOf(1)); }) ==
        "cannot continue /dev/null: not a file");
  const std::string path = folder.file("shard.jsonl");
  {
    Journal journal = Journal::create(path, headerOf(4, {2, 2}));
    journal.add(rowOf(0, 0));
  }
  CHECK(mistakeOf([&] {
          Journal::resume(path, headerOf(4, {2, 2}));
        }) == path + ":2: test 0 (folder with spaces/ü0.litmus) is not of shard 2/2");
}
