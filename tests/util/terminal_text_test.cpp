#include "util/terminal_text.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

TEST_CASE("a text for a terminal keeps tabs and line breaks, and nothing else that moves the cursor") {
  CHECK(terminalText("") == "");
  CHECK(terminalText("a\tb\n\nc\r\n") == "a\tb\n\nc\r\n");
  CHECK(terminalText("\x1b[31m\r over") == "\xef\xbf\xbd[31m\xef\xbf\xbd over");
  CHECK(terminalText("\r\r\n\r") == "\xef\xbf\xbd\r\n\xef\xbf\xbd");
  CHECK(terminalText("\xc2\x9b") == "\xef\xbf\xbd");
}
