#pragma once

#include <cstdint>
#include <vector>

#include "program/ir/program.h"

namespace hrfcheck::inline advise {

/// The levels that it makes sense to name in a test: those that it names, that of work-groups, and each that
/// puts threads together which the level inside of it keeps apart. Naming another one is the same as naming
/// the one inside of it, at a higher cost.
std::vector<std::uint32_t> scopeChoices(const Program& program);

/// The level of work-groups: the first one, or the second where there are waves inside of it.
std::uint32_t groupLevel(const ScopeTree& scopes);

}  // namespace hrfcheck::inline advise
