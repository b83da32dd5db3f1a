#include "report/text/race_text.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "support/given.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// The explanation of the race at this place of the list.
std::string explained(const std::string& text, const std::string& name, std::size_t race,
                      const RaceTextOptions& options = {}) {
  const auto engine = makeExplicitEngine();
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model model = library.load(name);
  const Verdict verdict =
      checkProgram(*engine, given(std::make_shared<const EventStructure>(programOf(text)), model), {});
  REQUIRE(verdict.races.size() > race);
  return raceExplanation(verdict, model, verdict.races[race], options);
}

constexpr const char* kChain =
    "HSA T04\n{ X=0; A=0; B=0; }\n P0@wg 0 | P1@wg 0 | P2@wg 1 ;\n"
    " st X, 1 | ld.sc.wg r0, A | ld.sc.cmp r2, B ;\n"
    " st.sc.wg A, 1 | bne r0, 1, E1 | bne r2, 1, E2 ;\n"
    " | st.sc.cmp B, 1 | ld r3, X ;\n | E1: | E2: ;\nexists (2:r2=1 /\\ 2:r3=0)\n";

}  // namespace

TEST_CASE("a pair of atomics without a chain, and the race that follows from it") {
  CHECK(explained(kFig14, "hrf-indirect-relaxed", 0) ==
        R"(  heterogeneous race   P0:1  wg 0   line 5  st.rel.wg L, 0
                       P1:0  cmp 0  line 4  cas.rm_acq.cmp r0, L, 0, 1
    in the execution P1:0 reads 1 from init L
    not ordered: P0 released to wg 0, which does not contain P1 (scope-inclusion violation)
    would not race if P0:1 were at cmp scope
    from it follows the race P0:0 × P1:2
)");
}

TEST_CASE("the chain, its missing link, and where the race follows from") {
  CHECK(explained(kFig14, "hrf-indirect-relaxed", 1) ==
        R"(  heterogeneous race   P0:0  ordinary  line 4  st V, 2
                       P1:2  ordinary  line 6  ld r1, V
    in the execution P1:0 reads 0 from P0:1, P1:2 reads 0 from init V; L: P0:1, P1:0
    the chain that comes closest to ordering them (by hhb of hrf-indirect-relaxed)
      P0:0 → P0:1   program order                              ordered
      P0:1 → P1:0   release at wg 0, remote acquire at cmp 0   MISSING
        P0 released to wg 0 (at P0:1), which does not contain P1
      P1:0 → P1:2   program order                              ordered
    follows from P0:1 × P1:0: ordering that pair orders this one, too
)");
}

TEST_CASE("steps that are ordered, but not combined, and a change of two scopes") {
  const std::string text = explained(kChain, "hrf-direct", 0);
  CHECK(text.find("      P1:2 → P2:0   release at cmp 0, acquire at cmp 0   NOT COMBINED\n"
                  "        hrf-direct does not combine cmp 0 with wg 0 of the steps before\n") !=
        std::string::npos);
  CHECK(text.find("    not ordered: P0 and P2 are connected only through different scopes") !=
        std::string::npos);
  CHECK(text.find("    would be ordered if P0:1 and P1:0 were at cmp scope\n") != std::string::npos);
}

TEST_CASE("where scopes do not help, orders that do are named") {
  const std::string text = explained(
      "HSA MP\n{ X=0; F=0; }\n P0 | P1 ;\n st X, 1 | ld.rlx.cmp r0, F ;\n st.rlx.cmp F, 1 | bne r0, 1, "
      "END ;\n | ld r1, X ;\n | END: ;\nexists (1:r1=0)\n",
      "hrf-indirect-relaxed", 0);
  CHECK(text.find("    would be ordered if P0:1 had order release and P1:0 had order acquire\n") !=
        std::string::npos);
}

TEST_CASE("no change of scopes helps threads that never communicate") {
  const std::string text =
      explained("HSA W\n{ X=0; }\n P0 | P1 ;\n st X, 1 | st X, 2 ;\nexists (X=1)\n", "hsa", 0);
  CHECK(text.find("chain") == std::string::npos);
  CHECK(
      text.find(
          "    not ordered: no release and acquire connect P0:0 and P1:0 in the execution found\n"
          "    no small change of scopes or orders was found that orders them; hrfcheck repair searches further\n") !=
      std::string::npos);
}

TEST_CASE("colours mark what is missing") {
  RaceTextOptions options;
  options.colour = true;
  const std::string text = explained(kFig14, "hrf-indirect-relaxed", 1, options);
  CHECK(text.find("\x1b[1;31mMISSING\x1b[0m") != std::string::npos);
  CHECK(text.find("\x1b[1;32mordered\x1b[0m") != std::string::npos);
}
