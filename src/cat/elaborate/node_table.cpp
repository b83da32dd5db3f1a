#include "cat/elaborate/node_table.h"

#include <algorithm>
#include <utility>

#include "cat/model/operands.h"

namespace hrfcheck::cat {
namespace {

constexpr std::size_t kStepsOfNode = 5;

}  // namespace

CatNodeId NodeTable::make(Node node, CatType type, const Place& place) {
  const auto [entry, isNew] = known_.try_emplace({type, node}, static_cast<CatNodeId>(nodes_.size()));
  if (!isNew) return entry->second;
  budget_.spend(kStepsOfNode);
  nodes_.push_back({std::move(node), type, place, ""});
  freeVariables_.push_back(freeVariablesOf(nodes_.back()));
  depths_.push_back(1);
  unfinished_.emplace_back();
  if (const auto* member = std::get_if<RecursionNode>(&nodes_.back().node)) {
    if (open_.contains(member->group)) unfinished_.back().insert(member->group);
  }
  for (const CatNodeId operand : operandsOf(nodes_.back())) placeAbove(entry->second, operand);
  if (const auto* fold = std::get_if<ClassFoldNode>(&nodes_.back().node)) {
    folds_[fold->classesOf].push_back(entry->second);
  }
  return entry->second;
}

std::vector<ClassVariable> NodeTable::freeVariablesOf(const CatNode& node) const {
  if (const auto* variable = std::get_if<ClassVariableNode>(&node.node)) return {variable->variable};
  const auto* fold = std::get_if<ClassFoldNode>(&node.node);
  std::vector<ClassVariable> free;
  for (const CatNodeId operand : operandsOf(node)) {
    for (const ClassVariable variable : freeVariables_[operand]) {
      const bool bound = fold != nullptr && operand == fold->body && variable == fold->variable;
      if (!bound) free.push_back(variable);
    }
  }
  budget_.spend(free.size());
  std::sort(free.begin(), free.end());
  free.erase(std::unique(free.begin(), free.end()), free.end());
  return free;
}

std::uint32_t NodeTable::openRecursion() {
  recursions_.emplace_back();
  const auto group = static_cast<std::uint32_t>(recursions_.size() - 1);
  open_.insert(group);
  return group;
}

void NodeTable::closeRecursion(std::uint32_t group, Recursion recursion, CatNodeId first) {
  std::size_t depth = 0;
  std::set<std::uint32_t> around;
  for (const CatNodeId body : recursion.bodies) {
    depth = std::max(depth, depths_[body]);
    around.insert(unfinished_[body].begin(), unfinished_[body].end());
  }
  around.erase(group);
  open_.erase(group);
  budget_.spend(nodes_.size() - first);
  for (std::size_t id = first; id < nodes_.size(); ++id) {
    if (unfinished_[id].erase(group) == 0) continue;
    depths_[id] += depth;
    unfinished_[id].insert(around.begin(), around.end());
    budget_.spend(around.size());
  }
  recursions_[group] = std::move(recursion);
}

void NodeTable::placeAbove(CatNodeId id, CatNodeId part) {
  depths_[id] = std::max(depths_[id], depths_[part] + 1);
  unfinished_[id].insert(unfinished_[part].begin(), unfinished_[part].end());
}

const std::vector<CatNodeId>& NodeTable::foldsOver(CatNodeId classesOf) const {
  static const std::vector<CatNodeId> kNone;
  const auto found = folds_.find(classesOf);
  return found == folds_.end() ? kNone : found->second;
}

void NodeTable::giveName(CatNodeId id, const std::string& name) {
  CatNode& node = nodes_[id];
  const bool composed = !operandsOf(node).empty() || std::holds_alternative<RecursionNode>(node.node) ||
                        std::holds_alternative<ChoiceNode>(node.node);
  if (composed && node.name.empty()) node.name = name;
}

void NodeTable::rollBack(Mark mark) {
  for (std::size_t id = nodes_.size(); id-- > mark.nodes;) {
    known_.erase({nodes_[id].type, nodes_[id].node});
    if (const auto* fold = std::get_if<ClassFoldNode>(&nodes_[id].node)) folds_[fold->classesOf].pop_back();
  }
  nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(mark.nodes), nodes_.end());
  freeVariables_.resize(mark.nodes);
  depths_.resize(mark.nodes);
  unfinished_.resize(mark.nodes);
  open_.erase(open_.lower_bound(static_cast<std::uint32_t>(mark.recursions)), open_.end());
  recursions_.erase(recursions_.begin() + static_cast<std::ptrdiff_t>(mark.recursions), recursions_.end());
}

std::vector<CatNodeId> operandsOf(const CatNode& node) {
  std::vector<CatNodeId> operands;
  forEachOperand(node, [&](CatNodeId id, OperandSense) { operands.push_back(id); });
  return operands;
}

}  // namespace hrfcheck::cat
