// Models whose coherence is partial, and PTX's order of SC fences: names for orders that an execution
// chooses.

#include <doctest/doctest.h>

#include <algorithm>

#include "cat/support.h"

using namespace hrfcheck;
using test::modelOf;

namespace {

std::size_t partialChoices(const Model& model) {
  return static_cast<std::size_t>(std::ranges::count_if(model.choices, &Choice::partial));
}

}  // namespace

TEST_CASE("a header or the title PTX makes coherence partial, once for every use") {
  CHECK(partialChoices(modelOf("\"PTX\" acyclic co | fr acyclic co ; co")) == 1);
  CHECK(partialChoices(modelOf("PTX let co = co+ acyclic co")) == 1);
  CHECK(partialChoices(modelOf("\"mine\" (* Coherence: partial *) acyclic co")) == 1);
  CHECK(partialChoices(modelOf("\"mine\" (* Coherence: partial *) acyclic po")) == 0);
  CHECK(partialChoices(modelOf("\"PTX\" (* Coherence: total *) acyclic co")) == 0);
  CHECK(partialChoices(modelOf("\"mine\" acyclic co")) == 0);
}

TEST_CASE("a coherence that is neither partial nor total is a warning") {
  const Model model = modelOf("\"mine\" (* Coherence: loose *) acyclic co");
  REQUIRE(model.warnings.size() == 1);
  CHECK(model.warnings[0].message == "'Coherence: loose' is neither 'partial' nor 'total'");
  CHECK(partialChoices(model) == 0);
}

TEST_CASE("sync_fence is one order, chosen where it is used") {
  CHECK(modelOf("acyclic po").choices.empty());
  const Model model = modelOf("let rec r = sync_fence | (r ; sync_fence) acyclic r acyclic sync_fence | po");
  REQUIRE(model.choices.size() == 1);
  CHECK(model.choices[0].name == "fence-sc order");
  CHECK_FALSE(model.choices[0].partial);
}
