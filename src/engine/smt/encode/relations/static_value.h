#pragma once

#include <optional>
#include <vector>

#include "engine/smt/encode/relations/terms.h"

namespace hrfcheck::inline engine::smt {

/// The value of a term where every event of the structure happens, if it depends on nothing else: what the
/// classes of a fold are made from. Nothing for terms that depend on the execution, recursion included.
std::optional<Relation> staticValue(const std::vector<Term>& terms, TermId id);

}  // namespace hrfcheck::inline engine::smt
