// Whatever a command is at, it looks at its time limit again and again, and ends soon after it is over. The
// program runs under a clock that goes on by its looks alone (tests/clocked): the limit is over after so many
// of them, in whichever phase that is, on fast and slow machines alike. Between two looks a process may use
// so much processor time and no more, and at the end none is left behind.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <sstream>

#include "cli/process.h"
#include "support/has.h"

namespace hrfcheck::test {
namespace {

#ifdef HRFCHECK_SANITIZED
constexpr double kLongest = 12'000;
constexpr unsigned kLimits[] = {1, 30};
#else
constexpr double kLongest = 1500;  ///< milliseconds between two looks; most are below one
constexpr unsigned kLimits[] = {1, 10, 100, 1000};
#endif
/// Looks after the limit: one for each thing that is being done, and for the report.
constexpr unsigned long kFewLooks = 60;

using Cell = std::function<std::string(unsigned)>;

std::string row(unsigned threads, const Cell& cell) {
  std::string text = cell(0);
  for (unsigned t = 1; t < threads; ++t) {
    text += " | " + cell(t);
  }
  return text + " ;\n";
}

std::string table(const std::string& name, unsigned threads, unsigned rows,
                  const std::function<Cell(unsigned)>& cells) {
  std::string text = fmt::format("HSA {}\n{{ x=0; y=0; }}\n", name) +
                     row(threads, [](unsigned t) { return fmt::format("P{}", t); });
  for (unsigned i = 0; i < rows; ++i) {
    text += row(threads, cells(i));
  }
  return text + "exists (x=1)\n";
}

std::string stores() {
  return table("stores", 5, 12, [](unsigned i) {
    return [i](unsigned t) {
      const char* location = (t + i / 2) % 2 == 0 ? "x" : "y";
      return i % 2 == 0 ? fmt::format("st.rel.sys {}, {}", location, t * 10 + i)
                        : fmt::format("ld.acq.sys r{}, {}", i / 2, location);
    };
  });
}

std::string additions() {
  return table("additions", 5, 6, [](unsigned i) {
    return [i](unsigned t) { return fmt::format("{}.ar.sys r{}, x, 1", i + t == 0 ? "exch" : "faa", i); };
  });
}

std::string values() {
  return table("values", 2, 900, [](unsigned i) {
    return [i](unsigned t) {
      const unsigned r = i / 3 % 5;
      return i % 3 == 0 ? fmt::format("ld r{}, {}", r, t == 0 ? "x" : "y")
             : i % 3 == 1
                 ? fmt::format("add r{}, r{}, {}", r, r, t == 0 ? fmt::format("r{}", (r + 1) % 5) : "1")
                 : fmt::format("st {}, r{}", t == 0 ? "y" : "x", r);
    };
  });
}

std::string races() {
  return table("races", 40, 12, [](unsigned i) {
    return [i](unsigned t) { return i % 2 == 0 ? "ld r0, x" : fmt::format("st x, {}", t); };
  });
}

std::string counter() {
  return "HSA counts\n{ x=0; }\n P0 ;\n AGAIN: faa.ar.sys _, x, 1 ;\n goto AGAIN ;\n";
}

std::string longCode() {
  return table("long", 1, 9000,
               [](unsigned i) { return [i](unsigned) { return fmt::format("add r0, r0, {}", i); }; });
}

struct Seen {
  unsigned long looks = 0;
  double longest = 0;
  unsigned long before = 0;
  unsigned leftBehind = 0;
};

/// @param command its words; "%" stands for the file of the test
/// @param always it never ends by itself
void looksAtItsLimit(const std::string& command, const std::string& test, bool always) {
  const Scratch scratch;
  const std::string file = scratch.file("t.litmus", test);
  std::string words = command;
  if (const std::size_t at = words.find('%'); at != std::string::npos) {
    words.replace(at, 1, file);
  }
  CAPTURE(command);
  for (const unsigned limit : kLimits) {
    CAPTURE(limit);
    const Finished run =
        runShell(fmt::format("cd {}; \"${{HRFCHECK%/*}}/hrfcheck-clocked\" {} {} {} --timeout 1",
                             scratch.path("."), scratch.path("seen"), limit, words));
    CAPTURE(run.err);
    Seen seen;
    std::istringstream line(contents(scratch.path("seen")));
    line >> seen.looks >> seen.longest >> seen.before >> seen.leftBehind;
    REQUIRE(line);
    const bool late = run.status == 3;
    CHECK((late || (!always && (run.status == 0 || run.status == 1))));
    const std::string said = run.out + run.err;
    CHECK((!late || has(said, "time limit") || has(said, "stopped early")));
    CAPTURE(seen.before);
    CHECK(seen.longest < kLongest);
    CHECK(seen.looks < limit + kFewLooks);
    CHECK(seen.leftBehind == 0);
  }
}

}  // namespace

TEST_CASE("commands look at their time limit: searches for executions") {
  for (const char* engine : {"smt", "explicit", "auto"}) {
    looksAtItsLimit(fmt::format("check -m hrf-indirect --engine {} %", engine), additions(), true);
  }
  looksAtItsLimit("explain -m hrf-indirect %", additions(), true);
  looksAtItsLimit("graph -m hrf-indirect %", additions(), true);
  looksAtItsLimit("observe --backend opencl --emit out %", additions(), false);
}

TEST_CASE("commands look at their time limit: values, and long code") {
  looksAtItsLimit("check -m hrf-indirect %", values(), true);
  looksAtItsLimit("simulate --against sc %", values(), true);
  looksAtItsLimit("check -m hrf-indirect %", longCode(), false);
  looksAtItsLimit("convert --to hsa %", longCode(), false);
}

TEST_CASE("commands look at their time limit: races and their reasons") {
  looksAtItsLimit("check -m hrf-indirect %", races(), true);
  looksAtItsLimit("check -m opencl --any-dialect %", races(), true);
  looksAtItsLimit("explain -m hrf-indirect %", races(), true);
  looksAtItsLimit("compare -m hrf-indirect -m rsp %", races(), true);
  looksAtItsLimit("batch -j 1 -m hrf-indirect %", races(), true);
}

TEST_CASE("commands look at their time limit: advice") {
  looksAtItsLimit("repair -m hrf-indirect %", races(), true);
  looksAtItsLimit("narrow -m hrf-indirect %", stores(), true);
  looksAtItsLimit("narrow -m hrf-indirect --table %", stores(), true);
}

TEST_CASE("commands look at their time limit: states of schedulers and machines") {
  looksAtItsLimit("progress %", stores(), true);
  looksAtItsLimit("progress --states 100000000 %", counter(), true);
  looksAtItsLimit("simulate %", stores(), true);
}

TEST_CASE("commands look at their time limit: what runs many tests") {
  looksAtItsLimit("suite --operations 2 -j 1", "", false);
  looksAtItsLimit("synth --minimal rsp --events 8 -j 1", "", true);
  looksAtItsLimit("price ghost-zone", "", false);
}

TEST_CASE("commands look at their time limit: certificates") {
  const Scratch scratch;
  const std::string test =
      scratch.file("t.litmus", table("small", 3, 4, [](unsigned i) {
                     return [i](unsigned t) {
                       return i % 2 == 0 ? fmt::format("st.rel.sys x, {}", t) : "ld.acq.sys r0, x";
                     };
                   }));
  const std::string folder = scratch.path("certificates");
  REQUIRE(runProgram({"check", "-m", "hrf-indirect", "--certify", folder, test}).status < 2);
  looksAtItsLimit("verify " + folder + "/*", "", false);
}

}  // namespace hrfcheck::test
