#include "report/text/text_layout.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

TEST_CASE("long lines are broken between words, and go on two columns deeper") {
  CHECK(folded("  not ordered: P0 released to wg 0\n", 19) ==
        "  not ordered: P0\n    released to wg\n    0\n");
  CHECK(folded("short\n\n  also short", 20) == "short\n\n  also short");
  CHECK(folded("exactly twenty chars\n", 20) == "exactly twenty chars\n");
}

TEST_CASE("columns stay apart where they fit, and no line ends in blanks") {
  CHECK(folded("a    b    c d", 9) == "a    b\n  c d");
}

TEST_CASE("rows of tables can stay whole") {
  const std::string row = "a word    and another column";
  CHECK(folded(row, 20, WideRows::Keep) == row);
  CHECK(folded(row, 20) == "a word    and\n  another column");
  CHECK(folded("    an indented sentence", 20, WideRows::Keep) == "    an indented\n      sentence");
}

TEST_CASE("a word that is longer than a line stays whole") {
  CHECK(folded("see /a/very/long/path/to/somewhere.litmus now", 12) ==
        "see\n  /a/very/long/path/to/somewhere.litmus\n  now");
}

TEST_CASE("colours take no room, characters take one column each") {
  CHECK(folded("\x1b[31mred\x1b[0m word", 8) == "\x1b[31mred\x1b[0m word");
  CHECK(folded("größe→größe abc", 15) == "größe→größe abc");
  CHECK(folded("größe→größe abcd", 15) == "größe→größe\n  abcd");
}
