#include <doctest/doctest.h>

#include "util/diagnostic.h"

using namespace hrfcheck;

TEST_CASE("of a file that is no text no line is shown") {
  const auto binary = std::make_shared<const Source>("k.bc", std::string("BC\xC0\xDE\0\x05", 6));
  CHECK(render({Severity::Error, {binary, {}}, "the module has 3 kernels", ""}, false) ==
        "k.bc: error: the module has 3 kernels\n");
  const auto text = std::make_shared<const Source>("k.ll", "define");
  CHECK(render({Severity::Error, {text, {}}, "no", ""}, false).find("k.ll:1:1") != std::string::npos);
}
