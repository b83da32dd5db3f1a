#include "batch/worker/row_details.h"

#include <doctest/doctest.h>

#include <memory>

#include "cat/library.h"
#include "check/engine_choice.h"
#include "support/given.h"
#include "support/has.h"
#include "support/verdicts.h"

namespace row_details_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const std::string kModels = std::string(HRFCHECK_SOURCE_DIR) + "/models";

/// Under rsp with more lines, of a test whose condition says which execution is shown.
std::string pictureOf(const std::string& condition, const std::string& more) {
  std::string text = kFig14;
  text.replace(text.find("exists"), std::string::npos, "exists (" + condition + ")\n");
  const Model model = parseModel(
      std::make_shared<const Source>("more.cat", "\"rsp and more\"\ninclude \"rsp.cat\"\n" + more + "\n"),
      {kModels});
  const auto engine = makeEngine(EngineChoice::Auto);
  const auto structure = std::make_shared<const EventStructure>(programOf(text));
  return rowPicture(checkProgram(*engine, given(structure, model), {}), model);
}

Instruction at(const SourcePtr& source) {
  Instruction instruction;
  instruction.place = {source, {0, 1}};
  return instruction;
}

}  // namespace

TEST_CASE("the picture of a row marks what was promoted") {
  const std::string picture = pictureOf("1:r0=0 /\\ 1:r1=2", "");
  CHECK(has(picture, "Fig14-case2: satisfies the condition"));
  CHECK(has(picture, "wg&#160;0,&#160;promoted&#160;to&#160;cmp&#160;0&#160;by&#160;P1:0"));
  CHECK_FALSE(has(pictureOf("1:r0=1", ""), "promoted"));
}

TEST_CASE("the picture of a row has the relations that the model shows") {
  CHECK(has(pictureOf("1:r0=0 /\\ 1:r1=2", "show so"), "<td>rf,so</td>"));
  CHECK_FALSE(has(pictureOf("1:r0=0 /\\ 1:r1=2", ""), "rf,so"));
}

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

}  // namespace row_details_test
