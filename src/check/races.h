#pragma once

#include "check/check.h"

namespace hrfcheck {

/// The races of an analysis: one per pair of the race flag, explained and with fixes where asked for, most
/// telling first.
std::vector<Race> explainRaces(Engine& engine, const Skeleton& skeleton, const Model& model,
                               const Analysis& analysis, const CheckOptions& options);

/// The finding of the flag of this name, or null.
const FlagFinding* findFlag(const Model& model, const Analysis& analysis, const std::string& name);

}  // namespace hrfcheck
