#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/diagnostic.h"
#include "util/enum_names.h"

namespace hrfcheck::inline program {

/// What an `expect` line may state: of the races of a test, of how often its condition holds, of how many
/// final states it has.
enum class ExpectedAnswer { RaceFree, Racy, Never, Sometimes, Always, States };
inline constexpr std::array kExpectedAnswerNames{
    EnumName{ExpectedAnswer::RaceFree, "race-free"}, EnumName{ExpectedAnswer::Racy, "racy"},
    EnumName{ExpectedAnswer::Never, "Never"},        EnumName{ExpectedAnswer::Sometimes, "Sometimes"},
    EnumName{ExpectedAnswer::Always, "Always"},      EnumName{ExpectedAnswer::States, "states"}};
static_assert(coversUpTo(kExpectedAnswerNames, ExpectedAnswer::States), "every answer has its name");

/// What a statement is about. A model has one answer to each.
enum class ExpectedProperty { Race, Condition, States };
inline constexpr std::array kExpectedPropertyNames{EnumName{ExpectedProperty::Race, "race"},
                                                   EnumName{ExpectedProperty::Condition, "condition"},
                                                   EnumName{ExpectedProperty::States, "states"}};
static_assert(coversUpTo(kExpectedPropertyNames, ExpectedProperty::States), "every property has its name");

/// One statement of an `expect` line.
struct StatedAnswer {
  ExpectedAnswer answer = ExpectedAnswer::RaceFree;
  std::uint64_t states = 0;  ///< how many, of ExpectedAnswer::States; 0 for the others

  friend bool operator==(const StatedAnswer&, const StatedAnswer&) = default;
};
ExpectedProperty propertyOf(const StatedAnswer& stated);
/// "race-free", "Never", "3 states", "1 state".
std::string textOf(const StatedAnswer& stated);
/// Reads what textOf writes; nothing for another text.
std::optional<StatedAnswer> statedAnswerNamed(std::string_view text);

/// Stands for every model that applies to a test.
inline constexpr const char* kEveryModel = "all";

/// What an `expect` line states of a test under one model.
struct ModelExpectation {
  std::string model;  ///< a name, a path, or kEveryModel
  StatedAnswer stated;
  Place place;  ///< of the statement
};

/// Those that count for a model: what names it, and what is said of every model about something that nothing
/// which names it speaks of.
std::vector<ModelExpectation> expectedUnder(const std::vector<ModelExpectation>& expects,
                                            std::string_view model);

}  // namespace hrfcheck::inline program
