// Files that are read are not written over, and files that others may have written are not trusted.

#include <doctest/doctest.h>

#include <filesystem>

#include "cli/batch_support.h"
#include "support/has.h"

namespace batch_files_test {

using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

// What a shell says so that a command that asks for memory without bound fails. The sanitizers take terabytes
// of addresses for themselves and are asked to watch what is used instead.
#ifdef HRFCHECK_SANITIZED
const std::string memoryLimit =
    "ASAN_OPTIONS=$ASAN_OPTIONS:hard_rss_limit_mb=4000:max_allocation_size_mb=4000";
#else
const std::string memoryLimit = "ulimit -v 4000000;";
#endif

Finished batch(const Scratch& scratch, const std::string& options) {
  return runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch " + options);
}

}  // namespace

TEST_CASE("what is read is not written over, by whatever path and option") {
  const Scratch scratch;
  const std::string test = messagePassing("t");
  scratch.file("t.litmus", test);
  scratch.file("list", "t.litmus\n");
  scratch.file("my.cat", "\"mine\"\nacyclic po | rf as order\n");
  scratch.file("e.csv", "path,model,property,expected\nt.litmus,sc,condition,FAIL\n");
  fs::create_hard_link(scratch.path("t.litmus"), scratch.path("hard"));
  fs::create_symlink("t.litmus", scratch.path("soft"));
  fs::create_directory(scratch.path("page"));
  fs::create_symlink("../t.litmus", scratch.path("page/index.html"));
  fs::create_directory(scratch.path("herd"));
  fs::create_hard_link(scratch.path("t.litmus"), scratch.path("herd/sc.log"));
  const std::string all = "-m sc -m ./my.cat @list ";
  for (const std::string outputs :
       {"--results t.litmus", "--results ./hard", "--results soft", "--junit t.litmus", "--junit soft",
        "--junit hard", "--html page", "--herd herd", "--results list", "--junit my.cat"}) {
    CAPTURE(outputs);
    const Finished run = batch(scratch, all + outputs);
    CHECK(run.status == 2);
    CHECK(has(run.err, "would overwrite"));
    CHECK(contents(scratch.path("t.litmus")) == test);
    CHECK(contents(scratch.path("list")) == "t.litmus\n");
  }
  CHECK(has(batch(scratch, "--expect e.csv --junit e.csv").err, "would overwrite e.csv, which is read"));
  CHECK(has(batch(scratch, "t.litmus -m sc --junit x --results ./x").err, "both write"));
  CHECK_FALSE(fs::exists(scratch.path("x")));
  REQUIRE(batch(scratch, "t.litmus -m sc --results part.jsonl").status == 0);
  const std::string part = contents(scratch.path("part.jsonl"));
  CHECK(batch(scratch, "--merge part.jsonl --junit part.jsonl").status == 2);
  CHECK(batch(scratch, "t.litmus -m sc --resume part.jsonl --junit part.jsonl").status == 2);
  CHECK(contents(scratch.path("part.jsonl")) == part);
  CHECK(batch(scratch, "t.litmus -m sc --results /dev/null --junit /dev/null").status == 0);
}

TEST_CASE("a results file of hostile sizes is refused at once") {
  const Scratch scratch;
  scratch.file("t.litmus", messagePassing("t"));
  REQUIRE(batch(scratch, "t.litmus -m sc --results part.jsonl --details").status == 0);
  const std::string part = contents(scratch.path("part.jsonl"));
  const auto merged = [&](const std::string& what, const std::string& by) {
    std::string text = part;
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    scratch.file("bad.jsonl", text.replace(at, what.size(), by));
    return runShell("cd " + scratch.path("") + " && (" + memoryLimit +
                    " exec \"$HRFCHECK\" batch --merge bad.jsonl --html page)");
  };
  Finished run = merged("\"shard\":\"1/1\"", "\"shard\":\"1/400000000\"");
  CHECK(run.status == 2);
  CHECK(has(run.err, "shards are missing: 2/400000000, 3/400000000"));
  CHECK(has(run.err, "and 399999989 more"));
  run = merged("\"details\":\"on\"", "\"dietails\":\"on\"");
  CHECK(run.status == 2);
  CHECK(has(run.err, "no reports and pictures"));
}

TEST_CASE("a picture that we would not have written is not drawn") {
  const Scratch scratch;
  scratch.file("t.litmus", messagePassing("t"));
  REQUIRE(batch(scratch, "t.litmus -m sc --results part.jsonl --details").status == 0);
  const std::string part = contents(scratch.path("part.jsonl"));
  const std::string what = "digraph execution {\\n";
  const std::size_t at = part.find(what);
  REQUIRE(at != std::string::npos);
  std::string text = part;
  text.insert(at + what.size(), "  node [URL=\\\"javascript:alert(1)\\\"];\\n");
  scratch.file("bad.jsonl", text);
  const Finished run = batch(scratch, "--merge bad.jsonl --details --html page");
  CHECK(run.status == 0);
  const std::string page = contents(scratch.path("page/index.html"));
  CHECK_FALSE(has(page, "javascript:"));
  CHECK(has(page, "not drawn: the results contain something other than a picture"));
}

}  // namespace batch_files_test
