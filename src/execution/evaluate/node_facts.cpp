#include "execution/evaluate/node_facts.h"

#include <algorithm>
#include <bit>

#include "cat/model/operators.h"
#include "util/invariant.h"
#include "util/overloaded.h"

namespace hrfcheck::inline execution {
namespace {

Inputs inputsOf(BaseRelation relation) {
  switch (relation) {
    case BaseRelation::Rf:
      return kRfInput;
    case BaseRelation::Co:
      return kCoInput;
    case BaseRelation::Addr:
      return kAddrInput;
    case BaseRelation::Data:
      return kDataInput;
    case BaseRelation::Ctrl:
      return kCtrlInput;
    case BaseRelation::Loc:
      return kLocInput;
    case BaseRelation::SyncBarrier:
      return kSyncInput;
    case BaseRelation::Static:
      return kHappenedInput;
  }
  INVARIANT(false, "a base relation without its input");
}

class FactFinder {
 public:
  explicit FactFinder(const Model& model) : model_(model), facts_(model.nodes.size()) {}

  /// Groups come second, since which of them lie below a fold depends on the variables found before.
  std::vector<NodeFacts> run() {
    flow();
    withGroups_ = true;
    flow();
    return std::move(facts_);
  }

 private:
  /// Recursion makes facts flow in circles, so they are computed until nothing changes.
  void flow() {
    for (bool changed = true; changed;) {
      changed = false;
      for (CatNodeId id = 0; id < facts_.size(); ++id) {
        NodeFacts facts = factsAt(model_.nodes[id]);
        if (facts != facts_[id]) {
          facts_[id] = std::move(facts);
          changed = true;
        }
      }
    }
  }

  NodeFacts factsAt(const CatNode& node) const {
    const auto given = [](Inputs inputs) {
      NodeFacts facts;
      facts.inputs = inputs;
      return facts;
    };
    return std::visit(
        Overloaded{
            [&]<OneOf<TagNode, UniverseNode, IdentityNode> T>(const T&) { return given(kHappenedInput); },
            [&](const BaseNode& n) { return given(inputsOf(n.relation)); },
            [&](const EmptyNode&) { return given(0); },
            [&](const UnaryNode& n) { return with(given(about(n.op).adds ? kHappenedInput : 0), n.operand); },
            [&](const BinaryNode& n) { return with(with({}, n.left), n.right); },
            [&](const RecursionNode& n) { return recursion(n); },
            [&](const ClassVariableNode& n) {
              NodeFacts facts = given(kHappenedInput);
              facts.variables.insert(n.variable);
              return facts;
            },
            [&](const ClassFoldNode& n) { return fold(n); },
            [&](const ChoiceNode& n) { return given(choiceInput(n.choice)); }},
        node.node);
  }

  NodeFacts fold(const ClassFoldNode& node) const {
    NodeFacts facts = with({}, node.body);
    facts.inputs |= kHappenedInput;
    facts.variables.erase(node.variable);
    std::erase_if(facts.groups, [&](std::uint32_t group) {
      const std::vector<CatNodeId>& bodies = model_.recursions[group].bodies;
      return std::ranges::any_of(
          bodies, [&](CatNodeId body) { return facts_[body].variables.contains(node.variable); });
    });
    return with(std::move(facts), node.classesOf);
  }

  NodeFacts recursion(const RecursionNode& node) const {
    NodeFacts facts;
    if (withGroups_) {
      facts.groups.insert(node.group);
    }
    for (const CatNodeId body : model_.recursions[node.group].bodies) {
      facts = with(std::move(facts), body);
    }
    return facts;
  }

  NodeFacts with(NodeFacts facts, CatNodeId operand) const {
    const NodeFacts& other = facts_[operand];
    facts.inputs |= other.inputs;
    facts.variables.insert(other.variables.begin(), other.variables.end());
    facts.groups.insert(other.groups.begin(), other.groups.end());
    return facts;
  }

  const Model& model_;
  std::vector<NodeFacts> facts_;
  bool withGroups_ = false;
};

}  // namespace

Inputs choiceInput(std::size_t choice) {
  INVARIANT(choice < kMostChoices, "too many choices in one model");
  return Inputs{1} << (kFirstChoiceInput + choice);
}

std::vector<NodeFacts> factsOf(const Model& model) {
  return FactFinder(model).run();
}

Inputs inputsOf(const Check& check, const std::vector<NodeFacts>& facts) {
  Inputs inputs = facts[check.node].inputs | kHappenedInput;
  for (const ClassBinder& binder : check.forall) {
    inputs |= facts[binder.classesOf].inputs;
  }
  return inputs;
}

std::size_t choicesNeeded(Inputs inputs) {
  const auto width = static_cast<std::size_t>(std::bit_width(inputs));
  return width > kFirstChoiceInput ? width - kFirstChoiceInput : 0;
}

}  // namespace hrfcheck::inline execution
