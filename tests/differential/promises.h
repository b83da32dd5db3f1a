#pragma once

#include <optional>
#include <string>

#include "cat/model/model.h"
#include "check/promise/declared.h"
#include "differential/compare.h"

namespace hrfcheck {

/// The promise that a model's file declares, as a law: "the promise of rsp: interleavings to race-free
/// programs with sc atomics only".
std::string promiseLaw(const Model& model);

/// Whether a model keeps the promise that its file declares on a test: its outcomes are those of SC.
/// @param answer of the model
/// @param sc of the model `sc`
/// @returns nothing where the promise does not speak of the test, which has loops, a filter or incidents
/// (the theorems reason from executions that go on freely), is racy, or has accesses that are left out
std::optional<bool> keepsPromise(const EventStructure& structure, const DeclaredPromise& promise,
                                 const EngineAnswer& answer, const EngineAnswer& sc);

}  // namespace hrfcheck
