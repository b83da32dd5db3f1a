#include "cat/model/value_cycles.h"

#include <algorithm>
#include <set>
#include <string>

#include "cat/model/text.h"

namespace hrfcheck {
namespace {

/// No check of a file has such a name.
constexpr const char* kAssumedName = "no-thin-air (assumed)";

/// The base relations that a relation is a union of, as far as it is one.
void collectMembers(const Model& model, CatNodeId node, std::set<std::string>& into) {
  if (const auto* relation = std::get_if<BaseNode>(&model.nodes[node].node)) {
    into.insert(nameOf(*relation));
  } else if (const BinaryNode* both = model.nodes[node].as(CatBinary::Union)) {
    collectMembers(model, both->left, into);
    collectMembers(model, both->right, into);
  }
}

bool forbidsCyclesOf(const Model& model, const std::set<std::string>& dependencies) {
  return std::ranges::any_of(model.checks, [&](const Check& check) {
    if (check.role != CheckRole::Require || check.kind != CheckKind::Acyclic || check.negated ||
        !check.forall.empty()) {
      return false;
    }
    std::set<std::string> members;
    collectMembers(model, check.node, members);
    return members.contains("rf") && (members.contains("po") || std::ranges::includes(members, dependencies));
  });
}

CatNodeId appendRelation(Model& model, decltype(CatNode::node) node) {
  model.nodes.push_back({std::move(node), CatType::Relation, {}, ""});
  return static_cast<CatNodeId>(model.nodes.size() - 1);
}

}  // namespace

bool plainlyForbidsValueCycles(const Model& model) {
  return forbidsCyclesOf(model, {"addr", "data"});
}

bool plainlyForbidsDependencyCycles(const Model& model) {
  return forbidsCyclesOf(model, {"addr", "ctrl", "data"});
}

/// Of the requirement that is added: four relations, and their unions.
constexpr std::size_t kAddedNodes = 7;

void forbidValueCycles(Model& model) {
  if (plainlyForbidsDependencyCycles(model)) return;
  CatNodeId all = appendRelation(model, BaseNode{BaseRelation::Rf, ""});
  for (const BaseRelation dependency : {BaseRelation::Addr, BaseRelation::Data, BaseRelation::Ctrl}) {
    const CatNodeId more = appendRelation(model, BaseNode{dependency, ""});
    all = appendRelation(model, BinaryNode{CatBinary::Union, all, more});
  }
  model.checks.push_back({CheckRole::Require, CheckKind::Acyclic, false, all, kAssumedName, {}, {}});
}

std::optional<Model> withoutAssumption(const Model& model) {
  if (model.checks.empty() || model.checks.back().name != kAssumedName) return std::nullopt;
  Model result = model;
  result.checks.pop_back();
  const std::size_t own = model.checks.back().node + 1 - kAddedNodes;
  if (own + kAddedNodes == model.nodes.size()) result.nodes.resize(own);  // as it was, also to its digest
  return result;
}

}  // namespace hrfcheck
