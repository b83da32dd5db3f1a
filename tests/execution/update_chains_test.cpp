// Which locations are only updated, each update reading from the one before it.

#include "execution/elimination/update_chains.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "frontend/litmus.h"
#include "support/model_builder.h"

namespace hrfcheck::test {
namespace {

EventStructure structureOf(const std::string& code) {
  const std::string text = "HSA updates\n{ x=0; y=0; }\n" + code + "exists (x=4)\n";
  return EventStructure(parseLitmus(std::make_shared<const Source>("updates.litmus", text)), 2);
}

std::vector<std::string> chainsUnder(const Model& model, const std::string& code) {
  const EventStructure structure = structureOf(code);
  std::vector<std::string> names;
  for (const LocationId l : updateChains(model, structure)) {
    names.push_back(structure.program().locations[l].name);
  }
  return names;
}

using Names = std::vector<std::string>;

const char* const kAdditions =
    "P0@wg 0 | P1@wg 1 ;\n"
    "faa.rlx.wg r0, x, 1 | faa.rlx.cmp r0, x, 2 ;\n"
    "faa.ar.cmp r1, y, 1 | st.rlx.cmp y, 1 ;\n";

}  // namespace

TEST_CASE("update chains: a location that is only added to, under every model that has atomicity") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  for (const char* model : {"sc", "hrf-indirect-relaxed", "hrf-direct", "rsp", "hsa", "drf0"}) {
    CAPTURE(model);
    CHECK(chainsUnder(library.load(model), kAdditions) == Names{"x"});
  }
}

TEST_CASE("update chains: none where the model lets something come between") {
  ModelBuilder anything;
  CHECK(chainsUnder(anything.model(), kAdditions).empty());
}

TEST_CASE("update chains: the operations are alike, and their order does not matter") {
  const Model sc = ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}).load("sc");
  const auto two = [&](const std::string& one, const std::string& other) {
    return chainsUnder(sc, "P0@wg 0 | P1@wg 1 ;\n" + one + " | " + other + " ;\n");
  };
  CHECK(two("faa.rlx.wg r0, x, 1", "faa.rlx.wg r0, x, 2") == Names{"x"});
  CHECK(two("exch.rlx.wg r0, x, 1", "exch.rlx.wg r0, x, 2").empty());
  CHECK(two("cas.rlx.wg r0, x, 0, 1", "cas.rlx.wg r0, x, 0, 2").empty());
  CHECK(two("faa.rlx.wg r0, x, 1", "exch.rlx.wg r0, x, 2").empty());
  CHECK(two("faa.rlx.wg r0, x, 1", "st.rlx.wg x, 2").empty());
}

}  // namespace hrfcheck::test
