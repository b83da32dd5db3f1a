#include <doctest/doctest.h>

#include "advise/edited_test.h"
#include "corpus_tests.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// The annotations of a program in order, without instructions that do nothing.
std::vector<std::optional<Annotation>> annotations(const Program& program) {
  std::vector<std::optional<Annotation>> result;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (const auto annotation = annotationOf(instruction.operation)) {
        result.push_back(annotation);
      }
    }
  }
  return result;
}

}  // namespace

TEST_CASE("every edit of every test is read as it was meant") {
  std::size_t edits = 0;
  for (const std::string& file : testsUnder("litmus")) {
    const auto program = readTestFile(file);
    if (!program->notForModels.empty() || program->dialect == "LISA") {
      continue;
    }
    CAPTURE(file);
    const EditedTest test(program, readAgain, {}, {}, Purpose::Repair);
    for (std::size_t i = 0; i < test.sites().size(); ++i) {
      for (std::uint32_t v = 1; v < test.sites()[i].variants.size(); ++v) {
        Wording wording = test.asWritten();
        wording[i] = v;
        const auto text = test.textOf(wording);
        REQUIRE(text);
        CAPTURE(*text);
        const auto again = test.readAgain(*text);
        CHECK(annotations(*again) == annotations(*test.programOf(wording)));
        ++edits;
      }
    }
  }
  CHECK(edits > shareOf(10'000));
}

TEST_CASE("a test that is not edited has its own text") {
  for (const std::string& file : testsUnder("litmus/hrf")) {
    const auto program = readTestFile(file);
    const EditedTest test(program, readAgain, {}, {}, Purpose::Repair);
    CHECK(*test.textOf(test.asWritten()) == program->source->text());
  }
}
