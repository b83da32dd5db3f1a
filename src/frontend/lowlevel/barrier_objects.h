#pragma once

#include <set>
#include <vector>

#include "frontend/lowlevel/specialize/specialize.h"

namespace hrfcheck::frontend::lowlevel {

/// Objects that nothing but barrier objects lies in.
/// @throws Refusal where other instructions access the word of one: what its bits are is not defined
std::set<std::uint32_t> barrierObjects(const Module& module, const std::vector<WrittenThread>& threads);

}  // namespace hrfcheck::frontend::lowlevel
