#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "cat/elaborate/budget.h"
#include "cat/model/model.h"

namespace hrfcheck::cat {

using Node = decltype(CatNode::node);
/// What a node is, apart from where it is written.
using NodeKey = std::pair<CatType, Node>;

/// Makes the nodes of a model, each only once: equal nodes share their id, the first place wins.
class NodeTable {
 public:
  using Node = cat::Node;

  explicit NodeTable(Budget& budget) : budget_(budget) {}

  CatNodeId make(Node node, CatType type, const Place& place);
  /// Gives an unnamed definition its name. Base relations, tags and constants keep none.
  void giveName(CatNodeId id, const std::string& name);

  const CatNode& operator[](CatNodeId id) const { return nodes_[id]; }
  CatType typeOf(CatNodeId id) const { return nodes_[id].type; }
  /// Class variables that are not bound below the node, sorted. Members of recursions have none: their bodies
  /// may not (Elaborator).
  const std::vector<ClassVariable>& freeVariables(CatNodeId id) const { return freeVariables_[id]; }
  /// How deep definitions are nested below the node, bodies of recursions included; at most (a part of a
  /// recursion's body that is used outside it counts the body twice).
  std::size_t depth(CatNodeId id) const { return depths_[id]; }
  /// The bodies of a recursion are complete; `first` is the first node made for it.
  void closeRecursion(std::uint32_t group, Recursion recursion, CatNodeId first);
  /// A choice lies above the set and the relations that it is made of.
  void placeAbove(CatNodeId choice, CatNodeId part);
  /// The folds over the classes of a node, in the order of their ids.
  const std::vector<CatNodeId>& foldsOver(CatNodeId classesOf) const;
  const std::vector<CatNode>& nodes() const { return nodes_; }
  /// The next recursion, whose bodies are still to come.
  std::uint32_t openRecursion();
  const std::vector<Recursion>& recursions() const { return recursions_; }
  std::vector<CatNode> takeNodes() { return std::move(nodes_); }

  /// Forgets every node and recursion group made since the table had these sizes.
  struct Mark {
    std::size_t nodes;
    std::size_t recursions;
  };
  Mark mark() const { return {nodes_.size(), recursions_.size()}; }
  void rollBack(Mark mark);

 private:
  std::vector<ClassVariable> freeVariablesOf(const CatNode& node) const;

  Budget& budget_;
  std::vector<CatNode> nodes_;
  std::vector<std::vector<ClassVariable>> freeVariables_;
  std::vector<std::size_t> depths_;
  std::set<std::uint32_t> open_;                     ///< recursions whose bodies are still to come
  std::vector<std::set<std::uint32_t>> unfinished_;  ///< by node: those of them that it uses, or is part of
  std::map<CatNodeId, std::vector<CatNodeId>> folds_;
  std::vector<Recursion> recursions_;
  std::map<NodeKey, CatNodeId> known_;
};

/// The nodes that a node is made of, without recursion members.
std::vector<CatNodeId> operandsOf(const CatNode& node);

}  // namespace hrfcheck::cat
