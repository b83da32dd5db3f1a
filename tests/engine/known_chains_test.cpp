// Where coherence or program order is known beforehand, formulas follow it link by link
// (engine/smt/encode/relations/relation_encoder.h, lastBefore).

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cat/library.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/findings.h"
#include "support/given.h"

namespace hrfcheck::test {
namespace {

/// One thread stores so many values, some of them only if it has read a certain one; another one reads.
std::shared_ptr<const EventStructure> counting(int stores, int reads, bool conditional) {
  std::string text = "HSA t\n{ x=0; y=0; }\nP0@wg 0 | P1@wg 0 ;\n";
  const auto row = [&](const std::string& left, const std::string& right) {
    text += fmt::format("{} | {} ;\n", left, right);
  };
  row("ld.rlx.wg c, y", "st.rlx.wg y, 1");
  for (int i = 1; i <= stores; ++i) {
    if (conditional && i == stores / 2) {
      row("bne c, 0, L", "");
    }
    row(fmt::format("st.rlx.wg x, {}", i), i <= reads ? fmt::format("ld.rlx.wg r{}, x", i) : "");
    if (conditional && i == stores / 2 + 1) {
      row("L:", "");
    }
  }
  text += "locations [x;";
  for (int i = 1; i <= reads; ++i) {
    text += fmt::format(" 1:r{};", i);
  }
  return std::make_shared<const EventStructure>(
      parseLitmus(std::make_shared<const Source>("t", text + "]\n")), 2);
}

}  // namespace

TEST_CASE("known chains: what one thread stores is read in this order") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  for (const char* name : {"sc", "hrf-indirect-relaxed", "rsp", "hsa", "hrf-direct"}) {
    const Model model = library.load(name);
    for (const bool conditional : {false, true}) {
      CAPTURE(name);
      CAPTURE(conditional);
      const auto structure = counting(28, 2, conditional);
      CHECK(structure->size() > 32);
      const Findings searched = findingsOf(makeExplicitEngine()->analyse(given(structure, model), {}));
      const Findings solved = findingsOf(makeSmtEngine()->analyse(given(structure, model), {}));
      CHECK(searched.outcomes.size() >= 29 * 30 / 2);
      CHECK(solved == searched);
    }
  }
}

}  // namespace hrfcheck::test
