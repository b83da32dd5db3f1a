#pragma once

#include <string>
#include <vector>

#include "util/source.h"

namespace hrfcheck::corpus {

/// A model text with one small change.
struct Mutation {
  std::string what;  ///< "hrf-base.cat:32:11 [Rel] -> id"
  std::string text;
};

/// Each operand of | & ; and the right one of \ left out, each side of a product, each [S], domain and range
/// made void, each + ? and ^-1 left out, each check left out or changed from acyclic to irreflexive and back,
/// each classes of linearisations left out. Some of them are ill-typed.
std::vector<Mutation> mutationsOf(const SourcePtr& model);

}  // namespace hrfcheck::corpus
