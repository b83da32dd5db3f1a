#include "program/condition/model_expectation.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

namespace {

/// "racy, 3 states": what counts for a model.
std::string counted(const std::vector<ModelExpectation>& expects, const std::string& model) {
  std::string text;
  for (const ModelExpectation& e : expectedUnder(expects, model)) {
    text += (text.empty() ? "" : ", ") + textOf(e.stated);
  }
  return text;
}

ModelExpectation says(const std::string& model, const std::string& text) {
  return {model, statedAnswerNamed(text).value(), {}};
}

}  // namespace

TEST_CASE("what is stated is written and read back") {
  for (const char* text : {"race-free", "racy", "Never", "Sometimes", "Always", "0 states", "1 state",
                           "18446744073709551615 states"}) {
    CAPTURE(text);
    CHECK(textOf(statedAnswerNamed(text).value()) == text);
  }
  CHECK(statedAnswerNamed("1 states") == StatedAnswer{ExpectedAnswer::States, 1});
  for (const char* text : {"", "never", "states", "3", "3states", "3  states", "-1 states", "3 states ",
                           "18446744073709551616 states", "race free"}) {
    CAPTURE(text);
    CHECK_FALSE(statedAnswerNamed(text));
  }
}

TEST_CASE("what names a model counts before what is said of all") {
  const std::vector<ModelExpectation> expects{says("all", "race-free"), says("rsp", "racy"),
                                              says("all", "Never"), says("sc", "2 states")};
  CHECK(counted(expects, "rsp") == "racy, Never");
  CHECK(counted(expects, "sc") == "2 states, race-free, Never");
  CHECK(counted(expects, "hrf0") == "race-free, Never");
  CHECK(counted({says("rsp", "racy")}, "hrf0").empty());
}
