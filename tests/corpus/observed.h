#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "corpus/expectations.h"
#include "engine/engine.h"

namespace hrfcheck::corpus {

/// What an engine found of a test under a model, in names.
struct Observed {
  std::map<std::string, std::set<std::string>> flags;  ///< the raised ones, with their pairs "P0:1/P1:0"
  std::set<std::string> incidents;                     ///< "barrier-divergence P0:1"
  std::vector<std::string> outcomes;                   ///< "0:r0=0 1:r1=1", every observed variable
  std::set<State> states;                              ///< the same, without zeros

  /// The pairs of a flag; none if it was not raised.
  std::set<std::string> pairsOf(const std::string& flag) const;
};

Observed observe(const Program& program, const Model& model, const Analysis& analysis);

}  // namespace hrfcheck::corpus
