#include "report/text/explanation_text.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "cat/library.h"
#include "frontend/litmus.h"
#include "support/given.h"
#include "support/verdicts.h"

using namespace hrfcheck;

namespace {

std::string explained(const std::string& text, const std::string& modelName, const std::string& outcome,
                      unsigned depth = 1) {
  const ModelLibrary library({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"});
  const Model model = library.load(modelName);
  const auto program = parseLitmusAsking(std::make_shared<const Source>("test.litmus", text),
                                         std::make_shared<const Source>("outcome", outcome));
  const auto structure = std::make_shared<const EventStructure>(program);
  const auto engine = makeExplicitEngine();
  return explanationText(checkProgram(*engine, given(structure, model), {}), model,
                         explainOutcome(*engine, given(structure, model), {}), {false, depth});
}

constexpr const char* kStoreBuffering =
    "HSA SB\n{ A=0; B=0; }\n P0@wg 0 | P1@wg 1 ;\n st.sc.cmp A, 1 | st.sc.cmp B, 1 ;\n ld.sc.cmp r0, B | "
    "ld.sc.cmp r1, A ;\n";

}  // namespace

TEST_CASE("forbidden: the requirement, the execution and the cycle") {
  CHECK(explained(kStoreBuffering, "hrf-indirect-relaxed", "0:r0=0 1:r1=0", 0) ==
        R"(test.litmus  ·  hrf-indirect-relaxed  ·  race-free

  (0:r0=0 /\ 1:r1=0) is forbidden
  sc-order: acyclic [A & SC] ; (po | coh) ; [A & SC]   hrf-indirect-relaxed.cat:28
    in the execution where P0:1 reads 0 from init B, P1:1 reads 0 from init A
    P0:0 W A=1 -- po --> P0:1 R B=0
    P0:1 R B=0 -- coh --> P1:0 W B=1
    P1:0 W B=1 -- po --> P1:1 R A=0
    P1:1 R A=0 -- coh --> P0:0 W A=1
)");
}

TEST_CASE("definitions are opened on demand") {
  CHECK(explained(test::kFig14, "rsp", "1:r0=0 1:r1=0", 2) ==
        R"(test.litmus  ·  rsp  ·  race-free

  (1:r0=0 /\ 1:r1=0) is forbidden
  coherence-hhb: irreflexive hhb ; coh   rsp.cat:47
    in the execution where P1:0 reads 0 from P0:1, P1:2 reads 0 from init V; L: P0:1, P1:0
    P0:0 W V=2 -- hhb --> P1:2 R V=0
      P0:0 W V=2 -- po --> P0:1 W L=0
      P0:1 W L=0 -- so --> P1:0 R L=0   (release at wg 0, acquire at cmp 0)
        P0:1 W L=0 -- rf --> P1:0 R L=0   (release at wg 0, acquire at cmp 0)
        P0:1 W L=0 -- incl --> P1:0 R L=0   (release at wg 0, acquire at cmp 0)
      P1:0 R L=0 -- po --> P1:2 R V=0
    P1:2 R V=0 -- coh --> P0:0 W V=2
      P1:2 R V=0 -- rf^-1 --> init V=0
      init V=0 -- co --> P0:0 W V=2
)");
}

TEST_CASE("allowed: the story, and whether it is an interleaving") {
  CHECK(explained(test::kFig14, "rsp", "1:r0=0 1:r1=2") ==
        R"(test.litmus  ·  rsp  ·  race-free

  (1:r0=0 /\ 1:r1=2) is allowed
  an execution that ends in this state
     1. P0:0 stores V=2
     2. P0:1 stores L=0 [wg 0]
     3. P1:0 reads L=0 from P0:1 [cmp 0]
     4. P1:0 stores L=1 [cmp 0]
     5. P1:2 reads V=2 from P0:0
    every read returns the latest write: this is an interleaving of the threads
    order of the writes: L: P0:1, P1:0
)");
  std::string relaxed = kStoreBuffering;
  for (std::size_t at = relaxed.find(".sc."); at != std::string::npos; at = relaxed.find(".sc.")) {
    relaxed.replace(at, 4, ".rlx.");
  }
  const std::string text = explained(relaxed, "hrf-indirect-relaxed", "0:r0=0 1:r1=0");
  CHECK(text.find("reads B=0, the initial value, although P1:0 has stored 1") != std::string::npos);
  CHECK(text.find("not sequentially consistent: in every order some read returns a stale value") !=
        std::string::npos);
}

TEST_CASE("no candidate at all") {
  CHECK(explained(kStoreBuffering, "sc", "0:r0=3").find("no execution of the code ends in this state") !=
        std::string::npos);
}
