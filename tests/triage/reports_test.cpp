#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "triage/reports/reported.h"
#include "util/diagnostic.h"

namespace reports_test {

using namespace hrfcheck;

namespace {

Report read(const std::string& text) {
  return readReport(std::make_shared<const Source>("report.txt", text));
}

Report readFile(const std::string& name) {
  std::ifstream file(std::string(HRFCHECK_SOURCE_DIR) + "/kernels/triage/reports/" + name);
  std::stringstream text;
  text << file.rdbuf();
  REQUIRE(!text.str().empty());
  return read(text.str());
}

std::string textOf(const ReportedAccess& access) {
  return std::string(nameIn(kReportedKindNames, access.kind)) + " " + lineText(access);
}

/// "racecheck 4: read a.cu:15 x write a.cu:15", one line for each pair.
std::string textOf(const Report& report) {
  std::string text;
  for (const ReportedPair& pair : report.pairs) {
    text += pair.tool + " " + std::to_string(pair.times) + ": " + textOf(pair.first) + " x " +
            (pair.second ? textOf(*pair.second) : "?") + "\n";
  }
  return text;
}

std::string mistake(const std::string& text) {
  try {
    read(text);
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

}  // namespace

TEST_CASE("racecheck: analysis reports, as compute-sanitizer 2025.3 prints them") {
  CHECK(textOf(readFile("lock.txt")) == "racecheck 4: read lock.cu:15 x write lock.cu:15\n");
  CHECK(textOf(readFile("flag-with-fences.txt")) ==
        "racecheck 8: read flag-with-fences.cu:15 x write flag-with-fences.cu:13\n"
        "racecheck 4: read flag-with-fences.cu:18 x write flag-with-fences.cu:11\n");
  CHECK(textOf(readFile("turns.txt")) ==
        "racecheck 8: read turns.cu:4 x write turns.cu:11\n"
        "racecheck 4: read turns.cu:27 x write turns.cu:23\n");
}

TEST_CASE("racecheck: names of functions may have blanks, commas and the word in") {
  CHECK(textOf(readFile("release-acquire.txt")) ==
        "racecheck 8: read cuda_ptx_generated.h:279 x write cuda_ptx_generated.h:933\n"
        "racecheck 4: read release-acquire.cu:19 x write release-acquire.cu:14\n");
  CHECK(
      textOf(read(
          "========= Error: Race reported between Write access at K<[lambda in main]>()+0x10 in /a b/k.cu:3\n"
          "=========     and Write access at K()+0x20 in /a b/k.cu:4 [2 hazards]\n")) ==
      "racecheck 2: write /a b/k.cu:3 x write /a b/k.cu:4\n");
}

TEST_CASE("racecheck: hazard reports, a pair for all of their bytes") {
  CHECK(textOf(readFile("lock-hazards.txt")) == "racecheck 4: read lock.cu:15 x write lock.cu:15\n");
  CHECK(textOf(readFile("copy-not-awaited-hazards.txt")) ==
        "racecheck 4: read copy-not-awaited.cu:10 x write copy-not-awaited.cu:6\n");
}

TEST_CASE("racecheck: one access with several others, and places on lines of their own") {
  CHECK(
      textOf(read(
          "========= WARN: Race reported between Read access at 0x00000170 in ./race.cu:4:work(int*, int*)\n"
          "=========     and Write access at 0x00000148 in ./race.cu:3:work(int*, int*) [4 hazards]\n"
          "=========     and Write access at 0x000001a8 in ./race.cu:4:work(int*, int*) [1 hazard]\n")) ==
      "racecheck 4: read ./race.cu:4 x write ./race.cu:3\n"
      "racecheck 1: read ./race.cu:4 x write ./race.cu:4\n");
  CHECK(textOf(read("========= Error: Race reported between Write access at\n"
                    "=========     work(float *)+0xb0 in a.cu:28\n"
                    "=========     and Read access at\n"
                    "=========     work(float *)+0xc0 in a.cu:30\n")) ==
        "racecheck 1: read a.cu:30 x write a.cu:28\n");
}

TEST_CASE("racecheck: hazards of the older cuda-memcheck") {
  CHECK(
      textOf(read(
          "========= WARN:(Warp Level Programming) Potential WAR hazard detected at __shared__ 0x3 in block (0, 0, 0) :\n"
          "=========     Read Thread (31, 0, 0) at 0x00000170 in ./race.cu:4:work(int*, int*)\n"
          "=========     Write Thread (0, 0, 0) at 0x000001a8 in ./race.cu:5:work(int*, int*)\n"
          "=========     Current Value : 0, Incoming Value : 0\n")) ==
      "racecheck 1: read ./race.cu:4 x write ./race.cu:5\n");
}

TEST_CASE("racecheck: without line information there is nothing to look up") {
  CHECK(mistake("========= Error: Race reported between Read access at scan+0x860\n"
                "=========     and Write access at scan+0x9d0 [400 hazards]\n") ==
        "the races that are reported have no lines of a file");
  const Report some = read(
      "========= Error: Race reported between Read access at scan+0x860\n"
      "=========     and Write access at scan+0x9d0 [400 hazards]\n"
      "========= Error: Race reported between Read access at scan+0x860 in a.cu:1\n"
      "=========     and Write access at scan+0x9d0 in a.cu:2 [4 hazards]\n");
  CHECK(some.pairs.size() == 1);
  CHECK(some.withoutLines == 1);
}

TEST_CASE("ThreadSanitizer: the innermost frame of each access") {
  CHECK(textOf(read("==================\n"
                    "WARNING: ThreadSanitizer: data race (pid=41)\n"
                    "  Write of size 4 at 0x7b04 by thread T2:\n"
                    "    #0 put(int*) /src/queue.cpp:12:7 (queue+0x4b2) (BuildId: 12ab)\n"
                    "    #1 run(void*) /src/queue.cpp:40:3 (queue+0x4c2)\n"
                    "\n"
                    "  Previous atomic read of size 4 at 0x7b04 by thread T1:\n"
                    "    #0 get(int*) /src/queue.cpp:20 (queue+0x4b9)\n"
                    "\n"
                    "  Location is heap block of size 8 at 0x7b04 allocated by main thread:\n"
                    "    #0 malloc <null> (queue+0x1)\n"
                    "    #1 main /src/queue.cpp:60 (queue+0x2)\n"
                    "\n"
                    "  Thread T1 (tid=2, running) created by main thread at:\n"
                    "    #1 main /src/queue.cpp:61 (queue+0x2)\n"
                    "\n"
                    "SUMMARY: ThreadSanitizer: data race /src/queue.cpp:12:7 in put(int*)\n")) ==
        "ThreadSanitizer 1: read /src/queue.cpp:20 x write /src/queue.cpp:12\n");
}

TEST_CASE("ThreadSanitizer: its own functions are passed over; other warnings are no races") {
  CHECK(textOf(read("WARNING: ThreadSanitizer: data race (pid=41)\n"
                    "  Read of size 8 at 0x1 by main thread:\n"
                    "    #0 memcpy ../sanitizer_common/sanitizer_common_interceptors.inc:827 (a+0x1)\n"
                    "    #1 copy(char const*) a.cpp:3:5 (a+0x2)\n"
                    "  Previous write of size 8 at 0x1 by thread T1:\n"
                    "    #0 <null> <null> (a+0x3)\n"
                    "    #1 fill() a.cpp:9:5 (a+0x4)\n"
                    "WARNING: ThreadSanitizer: lock-order-inversion (potential deadlock) (pid=41)\n"
                    "  Write of size 8 at 0x1 by thread T1:\n"
                    "    #0 fill() b.cpp:9:5 (a+0x4)\n")) ==
        "ThreadSanitizer 1: read a.cpp:3 x write a.cpp:9\n");
  CHECK(mistake("WARNING: ThreadSanitizer: data race (pid=41)\n"
                "  Read of size 8 at 0x1 by main thread:\n"
                "    #0 <null> <null> (a+0x3)\n"
                "  Previous write of size 8 at 0x1 by thread T1:\n"
                "    #0 <null> <null> (a+0x3)\n") == "the races that are reported have no lines of a file");
}

TEST_CASE("GPU-AV: both accesses, one of them, and an instruction with itself") {
  const std::string head =
      "Validation Error: [ SharedMemoryDataRace-RaceOnStore ] | MessageID = 0x1\n"
      "vkCmdDispatch(): A data race was detected on the shared memory variable \"part\" in local invocation index 3 "
      "while performing a store operation. (Likely against local invocation index 1)\n";
  const std::string tail = "\n12:   part[0] = 1;\n      ^\n";
  const std::string stage = "Stage = Compute.  Global invocation ID (x, y, z) = (3, 0, 0)\n";
  CHECK(textOf(
            read(head +
                 "The other access in this race was at:\nShader validation error occurred at sum.comp:9:4\n" +
                 stage + "Shader validation error occurred at sum.comp:12:3\n" + tail)) ==
        "GPU-AV 1: access sum.comp:9 x write sum.comp:12\n");
  CHECK(textOf(read(head + stage + "Shader validation error occurred at sum.comp:12:3\n" + tail)) ==
        "GPU-AV 1: write sum.comp:12 x ?\n");
  CHECK(textOf(read(head + "This race is between two invocations executing the same instruction.\n" + stage +
                    "Shader validation error occurred at sum.comp:12:3\n" + tail)) ==
        "GPU-AV 1: write sum.comp:12 x write sum.comp:12\n");
  CHECK(textOf(read(head + stage +
                    "Shader validation error occurred in file: sum.comp at line 12, column 3.\n")) ==
        "GPU-AV 1: write sum.comp:12 x ?\n");
  CHECK(mistake(head + stage +
                "(Unable to find shader source, build shader with debug info to get source information)\n") ==
        "the races that are reported have no lines of a file");
}

TEST_CASE("Triton: an assertion of ConSan is one side, a sentence of triton-viz both") {
  CHECK(
      textOf(read("/k/gemm.py:41: gemm: block: [0,0,0], thread: [0,0,0] Assertion `Buffer being accessed has "
                  "outstanding reads` failed.\n"
                  "/k/gemm.py:50: gemm: block: [0,0,0], thread: [1,0,0] Assertion `Buffer being accessed has "
                  "outstanding writes. Operand: b` failed.\n"
                  "/k/gemm.py:51: gemm: block: [0,0,0], thread: [1,0,0] Assertion `n < 4` failed.\n")) ==
      "ConSan 1: write /k/gemm.py:41 x ?\nConSan 1: access /k/gemm.py:50 x ?\n");
  CHECK(textOf(read(
            "RAW. Missing source fence: the store at sum.py:12 and the load at sum.py:15 have no captured "
            "tile-level fence between them.\n")) == "triton-viz 1: read sum.py:15 x write sum.py:12\n");
}

TEST_CASE("words that are near a sentence") {
  CHECK(mistake("the load at and at a.py:2\n") == "there is no race in this text in a form that is known");
  CHECK(mistake("load at a.py:1 and at b.py:2\n") == "there is no race in this text in a form that is known");
}

TEST_CASE("a text without a race of a known form") {
  CHECK(mistake("") == "there is no race in this text in a form that is known");
  CHECK(mistake("========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n") ==
        "there is no race in this text in a form that is known");
  CHECK(mistake("Validation Error: [ SYNC-HAZARD-WRITE-AFTER-READ ] vkCmdDraw: Hazard WRITE_AFTER_READ\n") ==
        "hazards of synchronization validation are between commands, and not between lines of kernels");
}

TEST_CASE("texts that stop in the middle") {
  const std::string whole =
      "========= Error: Race reported between Write access at k()+0x1 in a.cu:1\n"
      "=========     and Read access at k()+0x2 in a.cu:2 [4 hazards]\n"
      "========= Error: Potential RAW hazard detected at __shared__ 0x4 in block (0,0,0) :\n"
      "=========     Write Thread (32,0,0) at k()+0x1e0 in a.cu:1\n"
      "=========     Read Thread (0,0,0) at k()+0x1c0 in a.cu:2\n"
      "WARNING: ThreadSanitizer: data race (pid=41)\n"
      "  Read of size 8 at 0x1 by main thread:\n"
      "    #0 copy() a.cpp:3:5 (a+0x2)\n"
      "  Previous write of size 8 at 0x1 by thread T1:\n"
      "    #0 fill() a.cpp:9:5 (a+0x4)\n";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    std::size_t pairs = 0;
    try {
      pairs = read(whole.substr(0, length)).pairs.size();
    } catch (const UserError&) {
      CHECK(length < 140);
    }
    CHECK(pairs <= 2);
  }
  CHECK(read(whole).pairs.size() == 2);
}

TEST_CASE("lines named by hand") {
  CHECK(textOf(readAccess("a b.cu:15")) == "access a b.cu:15");
  CHECK(textOf(readAccess("C:\\k.cu:15")) == "access C:\\k.cu:15");
  for (const char* wrong :
       {"a.cu", "a.cu:", ":3", "a.cu:0", "a.cu:x", "a.cu:3:4", "a.cu:3 ", "a.cu:99999999999", ""}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(readAccess(wrong), UserError);
  }
}

}  // namespace reports_test
