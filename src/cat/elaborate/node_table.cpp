#include "cat/elaborate/node_table.h"

#include <algorithm>
#include <utility>

#include "util/overloaded.h"

namespace hrfcheck::cat {
namespace {

constexpr std::size_t kStepsOfNode = 5;

}  // namespace

NodeKey keyOf(const Node& node, CatType type) {
  using Rest = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  const auto op = [](auto value) { return static_cast<std::uint32_t>(value); };
  const Rest rest = std::visit(Overloaded{
                                   [](const TagNode& n) {
                                     return Rest{0, 0, 0, n.tag};
                                   },
                                   [&](const BaseNode& n) {
                                     return Rest{op(n.relation), 0, 0, n.name};
                                   },
                                   [](const EmptyNode&) { return Rest{}; },
                                   [](const UniverseNode&) { return Rest{}; },
                                   [](const IdentityNode&) { return Rest{}; },
                                   [&](const UnaryNode& n) {
                                     return Rest{op(n.op), n.operand, 0, ""};
                                   },
                                   [&](const BinaryNode& n) {
                                     return Rest{op(n.op), n.left, n.right, ""};
                                   },
                                   [](const RecursionNode& n) {
                                     return Rest{n.group, n.member, 0, ""};
                                   },
                                   [](const ClassVariableNode& n) {
                                     return Rest{n.variable, 0, 0, ""};
                                   },
                                   [](const ClassFoldNode& n) {
                                     return Rest{n.variable, n.classesOf, n.body, ""};
                                   },
                                   [](const ChoiceNode& n) {
                                     return Rest{n.choice, 0, 0, ""};
                                   },
                               },
                               node);
  return std::tuple_cat(std::make_tuple(node.index(), type), rest);
}

CatNodeId NodeTable::make(Node node, CatType type, const Place& place) {
  const auto [entry, isNew] = known_.try_emplace(keyOf(node, type), static_cast<CatNodeId>(nodes_.size()));
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
  const bool composed = std::visit(Overloaded{
                                       [](const TagNode&) { return false; },
                                       [](const BaseNode&) { return false; },
                                       [](const EmptyNode&) { return false; },
                                       [](const UniverseNode&) { return false; },
                                       [](const IdentityNode&) { return false; },
                                       [](const UnaryNode&) { return true; },
                                       [](const BinaryNode&) { return true; },
                                       [](const RecursionNode&) { return true; },
                                       [](const ClassVariableNode&) { return false; },
                                       [](const ClassFoldNode&) { return true; },
                                       [](const ChoiceNode&) { return true; },
                                   },
                                   node.node);
  if (composed && node.name.empty()) node.name = name;
}

void NodeTable::rollBack(Mark mark) {
  for (std::size_t id = nodes_.size(); id-- > mark.nodes;) {
    known_.erase(keyOf(nodes_[id].node, nodes_[id].type));
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
  using Ids = std::vector<CatNodeId>;
  return std::visit(Overloaded{
                        [](const TagNode&) { return Ids{}; },
                        [](const BaseNode&) { return Ids{}; },
                        [](const EmptyNode&) { return Ids{}; },
                        [](const UniverseNode&) { return Ids{}; },
                        [](const IdentityNode&) { return Ids{}; },
                        [](const UnaryNode& n) { return Ids{n.operand}; },
                        [](const BinaryNode& n) {
                          return Ids{n.left, n.right};
                        },
                        [](const RecursionNode&) { return Ids{}; },
                        [](const ClassVariableNode&) { return Ids{}; },
                        [](const ClassFoldNode& n) {
                          return Ids{n.classesOf, n.body};
                        },
                        [](const ChoiceNode&) { return Ids{}; },
                    },
                    node.node);
}

}  // namespace hrfcheck::cat
