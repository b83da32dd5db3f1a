// What is on the page of `batch --html`, and what standard output says of it.

#include <doctest/doctest.h>

#include "cli/batch_support.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

Finished paged(const Scratch& scratch, const std::string& options) {
  return runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" batch " + options);
}

}  // namespace

TEST_CASE("batch --html: reports of results that need attention, of all with --details; the size is told") {
  const Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("b.litmus", messagePassing("b", "wi"));
  const Finished few = paged(scratch, ". -m rsp --expect none --html page");
  CAPTURE(few.out);
  CHECK(has(few.out, "\npage/index.html: "));
  CHECK(has(few.out, " kB, with the reports and pictures of 1 of 2 results; --details adds the others\n"));
  const std::string page = contents(scratch.path("page/index.html"));
  CHECK(has(page, "not ordered:"));
  const Finished all = paged(scratch, ". -m rsp --expect none --details --html page");
  CHECK(has(all.out, " kB\n"));
  CHECK_FALSE(has(all.out, "--details adds"));
  CHECK(contents(scratch.path("page/index.html")).size() > page.size());
}

TEST_CASE("batch --html: the page has the sources with the racing instructions, and the run") {
  const Scratch scratch;
  scratch.file("b.litmus", messagePassing("b", "wi"));
  REQUIRE(paged(scratch, "b.litmus -m rsp --expect none --html 'a page' --results rows.jsonl").status == 0);
  const std::string page = contents(scratch.path("a page/index.html"));
  CHECK(has(page, "st.rel.wi f, 1 | bne r0, 1, END"));
  CHECK(has(
      page,
      "<code>hrfcheck batch b.litmus -m rsp --expect none --html &apos;a page&apos; --results rows.jsonl"));
  CHECK(has(page, "<dt>Models</dt><dd>rsp</dd>"));
  CHECK(has(page, "<dt>Duration</dt>"));
  const auto row = rowsOf(scratch.path("rows.jsonl")).at(0);
  CHECK(row["texts"][0]["file"] == "b.litmus");
  const auto where = row["findings"][0]["where"];
  REQUIRE(where.size() >= 2);
  for (const auto& place : where) {
    CHECK(place["column"] > 0);
    CHECK(place["length"] > 0);
  }
}
