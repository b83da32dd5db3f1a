#pragma once

#include <vector>

#include "engine/smt/formula/formula.h"

namespace hrfcheck::inline engine::smt {

/// Whether at least `count` of the literals are true: a literal for it, by gates only (count × literals).
Lit atLeast(Formula& formula, std::size_t count, const std::vector<Lit>& literals);

}  // namespace hrfcheck::inline engine::smt
