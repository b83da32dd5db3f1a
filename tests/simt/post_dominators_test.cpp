// Immediate post-dominators of random code, against their definition.

#include "program/agents/post_dominators.h"

#include <doctest/doctest.h>

#include <memory>

#include "frontend/litmus.h"
#include "simt/random_waves.h"
#include "simt/reference_code.h"

namespace hrfcheck::test {

TEST_CASE("post-dominators: those of random code are what lies on every way to the end") {
  Random random(5);
  for (unsigned i = 0; i < 300; ++i) {
    const std::string text = randomWaves(random, {.statements = 12});
    CAPTURE(text);
    const auto program = parseLitmus(std::make_shared<Source>("random.litmus", text));
    for (const Thread& thread : program->threads) {
      const std::vector<std::uint32_t> found = immediatePostDominators(thread);
      for (std::size_t at = 0; at < thread.instructions.size(); ++at) {
        CHECK(found[at] == meetingPoint(thread, at));
      }
    }
  }
}

}  // namespace hrfcheck::test
