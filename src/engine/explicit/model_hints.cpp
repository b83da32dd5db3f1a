#include "engine/explicit/model_hints.h"

#include <algorithm>

namespace hrfcheck::inline engine {
namespace {

class Matcher {
 public:
  explicit Matcher(const Model& model) : model_(model) {}

  /// rmw & ((rf^-1 ; co) ; co), the operands of the intersection in either order.
  bool isBrokenAtomicity(CatNodeId id) const {
    const BinaryNode* both = binary(id, CatBinary::Intersection);
    return both != nullptr && ((isBase(both->left, static_relation::Rmw) && isOvertaken(both->right)) ||
                               (isBase(both->right, static_relation::Rmw) && isOvertaken(both->left)));
  }

 private:
  /// @param relation a BaseRelation, or the name of a static one
  template <typename Wanted>
  bool isBase(CatNodeId id, Wanted relation) const {
    const auto* base = std::get_if<BaseNode>(&model_.nodes[id].node);
    return base != nullptr && base->is(relation);
  }

  const BinaryNode* binary(CatNodeId id, CatBinary op) const {
    const auto* node = std::get_if<BinaryNode>(&model_.nodes[id].node);
    return node != nullptr && node->op == op ? node : nullptr;
  }

  bool isFromRead(CatNodeId id) const {
    const BinaryNode* node = binary(id, CatBinary::Sequence);
    if (node == nullptr || !isBase(node->right, BaseRelation::Co)) {
      return false;
    }
    const auto* inverse = std::get_if<UnaryNode>(&model_.nodes[node->left].node);
    return inverse != nullptr && inverse->op == CatUnary::Inverse &&
           isBase(inverse->operand, BaseRelation::Rf);
  }

  bool isOvertaken(CatNodeId id) const {
    const BinaryNode* node = binary(id, CatBinary::Sequence);
    return node != nullptr && isFromRead(node->left) && isBase(node->right, BaseRelation::Co);
  }

  const Model& model_;
};

}  // namespace

ModelHints hintsOf(const Model& model) {
  const Matcher matcher(model);
  ModelHints hints;
  hints.atomicity = std::ranges::any_of(model.checks, [&](const Check& check) {
    return check.role == CheckRole::Require && check.kind == CheckKind::Empty && !check.negated &&
           check.forall.empty() && matcher.isBrokenAtomicity(check.node);
  });
  return hints;
}

}  // namespace hrfcheck::inline engine
