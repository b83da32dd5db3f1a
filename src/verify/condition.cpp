// Conditions are evaluated from right to left with a stack: they may be as long as they like, and nothing
// recurses over them.

#include "verify/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace hrfcheck::inline verify {

FinalCondition::Step FinalCondition::stepOf(std::string_view word, std::size_t variables,
                                            const TextLine& line) {
  static constexpr auto kWords = std::to_array<std::pair<std::string_view, Op>>({{"true", Op::True},
                                                                                 {"not", Op::Not},
                                                                                 {"and", Op::And},
                                                                                 {"or", Op::Or},
                                                                                 {"eq", Op::Eq},
                                                                                 {"ne", Op::Ne},
                                                                                 {"lt", Op::Lt},
                                                                                 {"le", Op::Le},
                                                                                 {"gt", Op::Gt},
                                                                                 {"ge", Op::Ge}});
  const auto* found = std::ranges::find(kWords, word, [](const auto& row) { return row.first; });
  if (found != kWords.end()) {
    return {found->second};
  }
  const bool variable = word.starts_with('v');
  const std::optional<std::int64_t> number = integerIn(word.substr(variable ? 1 : 0));
  if (!number) {
    line.refuse(fmt::format("has '{}' in a condition", word.substr(0, 40)));
  }
  if (variable && (*number < 0 || static_cast<std::size_t>(*number) >= variables)) {
    line.refuse(fmt::format("asks about variable {}, which does not exist", *number));
  }
  return {variable ? Op::Variable : Op::Number, *number};
}

FinalCondition FinalCondition::read(TextLine& line, std::size_t variables) {
  FinalCondition condition;
  while (!line.done()) {
    condition.steps_.push_back(stepOf(line.word(), variables, line));
  }
  std::reverse(condition.steps_.begin(), condition.steps_.end());
  std::vector<bool> truths;  // by value on the stack: whether it is one, and no number
  const auto take = [&](bool truth) {
    if (truths.empty() || truths.back() != truth) {
      line.refuse("is not a condition in prefix form");
    }
    truths.pop_back();
  };
  for (const Step& step : condition.steps_) {
    const bool term = step.op == Op::Number || step.op == Op::Variable;
    const bool connective = step.op == Op::And || step.op == Op::Or;
    if (!term && step.op != Op::True) {
      const bool ofTruths = connective || step.op == Op::Not;
      take(ofTruths);
      if (step.op != Op::Not) {
        take(ofTruths);
      }
    }
    truths.push_back(!term);
  }
  take(true);
  if (!truths.empty()) {
    line.refuse("is not a condition in prefix form");
  }
  return condition;
}

bool FinalCondition::holds(const std::vector<std::int64_t>& finals) const {
  std::vector<std::int64_t> stack;
  const auto pop = [&] {
    const std::int64_t value = stack.back();
    stack.pop_back();
    return value;
  };
  const auto both = [&](auto&& combine) {
    const std::int64_t left = pop();
    const std::int64_t right = pop();
    stack.push_back(combine(left, right) ? 1 : 0);
  };
  for (const Step& step : steps_) {
    switch (step.op) {
      case Op::True:
        stack.push_back(1);
        break;
      case Op::Number:
        stack.push_back(step.number);
        break;
      case Op::Variable:
        stack.push_back(finals[static_cast<std::size_t>(step.number)]);
        break;
      case Op::Not:
        stack.push_back(pop() == 0 ? 1 : 0);
        break;
      case Op::And:
        both([](auto a, auto b) { return a != 0 && b != 0; });
        break;
      case Op::Or:
        both([](auto a, auto b) { return a != 0 || b != 0; });
        break;
      case Op::Eq:
        both(std::equal_to<>());
        break;
      case Op::Ne:
        both(std::not_equal_to<>());
        break;
      case Op::Lt:
        both(std::less<>());
        break;
      case Op::Le:
        both(std::less_equal<>());
        break;
      case Op::Gt:
        both(std::greater<>());
        break;
      case Op::Ge:
        both(std::greater_equal<>());
        break;
    }
  }
  return pop() != 0;
}

}  // namespace hrfcheck::inline verify
