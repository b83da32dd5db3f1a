// Random modules of PTX against an interpreter that knows the PTX ISA and nothing of hrfcheck: under `sc`
// they have the final states, and threads fail in the lines, that its interleavings show.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "modules/law.h"
#include "support/slice.h"

using namespace hrfcheck::modules;

namespace {

std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Counts {
  unsigned same = 0;
  unsigned refused = 0;
  unsigned tooLarge = 0;
  unsigned withSeveralStates = 0;
  unsigned withFailures = 0;
};

void run(std::uint64_t seed, Counts& counts) {
  constexpr double kSeconds = 20;  // all but a few take a hundredth of a second
  const RandomModule module = randomModule(seed);
  const WhichEngine engine = seed % 5 == 4 ? WhichEngine::Smt : WhichEngine::Explicit;
  if (std::getenv("MODULES_PRINT") != nullptr) {
    std::cout << "// " << module.launchSize() << " " << module.init() << "\n" << module.text();
  }
  const Comparison result = compared(module, engine, kSeconds);
  switch (result.kind) {
    case Comparison::Kind::Same:
      ++counts.same;
      counts.withSeveralStates += result.finalStates > 1 ? 1 : 0;
      counts.withFailures += result.failures > 0 ? 1 : 0;
      break;
    case Comparison::Kind::Refused:
      ++counts.refused;
      if (std::getenv("MODULES_REFUSALS") != nullptr) {
        std::cout << seed << ": " << result.text << "\n";
      }
      break;
    case Comparison::Kind::TooLarge:
      ++counts.tooLarge;
      if (std::getenv("MODULES_REFUSALS") != nullptr) {
        std::cout << seed << " is too large: " << result.text << "\n";
      }
      break;
    case Comparison::Kind::Wrong:
      FAIL_CHECK("seed ", seed, " is no module: ", result.text);
      break;
    case Comparison::Kind::Differs: {
      const RandomModule less = shrunk(module, engine, kSeconds);
      FAIL_CHECK("seed ", seed, ":\n", compared(less, engine, kSeconds).text, "// ", less.launchSize(), "  ",
                 less.init(), "\n", less.text());
      break;
    }
  }
}

}  // namespace

TEST_CASE("modules: sc gives the final states of the interleavings") {
  const std::uint64_t first = fromEnvironment("MODULES_FIRST", 1);
  const std::uint64_t tests = fromEnvironment("MODULES", hrfcheck::test::shareOf(200));
  Counts counts;
  for (std::uint64_t seed = first; seed < first + tests; ++seed) {
    run(seed, counts);
  }
  MESSAGE(fmt::format(
      "{} the same ({} of several final states, {} in which threads fail), {} refused, {} too large",
      counts.same, counts.withSeveralStates, counts.withFailures, counts.refused, counts.tooLarge));
  CHECK(counts.refused * 20 <= tests);
  CHECK(counts.tooLarge * 10 <= tests);
  if (tests >= 100) {
    CHECK(counts.withSeveralStates * 6 >= tests);
    CHECK(counts.withFailures > 0);
  }
}
