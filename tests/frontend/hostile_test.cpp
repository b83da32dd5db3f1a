// Small texts that would make large programs: refused at their place, with the limit, before anything large
// is made. That these tests end soon, and do not run out of stack or memory, is half of what they say.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "parse.h"
#include "support/has.h"

using hrfcheck::test::has;

namespace {

using namespace hrfcheck;
using test::mistakes;

std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) {
    result += text;
  }
  return result;
}

/// A thread over an atomic x, behind declarations.
std::string kernel(const std::string& body, const std::string& before = "") {
  return "OPENCL t\n{ [x]=0; }\n" + before + "P0@wg 0,dev 0 (global atomic_int* x) {\n" + body +
         "\n}\nexists (x=1)\n";
}

/// Each struct has two fields of the one before.
std::string doublingStructs(const std::string& first, int count) {
  std::string text = first;
  for (int i = 1; i <= count; ++i) {
    text += fmt::format("struct S{0} {{ struct S{1} a; struct S{1} b; }};\n", i, i - 1);
  }
  return text + fmt::format("struct S{} big;\n", count);
}

TEST_CASE("structs that double are refused at the field that is too much") {
  const std::string found = mistakes(kernel("", doublingStructs("struct S0 { int a; };\n", 40)));
  CHECK(has(found, "16:39: struct 'S13' is too large: more than 4096 memory cells"));
}

TEST_CASE("structs that double nothing are refused, too") {
  const std::string found = mistakes(kernel("", doublingStructs("struct S0 { };\n", 40)));
  CHECK(has(found, "3:8: struct 'S0' has no fields"));
}

TEST_CASE("structs are nested so deep, and no deeper") {
  const auto nested = [](int depth) {
    std::string text = "struct S0 { int a; };\n";
    for (int i = 1; i < depth; ++i) {
      text += fmt::format("struct S{} {{ struct S{} a; }};\n", i, i - 1);
    }
    return kernel("", text + fmt::format("struct S{} deep;\n", depth - 1));
  };
  CHECK(mistakes(nested(64)).empty());
  CHECK(has(mistakes(nested(20'000)), "67:25: structs are nested more than 64 deep"));
}

TEST_CASE("a test has so many memory cells") {
  std::string arrays;
  for (int i = 0; i < 16; ++i) {
    arrays += fmt::format("a{}[4096]; ", i);
  }
  CHECK(mistakes("HSA t\n{ " + arrays + "}\nP0 ;\nst a0,1 ;\n").empty());
  CHECK(mistakes("HSA t\n{ " + arrays + "\nb; c; }\nP0 ;\nst a0,1 ;\n") ==
        "3:1: a test has at most 65536 memory cells\n");
  CHECK(has(mistakes("HSA t\n{ " + arrays + "}\nP0 ;\nst b,1 ;\n"), "a test has at most 65536 memory cells"));
  CHECK(has(mistakes("OPENCL t\n{ " + arrays + "}\nint b;\nP0@wg 0,dev 0 () { b = 1; }\n"),
            "a test has at most 65536 memory cells"));
  CHECK(has(mistakes("OPENCL t\n{ " + arrays + "}\nP0@wg 0,dev 0 (global int* b) { *b = 1; }\n"),
            "a test has at most 65536 memory cells"));
  CHECK(has(mistakes("OPENCL t\n{ " + arrays +
                     "}\nstruct S { int f; }; struct S b;\nP0@wg 0,dev 0 () { b.f = 1; }\n"),
            "a test has at most 65536 memory cells"));
}

TEST_CASE("calls that double end at a limit") {
  std::string functions = "void f0(int n) { int m = n; }\n";
  for (int i = 1; i < 16; ++i) {
    functions += fmt::format("void f{0}(int n) {{ f{1}(n + n); f{1}(n + n); }}\n", i, i - 1);
  }
  CHECK(has(mistakes(kernel("f15(1);", functions)), "more than 10000"));
}

TEST_CASE("constants are worked out when they are defined") {
  std::string defines = "#define A0 1\n";
  for (int i = 1; i < 60; ++i) {
    defines += fmt::format("#define A{0} (A{1} + A{1})\n", i, i - 1);
  }
  CHECK_FALSE(has(mistakes(kernel("int r0 = A47;", defines)), "nested"));
}

TEST_CASE("ranges of threads") {
  CHECK(has(mistakes("HSA t\n{ x; }\nP0-P4000000000 ;\nst x,1 ;\n"), "3:"));
  CHECK(has(mistakes("HSA t\n{ x; }\nP0-P999999 ;\nst x,1 ;\n"), "a test has at most 16384 threads"));
}

TEST_CASE("what is nested too deeply is refused, in conditions and in code") {
  const auto asking = [](const std::string& condition) {
    return "HSA t\n{ x; }\nP0 ;\nst x,1 ;\nexists " + condition + "\n";
  };
  constexpr std::size_t kMany = 100'000;
  CHECK(has(mistakes(asking(repeated("(", kMany) + "x=1" + repeated(")", kMany))), "nested too deeply"));
  CHECK(has(mistakes(asking(repeated("~", kMany) + "(x=1)")), "nested too deeply"));
  CHECK(has(mistakes(asking("(x=1" + repeated(" /\\ x=1", kMany) + ")")), "more than 2000 comparisons"));
  CHECK(has(mistakes(asking("(true" + repeated(" /\\ true", kMany) + ")")), "more than 4000 parts"));
  CHECK(has(mistakes(asking("(()" + repeated(" \\/ ()", kMany) + ")")), "more than 4000 parts"));
  CHECK(has(mistakes(kernel("int r0 = " + repeated("(", kMany) + "1" + repeated(")", kMany) + ";")),
            "nested too deeply"));
  CHECK(has(mistakes(kernel("int r0 = " + repeated("!", kMany) + "1;")), "nested too deeply"));
  CHECK(has(mistakes(kernel("int r0 = " + repeated("- ", kMany) + "1;")), "nested too deeply"));
  CHECK(has(mistakes(kernel("int r0 = 1" + repeated("+1", kMany) + ";")), "more than 500 operators"));
  CHECK(has(mistakes(kernel(repeated("{", kMany) + repeated("}", kMany))), "nested too deeply"));
  CHECK(has(mistakes(kernel(repeated("if (1) ", kMany) + ";")), "nested too deeply"));
  CHECK(has(mistakes(kernel(repeated("if (x) ; else ", kMany) + ";")), "nested too deeply"));
  CHECK(has(mistakes(kernel(repeated("l: ", kMany) + ";")), "nested too deeply"));
}

TEST_CASE("a text that is nothing but mistakes is not read to its end") {
  std::string names;
  std::string unknown;
  for (int i = 0; i < 20'000; ++i) {
    names += fmt::format("x{}; ", i);
    unknown += fmt::format("y{}; ", i);
  }
  const std::string found =
      mistakes("HSA t\n{ " + names + "}\nP0 ;\nst x0,1 ;\nlocations [" + unknown + "]\n");
  CHECK(has(found, "location 'y0' is not declared"));
  CHECK(has(found, "this is error number 1000; reading stops here"));
}

TEST_CASE("an outcome that is asked about is no endless list") {
  const auto source = std::make_shared<const Source>("t", "HSA t\n{ x; }\nP0 ;\nst x,1 ;\n");
  const auto outcome = std::make_shared<const Source>("--outcome", repeated("x=1; ", 5000));
  CHECK_THROWS_WITH_AS(parseLitmusAsking(source, outcome), doctest::Contains("more than 1000 conditions"),
                       UserError);
}

}  // namespace
