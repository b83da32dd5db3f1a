#include "batch/worker/row_picture.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/engine_choice.h"
#include "support/given.h"
#include "support/has.h"
#include "support/verdicts.h"

namespace row_picture_test {

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
  const auto skeleton = std::make_shared<const Skeleton>(programOf(text));
  return rowPicture(checkProgram(*engine, given(skeleton, model), {}), model);
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

}  // namespace row_picture_test
