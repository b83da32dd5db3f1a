#include "corpus/pins.h"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace hrfcheck::corpus;

namespace {

const char* const kText =
    "test a\n"
    "models drf0 sc\n"
    "  outcome 1:r0=0\n"
    "models rsp\n"
    "  flag heterogeneous-race: P0:0/P1:0, P0:1/P1:0\n"
    "  incident fault P0:1\n"
    "  no outcome\n"
    "\n"
    "test b\n"
    "models sc\n"
    "  outcome 1:r0=1\n";

}  // namespace

TEST_CASE("pins are read and written alike") {
  const Pins pins = parsePins("pins", kText);
  CHECK(pins.at("a").at("sc") == Verdict{"outcome 1:r0=0"});
  CHECK(pins.at("a").at("rsp").size() == 3);
  CHECK(pins.at("b").size() == 1);
  CHECK(printPins(pins) == kText);
}

TEST_CASE("the lines of a verdict") {
  Observed observed;
  observed.flags["heterogeneous-race"] = {"P0:1/P1:0", "P0:0/P1:0"};
  observed.flags["no-pairs"] = {};
  observed.incidents = {"fault P0:1"};
  CHECK(verdictOf(observed) == Verdict{"flag heterogeneous-race: P0:0/P1:0, P0:1/P1:0", "flag no-pairs",
                                       "incident fault P0:1", "no outcome"});
  observed.outcomes = {"1:r0=0", "1:r0=1"};
  CHECK(verdictOf(observed).back() == "outcome 1:r0=1");
}

TEST_CASE("pins written otherwise are refused") {
  for (const char* text :
       {"models sc\n  outcome 1:r0=0\n",                                 // no test
        "test a\nmodels sc drf0\n  outcome 1:r0=0\n",                    // order
        "test a\nmodels sc\n  outcome x=0\nmodels sc\n  no outcome\n",   // twice
        "test a\nmodels sc\n\toutcome x=0\n",                            // indentation
        "test a\nmodels drf0\n  no outcome\nmodels sc\n  no outcome\n",  // not shared
        "test b\nmodels sc\n  no outcome\n\ntest a\nmodels sc\n  no outcome\n", "note\n"}) {
    INFO(text);
    CHECK_THROWS_AS(parsePins("pins", text), std::runtime_error);
  }
}
