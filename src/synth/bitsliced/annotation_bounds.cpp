#include "synth/bitsliced/annotation_bounds.h"

#include <algorithm>
#include <array>
#include <map>

#include "util/overloaded.h"

namespace hrfcheck::inline synth {
namespace {

/// Sets of events that follow from the kinds of steps alone.
constexpr std::array<std::string_view, 8> kKindTags{"R", "W", "M", "IW", "F", "B", "ARRIVE", "DEPART"};
/// Static relations that annotations change.
constexpr std::array kAnnotated{static_relation::Covers, static_relation::Narrower,
                                static_relation::SameScope};

enum class Bound { Least, Most };

Bound opposite(Bound bound) {
  return bound == Bound::Least ? Bound::Most : Bound::Least;
}

/// Writes the bounds of a model's definitions.
class BoundsWriter {
 public:
  explicit BoundsWriter(const Model& model) : model_(model) {}

  CatNodeId boundOf(CatNodeId id, Bound bound) {
    if (const auto known = known_.find({id, bound}); known != known_.end()) {
      return known->second;
    }
    const CatNodeId result = written(model_.nodes[id], bound);
    return known_[{id, bound}] = result;
  }

  bool isEmpty(CatNodeId id) const { return std::holds_alternative<EmptyNode>(nodes_[id].node); }
  bool isUniverse(CatNodeId id) const { return std::holds_alternative<UniverseNode>(nodes_[id].node); }
  std::vector<CatNode> nodes() && { return std::move(nodes_); }

 private:
  CatNodeId add(const CatNode& like, decltype(CatNode::node) node) {
    nodes_.push_back({std::move(node), like.type, like.place, {}});
    return static_cast<CatNodeId>(nodes_.size() - 1);
  }

  /// The bound of what may be anything.
  CatNodeId anything(const CatNode& of, Bound bound) {
    return bound == Bound::Least ? add(of, EmptyNode{}) : add(of, UniverseNode{});
  }

  CatNodeId written(const CatNode& of, Bound bound) {
    return std::visit(
        Overloaded{[&](const TagNode& n) { return isAnnotatedTag(n.tag) ? anything(of, bound) : add(of, n); },
                   [&](const BaseNode& n) { return isAnnotated(n.name) ? anything(of, bound) : add(of, n); },
                   [&](const UnaryNode& n) { return unary(of, n, bound); },
                   [&](const BinaryNode& n) { return binary(of, n, bound); },
                   [&](const ClassFoldNode& n) { return fold(of, n, bound); },
                   [&]<OneOf<RecursionNode, ChoiceNode> T>(const T&) { return anything(of, bound); },
                   [&]<OneOf<EmptyNode, UniverseNode, IdentityNode, ClassVariableNode> T>(const T& n) {
                     return add(of, n);
                   }},
        of.node);
  }

  CatNodeId unary(const CatNode& of, const UnaryNode& n, Bound bound) {
    const CatNodeId operand = boundOf(n.operand, about(n.op).swaps ? opposite(bound) : bound);
    const bool nothing = about(n.op).swaps ? isUniverse(operand) : !about(n.op).adds && isEmpty(operand);
    return nothing ? add(of, EmptyNode{}) : add(of, UnaryNode{n.op, operand});
  }

  CatNodeId binary(const CatNode& of, const BinaryNode& n, Bound bound) {
    const bool swaps = about(n.op).swapsRight;
    const CatNodeId left = boundOf(n.left, bound);
    const CatNodeId right = boundOf(n.right, swaps ? opposite(bound) : bound);
    if (n.op == CatBinary::Union) {
      return isEmpty(left) ? right : isEmpty(right) ? left : add(of, BinaryNode{n.op, left, right});
    }
    const bool nothing = isEmpty(left) || (swaps ? isUniverse(right) : isEmpty(right));
    return nothing ? add(of, EmptyNode{}) : add(of, BinaryNode{n.op, left, right});
  }

  CatNodeId fold(const CatNode& of, const ClassFoldNode& n, Bound bound) {
    const auto* classes = std::get_if<BaseNode>(&model_.nodes[n.classesOf].node);
    if (classes == nullptr || isAnnotated(classes->name)) {
      return anything(of, bound);
    }
    const CatNodeId classesOf = boundOf(n.classesOf, bound);
    const CatNodeId body = boundOf(n.body, bound);
    return isEmpty(body) ? add(of, EmptyNode{}) : add(of, ClassFoldNode{n.variable, classesOf, body});
  }

  const Model& model_;
  std::map<std::pair<CatNodeId, Bound>, CatNodeId> known_;
  std::vector<CatNode> nodes_;
};

}  // namespace

bool isAnnotatedTag(std::string_view tag) {
  return std::ranges::find(kKindTags, tag) == kKindTags.end();
}

bool isAnnotated(std::string_view staticRelation) {
  return std::ranges::find(kAnnotated, staticRelation) != kAnnotated.end();
}

Model withoutAnnotations(const Model& model) {
  Model result;
  result.name = model.name;
  result.source = model.source;
  BoundsWriter writer(model);
  for (const Check& check : model.checks) {
    if (check.role != CheckRole::Require || !check.forall.empty()) {
      continue;
    }
    Check weaker = check;
    weaker.node = writer.boundOf(check.node, check.negated ? Bound::Most : Bound::Least);
    const bool saysNothing = check.negated ? writer.isUniverse(weaker.node) : writer.isEmpty(weaker.node);
    if (!saysNothing) {
      result.checks.push_back(std::move(weaker));
    }
  }
  result.nodes = std::move(writer).nodes();
  return result;
}

}  // namespace hrfcheck::inline synth
