#pragma once

#include "engine/smt/encode/encoding.h"

namespace hrfcheck::inline engine::smt {

/// Every literal whose value may be asked when a model is read back as an execution (witness.h) with an
/// outcome: what happens, what reads read and from where, coherence, choices, barriers, the condition and the
/// observed values.
std::vector<Lit> witnessLiterals(const Encoding& encoding);

/// The literals of the observed values that are not the same in every model: those true in a model tell its
/// outcome.
std::vector<Lit> outcomeLiterals(const Encoding& encoding);

}  // namespace hrfcheck::inline engine::smt
