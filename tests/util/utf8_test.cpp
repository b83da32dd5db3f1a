#include "util/utf8.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

TEST_CASE("characters, not bytes") {
  CHECK(characters("") == 0);
  CHECK(characters("abc") == 3);
  CHECK(characters("ü→𝄞") == 3);
  CHECK(characters("a\xff\xc3") == 3);
  CHECK(padded("ü", 3) == "ü  ");
  CHECK(padded("abc", 2) == "abc");
}

TEST_CASE("what is no UTF-8 is replaced, byte by byte") {
  CHECK(cleaned("ü→𝄞", Controls::None) == "ü→𝄞");
  CHECK(cleaned("a\xff"
                "b",
                Controls::Xml) ==
        "a\xef\xbf\xbd"
        "b");
  // Too long, a surrogate, beyond the last character, cut off.
  for (const char* bad : {"\xc0\x80", "\xc1\xbf"}) {
    CHECK(cleaned(bad, Controls::Xml) == "\xef\xbf\xbd\xef\xbf\xbd");
  }
  for (const char* bad : {"\xe0\x9f\xbf", "\xed\xa0\x80"}) {
    CHECK(cleaned(bad, Controls::Xml) == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  }
  CHECK(characters(cleaned("\xf4\x90\x80\x80", Controls::Xml)) == 4);
  CHECK(characters(cleaned("\xf0\x8f\xbf\xbf", Controls::Xml)) == 4);
  CHECK(cleaned("x\xe2\x86", Controls::Xml) == "x\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(cleaned("\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbd", Controls::Xml) ==
        "\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbd");
}

TEST_CASE("control characters") {
  CHECK(cleaned("a\tb\nc\rd", Controls::Xml) == "a\tb\nc\rd");
  CHECK(cleaned("a\tb", Controls::None) ==
        "a\xef\xbf\xbd"
        "b");
  CHECK(cleaned("a\nb\rc\x1b", Controls::Lines) ==
        "a\nb\xef\xbf\xbd"
        "c\xef\xbf\xbd");
  CHECK(cleaned(std::string("\0\x1b", 2), Controls::Xml) == "\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(cleaned("\x7f", Controls::Xml) == "\x7f");
  CHECK(cleaned("\x7f\xc2\x9b", Controls::None) == "\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(cleaned("\xef\xbf\xbe", Controls::Xml) == "\xef\xbf\xbd");
}
