#include "batch/worker/row_texts.h"

#include <doctest/doctest.h>

#include <memory>

using namespace hrfcheck;

namespace {

Instruction at(const SourcePtr& source) {
  Instruction instruction;
  instruction.place = {source, {0, 1}};
  return instruction;
}

}  // namespace

TEST_CASE("the texts of a row: the test's without what the command line adds, then other files") {
  const auto test = std::make_shared<const Source>("a.litmus", "HSA a\n", "//# launch 1x1\n");
  const auto kernel = std::make_shared<const Source>("k.cl", "void f() {}\n");
  Program program;
  program.threads.resize(1);
  program.threads[0].instructions = {at(test), at(kernel), at(kernel)};
  const std::vector<RowText> texts = rowTexts(*test, program);
  REQUIRE(texts.size() == 2);
  CHECK(texts[0].file == "a.litmus");
  CHECK(texts[0].text.starts_with("HSA a\n"));
  CHECK(texts[0].text.find("launch") == std::string::npos);
  CHECK(texts[1] == RowText{"k.cl", "void f() {}\n"});
}

TEST_CASE("what is no text, or very long, is not kept") {
  CHECK(rowTexts(Source("m.spv", std::string("\x03\x02\0\x07", 4))).empty());
  CHECK(rowTexts(Source("l.litmus", std::string(1U << 20U, ' '))).empty());
  CHECK(rowTexts(Source("t.litmus", "HSA t\n\tst x, 1\n")).size() == 1);
}
