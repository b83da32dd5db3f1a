#pragma once

#include <memory>
#include <string>

#include "check/check.h"

namespace hrfcheck::inline check {

/// The verdict where no engine could say anything: time or memory ran out before there was something to ask,
/// or the answer is no longer needed.
/// @param why "time limit", "memory limit", "interrupted"
Verdict undecidedVerdict(std::shared_ptr<const Program> program, const Model& model, unsigned unrollBound,
                         const AnalysisOptions& asked, const std::string& why);

}  // namespace hrfcheck::inline check
