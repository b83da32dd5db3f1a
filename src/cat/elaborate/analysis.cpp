#include "cat/elaborate/analysis.h"

#include <algorithm>
#include <set>

#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

/// Operands, and for a recursion member the bodies of its group.
std::vector<CatNodeId> partsOf(const NodeTable& table, CatNodeId id) {
  if (const auto* recursion = std::get_if<RecursionNode>(&table[id].node)) {
    return table.recursions()[recursion->group].bodies;
  }
  return operandsOf(table[id]);
}

/// Walks from the bodies of a group down to its members, with the sign of the way. Nodes older than the group
/// do not contain it.
class SignWalk {
 public:
  SignWalk(const NodeTable& table, std::uint32_t group, CatNodeId first, Budget& budget)
      : table_(table), group_(group), first_(first), budget_(budget) {}

  std::optional<NegatedUse> run() {
    visitBodies(group_, false, std::nullopt);
    while (!todo_.empty() && !found_) {
      const Visit next = todo_.back();
      todo_.pop_back();
      below(next);
    }
    return found_;
  }

 private:
  struct Visit {
    CatNodeId id;
    bool negative;
    CatNodeId negation;
  };

  void visit(CatNodeId id, bool negative, CatNodeId negation) {
    if (id < first_ || !seen_.emplace(id, negative).second) return;
    budget_.spend(1);
    todo_.push_back({id, negative, negation});
  }

  void visitBodies(std::uint32_t group, bool negative, std::optional<CatNodeId> negation) {
    const std::vector<CatNodeId>& bodies = table_.recursions()[group].bodies;
    // The last one in is the first one out: the first body's mistake is the one that is told.
    for (auto body = bodies.rbegin(); body != bodies.rend(); ++body) {
      visit(*body, negative, negation.value_or(*body));
    }
  }

  void below(const Visit& at) {
    const auto [id, negative, negation] = at;
    std::visit(Overloaded{
                   [&, id = id, negative = negative, negation = negation](const UnaryNode& n) {
                     const bool flips = n.op == CatUnary::Complement;
                     visit(n.operand, negative != flips, flips ? id : negation);
                   },
                   [&, id = id, negative = negative, negation = negation](const BinaryNode& n) {
                     const bool flips = n.op == CatBinary::Difference;
                     visit(n.right, negative != flips, flips ? id : negation);
                     visit(n.left, negative, negation);
                   },
                   [&, negative = negative, negation = negation](const RecursionNode& n) {
                     if (n.group != group_) {
                       visitBodies(n.group, negative, negation);
                     } else if (negative) {
                       found_ = NegatedUse{n.member, negation};
                     }
                   },
                   [&, id = id, negative = negative, negation = negation](const ClassFoldNode& n) {
                     visit(n.body, negative, negation);
                     visit(n.classesOf, true, id);
                     visit(n.classesOf, false, id);
                   },
                   [](const TagNode&) {},
                   [](const BaseNode&) {},
                   [](const EmptyNode&) {},
                   [](const UniverseNode&) {},
                   [](const IdentityNode&) {},
                   [](const ClassVariableNode&) {},
                   [](const ChoiceNode&) {},
               },
               table_[id].node);
  }

  const NodeTable& table_;
  std::uint32_t group_;
  CatNodeId first_;
  Budget& budget_;
  std::set<std::pair<CatNodeId, bool>> seen_;
  std::vector<Visit> todo_;
  std::optional<NegatedUse> found_;
};

/// Two nodes side by side, pair by pair of operands; each pair is looked at once.
class Comparison {
 public:
  Comparison(const NodeTable& table, ClassVariable va, ClassVariable vb, Budget& budget)
      : table_(table), va_(va), vb_(vb), budget_(budget) {}

  bool same(CatNodeId a, CatNodeId b) {
    todo_.emplace_back(a, b);
    while (!todo_.empty()) {
      const auto [left, right] = todo_.back();
      todo_.pop_back();
      if (!seen_.emplace(left, right).second) continue;
      budget_.spend(1);
      if (left == right ? mentions(left, va_) || mentions(right, vb_) : !sameHeads(left, right)) return false;
    }
    return true;
  }

 private:
  bool mentions(CatNodeId id, ClassVariable variable) const {
    const std::vector<ClassVariable>& free = table_.freeVariables(id);
    return std::binary_search(free.begin(), free.end(), variable);
  }

  /// Puts the operands of equal heads on the list.
  bool sameHeads(CatNodeId idA, CatNodeId idB) {
    const CatNode& a = table_[idA];
    const CatNode& b = table_[idB];
    if (a.node.index() != b.node.index() || a.type != b.type) return false;
    const bool heads =
        std::visit(Overloaded{
                       [&](const UnaryNode& n) { return n.op == std::get<UnaryNode>(b.node).op; },
                       [&](const BinaryNode& n) { return n.op == std::get<BinaryNode>(b.node).op; },
                       [&](const ClassVariableNode& n) {
                         return n.variable == va_ && std::get<ClassVariableNode>(b.node).variable == vb_;
                       },
                       // Equal ones of these share their id; folds inside folds are not worth the trouble.
                       [](const ClassFoldNode&) { return false; },
                       [](const TagNode&) { return false; },
                       [](const BaseNode&) { return false; },
                       [](const EmptyNode&) { return false; },
                       [](const UniverseNode&) { return false; },
                       [](const IdentityNode&) { return false; },
                       [](const RecursionNode&) { return false; },
                       [](const ChoiceNode&) { return false; },
                   },
                   a.node);
    if (!heads) return false;
    const auto left = operandsOf(a);
    const auto right = operandsOf(b);
    for (std::size_t i = 0; i < left.size(); ++i) todo_.emplace_back(left[i], right[i]);
    return true;
  }

  const NodeTable& table_;
  ClassVariable va_;
  ClassVariable vb_;
  Budget& budget_;
  std::set<std::pair<CatNodeId, CatNodeId>> seen_;
  std::vector<std::pair<CatNodeId, CatNodeId>> todo_;
};

}  // namespace

std::optional<CatNodeId> dynamicPart(const NodeTable& table, CatNodeId id, Budget& budget) {
  std::set<CatNodeId> seen;
  std::vector<CatNodeId> todo{id};
  while (!todo.empty()) {
    const CatNodeId next = todo.back();
    todo.pop_back();
    if (!seen.insert(next).second) continue;
    budget.spend(1);
    const auto* base = std::get_if<BaseNode>(&table[next].node);
    if ((base && !base->is(BaseRelation::Static)) || std::holds_alternative<ChoiceNode>(table[next].node))
      return next;
    for (const CatNodeId part : partsOf(table, next)) todo.push_back(part);
  }
  return std::nullopt;
}

std::optional<NegatedUse> negatedUse(const NodeTable& table, std::uint32_t group, CatNodeId first,
                                     Budget& budget) {
  return SignWalk(table, group, first, budget).run();
}

bool sameUpToVariable(const NodeTable& table, CatNodeId a, ClassVariable va, CatNodeId b, ClassVariable vb,
                      Budget& budget) {
  return Comparison(table, va, vb, budget).same(a, b);
}

}  // namespace hrfcheck::cat
