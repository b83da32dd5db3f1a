// What compilers say besides the module that they make.

#include "frontend/compilers/compiler_warnings.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

namespace spirv_compiler_warnings {
namespace {

std::vector<std::string> shown(const std::string& file, const std::string& said) {
  const auto module = std::make_shared<const Source>(file + " (SPIR-V)", "the module", said);
  const auto source = std::make_shared<const Source>(file, "first\n  second\nthird\n", "", module);
  Diagnostics diagnostics;
  frontend::via::repeatCompilerWarnings(source, diagnostics);
  std::vector<std::string> lines;
  for (const Diagnostic& warning : diagnostics.warnings()) {
    const LineColumn at = warning.place.position();
    lines.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + warning.message);
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("spirv: what glslang warns of stands at its line") {
  CHECK(shown("k.comp", "WARNING: stdin:2: '#extension' : extension not supported: GL_ARB_none\n\n") ==
        Lines{"2:3: the compiler says: '#extension' : extension not supported: GL_ARB_none"});
  CHECK(shown("k.comp", "WARNING: 0:2: what\nstdin\n") == Lines{"1:1: the compiler says: 0:2: what"});
}

TEST_CASE("spirv: what Clang warns of stands at its line, without the code") {
  CHECK(shown("k.cl", "k.cl:3:1: warning: unused variable 'x'\n  third\n  ^\n1 warning generated.\n") ==
        Lines{"3:1: the compiler says: unused variable 'x'"});
  CHECK(shown("k.cl", "other.h:3:1: warning: old\n") ==
        Lines{"1:1: the compiler says: other.h:3:1: warning: old"});
}

TEST_CASE("spirv: a compiler that has nothing to say, and a line that is not there") {
  CHECK(shown("k.cl", "").empty());
  CHECK(shown("k.cl", "k.cl:99:1: warning: far\n") == Lines{"1:1: the compiler says: far"});
}

}  // namespace spirv_compiler_warnings
