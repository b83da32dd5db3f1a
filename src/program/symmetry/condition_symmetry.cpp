#include "program/symmetry/condition_symmetry.h"

#include <algorithm>
#include <string>
#include <vector>

#include "util/overloaded.h"

namespace hrfcheck::inline program {
namespace {

using Known = std::function<std::optional<Value>(const StateVariable&)>;
using Renaming = std::function<StateVariable(const StateVariable&)>;

std::optional<Value> valueOf(const ConditionTerm& term, const Known& read) {
  const auto* variable = std::get_if<StateVariable>(&term);
  return variable != nullptr ? read(*variable) : std::get<Value>(term);
}

/// Of a conjunction where `decisive` is false, of a disjunction where it is true.
std::optional<bool> joined(std::optional<bool> left, std::optional<bool> right, bool decisive) {
  if (left == decisive || right == decisive) {
    return decisive;
  }
  return left && right ? std::optional(!decisive) : std::nullopt;
}

/// A condition as a text that is the same for conditions that differ only in the order of operands.
class Normal {
 public:
  explicit Normal(const Renaming& renaming) : renaming_(renaming) {}

  std::string text(const Condition& condition) const {
    return std::visit(Overloaded{[](const TrueCondition&) { return std::string("true"); },
                                 [&](const CompareCondition& c) { return compared(c); },
                                 [&](const NotCondition& c) { return "!" + text(*c.operand); },
                                 [&](const AndCondition&) { return operands<AndCondition>(condition, '&'); },
                                 [&](const OrCondition&) { return operands<OrCondition>(condition, '|'); }},
                      condition.node);
  }

 private:
  std::string compared(const CompareCondition& c) const {
    std::string left = term(c.left);
    std::string right = term(c.right);
    if ((c.op == CompareOp::Eq || c.op == CompareOp::Ne) && right < left) {
      std::swap(left, right);
    }
    return left + "?" + std::to_string(static_cast<int>(c.op)) + "?" + right;
  }

  std::string term(const ConditionTerm& term) const {
    if (const auto* value = std::get_if<Value>(&term)) {
      return std::to_string(*value);
    }
    const auto& variable = std::get<StateVariable>(term);
    if (!variable.isRegister()) {
      return "l" + std::to_string(variable.location);
    }
    const StateVariable renamed = renaming_(variable);
    return "r" + std::to_string(renamed.thread) + "." + std::to_string(renamed.reg);
  }

  template <typename Junction>
  std::string operands(const Condition& condition, char sign) const {
    std::vector<std::string> texts;
    collect<Junction>(condition, texts);
    std::ranges::sort(texts);
    std::string all(1, '(');
    for (const std::string& text : texts) {
      all += text + sign;
    }
    return all + ")";
  }

  template <typename Junction>
  void collect(const Condition& condition, std::vector<std::string>& texts) const {
    if (const auto* junction = std::get_if<Junction>(&condition.node)) {
      collect<Junction>(*junction->left, texts);
      collect<Junction>(*junction->right, texts);
    } else {
      texts.push_back(text(condition));
    }
  }

  const Renaming& renaming_;
};

}  // namespace

std::optional<bool> holdsAlready(const Condition& condition, const Known& read) {
  using Verdict = std::optional<bool>;
  return std::visit(
      Overloaded{[](const TrueCondition&) -> Verdict { return true; },
                 [&](const CompareCondition& c) -> Verdict {
                   const std::optional<Value> left = valueOf(c.left, read);
                   const std::optional<Value> right = valueOf(c.right, read);
                   return left && right ? Verdict(compare(c.op, *left, *right)) : std::nullopt;
                 },
                 [&](const NotCondition& c) -> Verdict {
                   const Verdict verdict = holdsAlready(*c.operand, read);
                   return verdict ? Verdict(!*verdict) : std::nullopt;
                 },
                 [&](const AndCondition& c) {
                   return joined(holdsAlready(*c.left, read), holdsAlready(*c.right, read), false);
                 },
                 [&](const OrCondition& c) {
                   return joined(holdsAlready(*c.left, read), holdsAlready(*c.right, read), true);
                 }},
      condition.node);
}

bool keptBy(const Condition& condition, const Renaming& renaming) {
  const Renaming none = [](const StateVariable& v) { return v; };
  return Normal(none).text(condition) == Normal(renaming).text(condition);
}

}  // namespace hrfcheck::inline program
