#pragma once

#include "cat/interpret/interpretation.h"
#include "check/promise/interleaving_domain.h"

namespace hrfcheck::inline check {

/// What the definitions of a model relate in the interleavings of a program.
class InterleavingOrder {
 public:
  InterleavingOrder(const Model& model, const Program& program);

  /// Where the pairs of a relation may stand.
  Places mayStand(CatNodeId relation) { return values_.of(relation).may; }
  /// The relation (or set) has no members in any interleaving.
  bool isEmpty(CatNodeId node);

 private:
  bool contained(CatNodeId inner, CatNodeId outer);
  bool setContained(CatNodeId inner, CatNodeId outer);
  bool stays(CatNodeId relation, CatNodeId set);

  template <typename T>
  const T* as(CatNodeId id) const {
    return std::get_if<T>(&model_.nodes[id].node);
  }
  const BinaryNode* binary(CatNodeId id, CatBinary op) const { return model_.nodes[id].as(op); }

  const Model& model_;
  InterleavingDomain domain_;
  Interpretation<InterleavingDomain> values_;
};

}  // namespace hrfcheck::inline check
