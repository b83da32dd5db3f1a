#include "program/agents/post_dominators.h"

#include <doctest/doctest.h>

#include <memory>

#include "frontend/litmus.h"

namespace hrfcheck::test {
namespace {

std::vector<std::uint32_t> meetingPointsOf(const std::string& code) {
  const auto program = parseLitmus(std::make_shared<Source>("test.litmus", "HSA t\n{ x=0; }\nP0 ;\n" + code));
  return immediatePostDominators(program->threads[0]);
}

using Points = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("post-dominators: branches, loops and exits") {
  CHECK(meetingPointsOf(" ld r, x ;\n beq r, 0, E ;\n st x, 1 ;\n bra F ;\n E: st x, 2 ;\n F: nop ;\n") ==
        Points{1, 5, 3, 5, 5, 6});
  CHECK(meetingPointsOf(" L: ld r, x ;\n bne r, 1, L ;\n st x, 1 ;\n") == Points{1, 2, 3});
  CHECK(meetingPointsOf(" ld r, x ;\n beq r, 0, E ;\n exit ;\n E: st x, 2 ;\n") == Points{1, 4, 4, 4});
  CHECK(meetingPointsOf(" ld r, x ;\n @r exit ;\n st x, 2 ;\n") == Points{1, 3, 3});
  CHECK(meetingPointsOf(" L: ld r, x ;\n bra L ;\n") == Points{2, 2});
  CHECK(meetingPointsOf(" ld r, x ;\n beq r, 0, L ;\n exit ;\n L: ld r, x ;\n bra L ;\n") ==
        Points{1, 2, 5, 5, 5});
  CHECK(meetingPointsOf(" L: ld r, x ;\n M: ld s, x ;\n bne s, 1, M ;\n bne r, 1, L ;\n st x, 1 ;\n") ==
        Points{1, 2, 3, 4, 5});
}

}  // namespace hrfcheck::test
