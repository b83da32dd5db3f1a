#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/smt/formula/formula.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline engine::smt {

/// CaDiCaL's proof that clauses have no solution, in the text form of DRAT. Nothing where they have one.
/// @throws OutOfTime when the deadline expires first
std::optional<std::string> refute(const std::vector<std::vector<Lit>>& clauses, const Deadline& deadline);

}  // namespace hrfcheck::inline engine::smt
