#include "frontend/spirv/questions.h"

#include <fmt/format.h>

#include "program/expr/addresses.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::spirv {
namespace {

template <typename Node>
ConditionPtr make(Node node) {
  return std::make_shared<const Condition>(Condition{std::move(node)});
}

Value fitting(const ConditionTerm& variable, Value number, const Program& program) {
  const auto* state = std::get_if<StateVariable>(&variable);
  if (state == nullptr || state->isRegister() || isAddress(number)) {
    return number;
  }
  const std::optional<IntegerKind>& kind = program.locations[state->location].kind;
  return kind ? wrapped(number, *kind) : number;
}

}  // namespace

ConditionPtr Questions::conditionOf(const HeaderCondition& condition) {
  if (condition.comparison) {
    return comparison(*condition.comparison);
  }
  if (condition.joint == Joint::Not) {
    return make(NotCondition{conditionOf(*condition.parts.front())});
  }
  ConditionPtr result;
  for (const HeaderConditionPtr& part : condition.parts) {
    ConditionPtr one = conditionOf(*part);
    result = result == nullptr              ? one
             : condition.joint == Joint::Or ? make(OrCondition{result, one})
                                            : make(AndCondition{result, one});
  }
  return result == nullptr ? make(TrueCondition{}) : result;
}

ConditionPtr Questions::comparison(const HeaderCondition::Comparison& comparison) {
  const std::optional<Term> left = termOf(comparison.left);
  const std::optional<Term> right = termOf(comparison.right);
  if (!left || !right) {
    return make(TrueCondition{});
  }
  const std::size_t pieces = std::max(left->locations.size(), right->locations.size());
  const bool uneven = !left->number && !right->number && left->locations.size() != right->locations.size();
  const bool equality = comparison.op == CompareOp::Eq || comparison.op == CompareOp::Ne;
  if (uneven || (pieces > 1 && !equality)) {
    const auto* reference = std::get_if<MemoryReference>(&comparison.left);
    diagnostics_.error({source_, reference != nullptr ? reference->span : Span{}},
                       "memory that is accessed in smaller pieces can be compared for equality only");
    return make(TrueCondition{});
  }
  if (pieces <= 1) {
    return make(CompareCondition{pieceOf(*left, 0, *right), comparison.op, pieceOf(*right, 0, *left)});
  }
  ConditionPtr all;
  for (std::size_t p = 0; p < pieces; ++p) {
    const ConditionPtr one =
        make(CompareCondition{pieceOf(*left, p, *right), CompareOp::Eq, pieceOf(*right, p, *left)});
    all = all == nullptr ? one : make(AndCondition{all, one});
  }
  return comparison.op == CompareOp::Ne ? make(NotCondition{all}) : all;
}

ConditionTerm Questions::pieceOf(const Term& term, std::size_t piece, const Term& other) const {
  if (!term.number) {
    return StateVariable{kNoThread, 0, term.locations[piece]};
  }
  std::uint64_t bits = static_cast<std::uint64_t>(*term.number);
  std::optional<IntegerKind> kind;
  for (std::size_t p = 0; p <= piece && p < other.locations.size(); ++p) {
    kind = names_.program().locations[other.locations[p]].kind;
    if (p < piece) {
      const unsigned width = kind ? kind->bits : 64;
      bits = width >= 64 ? 0 : bits >> width;
    }
  }
  const auto number = static_cast<Value>(bits);
  return kind && other.locations.size() > 1 ? wrapped(number, *kind) : number;
}

std::optional<Questions::Term> Questions::termOf(const HeaderTerm& term) {
  if (const auto* number = std::get_if<Value>(&term)) {
    return Term{*number, {}};
  }
  const auto& reference = std::get<MemoryReference>(term);
  const std::optional<Id> id = idOf_(reference.name);
  const Object* object = id ? memory_.object(*id) : nullptr;
  if (object == nullptr || object->first.empty()) {
    diagnostics_.error({source_, reference.span}, fmt::format("there is no memory '{}'", reference.name));
    return std::nullopt;
  }
  const std::optional<Leaf> leaf = memory_.leafAt(*object, reference.path);
  std::vector<LocationId> locations;
  if (leaf) {
    locations = memory_.locationsOf(*object, *leaf, 0);
  }
  if (locations.empty()) {
    diagnostics_.error({source_, reference.span},
                       fmt::format("'{}' does not have such an element", reference.name));
    return std::nullopt;
  }
  if (object->first.size() > 1) {
    diagnostics_.error(
        {source_, reference.span},
        fmt::format("'{}' is there {} times: conditions can refer only to memory that all threads share",
                    reference.name, object->first.size()));
    return std::nullopt;
  }
  return Term{std::nullopt, std::move(locations)};
}

ConditionPtr withFittingNumbers(const ConditionPtr& condition, const Program& program) {
  return std::visit(
      Overloaded{
          [&](const TrueCondition&) { return condition; },
          [&](const CompareCondition& c) {
            CompareCondition result = c;
            const bool equality = c.op == CompareOp::Eq || c.op == CompareOp::Ne;
            if (auto* number = std::get_if<Value>(&result.left); equality && number != nullptr) {
              *number = fitting(c.right, *number, program);
            }
            if (auto* number = std::get_if<Value>(&result.right); equality && number != nullptr) {
              *number = fitting(c.left, *number, program);
            }
            return make(result);
          },
          [&](const NotCondition& c) { return make(NotCondition{withFittingNumbers(c.operand, program)}); },
          [&](const AndCondition& c) {
            return make(
                AndCondition{withFittingNumbers(c.left, program), withFittingNumbers(c.right, program)});
          },
          [&](const OrCondition& c) {
            return make(
                OrCondition{withFittingNumbers(c.left, program), withFittingNumbers(c.right, program)});
          }},
      condition->node);
}

namespace {

/// Several lines are one condition.
void addOutput(const OutputLine& output, const ConditionPtr& one, Program& program,
               Diagnostics& diagnostics) {
  if (program.condition == nullptr) {
    program.quantifier = output.quantifier;
    program.condition = one;
  } else if (output.quantifier != program.quantifier || output.quantifier == Quantifier::Exists) {
    diagnostics.error({program.source, output.span}, "several lines @Output can be forall, or not exists");
  } else if (output.quantifier == Quantifier::Forall) {
    program.condition = make(AndCondition{program.condition, one});
  } else {
    program.condition = make(OrCondition{program.condition, one});
  }
}

}  // namespace

void readHeaderConditions(const Header& header, Memory& memory, const Names& names,
                          std::function<std::optional<Id>(std::string_view)> idOf, Program& program,
                          Diagnostics& diagnostics) {
  Questions questions(memory, names, std::move(idOf), program.source, diagnostics);
  for (const OutputLine& output : header.outputs) {
    addOutput(output, questions.conditionOf(*output.condition), program, diagnostics);
  }
  for (const HeaderConditionPtr& filter : header.filters) {
    const ConditionPtr one = questions.conditionOf(*filter);
    program.filter = program.filter == nullptr ? one : make(AndCondition{program.filter, one});
  }
}

}  // namespace hrfcheck::frontend::spirv
