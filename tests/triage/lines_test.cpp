#include "triage/lines.h"

#include <doctest/doctest.h>

#include "frontend/litmus.h"

namespace lines_test {

using namespace hrfcheck;

namespace {

std::shared_ptr<const Program> program() {
  return parseLitmus(std::make_shared<const Source>("folder/mp.litmus",
                                                    "HSA MP\n{ x=0; y=0; }\n"
                                                    " P0       | P1              ;\n"
                                                    " st x, 1  | ld r0, x        ;\n"
                                                    " st y, 1  | cas.sc.sys r1, y, 0, 1 ;\n"
                                                    "exists (1:r0=1)\n"));
}

std::size_t howMany(const Program& program, AccessKind kind, const std::string& file, std::uint32_t line) {
  return accessesAt(program, {kind, file, line}).accesses.size();
}

}  // namespace

TEST_CASE("two names may be of one file where one is the end of the other") {
  CHECK(mayBeOneFile("a.cu", "a.cu"));
  CHECK(mayBeOneFile("a.cu", "/src/a.cu"));
  CHECK(mayBeOneFile("/src/k/a.cu", "k/a.cu"));
  CHECK(mayBeOneFile("./k/a.cu", "/src/k/a.cu"));
  CHECK(mayBeOneFile("k\\a.cu", "/src/k/a.cu"));
  CHECK_FALSE(mayBeOneFile("a.cu", "ba.cu"));
  CHECK_FALSE(mayBeOneFile("k/a.cu", "l/a.cu"));
  CHECK_FALSE(mayBeOneFile("", "a.cu"));
}

TEST_CASE("a line is all accesses on it, of all threads and of the kind that is asked for") {
  const auto test = program();
  CHECK(howMany(*test, AccessKind::Any, "mp.litmus", 4) == 2);
  CHECK(howMany(*test, AccessKind::Read, "mp.litmus", 4) == 1);
  CHECK(howMany(*test, AccessKind::Write, "mp.litmus", 5) == 2);
  CHECK(howMany(*test, AccessKind::Atomic, "mp.litmus", 5) == 1);
  CHECK(howMany(*test, AccessKind::Any, "folder/mp.litmus", 5) == 2);
  CHECK(howMany(*test, AccessKind::Any, "other.litmus", 5) == 0);
  CHECK(accessesAt(*test, {AccessKind::Atomic, "mp.litmus", 4}).otherKind);
  CHECK_FALSE(accessesAt(*test, {AccessKind::Atomic, "mp.litmus", 3}).otherKind);
}

}  // namespace lines_test
