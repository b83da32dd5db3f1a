// Files that a compiler makes modules of. What the compilers make is tested in tests/spirv/via.sh.

#include <doctest/doctest.h>

#include <cstdlib>

#include "frontend/compilers/compile.h"
#include "frontend/compilers/cuda_compilers.h"
#include "frontend/compilers/cuda_questions.h"
#include "frontend/compilers/definitions.h"
#include "frontend/compilers/module_cache.h"
#include "frontend/test_file.h"

using namespace hrfcheck;
using namespace hrfcheck::frontend;

namespace {

std::string refusal(const std::string& file, const LaunchOptions& options) {
  try {
    withModule(std::make_shared<const Source>(file, "kernel void k() {}\n"), options, {});
  } catch (const UserError& error) {
    return error.diagnostics().front().message + " | " + error.diagnostics().front().hint;
  }
  return "";
}

}  // namespace

TEST_CASE("via: constants that a text defines as numbers") {
  const auto numbers =
      via::definedNumbers("#define N 3\n  # define  M 0x10u // sixteen\n#define F(x) x\n#define E\n");
  REQUIRE(numbers.size() == 2);
  CHECK(numbers.at("N").value == 3);
  CHECK(numbers.at("M").value == 16);
}

TEST_CASE("via: definitions of the command line count more than those of the text") {
  CHECK(via::withoutDefinitions("#define N 3\nint x = N;\n#define NN 4\n", {"N=5"}) ==
        "           \nint x = N;\n#define NN 4\n");
  CHECK(via::definitionOption("N=5") == "-DN=5");
  CHECK(via::definitionOption("N 5") == "-DN=5");
  CHECK(via::definitionOption("N") == "-DN");
}

TEST_CASE("via: which compiler reads which file") {
  LaunchOptions options;
  CHECK(refusal("k.cl", options).empty());
  CHECK(refusal("k.comp", options) ==
        "k.comp is GLSL: hrfcheck reads a compiler's output for it | --via glslang");
  options.via = "glslang";
  CHECK(refusal("k.cl", options) == "glslang does not compile OpenCL C: k.cl | --via clang");
  CHECK(refusal("k.litmus", options).empty());
  CHECK(isKernelFile("k.hlsl"));
}

TEST_CASE("via: CUDA C++ is compiled, and without a compiler its package is named") {
  const char* const path = std::getenv("PATH");
  const std::string before = path == nullptr ? "" : path;
  setenv("PATH", "/nowhere", 1);
  const std::string none =
      "cannot compile k.cu: there is no clang and no nvcc on the PATH | install the package clang-16 "
      "(scripts/setup --all)";
  CHECK(refusal("k.cu", {}) == none);
  LaunchOptions options;
  options.optimize = "3";
  CHECK(refusal("k.cu", options) == none);
  options.optimize.clear();
  options.language = "hip";
  const std::string noneOfHip =
      "there is no clang 18 or newer on the PATH | install the package clang-19 (scripts/setup --all)";
  CHECK(refusal("k.cu", options) == "cannot compile k.cu: " + noneOfHip);
  CHECK(refusal("k.hip", options) == "cannot compile k.hip: " + noneOfHip);
  setenv("PATH", before.c_str(), 1);
}

TEST_CASE("via: a module that was made is found by all that it is made of") {
  const via::ModuleCache modules;
  CHECK(!modules.find("a"));
  modules.keep("a", {std::string("one\0two", 7), "warning\n"});
  REQUIRE(modules.find("a"));
  CHECK(modules.find("a")->module == std::string("one\0two", 7));
  CHECK(modules.find("a")->said == "warning\n");
  CHECK(!modules.find("b"));
}

TEST_CASE("via: builtins without their order in PTX are refused, comments are not") {
  const auto refused = [](const std::string& text) {
    try {
      via::refuseUnorderedBuiltins(std::make_shared<const Source>("k.cu", text));
    } catch (const UserError& error) {
      return error.diagnostics().front().message;
    }
    return std::string();
  };
  CHECK(refused("__device__ void f(int* p) { __atomic_store_n(p, 1, 3); }") ==
        "clang emits PTX for '__atomic_store_n' without its order and scope");
  CHECK(refused("// __atomic_store_n\n/* __scoped_atomic_load_n */ const char* s = \"__atomic_x\";").empty());
}

TEST_CASE("via: what lines of a file ask of its compiler") {
  const auto source = std::make_shared<const Source>(
      "k.cu",
      "constexpr int N = 4;\nenum { A, B };\n#define M 3\n#define F(x) x\nint n = 4;\n"
      "void f() { const int inside = 1; }\n//# kernel scan<int, N>\n//# init in[N]; n = B; m = M; f = F\n");
  const std::string asked = via::cudaQuestions(source, {});
  CHECK(asked.find("* " + via::kernelVariable("scan<int, N>") + " = &scan<int, N>;") != std::string::npos);
  for (const char* name : {"N", "B", "M"}) {
    CHECK(asked.find(via::constantVariable(name) + " =") != std::string::npos);
  }
  for (const char* name : {"A", "F", "n", "inside"}) {
    CHECK(asked.find(via::constantVariable(name) + " =") == std::string::npos);
  }
  CHECK(via::kernelVariable("scan<int,N>") == via::kernelVariable("scan<int, N>"));
  CHECK(via::constantOf(via::constantVariable("N")) == "N");
}

TEST_CASE("via: no word include stays behind a #") {
  const auto without = [](const std::string& text) { return via::withoutInclusions(text); };
  CHECK(without("#include \"a\"\n#define N 3\n") == "#error   \"a\"\n#define N 3\n");
  CHECK(without(" # /* x */ include_next <a>\n") == " # /* x */ error  _next <a>\n");
  CHECK(without("#in\\\nclude \"a\"\n") == "#er\\\nror   \"a\"\n");
  CHECK(without("#\\\n/* \n */ include \"a\"\n").find("include") == std::string::npos);
  CHECK(without("int include; #define include\n") == "int include; #define include\n");
}
