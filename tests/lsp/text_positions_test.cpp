#include "lsp/text_positions.h"

#include <doctest/doctest.h>

#include <string>

using namespace hrfcheck;

TEST_CASE("positions count code units of UTF-16, reports count bytes") {
  const std::string text = "a\xc3\xa9\xf0\x9f\x98\x80z\nsecond";  // a, e with acute, an emoji, z
  const TextPositions positions(text);
  CHECK(positions.positionOf(0) == Position{0, 0});
  CHECK(positions.positionOf(3) == Position{0, 2});
  CHECK(positions.positionOf(7) == Position{0, 4});  // behind a pair of surrogates
  CHECK(positions.positionOf(9) == Position{1, 0});
  CHECK(positions.offsetOf({0, 2}) == 3);
  CHECK(positions.offsetOf({0, 4}) == 7);
  CHECK(positions.offsetOf({0, 3}) == 3);  // within a pair: where it begins
  CHECK(positions.offsetOf({1, 3}) == 12);
  CHECK(positions.offsetOfReported(1, 8) == 7);
  CHECK(positions.offsetOfReported(2, 1) == 9);
}

TEST_CASE("positions behind the end of a line or of the text mean that end") {
  const std::string text = "one\r\ntwo\n";
  const TextPositions positions(text);
  CHECK(positions.offsetOf({0, 99}) == 3);
  CHECK(positions.offsetOf({1, 99}) == 8);
  CHECK(positions.offsetOf({2, 0}) == 9);
  CHECK(positions.offsetOf({99, 0}) == 9);
  CHECK(positions.offsetOfReported(0, 0) == 0);
  CHECK(positions.offsetOfReported(99, 1) == 9);
  CHECK(positions.reportedLine(1) == Range{0, 3});
  CHECK(positions.reportedLine(2) == Range{5, 8});
  CHECK(positions.reportedLine(7) == Range{9, 9});
}

TEST_CASE("a lone carriage return ends a line for editors alone") {
  const std::string text = "one\rtwo\nthree";
  const TextPositions positions(text);
  CHECK(positions.positionOf(4) == Position{1, 0});
  CHECK(positions.offsetOfReported(2, 1) == 8);
  CHECK(positions.positionOf(8) == Position{2, 0});
}

TEST_CASE("every offset comes back from its position") {
  const std::string text = "x\xc3\xa9\r\n\xf0\x9f\x98\x80\n\nend";
  const TextPositions positions(text);
  for (const std::size_t offset : {0, 1, 3, 5, 9, 10, 11, 14}) {
    CHECK(positions.offsetOf(positions.positionOf(offset)) == offset);
  }
}
