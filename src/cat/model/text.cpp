#include "cat/model/text.h"

#include <fmt/format.h>

#include "cat/model/builtins.h"
#include "cat/model/operators.h"
#include "util/overloaded.h"

namespace hrfcheck {
namespace {

/// Different operators side by side are always parenthesised: readers should not need the table of
/// precedences.
class Writer {
 public:
  Writer(const Model& model, CatTextStyle style) : model_(model), style_(style) {}

  std::string top(CatNodeId id) const { return expanded(model_.nodes[id]); }

 private:
  /// Without parentheses.
  std::string bare(CatNodeId id) const {
    const CatNode& node = model_.nodes[id];
    return style_ == CatTextStyle::Named && !node.name.empty() ? node.name : expanded(node);
  }

  /// As an operand; only a chain of `chain` needs no parentheses among the binary ones.
  std::string operand(CatNodeId id, std::optional<CatBinary> chain) const {
    const CatNode& node = model_.nodes[id];
    if (style_ == CatTextStyle::Named && !node.name.empty()) return node.name;
    const auto* binaryNode = std::get_if<BinaryNode>(&node.node);
    const bool open = binaryNode != nullptr ? binaryNode->op != chain : !chain && isOpenUnary(node);
    return open ? "(" + expanded(node) + ")" : expanded(node);
  }

  std::string rightOperand(CatNodeId id) const {
    const CatNode& node = model_.nodes[id];
    if (style_ == CatTextStyle::Named && !node.name.empty()) return node.name;
    const bool open = std::holds_alternative<BinaryNode>(node.node);
    return open ? "(" + expanded(node) + ")" : expanded(node);
  }

  /// Whether another postfix or prefix operator on it would be hard to read.
  static bool isOpenUnary(const CatNode& node) {
    const auto* unaryNode = std::get_if<UnaryNode>(&node.node);
    if (unaryNode == nullptr) return false;
    const OperatorForm form = about(unaryNode->op).form;
    return form == OperatorForm::Postfix || form == OperatorForm::Prefix;
  }

  std::string unary(const UnaryNode& n) const {
    const OperatorForm form = about(n.op).form;
    const bool closed = form == OperatorForm::Brackets || form == OperatorForm::Function;
    return written(n.op, closed ? bare(n.operand) : operand(n.operand, std::nullopt));
  }

  std::string binary(const BinaryNode& n) const {
    // The right operand has no chain to go on with: operators associate to the left.
    const std::string left = operand(n.left, about(n.op).chains ? std::optional(n.op) : std::nullopt);
    return fmt::format("{} {} {}", left, about(n.op).text, rightOperand(n.right));
  }

  std::string expanded(const CatNode& node) const {
    return std::visit(
        Overloaded{
            [](const TagNode& n) { return n.tag; },
            [](const BaseNode& n) { return nameOf(n); },
            [](const EmptyNode&) { return std::string("0"); },
            [&](const UniverseNode&) { return std::string(node.type == CatType::Set ? "_" : "unv"); },
            [](const IdentityNode&) { return std::string("id"); },
            [&](const UnaryNode& n) { return unary(n); },
            [&](const BinaryNode& n) { return binary(n); },
            [&](const RecursionNode& n) { return model_.recursions[n.group].names[n.member]; },
            [](const ClassVariableNode& n) { return fmt::format("C{}", n.variable); },
            [&](const ClassFoldNode& n) {
              return fmt::format("union(fun C{} -> {}, classes({}))", n.variable, bare(n.body),
                                 bare(n.classesOf));
            },
            [&](const ChoiceNode& n) { return model_.choices[n.choice].name; },
        },
        node.node);
  }

  const Model& model_;
  CatTextStyle style_;
};

}  // namespace

std::string nameOf(const BaseNode& base) {
  return std::string(cat::nameOf(base.relation, base.name));
}

std::string toText(const Model& model, CatNodeId id, CatTextStyle style) {
  return Writer(model, style).top(id);
}

}  // namespace hrfcheck
