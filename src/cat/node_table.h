#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cat/model.h"

namespace hrfcheck::cat {

/// Makes the nodes of a model, each only once: equal nodes share their id, the first place wins.
class NodeTable {
 public:
  using Node = decltype(CatNode::node);

  CatNodeId make(Node node, CatType type, const Place& place);
  /// Gives an unnamed definition its name. Base relations, tags and constants keep none.
  void giveName(CatNodeId id, const std::string& name);

  const CatNode& operator[](CatNodeId id) const { return nodes_[id]; }
  CatType typeOf(CatNodeId id) const { return nodes_[id].type; }
  const std::vector<CatNode>& nodes() const { return nodes_; }
  std::vector<Recursion>& recursions() { return recursions_; }
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
  using Key = std::tuple<std::size_t, CatType, std::uint32_t, std::uint32_t, std::uint32_t, std::string>;
  static Key keyOf(const Node& node, CatType type);

  std::vector<CatNode> nodes_;
  std::vector<Recursion> recursions_;
  std::map<Key, CatNodeId> known_;
};

/// The nodes that a node is made of, recursion members left out.
std::vector<CatNodeId> operandsOf(const CatNode& node);

}  // namespace hrfcheck::cat
