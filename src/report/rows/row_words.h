#pragma once

#include <array>

#include "report/rows/result_row.h"
#include "util/enum_names.h"

namespace hrfcheck::inline report {

// The words for what rows hold, as results files have them.

inline constexpr std::array kStatusNames{EnumName{RowStatus::Answered, "answered"},
                                         EnumName{RowStatus::Undecided, "undecided"},
                                         EnumName{RowStatus::Vacuous, "vacuous"},
                                         EnumName{RowStatus::Crashed, "crashed"},
                                         EnumName{RowStatus::Error, "error"},
                                         EnumName{RowStatus::Unsupported, "unsupported"},
                                         EnumName{RowStatus::NotApplicable, "not-applicable"},
                                         EnumName{RowStatus::Orphan, "orphan"}};
static_assert(coversUpTo(kStatusNames, RowStatus::Orphan), "every status has its name");

inline constexpr std::array kOutcomeNames{EnumName{ExpectationOutcome::Met, "met"},
                                          EnumName{ExpectationOutcome::Failed, "failed"},
                                          EnumName{ExpectationOutcome::Undecided, "undecided"},
                                          EnumName{ExpectationOutcome::Unsupported, "unsupported"},
                                          EnumName{ExpectationOutcome::NotAsked, "not-asked"}};
static_assert(coversUpTo(kOutcomeNames, ExpectationOutcome::NotAsked), "every outcome has its name");

}  // namespace hrfcheck::inline report
