#pragma once

#include <variant>
#include <vector>

#include "cat/model/model.h"

namespace hrfcheck {

/// How the members of an operand count: for a definition, against it, or both.
enum class OperandSense { For, Against, Both };
constexpr OperandSense senseIf(bool swaps) {
  return swaps ? OperandSense::Against : OperandSense::For;
}

/// Calls visit(id, OperandSense) for each operand, from left to right. Members of recursions, choices and
/// whatever is given have none.
/// @param node a CatNode, whose ids visit may change unless it is const
template <typename Node, typename Visit>
void forEachOperand(Node& node, Visit visit) {
  if (auto* unary = std::get_if<UnaryNode>(&node.node)) {
    visit(unary->operand, senseIf(about(unary->op).swaps));
  } else if (auto* binary = std::get_if<BinaryNode>(&node.node)) {
    visit(binary->left, OperandSense::For);
    visit(binary->right, senseIf(about(binary->op).swapsRight));
  } else if (auto* fold = std::get_if<ClassFoldNode>(&node.node)) {
    visit(fold->classesOf, OperandSense::Both);
    visit(fold->body, OperandSense::For);
  }
}

/// The operands of a node, and for a member of a recursion the bodies of its group.
template <typename Visit>
void forEachPart(const std::vector<Recursion>& recursions, const CatNode& node, Visit visit) {
  forEachOperand(node, visit);
  if (const auto* member = std::get_if<RecursionNode>(&node.node)) {
    for (const CatNodeId body : recursions[member->group].bodies) {
      visit(body, OperandSense::For);
    }
  }
}

}  // namespace hrfcheck
