// Which coherence edges a model fixes whatever happens.

#include "execution/bounds/must_co.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "frontend/litmus.h"
#include "support/model_builder.h"

namespace hrfcheck::test::known_coherence_test {
namespace {

const char* const kStores =
    "HSA stores\n{ x=0; y=0; }\n"
    "P0@wg 0 | P1@wg 0 ;\n"
    "st.rlx.wg x, 1 | st.rlx.wg x, 3 ;\n"
    "st.rlx.wg y, 1 | ;\n"
    "st.rlx.wg x, 2 | ;\n"
    "st.rlx.wg x, 4 | ;\n"
    "exists (x=4)\n";

EventStructure structureOf(const char* text) {
  return EventStructure(parseLitmus(std::make_shared<const Source>("stores.litmus", text)), 2);
}

std::size_t knownUnder(const Model& model, const EventStructure& structure) {
  const Relation known = mustCo(model, structure);
  known.forEach([&](EventId a, EventId b) {
    CHECK(structure.po().contains(a, b));
    CHECK(structure.mayLocations()[a] == structure.mayLocations()[b]);
  });
  return known.count();
}

}  // namespace

TEST_CASE("known coherence: the stores of a thread to a location, in program order") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const EventStructure structure = structureOf(kStores);
  for (const char* model : {"sc", "hrf-indirect-relaxed", "rsp", "hsa"}) {
    CAPTURE(model);
    CHECK(knownUnder(library.load(model), structure) == 3);
  }
}

TEST_CASE("known coherence: nothing where the model asks for nothing") {
  ModelBuilder anything;
  CHECK(knownUnder(anything.model(), structureOf(kStores)) == 0);
}

}  // namespace hrfcheck::test::known_coherence_test
