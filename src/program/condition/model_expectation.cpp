#include "program/condition/model_expectation.h"

#include <algorithm>
#include <charconv>

#include "util/text.h"

namespace hrfcheck::inline program {

ExpectedProperty propertyOf(const StatedAnswer& stated) {
  switch (stated.answer) {
    case ExpectedAnswer::RaceFree:
    case ExpectedAnswer::Racy:
      return ExpectedProperty::Race;
    case ExpectedAnswer::Never:
    case ExpectedAnswer::Sometimes:
    case ExpectedAnswer::Always:
      break;
    case ExpectedAnswer::States:
      return ExpectedProperty::States;
  }
  return ExpectedProperty::Condition;
}

std::string textOf(const StatedAnswer& stated) {
  return stated.answer == ExpectedAnswer::States ? counted(stated.states, "state")
                                                 : nameIn(kExpectedAnswerNames, stated.answer);
}

std::optional<StatedAnswer> statedAnswerNamed(std::string_view text) {
  if (const auto answer = valueNamed(kExpectedAnswerNames, text);
      answer && *answer != ExpectedAnswer::States) {
    return StatedAnswer{*answer};
  }
  StatedAnswer stated{ExpectedAnswer::States};
  const char* end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, stated.states);
  const std::string_view unit(behind, static_cast<std::size_t>(end - behind));
  return error == std::errc{} && (unit == " states" || unit == " state") ? std::optional(stated)
                                                                         : std::nullopt;
}

std::vector<ModelExpectation> expectedUnder(const std::vector<ModelExpectation>& expects,
                                            std::string_view model) {
  std::vector<ModelExpectation> result;
  const auto named = [&](const ModelExpectation& other) { return other.model == model; };
  std::ranges::copy_if(expects, std::back_inserter(result), named);
  for (const ModelExpectation& general : expects) {
    const bool spoken = std::ranges::any_of(expects, [&](const ModelExpectation& other) {
      return named(other) && propertyOf(other.stated) == propertyOf(general.stated);
    });
    if (general.model == kEveryModel && model != kEveryModel && !spoken) {
      result.push_back(general);
    }
  }
  return result;
}

}  // namespace hrfcheck::inline program
