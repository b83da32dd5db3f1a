#pragma once

#include <string>

#include "cat/model/model.h"

namespace hrfcheck {

/// How much of a definition is written out.
enum class CatTextStyle {
  Named,  ///< definitions below the node by their name: what explanations show
  Full    ///< everything written out, but for members of recursions, which keep their name
};

/// A resolved definition as cat text. Class variables are C0, C1 ...; a fold is `union(fun C0 -> body,
/// classes(e))`.
std::string toText(const Model& model, CatNodeId id, CatTextStyle style = CatTextStyle::Named);

/// The name of a base relation in cat ("po", "same-wg").
std::string nameOf(const BaseNode& base);

}  // namespace hrfcheck
