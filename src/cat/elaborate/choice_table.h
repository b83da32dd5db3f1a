#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cat/elaborate/node_table.h"
#include "cat/model/model.h"

namespace hrfcheck::cat {

/// The choices of a model (Model::choices), as its text and the names that it uses ask for them.
class ChoiceTable {
 public:
  explicit ChoiceTable(NodeTable& table) : table_(table) {}

  /// The node of one more choice.
  CatNodeId add(Choice choice);
  /// The node of the choice that a builtin name stands for, or null where it was not asked for yet.
  const CatNodeId* find(std::string_view builtin) const;
  CatNodeId add(std::string_view builtin, Choice choice);

  /// Forgets what was made from nodes that are forgotten.
  void rollBack(NodeTable::Mark mark);
  std::vector<Choice> take() { return std::move(choices_); }

 private:
  NodeTable& table_;
  std::vector<Choice> choices_;
  std::vector<CatNodeId> nodes_;                            ///< by choice
  std::map<std::string, CatNodeId, std::less<>> builtins_;  ///< the nodes of those
};

}  // namespace hrfcheck::cat
