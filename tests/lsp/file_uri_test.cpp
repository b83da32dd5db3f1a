#include "lsp/file_uri.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

TEST_CASE("paths of file URIs") {
  CHECK(pathOfUri("file:///tmp/a.litmus") == "/tmp/a.litmus");
  CHECK(pathOfUri("file:///tmp/a%20b%C3%A9%23.cl") == "/tmp/a b\xc3\xa9#.cl");
  CHECK(pathOfUri("file://localhost/tmp/a") == "/tmp/a");
}

TEST_CASE("what is no file of this machine has no path") {
  for (const char* uri : {"untitled:Untitled-1", "file://elsewhere/tmp/a", "file:///a%2", "file:///a%zz",
                          "file:///a%00b", "/tmp/a", ""}) {
    CAPTURE(uri);
    CHECK_FALSE(pathOfUri(uri));
  }
}
