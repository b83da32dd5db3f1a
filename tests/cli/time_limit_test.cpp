// Whatever a command is at when its time is over, or when somebody presses Ctrl-C: it ends soon, says which
// of the two it was, and has the status of what is no answer.

#include <doctest/doctest.h>

#include <functional>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

using Arguments = std::vector<std::string>;

/// Processor time of what ends soon after a second of it, or of the clock. (How long it takes by the clock
/// depends on what else the machine does.)
constexpr double kSoon = 6;                 // seconds
constexpr unsigned kInterruptAfter = 1000;  // milliseconds

/// The same row of a table for every thread.
std::string row(unsigned threads, const std::function<std::string(unsigned)>& cell) {
  std::string text = cell(0);
  for (unsigned t = 1; t < threads; ++t) {
    text += " | " + cell(t);
  }
  return text + " ;\n";
}

std::string number(unsigned n) {
  return std::to_string(n);
}

/// More executions than anybody enumerates.
std::string manyStores() {
  constexpr unsigned kThreads = 5;
  std::string text =
      "HSA stores\n{ x=0; y=0; }\n" + row(kThreads, [](unsigned t) { return "P" + number(t); });
  for (unsigned i = 0; i < 6; ++i) {
    text += row(kThreads, [&](unsigned t) {
      return std::string("st.rel.sys ") + ((t + i) % 2 == 0 ? "x, " : "y, ") + number(t * 10 + i);
    });
    text += row(kThreads,
                [&](unsigned t) { return "ld.acq.sys r" + number(i) + ((t + i) % 2 == 0 ? ", y" : ", x"); });
  }
  return text + "exists (x=7)\n";
}

/// That nothing gets lost is hard to prove.
std::string manyAdditions() {
  constexpr unsigned kThreads = 5;
  std::string text = "HSA additions\n{ x=0; }\n" + row(kThreads, [](unsigned t) { return "P" + number(t); });
  for (unsigned i = 0; i < 6; ++i) {
    text += row(kThreads, [&](unsigned t) {
      return (i + t == 0 ? "exch.ar.sys r" : "faa.ar.sys r") + number(i) + ", x, 1";
    });
  }
  return text + "exists (x=31)\n";
}

/// Sums of values that are sums: what may be read is worked out for long.
std::string manyValues() {
  std::string text = "HSA values\n{ x=0; y=0; }\nP0 | P1 ;\n";
  for (unsigned i = 0; i < 300; ++i) {
    const std::string reg = "r" + number(i % 5);
    text += "ld " + reg + ", x | ld " + reg + ", y ;\n";
    text +=
        "add " + reg + ", " + reg + ", r" + number((i + 1) % 5) + " | add " + reg + ", " + reg + ", 1 ;\n";
    text += "st y, " + reg + " | st x, " + reg + " ;\n";
  }
  return text + "exists (x=1)\n";
}

/// Its loop never comes back to a state.
const std::string kCounter = R"(HSA counts
{ x=0; }
 P0                       ;
 AGAIN: faa.ar.sys _, x, 1 ;
 goto AGAIN               ;
)";

void endsSoon(const std::string& test, const Arguments& command) {
  const Scratch scratch;
  Arguments words = command;
  words.push_back(scratch.file("hostile.litmus", test));
  CAPTURE(words.front());
  const auto timed = [](const std::function<Finished()>& run) {
    Finished finished = run();
    CHECK(finished.cpuSeconds < kSoon);
    CHECK(finished.status == 3);
    return finished.out + finished.err;
  };
  const std::string interrupted = timed([&] { return runProgram(words, "", kInterruptAfter); });
  CHECK(has(interrupted, "interrupted"));
  CHECK_FALSE(has(interrupted, "time limit"));
  words.insert(words.end(), {"--timeout", "1"});
  const std::string late = timed([&] { return runProgram(words); });
  CHECK(has(late, "time limit"));
  CHECK_FALSE(has(late, "interrupted"));
}

}  // namespace

TEST_CASE("the search ends with the time") {
  for (const char* command : {"explain", "graph"}) {
    endsSoon(manyAdditions(), {command});
  }
  for (const char* command : {"progress", "simulate"}) {
    endsSoon(manyStores(), {command});
  }
}

TEST_CASE("looking for what may be read ends with the time") {
  for (const char* command : {"explain", "graph"}) {
    endsSoon(manyValues(), {command});
  }
  endsSoon(manyValues(), {"simulate", "--against", "sc"});
}

TEST_CASE("replaying and drawing states end with the time") {
  endsSoon(kCounter, {"progress", "--states", "100000000", "--replay", "(0)"});
  endsSoon(manyStores(), {"progress", "--graph"});
}

TEST_CASE("Ctrl-C and SIGTERM end waiting for a text that does not come") {
  const Scratch scratch;
  const std::string pipe = scratch.path("pipe");
  for (const std::string signal : {"INT", "TERM"}) {
    for (const std::string command : {"check", "explain", "graph", "progress", "simulate"}) {
      CAPTURE(signal);
      CAPTURE(command);
      // Standard input stays open. What is written to it is more than a pipe holds, so that the writer gets
      // on only when the command reads; nothing else ever comes. (`set -m`: a job in the background does not
      // ignore SIGINT.)
      const Finished run =
          runShell("set -m; mkfifo -m 600 " + pipe + "; exec 3<>" + pipe + "; \"$HRFCHECK\" " + command +
                   " - <&3 & head -c 65537 /dev/zero | tr '\\0' ' ' >&3; sleep 0.1; kill -" + signal +
                   " %1; wait %1; status=$?; rm " + pipe + "; exit $status");
      CHECK(run.status == 2);  // no answer: the test could not be read
      CHECK(has(run.err, "interrupted"));
    }
  }
}
