#pragma once

#include "cat/model/model.h"

namespace hrfcheck {

/// A requirement that says so in one line forbids cycles of reads-from and of data and address dependencies
/// in every test: `acyclic` of a union that has rf and either po, or data and addr, among its members. (A
/// model may forbid them without one.)
bool plainlyForbidsValueCycles(const Model& model);

/// The same of cycles with control dependencies, too.
bool plainlyForbidsDependencyCycles(const Model& model);

/// Adds the requirement that reads-from and the dependencies of addresses, data and control have no cycle,
/// which nobody but the user says (ModelLimits::noThinAir); not where one line says so already.
void forbidValueCycles(Model& model);

/// The model without the requirement that forbidValueCycles has added; nothing where it has added none.
std::optional<Model> withoutAssumption(const Model& model);

}  // namespace hrfcheck
