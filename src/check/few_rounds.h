#pragma once

#include <memory>
#include <optional>

#include "cat/model/model.h"
#include "check/check.h"

namespace hrfcheck::inline check {

/// Where several threads wait in loops: a race that one iteration of each loop shows, if it is found soon.
/// What more iterations show besides may take far longer. Nothing where none is found, which means nothing.
/// @param options of the question, which is about races alone
std::optional<Verdict> raceInFewRounds(const std::shared_ptr<const Program>& program, const Model& model,
                                       const CheckOptions& options);

/// The race as the answer to a question that has not come to its end.
/// @param why "time limit"
Verdict raceFoundBefore(Verdict race, const std::string& why);

}  // namespace hrfcheck::inline check
