#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cat/library.h"
#include "cat/model/model.h"
#include "synth/shapes/bounds.h"

namespace hrfcheck::inline synth {

/// Whether tests are converted for a model that does not apply to those of HSA.
enum class Converting { No, Yes };

/// A model, and the dialect in which it is asked about a test.
struct AskedModel {
  std::shared_ptr<const Model> model;
  /// What HSA tests are converted to for it, one of targetsOfConversion(); empty: it takes them as they are.
  std::string target;
};

/// Loads a model, and finds the dialect to ask it in: HSA where it applies to that.
/// @throws UserError where it cannot be loaded, or there is no such dialect
AskedModel askedModel(const std::string& name, const ModelLibrary& library, Converting converting);

/// The name of the dialect that a conversion leads to, "PTX".
std::string dialectNamed(std::string_view target);

/// Those of the orders of the bounds that some operation can have in a dialect.
/// @param target one of targetsOfConversion()
std::vector<SynthOrder> ordersIn(std::string_view target, const SynthBounds& bounds);

}  // namespace hrfcheck::inline synth
