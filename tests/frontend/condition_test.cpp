#include <doctest/doctest.h>

#include "parse.h"

namespace condition_test {

namespace {

using namespace hrfcheck;
using test::mistakes;
using test::parse;

const std::string kBody = "HSA t\n{ x=0; y=0; q[3]=0; }\nP0 | P1 ;\nld r1, x | ld r1, x ;\n";

std::shared_ptr<const Program> with(const std::string& condition) {
  return parse(kBody + condition + "\n");
}
std::string canonical(const std::string& condition) {
  return with("exists " + condition)->conditionText;
}
std::string wrong(const std::string& condition) {
  return mistakes(kBody + condition + "\n");
}

TEST_CASE("canonical text") {
  CHECK(canonical("(0:r1=0/\\P1:r1==2)") == "(0:r1=0 /\\ 1:r1=2)");
  CHECK(canonical("0:r1=0x10 && x!=-1") == "(0:r1=16 /\\ [x]!=-1)");
  CHECK(canonical("(~(x=3))") == "(~([x]=3))");
  CHECK(canonical("not x=3 || !(y<1)") == "(~([x]=3) \\/ ~([y]<1))");
  CHECK(canonical("(x=1 \\/ y=1) /\\ q[2]>=1") == "(([x]=1 \\/ [y]=1) /\\ [q[2]]>=1)");
  CHECK(canonical("x=1 \\/ y=1 /\\ y<=2") == "([x]=1 \\/ [y]=1 /\\ [y]<=2)");
  CHECK(canonical("()") == "(true)");
  CHECK(canonical("") == "(true)");
  CHECK(canonical("false") == "(false)");
  CHECK(canonical("0==0") == "(0=0)");
  CHECK(canonical("P0: r1 > 0:r1") == "(0:r1>0:r1)");
  CHECK(canonical("0:r1 = &q[1]") == "(0:r1=&q[1])");
  CHECK(canonical("x=[y]") == "([x]=[y])");
  CHECK(canonical("x=q[1]") == "([x]=[q[1]])");
}

TEST_CASE("conjunction binds tighter than disjunction, negation tightest") {
  const auto value = [](const std::string& condition, Value x, Value y) {
    const auto program = with("exists " + condition);
    return holds(*program->condition,
                 [&](const StateVariable& v) { return program->nameOf(v) == "x" ? x : y; });
  };
  CHECK(value("x=1 \\/ y=1 /\\ y=2", 1, 0));
  CHECK_FALSE(value("(x=1 \\/ y=1) /\\ y=2", 1, 0));
  CHECK_FALSE(value("~x=1 /\\ y=0", 1, 0));
  CHECK(value("~x=1 \\/ y=0", 1, 0));
  CHECK(value("~(x=1 /\\ y=1)", 1, 0));
  CHECK_FALSE(value("false", 1, 0));
  CHECK(value("true", 1, 0));
  CHECK(value("x>[y]", 1, 0));
  CHECK_FALSE(value("x<=[y]", 1, 0));
}

TEST_CASE("quantifiers, filter, sections in any order") {
  CHECK(with("exists (x=1)")->quantifier == Quantifier::Exists);
  CHECK(with("~exists (x=1)")->quantifier == Quantifier::NotExists);
  CHECK(with("~ exists x=1")->quantifier == Quantifier::NotExists);
  CHECK(with("forall (x=1)")->quantifier == Quantifier::Forall);
  CHECK(with("")->quantifier == Quantifier::Exists);
  CHECK(with("")->filter == nullptr);
  CHECK(with("")->conditionText == "(true)");
  const auto program = with("forall (x=1)\nfilter (y=1)\nlocations [y;]");
  CHECK(program->quantifier == Quantifier::Forall);
  REQUIRE(program->filter != nullptr);
  CHECK(variablesOf(*program->filter).size() == 1);
  CHECK(program->observed.size() == 2);
}

TEST_CASE("registers and constants are compared in any way") {
  CHECK(with("exists (P0:r1 != 1 /\\ P0: r1 == 0)")->conditionText == "(0:r1!=1 /\\ 0:r1=0)");
  CHECK(with("exists 0==0")->conditionText == "(0=0)");
  CHECK(with("exists ()")->conditionText == "(true)");
  CHECK(with("exists\n (x == 2)")->conditionText == "([x]=2)");
}

TEST_CASE("names that are not there") {
  CHECK(wrong("exists (0:r2=0)") == "5:11: register 'r2' occurs neither in P0 nor in the initial state\n");
  CHECK(wrong("exists (2:r1=0)") == "5:9: there is no thread P2\n");
  CHECK(wrong("exists (z=0)") == "5:9: location 'z' is not declared\n");
  CHECK(wrong("exists (q=0)") == "5:9: 'q' is an array; expected one of its elements\n");
  CHECK(wrong("exists (q[3]=0)") == "5:9: index 3 is out of bounds for 'q', which has 3 elements\n");
  CHECK(wrong("exists (0:r1=x)") == "5:14: 'x' on this side of a comparison is ambiguous\n");
}

TEST_CASE("no condition is too deep for us") {
  std::string deep(5000, '(');
  CHECK(wrong("exists " + deep + "x=1").find("nested too deeply") != std::string::npos);
  CHECK(wrong("exists " + std::string(5000, '~') + "x=1").find("nested too deeply") != std::string::npos);
  std::string longOne = "x=1";
  for (int i = 0; i < 3000; ++i) {
    longOne += " /\\ x=1";
  }
  CHECK(wrong("exists (" + longOne + ")").find("more than 2000 comparisons") != std::string::npos);
}

}  // namespace

}  // namespace condition_test
