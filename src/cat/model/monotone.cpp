// Leaving an event out of an execution takes pairs away from relations in which it stood in between: from
// compositions, closures, domains and ranges. Tags and base relations among the other events stay as they
// are. So a requirement "empty", "irreflexive" or "acyclic" still holds if such pairs occur only positively
// in it (never under a complement or to the right of a difference), and a flag "not empty" is still raised if
// they occur only negatively. What follows is this check of signs; a definition that mixes them counts as
// needing every read, whether it does or not.

#include "cat/model/monotone.h"

#include <utility>
#include <vector>

#include "util/overloaded.h"

namespace hrfcheck {
namespace {

class Signs {
 public:
  explicit Signs(const Model& model) : model_(model), seen_(model.nodes.size()) {}

  /// Whether compositions and the like occur in the definition of `node` with this sign alone. Once the
  /// answer is no, later ones mean nothing.
  bool only(CatNodeId node, bool positive) {
    wanted_ = positive;
    return look(node, true);
  }

 private:
  bool look(CatNodeId id, bool positive) {
    bool& seen = seen_[id].under[wanted_ ? 1 : 0][positive ? 1 : 0];
    if (std::exchange(seen, true)) {
      return true;
    }
    return std::visit(
        Overloaded{[](const TagNode&) { return true; }, [](const BaseNode&) { return true; },
                   [](const EmptyNode&) { return true; }, [](const UniverseNode&) { return true; },
                   [](const IdentityNode&) { return true; }, [](const ClassVariableNode&) { return true; },
                   [&](const UnaryNode& n) { return lookUnary(n, positive); },
                   [&](const BinaryNode& n) { return lookBinary(n, positive); },
                   [&](const RecursionNode& n) {
                     // A fixpoint is a closure of its own kind.
                     return positive == wanted_ && lookAll(model_.recursions[n.group].bodies, positive);
                   },
                   [&](const ClassFoldNode& n) { return look(n.body, positive); },
                   [&](const ChoiceNode&) { return positive == wanted_; }},
        model_.nodes[id].node);
  }

  bool lookAll(const std::vector<CatNodeId>& nodes, bool positive) {
    bool all = true;
    for (const CatNodeId node : nodes) {
      all = look(node, positive) && all;
    }
    return all;
  }

  bool lookUnary(const UnaryNode& n, bool positive) {
    switch (n.op) {
      case CatUnary::Complement:
        return look(n.operand, !positive);
      case CatUnary::Optional:
      case CatUnary::Inverse:
      case CatUnary::Bracket:
        return look(n.operand, positive);
      case CatUnary::Plus:
      case CatUnary::Star:
      case CatUnary::Domain:
      case CatUnary::Range:
        break;
    }
    return positive == wanted_ && look(n.operand, positive);
  }

  bool lookBinary(const BinaryNode& n, bool positive) {
    const bool composes = n.op == CatBinary::Sequence && !throughSet(n);
    const bool right = look(n.right, n.op == CatBinary::Difference ? !positive : positive);
    return look(n.left, positive) && right && (!composes || positive == wanted_);
  }

  /// `[S] ; r` and `r ; [S]` pass through no event of their own.
  bool throughSet(const BinaryNode& n) const { return isBracket(n.left) || isBracket(n.right); }

  bool isBracket(CatNodeId id) const {
    const auto* unary = std::get_if<UnaryNode>(&model_.nodes[id].node);
    return unary != nullptr && unary->op == CatUnary::Bracket;
  }

  const Model& model_;
  bool wanted_ = true;
  /// By node: by the wanted sign and the sign under which the node occurs.
  struct Seen {
    bool under[2][2] = {};
  };
  std::vector<Seen> seen_;
};

/// Where the check asks for a pair (or a cycle) rather than for none.
bool asksForPairs(const Check& check) {
  const bool raisedByPairs = check.role == CheckRole::Flag ? check.negated : !check.negated;
  return check.role == CheckRole::Require ? check.negated : raisedByPairs;
}

bool survives(Signs& signs, const Check& check) {
  if (!asksForPairs(check)) {
    return signs.only(check.node, true);
  }
  // A cycle may lead through the event that is left out.
  return check.kind != CheckKind::Acyclic && signs.only(check.node, false);
}

}  // namespace

bool fewerReadsSuffice(const Model& model) {
  Signs signs(model);
  for (const Choice& choice : model.choices) {
    if (!signs.only(choice.order, true)) {
      return false;
    }
  }
  for (const Check& check : model.checks) {
    if (!survives(signs, check)) {
      return false;
    }
  }
  return true;
}

}  // namespace hrfcheck
