#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>
#include <sstream>

#include "advise/edits/edited_test.h"
#include "corpus_tests.h"
#include "frontend/test_file.h"
#include "program/flow/asynchronous.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// The annotations of a program in order, without instructions that do nothing: `0: 5@4 - 0@2 ...` by thread,
/// order and level.
std::string annotations(const Program& program) {
  std::string result;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    result += fmt::format("{}:", t);
    for (const Instruction& instruction : program.threads[t].instructions) {
      const auto annotation = annotationOf(instruction.operation);
      const Atomicity* atomicity = annotation && annotation->atomicity ? &*annotation->atomicity : nullptr;
      if (atomicity != nullptr) {
        result += fmt::format(
            " {}{}@{}{}", static_cast<int>(atomicity->order),
            annotation->failureOrder ? fmt::format("/{}", static_cast<int>(*annotation->failureOrder)) : "",
            atomicity->level, atomicity->remote ? "r" : "");
      } else if (annotation) {
        result += " -";
      }
    }
    result += "\n";
  }
  return result;
}

}  // namespace

TEST_CASE("every edit of every test is read as it was meant") {
  std::size_t edits = 0;
  for (const std::string& file : testsUnder("litmus")) {
    const auto program = readTestFile(file);
    // Asynchronous operations of PTX are not written by every edit yet.
    if (!program->notForModels.empty() || program->dialect == "LISA" ||
        asynchronousInstruction(*program) != nullptr) {
      continue;
    }
    CAPTURE(file);
    const EditedTest test(program, readAgain, {}, {}, Purpose::Repair);
    for (std::size_t i = 0; i < test.sites().size(); ++i) {
      for (std::uint32_t v = 1; v < test.sites()[i].variants.size(); ++v) {
        Assignment assignment = test.asWritten();
        assignment[i] = v;
        const auto text = test.textOf(assignment);
        REQUIRE(text);
        CAPTURE(*text);
        const auto again = test.readAgain(*text);
        CHECK(annotations(*again) == annotations(*test.programOf(assignment)));
        ++edits;
      }
    }
  }
  CHECK(edits > shareOf(10'000));
}

namespace {

/// Reads a text for a file again, by a compiler where it needs one.
TestReader compiling(const std::shared_ptr<const Program>& program) {
  return [test = program->testInFile](const SourcePtr& source) {
    return parseLitmus(editedSource(source, {}), test);
  };
}

/// The tests of a file that models are asked about.
std::vector<std::shared_ptr<const Program>> testsOf(const std::string& file) {
  std::vector<std::shared_ptr<const Program>> result;
  for (const std::string& path : testPathsOf(file, {})) {
    const auto program = readTestFile(path);
    if (program->notForModels.empty()) {
      result.push_back(program);
    }
  }
  return result;
}

/// The first line of a text that another one does not have at its place.
std::string firstChanged(const std::string& before, const std::string& after) {
  std::istringstream old(before);
  std::istringstream now(after);
  std::string a;
  std::string b;
  while (std::getline(old, a) && std::getline(now, b)) {
    if (a != b) {
      return a;
    }
  }
  return "";
}

/// Of each place the first and the last of its variants, each by itself. @returns how many there were
std::size_t checkEdits(const std::shared_ptr<const Program>& program) {
  std::size_t edits = 0;
  const EditedTest test(program, compiling(program), {}, {}, Purpose::Repair);
  for (std::size_t i = 0; i < test.sites().size(); ++i) {
    const auto last = static_cast<std::uint32_t>(test.sites()[i].variants.size() - 1);
    for (const std::uint32_t v : std::set<std::uint32_t>{1, last}) {
      Assignment assignment = test.asWritten();
      assignment[i] = v;
      const auto text = test.textOf(assignment);
      REQUIRE(text);
      CAPTURE(*text);
      ++edits;
      // A wait that is relaxed is read as fewer instructions than one that an edit made so; repairs are read
      // again, and both engines confirm them.
      if (firstChanged(program->source->text(), *text).find("_wait.") == std::string::npos) {
        CHECK(annotations(*test.readAgain(*text)) == annotations(*test.programOf(assignment)));
      }
    }
  }
  return edits;
}

}  // namespace

TEST_CASE("every edit of a kernel in CUDA C++ is compiled as it was meant") {
  std::size_t edits = 0;
  const std::vector<std::string> files{"message-passing.cu", "tree-reduction.cu",
                                       "wild/torchfx-fused-scan.cu"};
  for (const std::string& file : kAtLength ? files : std::vector{files.front()}) {
    CAPTURE(file);
    for (const auto& program : testsOf(std::string(HRFCHECK_SOURCE_DIR) + "/kernels/" + file)) {
      edits += checkEdits(program);
    }
  }
  CHECK(edits > (kAtLength ? 60 : 10));
  MESSAGE(edits << " edits");
}

TEST_CASE("every edit of a module of PTX is read as it was meant") {
  std::size_t edits = 0;
  for (const char* file : {"async-copy", "bulk-copy", "clocks", "mbarrier", "mbarrier-parity"}) {
    CAPTURE(file);
    for (const auto& program : testsOf(std::string(HRFCHECK_SOURCE_DIR) + "/kernels/ptx/" + file + ".ptx")) {
      edits += checkEdits(program);
    }
  }
  CHECK(edits > 10);
  MESSAGE(edits << " edits");
}

TEST_CASE("a test that is not edited has its own text") {
  for (const std::string& file : testsUnder("litmus/hrf")) {
    const auto program = readTestFile(file);
    const EditedTest test(program, readAgain, {}, {}, Purpose::Repair);
    CHECK(*test.textOf(test.asWritten()) == program->source->text());
  }
}
