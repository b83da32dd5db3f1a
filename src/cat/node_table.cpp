#include "cat/node_table.h"

#include <utility>

#include "util/overloaded.h"

namespace hrfcheck::cat {
NodeTable::Key NodeTable::keyOf(const Node& node, CatType type) {
  using Rest = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  const auto op = [](auto value) { return static_cast<std::uint32_t>(value); };
  const Rest rest = std::visit(Overloaded{
                                   [](const TagNode& n) {
                                     return Rest{0, 0, 0, n.tag};
                                   },
                                   [&](const BaseNode& n) {
                                     return Rest{op(n.relation), 0, 0, n.level};
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
  if (isNew) nodes_.push_back({std::move(node), type, place, ""});
  return entry->second;
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
  nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(mark.nodes), nodes_.end());
  recursions_.erase(recursions_.begin() + static_cast<std::ptrdiff_t>(mark.recursions), recursions_.end());
  std::erase_if(known_, [&](const auto& entry) { return entry.second >= mark.nodes; });
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
