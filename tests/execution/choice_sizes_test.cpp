#include "execution/evaluate/choice_sizes.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "frontend/litmus.h"

using namespace hrfcheck;

namespace {

/// Of a PTX test with one thread that stores to x so many times.
EventStructure storesTo(unsigned times) {
  std::string text = "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n";
  for (unsigned i = 0; i < times; ++i) {
    text += " st.weak x, 1 ;\n";
  }
  return EventStructure(parseLitmus(std::make_shared<Source>("t.litmus", text)));
}

Model model(const std::string& coherence) {
  const auto text = "\"m\" (* Coherence: " + coherence + " *) acyclic co";
  return parseModel(std::make_shared<const Source>("m.cat", text), {});
}

}  // namespace

TEST_CASE("a partial coherence orders at most four writes to a location, a total one any number") {
  CHECK_NOTHROW(checkChoiceSizes(model("partial"), storesTo(4)));
  CHECK_THROWS_AS(checkChoiceSizes(model("partial"), storesTo(5)), UserError);
  CHECK_NOTHROW(checkChoiceSizes(model("total"), storesTo(5)));
}
