#include "cat/analysis.h"

#include <map>
#include <set>

#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

bool isDynamic(BaseRelation relation) {
  switch (relation) {
    case BaseRelation::Rf:
    case BaseRelation::Co:
    case BaseRelation::Addr:
    case BaseRelation::Data:
    case BaseRelation::Ctrl:
    case BaseRelation::Loc:
    case BaseRelation::SyncBarrier:
      return true;
    case BaseRelation::Po:
    case BaseRelation::Rmw:
    case BaseRelation::Int:
    case BaseRelation::SameInstruction:
    case BaseRelation::Covers:
    case BaseRelation::Narrower:
    case BaseRelation::SameScope:
    case BaseRelation::SameLevel:
      return false;
  }
  return true;
}

/// Operands, and for a recursion member the bodies of its group.
std::vector<CatNodeId> partsOf(const NodeTable& table, CatNodeId id) {
  if (const auto* recursion = std::get_if<RecursionNode>(&table[id].node)) {
    return table.recursions()[recursion->group].bodies;
  }
  return operandsOf(table[id]);
}

/// Walks from the bodies of a group down to its members, with the sign of the way.
class SignWalk {
 public:
  SignWalk(const NodeTable& table, std::uint32_t group) : table_(table), group_(group) {}

  std::optional<NegatedUse> run() {
    for (const CatNodeId body : table_.recursions()[group_].bodies) visit(body, false, body);
    return found_;
  }

 private:
  void visit(CatNodeId id, bool negative, CatNodeId negation) {
    if (found_ || !seen_.emplace(id, negative).second) return;
    std::visit(Overloaded{
                   [&](const UnaryNode& n) {
                     const bool flips = n.op == CatUnary::Complement;
                     visit(n.operand, negative != flips, flips ? id : negation);
                   },
                   [&](const BinaryNode& n) {
                     const bool flips = n.op == CatBinary::Difference;
                     visit(n.left, negative, negation);
                     visit(n.right, negative != flips, flips ? id : negation);
                   },
                   [&](const RecursionNode& n) {
                     if (n.group == group_) {
                       if (negative) found_ = NegatedUse{n.member, negation};
                       return;
                     }
                     for (const CatNodeId body : table_.recursions()[n.group].bodies) {
                       visit(body, negative, negation);
                     }
                   },
                   [&](const ClassFoldNode& n) {
                     visit(n.classesOf, false, id);
                     visit(n.classesOf, true, id);
                     visit(n.body, negative, negation);
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
  std::set<std::pair<CatNodeId, bool>> seen_;
  std::optional<NegatedUse> found_;
};

/// Free class variables by node, found bottom-up; members of recursions have none (their bodies may not, see
/// ExprElaborator).
class FreeVariables {
 public:
  explicit FreeVariables(const NodeTable& table) : table_(table) {}

  const std::set<ClassVariable>& of(CatNodeId id) {
    if (const auto known = known_.find(id); known != known_.end()) return known->second;
    std::set<ClassVariable> free;
    for (const CatNodeId operand : operandsOf(table_[id])) {
      std::set<ClassVariable> below = of(operand);
      if (const auto* fold = std::get_if<ClassFoldNode>(&table_[id].node); fold && operand == fold->body) {
        below.erase(fold->variable);
      }
      free.merge(below);
    }
    if (const auto* variable = std::get_if<ClassVariableNode>(&table_[id].node)) {
      free.insert(variable->variable);
    }
    return known_.emplace(id, std::move(free)).first->second;
  }

 private:
  const NodeTable& table_;
  std::map<CatNodeId, std::set<ClassVariable>> known_;
};

class Comparison {
 public:
  Comparison(const NodeTable& table, ClassVariable va, ClassVariable vb)
      : table_(table), va_(va), vb_(vb), free_(table) {}

  bool same(CatNodeId a, CatNodeId b) {
    if (a == b) return !free_.of(a).contains(va_) && !free_.of(b).contains(vb_);
    const auto [entry, isNew] = known_.try_emplace({a, b}, false);
    if (!isNew) return entry->second;
    const bool result = compare(table_[a], table_[b]);
    known_[{a, b}] = result;
    return result;
  }

 private:
  bool compare(const CatNode& a, const CatNode& b) {
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
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!same(left[i], right[i])) return false;
    }
    return true;
  }

  const NodeTable& table_;
  ClassVariable va_;
  ClassVariable vb_;
  FreeVariables free_;
  std::map<std::pair<CatNodeId, CatNodeId>, bool> known_;
};

}  // namespace

std::optional<CatNodeId> dynamicPart(const NodeTable& table, CatNodeId id) {
  std::set<CatNodeId> seen;
  std::vector<CatNodeId> todo{id};
  while (!todo.empty()) {
    const CatNodeId next = todo.back();
    todo.pop_back();
    if (!seen.insert(next).second) continue;
    const auto* base = std::get_if<BaseNode>(&table[next].node);
    if ((base && isDynamic(base->relation)) || std::holds_alternative<ChoiceNode>(table[next].node))
      return next;
    for (const CatNodeId part : partsOf(table, next)) todo.push_back(part);
  }
  return std::nullopt;
}

std::optional<NegatedUse> negatedUse(const NodeTable& table, std::uint32_t group) {
  return SignWalk(table, group).run();
}

bool dependsOnClass(const NodeTable& table, CatNodeId id) {
  return !FreeVariables(table).of(id).empty();
}

bool sameUpToVariable(const NodeTable& table, CatNodeId a, ClassVariable va, CatNodeId b, ClassVariable vb) {
  return Comparison(table, va, vb).same(a, b);
}

}  // namespace hrfcheck::cat
