// A condition without variables, which every final state or none satisfies: one state settles it.

#include <doctest/doctest.h>

#include <cstdint>

#include "cat/library.h"
#include "check/check_options.h"
#include "support/given.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// P0 leaves its loop where P1 is early, and reaches the bound where it is late.
std::string bounded(const std::string& condition) {
  return "HSA t\n{ x=0; }\n P0 | P1 ;\n L: faa.rlx.cmp r0, x, 1 | st.rlx.cmp x, 9 ;\n blt r0, 9, L | ;\n" +
         condition + "\n";
}

Verdict asked(Engine& engine, const std::string& condition, CheckQuestion question) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto structure = std::make_shared<const EventStructure>(programOf(bounded(condition)), 4);
  return checkProgram(engine, given(structure, library.load("sc")),
                      checkOptions({}, question, Explaining::No));
}

void settled(Engine& engine) {
  for (const CheckQuestion question : {CheckQuestion::Condition, CheckQuestion::Everything}) {
    const Verdict exists = asked(engine, "exists (0=0)", question);
    CHECK(exists.observation == Observation::Always);
    CHECK(exists.holding == Holding::Holds);
    CHECK(exists.settled());
    const Verdict never = asked(engine, "~exists (0=1 \\/ 2=3)", question);
    CHECK(never.observation == Observation::Never);
    CHECK(never.condition == Status::Forbidden);
    CHECK(never.holding == Holding::Holds);
    CHECK(asked(engine, "forall (0=1)", question).holding == Holding::Fails);
    // With a variable the executions that were cut matter.
    CHECK(asked(engine, "exists (0=0 /\\ 0:r0>=9)", question).observation == Observation::Undecided);
  }
}

}  // namespace

TEST_CASE("a condition without variables is settled by one final state, explicit engine") {
  const auto engine = makeExplicitEngine();
  settled(*engine);
  // And is not looked at further.
  const auto candidates = [&](CheckQuestion question) {
    for (const auto& [name, value] : asked(*engine, "exists (0=0)", question).analysis.statistics) {
      if (name == "candidates") {
        return value;
      }
    }
    return std::uint64_t{0};
  };
  CHECK(candidates(CheckQuestion::Condition) < candidates(CheckQuestion::Everything));
}

TEST_CASE("a condition without variables is settled by one final state, smt engine") {
  settled(*makeSmtEngine());
}
