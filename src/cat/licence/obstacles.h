#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cat/licence/licences.h"

namespace hrfcheck::cat {

/// A definition that stands in the way of a property, as an operand of others: with the sense in which it
/// does.
struct Suspect {
  CatNodeId node;
  bool gains;  ///< it may have more members, or else fewer
};

/// Whether a definition may have more (or fewer) members than it should.
using IsFaulty = std::function<bool(const Suspect&)>;

/// Of the definitions on the way from a faulty one to where its fault comes from, the last that has a name;
/// or the last one, if none has.
struct FoundBelow {
  LicenceObstacle obstacle;  ///< without words for what it is an obstacle to
  bool gains;                ///< see Suspect
};
FoundBelow obstacleBelow(const Model& model, Suspect suspect, const IsFaulty& isFaulty);

/// "requirement 'coherence'", "flag 'thrice'", "the order 'o'".
std::string wordsFor(const Check& check);
std::string wordsFor(const Choice& choice);

}  // namespace hrfcheck::cat
