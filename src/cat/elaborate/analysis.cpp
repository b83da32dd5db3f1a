#include "cat/elaborate/analysis.h"

#include <algorithm>
#include <set>

#include "cat/model/operands.h"

namespace hrfcheck::cat {
namespace {

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
    const CatNode& node = table_[at.id];
    if (const auto* member = std::get_if<RecursionNode>(&node.node)) {
      if (member->group != group_) {
        visitBodies(member->group, at.negative, at.negation);
      } else if (at.negative) {
        found_ = NegatedUse{member->member, at.negation};
      }
      return;
    }
    // The last one in is the first one out: the left operand.
    std::vector<Visit> operands;
    forEachOperand(node, [&](CatNodeId id, OperandSense sense) {
      switch (sense) {
        case OperandSense::For:
          return operands.push_back({id, at.negative, at.negation});
        case OperandSense::Against:
          return operands.push_back({id, !at.negative, at.id});
        case OperandSense::Both:
          operands.push_back({id, false, at.id});
          operands.push_back({id, true, at.id});
      }
    });
    for (auto operand = operands.rbegin(); operand != operands.rend(); ++operand) {
      visit(operand->id, operand->negative, operand->negation);
    }
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

  static Node withoutOperands(CatNode node) {
    forEachOperand(node, [](CatNodeId& id, OperandSense) { id = 0; });
    return node.node;
  }

  /// Puts the operands of equal heads on the list.
  bool sameHeads(CatNodeId idA, CatNodeId idB) {
    const CatNode& a = table_[idA];
    const CatNode& b = table_[idB];
    if (a.node.index() != b.node.index() || a.type != b.type) return false;
    const auto* variable = std::get_if<ClassVariableNode>(&a.node);
    // Other equal nodes without operands share their id; folds inside folds are not worth the trouble.
    const bool heads = variable != nullptr
                           ? variable->variable == va_ && std::get<ClassVariableNode>(b.node).variable == vb_
                           : withoutOperands(a) == withoutOperands(b);
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
    forEachPart(table.recursions(), table[next], [&](CatNodeId part, OperandSense) { todo.push_back(part); });
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
