// GPUVerify's words in kernels: what becomes of them for a compiler.

#include "frontend/compilers/specifications.h"

#include <doctest/doctest.h>

using namespace hrfcheck;
using hrfcheck::frontend::via::Specifications;
using hrfcheck::frontend::via::specificationsIn;

namespace {

Specifications of(std::string_view text) {
  const auto found = specificationsIn(text);
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("specifications: texts without them, and functions of the same names") {
  CHECK(!specificationsIn("kernel void k() {}"));
  CHECK(!specificationsIn("__global__ void k() { __syncthreads(); }  // __requires(x)"));
  CHECK(!specificationsIn("extern void __assert(const char* what, const char* file, int line);"));
  CHECK(!specificationsIn("int* __requires(int* x); kernel void k(global int* x) { __requires(x); }"));
}

TEST_CASE("specifications: what is to be proved, or may be assumed, goes") {
  const std::string text =
      "kernel void k(int n) {\n  __requires(n == 4);\n  for (int i = 0; __invariant(i >= 0), i < n; ++i) {}\n}";
  const Specifications found = of(text);
  CHECK(found.text == text);
  CHECK(found.first.data() == text.data() + text.find("__requires"));
  CHECK(found.definitions == "#define __invariant(...) ((void)0)\n#define __requires(...) ((void)0)\n");
  CHECK(found.note == "GPUVerify's specifications are ignored: __invariant, __requires");
  CHECK(of("__axiom(x == 1);\n").definitions == "#define __axiom(...) _Static_assert(1, \"\")\n");
  CHECK(of("f() { return __barrier_invariant_binary_1(x, 1); }").definitions ==
        "#define __barrier_invariant_binary_1(...) ((void)0)\n");
}

TEST_CASE(
    "specifications: an assertion of the thread itself is one; of others, of accesses, of the past it is not") {
  const Specifications own = of("kernel void k() { __assert(__implies(a(1), b == 2)); }");
  CHECK(own.note == "GPUVerify's specifications: __assert is an assertion");
  CHECK(own.text.find("__assert(") != std::string::npos);
  CHECK(own.definitions.find("#define __implies(a, b) (!(a) || (b))\n") != std::string::npos);

  const std::string both =
      "{ __assert(x == 1); __assert(x[__other_int(i)] == f(2)); __assert(!__read(p)); __assert(y); }";
  const Specifications mixed = of(both);
  CHECK(mixed.text ==
        "{ __assert(x == 1); __ASSERT(x[__other_int(i)] == f(2)); __ASSERT(!__read(p)); __assert(y); }");
  CHECK(
      mixed.note ==
      "GPUVerify's specifications are ignored: __assert where it is about more than its own thread; __assert is an "
      "assertion");
  CHECK(of("{ __assert(__uniform_int(x)); }").note ==
        "GPUVerify's specifications are ignored: __assert where it is about more than its own thread");
}
