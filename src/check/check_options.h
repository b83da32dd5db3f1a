#pragma once

#include <atomic>

#include "check/check.h"

namespace hrfcheck::inline check {

/// What is asked of a test under a model.
enum class CheckQuestion {
  Everything,  ///< every final state and every flag
  Outcomes,    ///< every final state
  Condition,   ///< whether the condition can hold, and whether it can fail
  Races,       ///< every flag
  Race,        ///< whether there is a race: the first one that is found
  Answers,     ///< Condition and Race
  Expected     ///< of each test of a batch what its expectations speak of: Condition, Race or Answers
};

/// Whether nothing is asked of the condition.
inline bool asksNoCondition(CheckQuestion question) {
  return question == CheckQuestion::Races || question == CheckQuestion::Race;
}

/// Whether reasons and fixes of races are looked for.
enum class Explaining {
  No,
  Briefly,  ///< for a few seconds (CheckOptions::explainSeconds)
  ToTheEnd  ///< until the analysis must end: a clock of its own would make reports differ from run to run
};

/// How a question is put.
/// @param analysis how the engines search and until when; what they look for follows from the question
/// @param cancelled the user's Ctrl-C; may be null
CheckOptions checkOptions(const AnalysisOptions& analysis, CheckQuestion question, Explaining explaining,
                          const std::atomic<bool>* cancelled = nullptr);

}  // namespace hrfcheck::inline check
