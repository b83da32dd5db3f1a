#include "check/expected_answers.h"

#include "check/models/scope_of_model.h"

namespace hrfcheck::inline check {

std::vector<ModelExpectation> expectedAnswers(const Program& program, const std::string& name,
                                              const Model& model) {
  std::vector<ModelExpectation> expected = expectedUnder(program.expects, name);
  std::erase_if(expected, [&](const ModelExpectation& expectation) {
    return expectation.model == kEveryModel && propertyOf(expectation.stated) == ExpectedProperty::Race &&
           !definesRaces(model);
  });
  return expected;
}

}  // namespace hrfcheck::inline check
