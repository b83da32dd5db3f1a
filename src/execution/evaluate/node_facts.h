#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "cat/model/model.h"

namespace hrfcheck::inline execution {

/// What of an execution a definition can depend on, as bits; bit `kFirstChoiceInput + k` is the k-th choice.
using Inputs = std::uint64_t;
inline constexpr Inputs kHappenedInput = 1U << 0U;
inline constexpr Inputs kLocInput = 1U << 1U;
inline constexpr Inputs kAddrInput = 1U << 2U;
inline constexpr Inputs kDataInput = 1U << 3U;
inline constexpr Inputs kCtrlInput = 1U << 4U;
inline constexpr Inputs kSyncInput = 1U << 5U;
inline constexpr Inputs kRfInput = 1U << 6U;
inline constexpr Inputs kCoInput = 1U << 7U;
inline constexpr unsigned kFirstChoiceInput = 8;
inline constexpr unsigned kMostChoices = 64 - kFirstChoiceInput;

Inputs choiceInput(std::size_t choice);

/// What the value of one node depends on.
struct NodeFacts {
  Inputs inputs = 0;
  std::set<ClassVariable> variables;  ///< free ones
  /// Recursion groups below it, without those that need a variable bound in between.
  std::set<std::uint32_t> groups;

  friend bool operator==(const NodeFacts&, const NodeFacts&) = default;
};

/// The facts of every node of a model.
std::vector<NodeFacts> factsOf(const Model& model);

/// The facts of a check: its node and the classes it ranges over.
Inputs inputsOf(const Check& check, const std::vector<NodeFacts>& facts);

/// How many of the model's choices, in order, must have been made before something with these inputs can be
/// evaluated.
std::size_t choicesNeeded(Inputs inputs);

}  // namespace hrfcheck::inline execution
