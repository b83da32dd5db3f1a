// Leaving an event out of an execution takes pairs away from relations in which it stood in between: from
// compositions, closures, domains and ranges. Tags and base relations among the other events stay as they
// are. So a requirement "empty", "irreflexive" or "acyclic" still holds if such pairs occur only positively
// in it (never under a complement or to the right of a difference), and a flag "not empty" is still raised if
// they occur only negatively (of the event itself that is left out, whoever leaves it out must see to it:
// execution/left_out_rounds.h). A requirement "not empty" may need the event. What follows is this check of
// signs; a definition that mixes them counts as needing every read, whether it does or not, unless somebody
// knows that no pair of it is taken away.

#include "cat/model/monotone.h"

#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "util/overloaded.h"

namespace hrfcheck {
namespace {

Sight backwards(const Sight& sight) {
  return {sight.to, sight.from};
}

class Signs {
 public:
  /// @param test null where nothing but the shape of the definitions is known
  Signs(const Model& model, KnownOfTest* test)
      : model_(model), test_(test), seen_(test != nullptr ? 0 : model.nodes.size()) {}

  /// Whether compositions and the like occur in the definition of `node` with this sign alone, or keep their
  /// members. Once the answer is no, later ones mean nothing.
  bool only(CatNodeId node, bool positive) {
    wanted_ = positive;
    return look(node, true, {});
  }

 private:
  bool look(CatNodeId id, bool positive, const Sight& sight) {
    if (wasSeen(id, positive, sight)) {
      return true;
    }
    return std::visit(
        Overloaded{[](const TagNode&) { return true; }, [](const BaseNode&) { return true; },
                   [](const EmptyNode&) { return true; }, [](const UniverseNode&) { return true; },
                   [](const IdentityNode&) { return true; }, [](const ClassVariableNode&) { return true; },
                   [&](const UnaryNode& n) { return lookUnary(id, n, positive, sight); },
                   [&](const BinaryNode& n) { return lookBinary(id, n, positive, sight); },
                   [&](const RecursionNode& n) {
                     // A fixpoint is a closure of its own kind.
                     return positive == wanted_ && lookAll(model_.recursions[n.group].bodies, positive);
                   },
                   [&](const ClassFoldNode& n) { return look(n.body, positive, sight); },
                   [&](const ChoiceNode&) { return positive == wanted_ || isEmpty(id); }},
        model_.nodes[id].node);
  }

  bool wasSeen(CatNodeId id, bool positive, const Sight& sight) {
    if (test_ != nullptr) {
      return !seenInSight_.insert({id, wanted_, positive, sight}).second;
    }
    return std::exchange(seen_[id].under[wanted_ ? 1 : 0][positive ? 1 : 0], true);
  }

  bool lookAll(const std::vector<CatNodeId>& nodes, bool positive) {
    bool all = true;
    for (const CatNodeId node : nodes) {
      all = look(node, positive, {}) && all;
    }
    return all;
  }

  /// What takes pairs through other events may stand here.
  bool mayStand(CatNodeId id, bool positive, const Sight& sight) const {
    return positive == wanted_ || (test_ != nullptr && test_->keepsMembers(id, sight));
  }

  bool isEmpty(CatNodeId id) const { return test_ != nullptr && test_->isEmpty(id); }

  bool lookUnary(CatNodeId id, const UnaryNode& n, bool positive, const Sight& sight) {
    switch (n.op) {
      case CatUnary::Complement:
        return look(n.operand, !positive, sight);
      case CatUnary::Optional:
        return look(n.operand, positive, sight);
      case CatUnary::Inverse:
        return look(n.operand, positive, backwards(sight));
      case CatUnary::Bracket:
        return look(n.operand, positive, {});
      case CatUnary::Plus:
      case CatUnary::Star:
      case CatUnary::Domain:
      case CatUnary::Range:
        break;
    }
    return mayStand(id, positive, sight) && look(n.operand, positive, {});
  }

  bool lookBinary(CatNodeId id, const BinaryNode& n, bool positive, const Sight& sight) {
    switch (n.op) {
      case CatBinary::Sequence:
        return lookSequence(id, n, positive, sight);
      case CatBinary::Product:
        return look(n.left, positive, {}) && look(n.right, positive, {});
      case CatBinary::Union:
      case CatBinary::Intersection:
      case CatBinary::Difference:
        break;
    }
    const bool right = look(n.right, n.op == CatBinary::Difference ? !positive : positive, sight);
    return look(n.left, positive, sight) && right;
  }

  /// `[S] ; r` and `r ; [S]` pass through no event of their own.
  bool lookSequence(CatNodeId id, const BinaryNode& n, bool positive, const Sight& sight) {
    Sight left = sight;
    Sight right = sight;
    if (const auto set = bracketed(n.left)) {
      right.from.push_back(*set);
      return look(*set, positive, {}) && look(n.right, positive, right);
    }
    if (const auto set = bracketed(n.right)) {
      left.to.push_back(*set);
      return look(*set, positive, {}) && look(n.left, positive, left);
    }
    left.to.clear();
    right.from.clear();
    return mayStand(id, positive, sight) && look(n.left, positive, left) && look(n.right, positive, right);
  }

  std::optional<CatNodeId> bracketed(CatNodeId id) const {
    const auto* unary = std::get_if<UnaryNode>(&model_.nodes[id].node);
    return unary != nullptr && unary->op == CatUnary::Bracket ? std::optional(unary->operand) : std::nullopt;
  }

  const Model& model_;
  KnownOfTest* test_;
  bool wanted_ = true;
  /// By node: by the wanted sign and the sign under which the node occurs.
  struct Seen {
    bool under[2][2] = {};
  };
  std::vector<Seen> seen_;
  std::set<std::tuple<CatNodeId, bool, bool, Sight>> seenInSight_;  ///< the same where pairs matter
};

/// Where the check asks for a pair (or a cycle) rather than for none.
bool asksForPairs(const Check& check) {
  const bool raisedByPairs = check.role == CheckRole::Flag ? check.negated : !check.negated;
  return check.role == CheckRole::Require ? check.negated : raisedByPairs;
}

/// @param test null where nothing but the shape of the definitions is known
bool survives(Signs& signs, const Check& check, KnownOfTest* test) {
  if (test != nullptr && test->isEmpty(check.node)) {
    return true;  // with or without the event
  }
  if (!asksForPairs(check)) {
    return signs.only(check.node, true);
  }
  if (check.role == CheckRole::Require) {
    return false;  // what is left out may be all that it asks for
  }
  // A cycle may lead through the event that is left out.
  return check.kind != CheckKind::Acyclic && signs.only(check.node, false);
}

/// Whether a definition neither gains nor loses members: what is ordered must stay what it is.
bool isStable(Signs& signs, CatNodeId node) {
  return signs.only(node, true) && signs.only(node, false);
}

bool fewerReadsSuffice(const Model& model, KnownOfTest* test) {
  Signs signs(model, test);
  for (const Choice& choice : model.choices) {
    if (!signs.only(choice.order, true) || !isStable(signs, choice.set) ||
        (choice.within && !isStable(signs, *choice.within))) {
      return false;
    }
  }
  for (const Check& check : model.checks) {
    if (!survives(signs, check, test)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool fewerReadsSuffice(const Model& model) {
  return fewerReadsSuffice(model, nullptr);
}

bool fewerReadsSuffice(const Model& model, KnownOfTest& test) {
  return fewerReadsSuffice(model, &test);
}

}  // namespace hrfcheck
