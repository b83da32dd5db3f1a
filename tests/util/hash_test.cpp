#include "util/hash.h"

#include <doctest/doctest.h>

using namespace hrfcheck;

TEST_CASE("FNV-1a, as its authors list it") {
  CHECK(fnv1a("") == 0xcbf29ce484222325ULL);
  CHECK(fnv1a("a") == 0xaf63dc4c8601ec8cULL);
  CHECK(fnv1a("foobar") == 0x85944171f73967e8ULL);
  CHECK(fnv1a("bar", fnv1a("foo")) == fnv1a("foobar"));
  CHECK(fnv1a("\xff") != fnv1a("\x7f"));
}

TEST_CASE("as text, with its leading zeros") {
  CHECK(hashText("") == "cbf29ce484222325");
  CHECK(hashText("foobar") == "85944171f73967e8");
}
