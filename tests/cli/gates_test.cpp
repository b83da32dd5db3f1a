#include <doctest/doctest.h>

#include <regex>
#include <sstream>

#include "cli/process.h"
#include "support/has.h"

namespace gates_test {

using namespace hrfcheck::test;

// What the shipped action and the pre-commit hook run, as their files have it.

namespace {

const std::string kSource = HRFCHECK_SOURCE_DIR;

const std::string kRacyKernel =
    "//# launch 2x1\n//# init x[1]\n__global__ void k(int* x) { x[0] = blockIdx.x; }\n";
const std::string kRaceFreeKernel =
    "//# launch 2x1\n//# init x[2]\n__global__ void k(int* x) { x[blockIdx.x] = 1; }\n";
const std::string kNoLaunch = "__global__ void k(int* x) { x[0] = blockIdx.x; }\nint main() { return 0; }\n";

/// The words of the hook's `entry`, without the program.
std::vector<std::string> hookWords() {
  const std::string text = contents(kSource + "/.pre-commit-hooks.yaml");
  std::smatch found;
  REQUIRE(std::regex_search(text, found, std::regex("entry: hrfcheck (.*)")));
  std::istringstream in(found[1]);
  std::vector<std::string> words;
  for (std::string word; in >> word;) {
    words.push_back(word);
  }
  return words;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

/// The words of the action's command, with its inputs.
std::vector<std::string> actionWords(const std::string& path, const std::string& sarif) {
  const std::string text = contents(kSource + "/action.yml");
  std::smatch found;
  REQUIRE(std::regex_search(text, found, std::regex("run: hrfcheck (.*)")));
  const std::string line = found[1];
  const std::regex word("\"([^\"]*)\"|(\\S+)");
  std::vector<std::string> words;
  for (auto i = std::sregex_iterator(line.begin(), line.end(), word); i != std::sregex_iterator(); ++i) {
    words.push_back(
        replaced(replaced((*i)[1].matched ? (*i)[1] : (*i)[2], "$CHECKED", path), "$SARIF", sarif));
  }
  return words;
}

std::string quoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += " '" + word + "'";
  }
  return text;
}

struct Gates {
  Scratch scratch;

  Finished in(const std::vector<std::string>& words) const {
    return runShell("cd '" + scratch.path("") + "' && \"$HRFCHECK\"" + quoted(words));
  }
  Finished hook(const std::vector<std::string>& files) const {
    std::vector<std::string> words = hookWords();
    words.insert(words.end(), files.begin(), files.end());
    return in(words);
  }
  Finished action(const std::string& path) const { return in(actionWords(path, "found.sarif")); }
};

}  // namespace

TEST_CASE("the gates fail on a race, and list it") {
  const Gates gates;
  gates.scratch.file("racy.cu", kRacyKernel);
  gates.scratch.file("fine.cu", kRaceFreeKernel);
  for (const Finished& run : {gates.hook({"racy.cu"}), gates.hook({"fine.cu", "racy.cu"}), gates.action("."),
                              gates.action("racy.cu")}) {
    CHECK(run.status == 1);
    CHECK(has(run.out, "racy.cu\n  hrf-indirect-relaxed: racy"));
    CHECK(!has(run.out, "fine.cu"));
  }
  CHECK(has(contents(gates.scratch.path("found.sarif")), "racy.cu"));
}

TEST_CASE("the gates pass what is race-free") {
  const Gates gates;
  gates.scratch.file("fine.cu", kRaceFreeKernel);
  for (const Finished& run : {gates.hook({"fine.cu"}), gates.action("."), gates.action("fine.cu")}) {
    CHECK(run.status == 0);
    CHECK(run.err == "");
  }
}

TEST_CASE("the gates skip a file without a launch, and say so") {
  const Gates gates;
  gates.scratch.file("host.cu", kNoLaunch);
  gates.scratch.file("other.cl", "kernel void k(global int* x) { x[0] = get_global_id(0); }\n");
  for (const Finished& run : {gates.hook({"host.cu"}), gates.hook({"host.cu", "other.cl"}), gates.action("."),
                              gates.action("host.cu")}) {
    CHECK(run.status == 0);
    CHECK(has(run.err, "host.cu specifies no launch"));
  }
  gates.scratch.file("racy.cu", kRacyKernel);
  CHECK(gates.hook({"host.cu", "racy.cu"}).status == 1);
  // Who names it without asking for that is told.
  CHECK(gates.in({"batch", "host.cu"}).status == 2);
}

TEST_CASE("the gates take a name that begins with -- for a name") {
  const Gates gates;
  gates.scratch.file("--table.cu", kRacyKernel);
  CHECK(gates.hook({"--table.cu"}).status == 1);
  CHECK(gates.action("--table.cu").status == 1);
  gates.scratch.file("--help.cu", kRaceFreeKernel);
  CHECK(gates.hook({"--help.cu"}).status == 0);
  CHECK(gates.action("--help.cu").status == 0);
}

TEST_CASE(
    "the gates take a name that begins with @ for the file of that name, and for a list where there is none") {
  const Gates gates;
  gates.scratch.file("@racy.cu", kRacyKernel);
  gates.scratch.file("racy.cu", kRaceFreeKernel);
  CHECK(gates.hook({"@racy.cu"}).status == 1);
  CHECK(gates.action("@racy.cu").status == 1);
  gates.scratch.file("all", "racy.cu\n");
  CHECK(gates.hook({"@all"}).status == 0);
  CHECK(has(gates.in({"batch", "@all"}).out, "racy.cu"));
}

TEST_CASE("races that an expectation speaks of are no problem of the table, others are") {
  const Gates gates;
  const std::string racy = "HSA T\n{ x=0; }\n P0@wg 0 | P1@wg 1 ;\n st x, 1 | ld r0, x ;\nexists (1:r0=1)\n";
  gates.scratch.file("known.litmus", racy + "expect rsp: racy\n");
  CHECK(!has(gates.in({"batch", "--table", "problems", "known.litmus"}).out, "known.litmus"));
  const Finished gate = gates.hook({"known.litmus"});
  CHECK(gate.status == 1);
  CHECK(has(gate.out, "known.litmus"));  // what fails it is listed
  gates.scratch.file("unknown.litmus", racy);
  CHECK(has(gates.in({"batch", "--table", "problems", "unknown.litmus"}).out, ": racy: line 4\n"));
}

}  // namespace gates_test
