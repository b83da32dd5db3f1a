#include "util/code_words.h"

#include <doctest/doctest.h>

#include <string>

using namespace hrfcheck;

namespace {

std::string words(std::string_view text, Literals literals = Literals::Omit) {
  std::string result;
  for (const std::string_view word : codeWords(text, literals)) {
    result += std::string(word) + "|";
  }
  return result;
}

}  // namespace

TEST_CASE("words of code, without blanks and comments") {
  CHECK(words("a1 = b->c; // d\n/* e */ f") == "a1|=|b|-|>|c|;|f|");
  CHECK(words("1'000 + 0x1f") == "1'000|+|0x1f|");
}

TEST_CASE("strings are words only where they are asked for") {
  const char* const text = "asm(\"a // b\" : 'c');";
  CHECK(words(text) == "asm|(|:|)|;|");
  CHECK(words(text, Literals::Keep) == "asm|(|\"a // b\"|:|'c'|)|;|");
}
