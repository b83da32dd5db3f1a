// Which coherence edges a model fixes whatever happens.

#include "execution/known_coherence.h"

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

Skeleton skeletonOf(const char* text) {
  return Skeleton(parseLitmus(std::make_shared<const Source>("stores.litmus", text)), 2);
}

std::size_t knownUnder(const Model& model, const Skeleton& skeleton) {
  const Relation known = knownCoherence(model, skeleton);
  known.forEach([&](EventId a, EventId b) {
    CHECK(skeleton.po().contains(a, b));
    CHECK(skeleton.mayLocations()[a] == skeleton.mayLocations()[b]);
  });
  return known.count();
}

}  // namespace

TEST_CASE("known coherence: the stores of a thread to a location, in program order") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Skeleton skeleton = skeletonOf(kStores);
  for (const char* model : {"sc", "hrf-indirect-relaxed", "rsp", "hsa"}) {
    CAPTURE(model);
    CHECK(knownUnder(library.load(model), skeleton) == 3);
  }
}

TEST_CASE("known coherence: nothing where the model asks for nothing") {
  ModelBuilder anything;
  CHECK(knownUnder(anything.model(), skeletonOf(kStores)) == 0);
}

}  // namespace hrfcheck::test::known_coherence_test
