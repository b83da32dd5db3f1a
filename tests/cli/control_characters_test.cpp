// What moves a terminal's cursor and stands in a test does not reach the terminal with its repair.

#include <doctest/doctest.h>

#include <algorithm>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

std::string passedWithControls(const std::string& order) {
  return "HSA MP\n\"a \x1b[31mred\x1b[0m word, a bell \x07 and a C1 \xc2\x9b\"\n{ X=0; F=0; }\n"
         " P0@wg 0         | P1@wg 1         ;\n"
         " st X, 1         | ld." +
         order +
         " r0, F ;\n st.rel.sys F, 1\t| bne r0, 1, END  ;\n                 | ld r1, X        ;\n"
         "                 | END:            ;\nexists (1:r0=1 /\\ 1:r1=0)\n";
}

bool hasControlCharacters(const std::string& text) {
  return has(text, "\xc2\x9b") || std::ranges::any_of(text, [](char c) {
           return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
         });
}

}  // namespace

TEST_CASE("repair and narrow print no control characters of the test") {
  const Scratch scratch;
  const Finished repair = runProgram(
      {"repair", "-m", "hrf-direct-relaxed", scratch.file("weak.litmus", passedWithControls("rlx.sys"))});
  CHECK(repair.status == 0);
  CHECK(has(repair.out, "+ st X, 1         | ld.acq.sys r0, F ;"));
  CHECK(has(repair.out, "\t| bne"));  // the diff still fits
  CHECK(!hasControlCharacters(repair.out));
  const Finished narrow = runProgram({"narrow", "--table", "-m", "hrf-direct-relaxed",
                                      scratch.file("strong.litmus", passedWithControls("sc.sys"))});
  CHECK(narrow.status == 0);
  CHECK(has(narrow.out, "--- "));
  CHECK(!hasControlCharacters(narrow.out));
}

TEST_CASE("lines that end in carriage returns stay so in a diff") {
  const Scratch scratch;
  std::string text = passedWithControls("rlx.sys");
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
    text.insert(at, "\r");
  }
  const Finished repair =
      runProgram({"repair", "-m", "hrf-direct-relaxed", scratch.file("crlf.litmus", text)});
  CHECK(repair.status == 0);
  CHECK(has(repair.out, "r0, F ;\r\n"));
  CHECK(!has(repair.out, "\x1b"));
}
