#include "synth/bitsliced/bitsliced_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "cat/model/undefining_checks.h"
#include "util/overloaded.h"

namespace hrfcheck::inline synth {
namespace {

/// A model has something that lanes do not compute.
struct NotForBitslice {};

/// Static relations whose classes may be folded over: equivalences.
constexpr std::array kEquivalences{static_relation::Int, static_relation::SameInstruction,
                                   static_relation::SameScope};

template <typename Range, typename Value>
bool has(const Range& range, const Value& value) {
  return std::ranges::find(range, value) != range.end();
}

}  // namespace

class BitslicedPlan::Builder {
 public:
  void add(const Model& model) {
    variableBits_.clear();
    addNodes(model);
    addModel(model);
    const Model plain = withoutAnnotations(model);
    addNodes(plain);
    for (const Check& check : plain.checks) {
      plan_.models_.back().plain.push_back(checkOf(check));
    }
  }

  BitslicedPlan done() { return std::move(plan_); }

 private:
  void addNodes(const Model& model) {
    ids_.assign(model.nodes.size(), 0);
    choiceNodes_.assign(model.choices.size(), 0);
    choiceBits_.clear();
    for (std::size_t i = 0; i < model.choices.size(); ++i) {
      choiceBits_.push_back(freshBit());
    }
    for (CatNodeId id = 0; id < model.nodes.size(); ++id) {  // operands have smaller ids
      ids_[id] = idOf(model.nodes[id]);
    }
    for (std::size_t i = 0; i < model.choices.size(); ++i) {
      choiceNodes_[i] = shared(choiceNode(static_cast<std::uint32_t>(i), CatType::Relation));
    }
  }

  std::uint32_t freshBit() {
    if (nextBit_ == 32) {
      throw NotForBitslice{};
    }
    return nextBit_++;
  }

  Node choiceNode(std::uint32_t choice, CatType type) const {
    const std::uint32_t bit = choiceBits_[choice];
    return {{ChoiceNode{bit}, type, {}, {}},
            kBitslicedExecution | kBitslicedAnnotations | (BitslicedDependence{1} << bit),
            false};
  }

  static bool ofExecution(const Node& node) { return (node.depends & kBitslicedExecution) != 0; }

  CatNodeId idOf(const CatNode& node) {
    return shared(std::visit(
        Overloaded{[&](const TagNode& n) {
                     return Node{{n, node.type, {}, {}}, isAnnotatedTag(n.tag) ? kBitslicedAnnotations : 0};
                   },
                   [&](const BaseNode& n) {
                     return Node{{n, node.type, {}, {}}, dependenceOf(n)};
                   },
                   [&](const UnaryNode& n) {
                     const CatNodeId operand = ids_[n.operand];
                     const Node& of = plan_.nodes_[operand];
                     const bool grows = about(n.op).swaps ? !ofExecution(of) : of.grows;
                     return Node{{UnaryNode{n.op, operand}, node.type, {}, {}}, of.depends, grows};
                   },
                   [&](const BinaryNode& n) {
                     const BinaryNode image{n.op, ids_[n.left], ids_[n.right]};
                     const Node& left = plan_.nodes_[image.left];
                     const Node& right = plan_.nodes_[image.right];
                     const bool grows =
                         left.grows && (about(n.op).swapsRight ? !ofExecution(right) : right.grows);
                     return Node{{image, node.type, {}, {}}, left.depends | right.depends, grows};
                   },
                   [&](const ClassVariableNode& n) {
                     const std::uint32_t bit = bitOf(n.variable);
                     return Node{{ClassVariableNode{bit}, node.type, {}, {}}, BitslicedDependence{1} << bit};
                   },
                   [&](const ClassFoldNode& n) { return fold(n, node.type); },
                   [&](const ChoiceNode& n) { return choiceNode(n.choice, node.type); },
                   [](const RecursionNode&) -> Node { throw NotForBitslice{}; },
                   [&]<OneOf<EmptyNode, UniverseNode, IdentityNode> T>(const T& n) {
                     return Node{{n, node.type, {}, {}}, 0};
                   }},
        node.node));
  }

  Node fold(const ClassFoldNode& n, CatType type) {
    const CatNodeId classes = ids_[n.classesOf];
    const auto* given = std::get_if<BaseNode>(&plan_.nodes_[classes].cat.node);
    if (given == nullptr || given->relation != BaseRelation::Static ||
        !(has(kEquivalences, given->name) || given->name.starts_with("same-"))) {
      throw NotForBitslice{};
    }
    const std::uint32_t bit = bitOf(n.variable);
    const ClassFoldNode image{bit, classes, ids_[n.body]};
    const BitslicedDependence body = plan_.nodes_[image.body].depends & ~(BitslicedDependence{1} << bit);
    return {{image, type, {}, {}},
            body | plan_.nodes_[classes].depends,
            plan_.nodes_[image.body].grows && !ofExecution(plan_.nodes_[classes])};
  }

  std::uint32_t bitOf(ClassVariable variable) {
    const auto known = variableBits_.find(variable);
    return known != variableBits_.end() ? known->second : variableBits_[variable] = freshBit();
  }

  static BitslicedDependence dependenceOf(const BaseNode& n) {
    switch (n.relation) {
      case BaseRelation::Rf:
      case BaseRelation::Co:
        return kBitslicedExecution;
      case BaseRelation::Static:
        return isAnnotated(n.name) ? kBitslicedAnnotations : 0;
      case BaseRelation::Addr:
      case BaseRelation::Data:
      case BaseRelation::Ctrl:
      case BaseRelation::Loc:
      case BaseRelation::SyncBarrier:
        return 0;
    }
    throw NotForBitslice{};
  }

  /// The node with its number, a new one unless there is an equal one.
  CatNodeId shared(Node node) {
    const auto [known, fresh] =
        numbers_.try_emplace({node.cat.type, node.cat.node}, static_cast<CatNodeId>(plan_.nodes_.size()));
    if (fresh) {
      plan_.nodes_.push_back(std::move(node));
    }
    return known->second;
  }

  void addModel(const Model& model) {
    BitslicedModel& result = plan_.models_.emplace_back();
    for (std::size_t i = 0; i < model.choices.size(); ++i) {
      const Choice& choice = model.choices[i];
      result.choices.push_back({ids_[choice.set], ids_[choice.order],
                                choice.within ? std::optional(ids_[*choice.within]) : std::nullopt,
                                choiceNodes_[i], choice.place});
    }
    for (const Check& check : model.checks) {
      if (check.role != CheckRole::Require && !makesUndefined(check)) {
        continue;
      }
      if (!check.forall.empty()) {
        throw NotForBitslice{};
      }
      result.checks.push_back(checkOf(check));
    }
  }

  BitslicedCheck checkOf(const Check& check) const {
    const CatNodeId node = ids_[check.node];
    return {check.kind,
            check.negated,
            check.role == CheckRole::Require,
            check.role == CheckRole::Flag,
            node,
            choicesNeeded(plan_.nodes_[node].depends)};
  }

  /// The choices up to the last one of the model that a definition hangs on.
  std::size_t choicesNeeded(BitslicedDependence depends) const {
    std::size_t needed = 0;
    for (std::size_t i = 0; i < choiceBits_.size(); ++i) {
      if ((depends & (BitslicedDependence{1} << choiceBits_[i])) != 0) {
        needed = i + 1;
      }
    }
    return needed;
  }

  BitslicedPlan plan_;
  std::map<std::pair<CatType, decltype(CatNode::node)>, CatNodeId> numbers_;
  std::uint32_t nextBit_ = 2;
  // Of the model at hand:
  std::vector<CatNodeId> ids_;
  std::vector<CatNodeId> choiceNodes_;
  std::vector<std::uint32_t> choiceBits_;
  std::map<ClassVariable, std::uint32_t> variableBits_;
};

std::optional<BitslicedPlan> BitslicedPlan::of(const std::vector<const Model*>& models) {
  try {
    Builder builder;
    for (const Model* model : models) {
      builder.add(*model);
    }
    return builder.done();
  } catch (const NotForBitslice&) {
    return std::nullopt;
  }
}

}  // namespace hrfcheck::inline synth
