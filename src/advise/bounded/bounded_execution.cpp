#include "advise/bounded/bounded_execution.h"

#include <algorithm>
#include <set>

#include "cat/model/operands.h"

namespace hrfcheck::inline advise {
namespace {

/// What each node depends on, found until nothing changes: operands may have larger numbers, through
/// recursion.
class InputSearch {
 public:
  InputSearch(const Model& model, const std::vector<std::string>& tags)
      : model_(model),
        tags_(tags),
        inputs_(model.nodes.size(), EventSet(tags.size() + kScopeRelations.size())) {}

  std::vector<EventSet> run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (CatNodeId node = 0; node < model_.nodes.size(); ++node) {
        const EventSet before = inputs_[node];
        add(inputs_[node], node);
        changed = changed || inputs_[node] != before;
      }
    }
    return std::move(inputs_);
  }

 private:
  void add(EventSet& into, CatNodeId node) const {
    const CatNode& at = model_.nodes[node];
    if (const auto* tag = std::get_if<TagNode>(&at.node)) {
      into.insert(static_cast<EventId>(std::ranges::lower_bound(tags_, tag->tag) - tags_.begin()));
    } else if (const auto* base = std::get_if<BaseNode>(&at.node)) {
      addScopes(into, *base);
    } else if (const auto* choice = std::get_if<ChoiceNode>(&at.node)) {
      into |= inputs_[model_.choices[choice->choice].set];
    }
    forEachPart(model_.recursions, at, [&](CatNodeId part, OperandSense) { into |= inputs_[part]; });
  }

  void addScopes(EventSet& into, const BaseNode& node) const {
    for (std::size_t i = 0; i < kScopeRelations.size(); ++i) {
      if (node.is(kScopeRelations[i])) {
        into.insert(static_cast<EventId>(tags_.size() + i));
      }
    }
  }

  const Model& model_;
  const std::vector<std::string>& tags_;
  std::vector<EventSet> inputs_;
};

}  // namespace

std::vector<std::string> tagsIn(const Model& model) {
  std::set<std::string> names;
  for (const CatNode& node : model.nodes) {
    if (const auto* tag = std::get_if<TagNode>(&node.node)) {
      names.insert(tag->tag);
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> staticsIn(const Model& model) {
  std::set<std::string> names;
  for (const CatNode& node : model.nodes) {
    const auto* base = std::get_if<BaseNode>(&node.node);
    if (base != nullptr && base->is(BaseRelation::Static)) {
      names.insert(base->name);
    }
  }
  for (const std::string_view name : kScopeRelations) {
    names.erase(std::string(name));
  }
  return {names.begin(), names.end()};
}

bool asksFor(const Model& model, std::string_view relation) {
  return std::ranges::any_of(model.nodes, [&](const CatNode& node) { return node.isBase(relation); });
}

std::vector<EventSet> inputsOfNodes(const Model& model, const std::vector<std::string>& tags) {
  return InputSearch(model, tags).run();
}

}  // namespace hrfcheck::inline advise
