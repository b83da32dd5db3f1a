#include <doctest/doctest.h>

#include "frontend/litmus.h"
#include "util/diagnostic.h"

using namespace hrfcheck;

namespace {

SourcePtr sourceOf(const std::string& text) {
  return std::make_shared<const Source>("test.litmus", text);
}

}  // namespace

TEST_CASE("dialects that are known but cannot be read are named") {
  CHECK(unsupportedDialect(sourceOf("PPC MP\n{ x=0; }\n")) == "PPC");
  CHECK(unsupportedDialect(sourceOf("(* a comment *)\nAArch64 MP\n{ }\n")) == "AARCH64");
}

TEST_CASE("other mistakes in the first line are none of a dialect that is known") {
  CHECK(unsupportedDialect(sourceOf("HSA MP\n{ }\n")) == std::nullopt);
  CHECK(unsupportedDialect(sourceOf("PTX MP\n{ }\n")) == std::nullopt);
  CHECK(unsupportedDialect(sourceOf("LISA MP\n{ }\n")) == std::nullopt);
  CHECK(unsupportedDialect(sourceOf("")) == std::nullopt);
  CHECK(unsupportedDialect(sourceOf("(* never closed")) == std::nullopt);
}

TEST_CASE("a test is refused for its dialect exactly where the dialect is named") {
  for (const char* word : {"X86", "RISCV"}) {
    const SourcePtr source = sourceOf(std::string(word) + " MP\n{ }\n");
    CHECK(unsupportedDialect(source) == word);
    CHECK_THROWS_AS(parseLitmus(source), UserError);
  }
}
