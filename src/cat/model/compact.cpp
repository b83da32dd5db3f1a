#include "cat/model/compact.h"

#include <functional>

#include "cat/model/operands.h"

namespace hrfcheck::cat {
namespace {

using Visit = std::function<void(CatNodeId&)>;

/// Every place outside of the nodes that holds a node's id.
void visitRoots(Model& model, const Visit& visit) {
  for (Check& check : model.checks) {
    visit(check.node);
    for (ClassBinder& binder : check.forall) visit(binder.classesOf);
  }
  for (Choice& choice : model.choices) {
    visit(choice.set);
    visit(choice.order);
    if (choice.within) visit(*choice.within);
  }
  for (Recursion& recursion : model.recursions) {
    for (CatNodeId& body : recursion.bodies) visit(body);
  }
  for (auto& shown : model.shown) visit(shown.second);
  for (auto& [name, id] : model.definitions) visit(id);
}

}  // namespace

void compact(Model& model) {
  std::vector<bool> needed(model.nodes.size(), false);
  visitRoots(model, [&](CatNodeId& id) { needed[id] = true; });
  // Operands have smaller ids, so one pass downwards reaches them all.
  for (std::size_t id = model.nodes.size(); id-- > 0;) {
    if (needed[id])
      forEachOperand(model.nodes[id], [&](CatNodeId operand, OperandSense) { needed[operand] = true; });
  }
  std::vector<CatNodeId> newId(model.nodes.size(), 0);
  std::vector<CatNode> kept;
  for (std::size_t id = 0; id < model.nodes.size(); ++id) {
    if (!needed[id]) continue;
    newId[id] = static_cast<CatNodeId>(kept.size());
    kept.push_back(std::move(model.nodes[id]));
  }
  const auto renumber = [&](CatNodeId& id) { id = newId[id]; };
  for (CatNode& node : kept) forEachOperand(node, [&](CatNodeId& id, OperandSense) { renumber(id); });
  visitRoots(model, renumber);
  model.nodes = std::move(kept);
}

}  // namespace hrfcheck::cat
