#include "check/promise/interleaving_order.h"

// Which definitions are empty in every interleaving, and which contain others.

namespace hrfcheck::inline check {

InterleavingOrder::InterleavingOrder(const Model& model, const Program& program)
    : model_(model), domain_(model, program), values_(model, domain_) {}

bool InterleavingOrder::isEmpty(CatNodeId node) {
  if (as<EmptyNode>(node) != nullptr) {
    return true;
  }
  if (model_.nodes[node].type == CatType::Relation && mayStand(node).empty()) {
    return true;
  }
  if (const BinaryNode* either = binary(node, CatBinary::Union)) {
    return isEmpty(either->left) && isEmpty(either->right);
  }
  if (const BinaryNode* both = binary(node, CatBinary::Intersection)) {
    return isEmpty(both->left) || isEmpty(both->right);
  }
  const BinaryNode* without = binary(node, CatBinary::Difference);
  return without != nullptr && model_.nodes[node].type == CatType::Relation &&
         (isEmpty(without->left) || contained(without->left, without->right));
}

/// Every pair of `inner` is in `outer`, in every interleaving.
bool InterleavingOrder::contained(CatNodeId inner, CatNodeId outer) {
  if (inner == outer) {
    return true;
  }
  if (const BinaryNode* both = binary(outer, CatBinary::Intersection)) {
    return contained(inner, both->left) && contained(inner, both->right);
  }
  if (const BinaryNode* either = binary(outer, CatBinary::Union)) {
    return contained(inner, either->left) || contained(inner, either->right);
  }
  if (const auto* base = as<BaseNode>(outer); base != nullptr && base->is(BaseRelation::Co)) {
    return values_.of(inner).is(facts::InCoherence);
  }
  if (const auto* chosen = as<ChoiceNode>(outer)) {
    const Choice& choice = model_.choices[chosen->choice];
    const bool together = !choice.within || contained(inner, *choice.within);
    return together && mayStand(outer) == places::Forward && mayStand(inner).within(places::Forward) &&
           stays(inner, choice.set);
  }
  if (const BinaryNode* both = binary(inner, CatBinary::Intersection)) {
    return contained(both->left, outer) || contained(both->right, outer);
  }
  return false;
}

/// Both ends of each pair are in the set.
bool InterleavingOrder::stays(CatNodeId relation, CatNodeId set) {
  if (const BinaryNode* both = binary(relation, CatBinary::Intersection)) {
    return stays(both->left, set) || stays(both->right, set);
  }
  const BinaryNode* product = binary(relation, CatBinary::Product);
  return product != nullptr && setContained(product->left, set) && setContained(product->right, set);
}

bool InterleavingOrder::setContained(CatNodeId inner, CatNodeId outer) {
  if (inner == outer || as<UniverseNode>(outer) != nullptr) {
    return true;
  }
  if (const BinaryNode* both = binary(outer, CatBinary::Intersection)) {
    return setContained(inner, both->left) && setContained(inner, both->right);
  }
  const BinaryNode* both = binary(inner, CatBinary::Intersection);
  return both != nullptr && (setContained(both->left, outer) || setContained(both->right, outer));
}

}  // namespace hrfcheck::inline check
