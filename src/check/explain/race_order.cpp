// A race is a conflict that is not ordered, and every model of the catalogue writes it so: the flag is on
// `conf \ (hhb | hhb^-1)`, perhaps with more taken away. Equal definitions are one node, so the shape is
// found by looking for a difference whose right side is a union of X and the inverse of X, whatever X is
// called. Asked on the witness, X says which steps of a chain the model orders.

#include "check/explain/race_order.h"

#include <algorithm>

#include "cat/model/undefining_checks.h"
#include "check/models/scope_of_model.h"
#include "check/races/annotation_edit.h"
#include "program/ir/scope_levels.h"
#include "util/invariant.h"

namespace hrfcheck::inline check {
namespace {

bool inverseOf(const Model& model, CatNodeId inverse, CatNodeId of) {
  const UnaryNode* node = model.nodes[inverse].as(CatUnary::Inverse);
  return node != nullptr && node->operand == of;
}

/// X where the node is something without X and its inverse.
std::optional<CatNodeId> withoutBothWays(const Model& model, CatNodeId id) {
  const BinaryNode* difference = model.nodes[id].as(CatBinary::Difference);
  if (difference == nullptr) {
    return std::nullopt;
  }
  if (const BinaryNode* both = model.nodes[difference->right].as(CatBinary::Union)) {
    if (inverseOf(model, both->right, both->left)) {
      return both->left;
    }
    if (inverseOf(model, both->left, both->right)) {
      return both->right;
    }
  }
  return withoutBothWays(model, difference->left);
}

}  // namespace

std::optional<CatNodeId> raceOrder(const Model& model) {
  for (const Check& check : model.checks) {
    if (isRaceFlag(check) && check.kind == CheckKind::Empty) {
      if (const auto found = withoutBothWays(model, check.node)) {
        return found;
      }
    }
  }
  for (const char* name : {"hhb", "hb"}) {
    const auto found = model.definitions.find(name);
    if (found != model.definitions.end() && model.nodes[found->second].type == CatType::Relation) {
      return found->second;
    }
  }
  return std::nullopt;
}

RemoteMeaning remoteMeaning(const Model& model) {
  if (!knowsRemote(model)) {
    return RemoteMeaning::None;
  }
  const bool promotes = model.definitions.contains("lastrel") && model.definitions.contains("nextacq");
  return promotes ? RemoteMeaning::Promotes : RemoteMeaning::Includes;
}

WitnessOrder::WitnessOrder(const Model& model, const Execution& witness, Evaluator& evaluator,
                           const Deadline& deadline)
    : model_(model),
      witness_(witness),
      evaluator_(evaluator),
      node_(raceOrder(model)),
      name_("happens-before"),
      remote_(remoteMeaning(model)),
      look_(deadline) {
  if (node_) {
    order_ = std::get<Relation>(evaluator.value(*node_, witness));
    if (!model.nodes[*node_].name.empty()) {
      name_ = model.nodes[*node_].name;
    }
  }
}

bool WitnessOrder::ordersAtCommonScope(EventId from, EventId to) const {
  const EventStructure& structure = *witness_.structure;
  const ScopeTree& scopes = structure.program().scopes;
  std::uint32_t level = kThreadLevel + 1;
  const auto common = [&] {
    return scopes.contains(scopes.instanceOf(structure.events()[from].thread, level),
                           structure.events()[to].thread);
  };
  while (level < outermostLevel(scopes) && !common()) {
    ++level;
  }
  const auto program = withEdits(
      structure.program(), {{structure.instructionOf(from), level}, {structure.instructionOf(to), level}});
  Execution changed = witness_;
  changed.structure = std::make_shared<const EventStructure>(structure, program);
  Evaluator evaluator(model_, *changed.structure, look_.deadline());
  return std::get<Relation>(evaluator.value(*node_, changed)).contains(from, to);
}

const Relation* WitnessOrder::definition(const std::string& name) {
  const auto [it, fresh] = definitions_.try_emplace(name);
  const auto found = model_.definitions.find(name);
  if (fresh && found != model_.definitions.end() && model_.nodes[found->second].type == CatType::Relation) {
    it->second = std::get<Relation>(evaluator_.value(found->second, witness_));
  }
  return it->second ? &*it->second : nullptr;
}

}  // namespace hrfcheck::inline check
