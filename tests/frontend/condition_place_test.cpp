#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "frontend/litmus.h"
#include "frontend/test_file.h"

using namespace hrfcheck;

namespace {

/// The part of the text that is called the condition; empty where none is.
std::string conditionIn(const std::string& text, const LaunchOptions& options = {},
                        const std::string& name = "t.litmus", const std::string& test = "") {
  const SourcePtr source = withLaunch(std::make_shared<const Source>(name, text), options);
  const Place place = conditionPlace(*parseLitmus(source, test));
  return place.known() ? std::string(place.source->slice(place.span)) : "";
}

const std::string kCode = "HSA T\n\"does x=1 exist\"\n{ x=0; }\n P0@wg 0 ;\n st x, 1 ;\n";

}  // namespace

TEST_CASE("the condition of a litmus test is from its quantifier to its end") {
  CHECK(conditionIn(kCode + "exists (x=1)\n") == "exists (x=1)");
  CHECK(conditionIn(kCode + "~exists\n  (x=1 \\/\n   x=2)\nexpect sc: Always\n") ==
        "~exists\n  (x=1 \\/\n   x=2)");
  CHECK(conditionIn(kCode + "locations [x;]\n(* exists *)\nforall (x=1)\n") == "forall (x=1)");
  CHECK(conditionIn(kCode) == "");
}

TEST_CASE("the condition of a kernel is a line about its test") {
  const std::string kernel = "kernel void k(global int* out) {\n  out[0] = 1;\n}\n//# launch 1x1\n";
  CHECK(conditionIn(kernel, {}, "k.cl") == "");
  CHECK(conditionIn(kernel + "//# forall (out[0] = 1)  \n", {}, "k.cl") == "forall (out[0] = 1)");
  const std::string two =
      kernel + "//# test one\n//# forall (out[0] = 1)\n//# test two\n//# ~exists (out[0] = 0)\n";
  CHECK(conditionIn(two, {}, "k.cl", "one") == "forall (out[0] = 1)");
  CHECK(conditionIn(two, {}, "k.cl", "two") == "~exists (out[0] = 0)");
}

TEST_CASE("a condition of the command line is nowhere in the file") {
  LaunchOptions options;
  options.exists = "x=2";
  CHECK(conditionIn(kCode + "exists (x=1)\n", options) == "");
  CHECK(conditionIn("kernel void k(global int* x) { x[0] = 1; }\n//# launch 1x1\n//# forall (x[0] = 1)\n",
                    options, "k.cl") == "");
}
