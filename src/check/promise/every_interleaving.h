#pragma once

#include <string>

#include "cat/model/model.h"
#include "program/ir/program.h"

namespace hrfcheck::inline check {

/// Every interleaving of the program's threads is an execution that the model allows: each of the model's
/// requirements is met by all of them, which its resolved definitions show. It is the other half of
/// `hasOnlyInterleavings` (check/models/interleavings.h); a model may have either half, both or none.
///
/// Of a requirement whose truth depends on more than where events stand in an interleaving (that an ordinary
/// read returns what happens-before makes visible, say) the answer is no.
bool hasEveryInterleaving(const Model& model, const Program& program);

/// Why not, for people: the name of the first requirement that is not shown; empty where all are.
std::string interleavingsLost(const Model& model, const Program& program);

}  // namespace hrfcheck::inline check
