#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cat/model/model.h"
#include "synth/bitsliced/annotation_bounds.h"

// The definitions of several models as one list, equal ones once, with what each of them hangs on.

namespace hrfcheck::inline synth {

/// What a definition hangs on, besides the events: bits of a mask.
using BitslicedDependence = std::uint32_t;
inline constexpr BitslicedDependence kBitslicedExecution = 1;    ///< rf and co
inline constexpr BitslicedDependence kBitslicedAnnotations = 2;  ///< orders, scopes, what is remote

/// A requirement or a flag, over a node of the plan.
struct BitslicedCheck {
  CheckKind kind;
  bool negated;
  bool requirement;        ///< else the execution is undefined when it is raised
  bool raisedWhenItHolds;  ///< unless negated; else when it fails
  CatNodeId node;
  std::size_t choices;  ///< of its model, how many must have been made
};

/// A linearisation that a model asks for, over nodes of the plan.
struct BitslicedChoice {
  CatNodeId set;
  CatNodeId order;
  std::optional<CatNodeId> within;
  CatNodeId node;  ///< that stands for the chosen order
  Place place;
};

/// A model over the nodes of a plan: requirements and what makes an execution undefined. Other flags are left
/// out.
struct BitslicedModel {
  std::vector<BitslicedCheck> checks;
  std::vector<BitslicedCheck> plain;  ///< requirements whatever the annotations (withoutAnnotations)
  std::vector<BitslicedChoice> choices;
};

class BitslicedPlan {
 public:
  /// Nothing where a model uses what lanes do not compute: recursive definitions, `forall`, folds over the
  /// classes of a relation that is not given, and more choices or folds than there are bits for.
  static std::optional<BitslicedPlan> of(const std::vector<const Model*>& models);

  struct Node {
    CatNode cat;  ///< operands are nodes of the plan; of a choice or class variable, the number is its bit
    BitslicedDependence depends = 0;
    /// It has no fewer pairs when rf and co have more.
    bool grows = true;
  };

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<BitslicedModel>& models() const { return models_; }

 private:
  class Builder;

  std::vector<Node> nodes_;  ///< operands come first
  std::vector<BitslicedModel> models_;
};

}  // namespace hrfcheck::inline synth
