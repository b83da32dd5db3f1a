#include "cat/elaborate/choice_table.h"

namespace hrfcheck::cat {

CatNodeId ChoiceTable::add(Choice choice) {
  const auto index = static_cast<std::uint32_t>(choices_.size());
  const CatNodeId id = table_.make(ChoiceNode{index}, CatType::Relation, choice.place);
  table_.giveName(id, choice.name);
  table_.placeAbove(id, choice.set);
  table_.placeAbove(id, choice.order);
  if (choice.within) table_.placeAbove(id, *choice.within);
  choices_.push_back(std::move(choice));
  nodes_.push_back(id);
  return id;
}

const CatNodeId* ChoiceTable::find(std::string_view builtin) const {
  const auto found = builtins_.find(builtin);
  return found == builtins_.end() ? nullptr : &found->second;
}

CatNodeId ChoiceTable::add(std::string_view builtin, Choice choice) {
  const CatNodeId id = add(std::move(choice));
  builtins_.emplace(builtin, id);
  return id;
}

void ChoiceTable::rollBack(NodeTable::Mark mark) {
  while (!nodes_.empty() && nodes_.back() >= mark.nodes) {
    nodes_.pop_back();
    choices_.pop_back();
  }
  std::erase_if(builtins_, [&](const auto& entry) { return entry.second >= mark.nodes; });
}

}  // namespace hrfcheck::cat
