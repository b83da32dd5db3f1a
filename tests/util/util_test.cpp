#include <doctest/doctest.h>

#include <limits>
#include <set>
#include <thread>

#include "util/diagnostic.h"
#include "util/invariant.h"
#include "util/process/deadline.h"
#include "util/random.h"
#include "util/source.h"
#include "util/text.h"
#include "util/varint.h"

using namespace hrfcheck;

namespace {

SourcePtr source(const std::string& text) {
  return std::make_shared<Source>("a.litmus", text);
}

}  // namespace

TEST_CASE("offsets become lines and columns") {
  const SourcePtr s = source("ab\ncd\r\n\nx");
  CHECK(s->position(0) == LineColumn{1, 1});
  CHECK(s->position(2) == LineColumn{1, 3});
  CHECK(s->position(3) == LineColumn{2, 1});
  CHECK(s->position(7) == LineColumn{3, 1});
  CHECK(s->position(8) == LineColumn{4, 1});
  CHECK(s->position(99) == LineColumn{4, 2});
  CHECK(s->line(1) == "ab");
  CHECK(s->line(2) == "cd");
  CHECK(s->line(3).empty());
  CHECK(s->line(4) == "x");
  CHECK(s->line(5).empty());
  CHECK(s->slice({3, 5}) == "cd");
}

TEST_CASE("a diagnostic shows the line and a caret under the place") {
  const SourcePtr s = source("st x, 1\n\tld r9, y\n");
  const Diagnostic d{Severity::Error, Place{s, {12, 14}}, "no such register", "did you mean 'r0'?"};
  CHECK(render(d) ==
        "a.litmus:2:5: error: no such register\n"
        "  \tld r9, y\n"
        "  \t   ^~\n"
        "  hint: did you mean 'r0'?\n");
  CHECK(render(d, true).find("\x1b[1;31merror:\x1b[0m") != std::string::npos);
}

TEST_CASE("a caret stays inside its line") {
  const SourcePtr s = source("abc\ndef");
  const Diagnostic d{Severity::Warning, Place{s, {2, 7}}, "m", ""};
  CHECK(render(d) == "a.litmus:1:3: warning: m\n  abc\n    ^\n");
  const Diagnostic atEnd{Severity::Error, Place{s, {7, 7}}, "m", ""};
  CHECK(render(atEnd) == "a.litmus:2:4: error: m\n  def\n     ^\n");
}

TEST_CASE("a caret counts characters, and bytes that are none are shown as such") {
  const SourcePtr s = source("λλ x\x1b\xff ö");
  const Diagnostic letter{Severity::Error, Place{s, {9, 11}}, "m", ""};
  CHECK(render(letter) == "a.litmus:1:10: error: m\n  λλ x?? ö\n         ^\n");
  const Diagnostic greek{Severity::Error, Place{s, {0, 4}}, "m", ""};
  CHECK(render(greek) == "a.litmus:1:1: error: m\n  λλ x?? ö\n  ^~\n");
}

TEST_CASE("of a long line only the part around the place is shown") {
  const SourcePtr s = source(std::string(100000, 'a') + "!" + std::string(100000, 'b'));
  const Diagnostic d{Severity::Error, Place{s, {100000, 150000}}, "m", ""};
  CHECK(render(d) == "a.litmus:1:100001: error: m\n  ..." + std::string(100, 'a') + "!" +
                         std::string(99, 'b') + "...\n  " + std::string(103, ' ') + "^" +
                         std::string(99, '~') + "\n");
}

TEST_CASE("a deadline beyond the reach of the clock does not expire") {
  CHECK_FALSE(Deadline::after(1e300).expired());
  CHECK_FALSE(Deadline::after(1e300).millisecondsLeft());
  CHECK(Deadline::after(1e8).millisecondsLeft());
}

TEST_CASE("several errors are reported in the order of their places, warnings apart") {
  const SourcePtr s = source("one two");
  Diagnostics diagnostics;
  CHECK_NOTHROW(diagnostics.throwIfErrors());
  diagnostics.warning(Place{s, {0, 1}}, "w");
  CHECK_NOTHROW(diagnostics.throwIfErrors());
  diagnostics.error(Place{s, {4, 7}}, "second");
  diagnostics.error(Place{s, {0, 3}}, "first");
  CHECK(diagnostics.warnings().size() == 1);
  try {
    diagnostics.throwIfErrors();
    FAIL("nothing was thrown");
  } catch (const UserError& e) {
    REQUIRE(e.diagnostics().size() == 2);
    CHECK(e.diagnostics()[0].message == "first");
    CHECK(e.diagnostics()[1].message == "second");
  }
}

TEST_CASE("near names are few, near, and best first") {
  const std::vector<std::string> known{"acquire", "release", "rel", "acq"};
  CHECK(nearestNames("aquire", known) == std::vector<std::string>{"acquire"});
  CHECK(nearestNames("re", known) == std::vector<std::string>{"rel"});
  CHECK(nearestNames("x", known).empty());
  CHECK(nearestNames("hrf-direct", {"sc"}).empty());
  CHECK(nearestNames("HSA", {"hrf0", "hsa", "hsa0"}) == std::vector<std::string>{"hsa"});
}

TEST_CASE("an invariant names its place and reason") {
  try {
    INVARIANT(1 + 1 == 3, "sums add up");
    FAIL("nothing was thrown");
  } catch (const InternalError& e) {
    CHECK(std::string(e.what()).find("sums add up") != std::string::npos);
    CHECK(std::string(e.what()).find("util_test.cpp") != std::string::npos);
  }
}

TEST_CASE("a deadline expires by time or by the flag") {
  CHECK_FALSE(Deadline().expired());
  CHECK_FALSE(Deadline().millisecondsLeft().has_value());
  CHECK_FALSE(Deadline::after(3600).expired());
  CHECK(Deadline::after(3600).millisecondsLeft().value() > 3000 * 1000);
  const Deadline past = Deadline::after(1e-9);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(past.expired());
  CHECK(past.millisecondsLeft() == 1);
  std::atomic<bool> cancelled{false};
  const Deadline d = Deadline::after(0, &cancelled);
  CHECK_FALSE(d.expired());
  cancelled = true;
  CHECK(d.expired());
}

TEST_CASE("the random sequence is fixed") {
  Random r(1);
  CHECK(r.next() == 0x910a2dec89025cc1ULL);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 200; ++i) {
    seen.insert(r.below(5));
  }
  CHECK(seen == std::set<std::uint64_t>{0, 1, 2, 3, 4});
}

TEST_CASE("numbers packed into bytes come back, small ones from one byte each") {
  const std::vector<std::int64_t> numbers{0,
                                          1,
                                          -1,
                                          63,
                                          -64,
                                          64,
                                          300,
                                          -300,
                                          std::numeric_limits<std::int64_t>::max(),
                                          std::numeric_limits<std::int64_t>::min()};
  std::string bytes;
  for (const std::int64_t number : numbers) {
    appendVarint(bytes, zigzag(number));
  }
  CHECK(bytes.size() == 5 * 1 + 3 * 2 + 2 * 10);
  VarintReader reader(bytes);
  for (const std::int64_t number : numbers) {
    CHECK_FALSE(reader.atEnd());
    CHECK(unzigzag(reader.next()) == number);
  }
  CHECK(reader.atEnd());
  CHECK_THROWS_AS(reader.next(), InternalError);
}

TEST_CASE("blanks at the ends are taken off, others stay") {
  CHECK(stripped(" \ta b\r") == "a b");
  CHECK(stripped(" \t ").empty());
  CHECK(stripped("").empty());
  CHECK(stripped("a\n") == "a\n");
  CHECK(stripped("xax", "x") == "a");
}

TEST_CASE("a paced look looks now and then") {
  const std::atomic<bool> cancelled{true};
  PacedLook look(Deadline::after(0, &cancelled));
  look.spend(PacedLook::kPace - 1);
  CHECK_THROWS_AS(look.spend(1), OutOfTime);
  PacedLook never;
  never.spend(2 * PacedLook::kPace);
  CHECK_THROWS_AS(look.deadline().check(), OutOfTime);
}
