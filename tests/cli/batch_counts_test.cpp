#include <doctest/doctest.h>

#include "cli/batch_support.h"
#include "support/has.h"

namespace batch_counts_test {

using namespace hrfcheck::test;

namespace {

/// The line of a log that says how many witnesses there are.
std::string counted(const std::string& log) {
  const std::size_t at = log.find("Positive:");
  return at == std::string::npos ? log : log.substr(at, log.find('\n', at) - at);
}

constexpr const char* kCounter =
    "HSA counter\n{ x=0; }\nP0 | P1 ;\nfaa.ar.sys r0, x, 1 | faa.ar.sys r0, x, 1 ;\n"
    "st.rlx.sys y, 1 | st.rlx.sys y, 2 ;\nlocations [y;]\nexists (0:r0=0)\n";

}  // namespace

TEST_CASE("batch --herd-counts: logs count executions, as check's do") {
  const Scratch scratch;
  const std::string test = scratch.file("counter.litmus", kCounter);
  const std::string expected = counted(runProgram({"check", "-m", "sc", "--format", "herd", test}).out);
  CHECK(expected == "Positive: 2 Negative: 2");
  const auto logOf = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"batch", "-m", "sc", "--expect", "none", "--herd", scratch.path("logs"),
                                   test};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(runProgram(words).status == 0);
    return counted(contents(scratch.path("logs") + "/sc.log"));
  };
  CHECK(logOf({"--herd-counts"}) == expected);
  CHECK(logOf({}) == "Positive: 2 Negative: 2");
}

TEST_CASE("batch --herd-counts: executions that end alike are counted one by one") {
  const Scratch scratch;
  // Each of the two reads may read the one or the other store of 1.
  const std::string test = scratch.file(
      "alike.litmus",
      "HSA alike\n{ x=0; }\nP0 | P1 | P2 ;\nst.rlx.sys x, 1 | st.rlx.sys x, 1 | ld.rlx.sys r0, x ;\n"
      "exists (2:r0=1)\n");
  for (const bool counts : {true, false}) {
    std::vector<std::string> words{"batch", "-m", "sc", "--expect", "none", "--herd", scratch.path("logs"),
                                   test};
    if (counts) {
      words.push_back("--herd-counts");
    }
    CHECK(runProgram(words).status == 0);
    const std::string line = counted(contents(scratch.path("logs") + "/sc.log"));
    CHECK(line == (counts ? "Positive: 4 Negative: 2" : "Positive: 1 Negative: 1"));
  }
}

TEST_CASE("batch --herd-counts: goes with runs of everything") {
  const Scratch scratch;
  const std::string test = scratch.file("counter.litmus", kCounter);
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--only", "races"}, {"--promote"}, {"--merge"}}) {
    std::vector<std::string> words{"batch", "--herd-counts", test};
    words.insert(words.end(), wrong.begin(), wrong.end());
    const Finished refused = runProgram(words);
    CHECK(refused.status == 64);
    CHECK(has(refused.err, "--herd-counts"));
  }
}

}  // namespace batch_counts_test
