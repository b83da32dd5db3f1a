#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/columns/async_rows.h"
#include "frontend/columns/dialects.h"
#include "frontend/columns/plain_rows.h"
#include "frontend/columns/ptx_async.h"
#include "frontend/shared/dialect.h"
#include "frontend/shared/operands.h"
#include "program/ir/scope_levels.h"
#include "util/invariant.h"

namespace hrfcheck::frontend {
namespace {

/// The pass over one thread that makes its instructions.
class Resolver {
 public:
  Resolver(const ThreadPlace& place, const Dialect& dialect, const Names& names, const SourcePtr& source,
           Diagnostics& diagnostics)
      : place_(place), dialect_(dialect), names_(names), source_(source), diagnostics_(diagnostics) {}

  std::vector<ResolvedInstruction> run(const std::vector<RowInstruction>& rows) {
    findLabels(rows);
    std::vector<ResolvedInstruction> result;
    for (const RowInstruction& row : rows) {
      result.push_back(instruction(row));
    }
    return result;
  }

 private:
  void error(const Place& place, std::string message, std::string hint = "") {
    diagnostics_.error(place, std::move(message), std::move(hint));
  }
  Place placeOf(const Token& token) const { return {source_, token.span}; }

  void findLabels(const std::vector<RowInstruction>& rows) {
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      for (const Token& label : rows[i].labels) {
        if (!labels_.emplace(label.text, i).second) {
          error(placeOf(label), fmt::format("label '{}' is already in this column", label.text));
        }
      }
    }
  }

  ResolvedInstruction instruction(const RowInstruction& row) {
    ResolvedInstruction resolved{{NopOp{}, std::nullopt, row.place, row.text}};
    Instruction& result = resolved.first;
    if (row.labelOnly()) {
      return resolved;
    }
    if (row.predicate) {
      if (const auto reg = readRegister(*row.predicate)) {
        result.predicate = Predicate{*reg, row.predicateNegated};
      }
    }
    const Signature signature = *signatureOf(dialect_, row);
    std::vector<ResolvedOperand> operands;
    for (std::size_t i = 0; i < signature.roles.size(); ++i) {
      operands.push_back(i < row.operands.size() ? resolve(row.operands[i], roleOf(signature, i))
                                                 : ResolvedOperand{});
    }
    RowMeaning meaning = allOf(row, operands);
    result.operation = std::move(meaning.first.operation);
    result.marks = std::move(meaning.first.marks);
    for (const ResolvedOperand& operand : operands) {
      if (!operand.reference.empty()) {
        result.reference = operand.reference;
      }
    }
    resolved.behind = std::move(meaning.behind);
    resolved.asynchronous = std::move(meaning.asynchronous);
    return resolved;
  }

  RowMeaning allOf(const RowInstruction& row, const std::vector<ResolvedOperand>& operands) {
    const ResolvedRow resolved{row, operands, source_, diagnostics_};
    if (&dialect_ == &kPtxDialect && ptx::asyncSignature(row)) {
      return ptx::asyncMeaning(resolved);
    }
    return {meaningOf(dialect_, resolved)};
  }

  ResolvedOperand resolve(const Operand& operand, OperandRole role) {
    ResolvedOperand result;
    switch (role) {
      case OperandRole::Target:
      case OperandRole::TargetOrNone:
        result.target = target(operand, role == OperandRole::TargetOrNone);
        break;
      case OperandRole::Address:
        result.expr = address(operand);
        result.reference = reference(operand);
        break;
      case OperandRole::Read:
        result.expr = value(operand);
        break;
      case OperandRole::Label:
        result.label = label(operand);
        break;
      case OperandRole::Number:
      case OperandRole::OptionalNumber:
        result.number = number(operand, false);
        break;
      case OperandRole::Count:
      case OperandRole::OptionalCount:
        result.number = number(operand, true);
        break;
    }
    return result;
  }

  std::optional<RegisterId> target(const Operand& operand, bool mayDiscard) {
    if (!isSingleName(operand)) {
      error(operand.place, "expected a register here");
      return 0;
    }
    const Token& name = operand.terms[0].token;
    if (name.text == "_") {
      if (!mayDiscard) {
        error(operand.place, "this result cannot be discarded with '_'");
      }
      return std::nullopt;
    }
    return readRegister(name).value_or(0);
  }

  /// The register of that name; an error, and nothing, when it is a location.
  std::optional<RegisterId> readRegister(const Token& name) {
    if (names_.object(name.text) != nullptr) {
      error(placeOf(name), fmt::format("'{}' is a location; expected a register here", name.text));
      return std::nullopt;
    }
    if (name.text == "_") {
      error(placeOf(name), "'_' holds nothing; expected a register here");
      return std::nullopt;
    }
    const std::optional<RegisterId> reg = names_.findRegister(place_.thread, name.text);
    INVARIANT(reg.has_value(), "the first pass enters every register");
    return reg;
  }

  ExprPtr address(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::Element:
        return element(operand);
      case Operand::Kind::Indirect:
        return indirect(operand);
      case Operand::Kind::AddressOf:
        error(operand.place,
              fmt::format("'{}' is an address already; write it without '&'", operand.name.text));
        return constant(0);
      case Operand::Kind::Sum:
        break;
    }
    if (!isSingleName(operand)) {
      error(operand.place, "expected a location here",
            "an address is a location 'x', an element 'q[1]', or a register in brackets '[r1]'");
      return constant(0);
    }
    const Token& name = operand.terms[0].token;
    const MemoryObject* object = names_.object(name.text);
    if (object == nullptr) {
      error(operand.place, fmt::format("'{}' is a register; expected a location here", name.text),
            fmt::format("write [{}] for the address it holds", name.text));
      return constant(0);
    }
    return constant(names_.addressOf(*object));
  }

  /// The reference that an address is named by. One that is computed is not by an alias.
  std::string reference(const Operand& operand) const {
    const std::string_view name = operand.kind == Operand::Kind::Element ? operand.name.text
                                  : isSingleName(operand)                ? operand.terms[0].token.text
                                                                         : std::string_view();
    const MemoryObject* object = names_.object(name);
    return object == nullptr || operand.kind == Operand::Kind::Indirect ? "" : object->reference;
  }

  ExprPtr indirect(const Operand& operand) {
    const bool anyName = std::any_of(operand.terms.begin(), operand.terms.end(),
                                     [](const Term& term) { return term.kind == Term::Kind::Name; });
    if (!anyName) {
      error(operand.place, "there is no location at a constant address");
      return constant(0);
    }
    return sum(operand.terms, true);
  }

  /// The address of `q[index]`, or of `q` without an index.
  ExprPtr element(const Operand& operand) {
    const MemoryObject* object = names_.object(operand.name.text);
    if (object == nullptr) {
      error(placeOf(operand.name), fmt::format("array '{}' is not declared", operand.name.text),
            didYouMean(operand.name.text, names_.objectNames()));
      return constant(0);
    }
    const ExprPtr index = sum(operand.terms, false);
    const bool literal = std::all_of(operand.terms.begin(), operand.terms.end(),
                                     [](const Term& term) { return term.kind == Term::Kind::Constant; });
    const auto* known = std::get_if<ConstantExpr>(&index->node);
    if (literal && (known->value < 0 || known->value >= object->size)) {
      error(operand.place,
            fmt::format("index {} is out of bounds for '{}', which has {} element{}", known->value,
                        object->name, object->size, object->size == 1 ? "" : "s"));
    }
    return add(BinaryOp::Add, constant(names_.addressOf(*object)), index);
  }

  ExprPtr value(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::Element:
      case Operand::Kind::Indirect:
        error(operand.place, "memory cannot be read here: expected a register or a constant",
              "load it first, or write & before an element for its address");
        return constant(0);
      case Operand::Kind::AddressOf:
        return element(operand);
      case Operand::Kind::Sum:
        break;
    }
    if (operand.terms.size() > 1 ||
        (operand.terms[0].negative && operand.terms[0].kind != Term::Kind::Constant)) {
      error(operand.place, "no arithmetic here: expected a register or a constant",
            "compute it first, with add or sub");
      return constant(0);
    }
    return sum(operand.terms, true);
  }

  ExprPtr sum(const std::vector<Term>& terms, bool locationsAllowed) {
    ExprPtr result = constant(0);
    for (const Term& t : terms) {
      result = add(t.negative ? BinaryOp::Sub : BinaryOp::Add, result, term(t, locationsAllowed));
    }
    return result;
  }

  /// left op right (+ or -), computed where it is known.
  static ExprPtr add(BinaryOp op, const ExprPtr& left, const ExprPtr& right) {
    const auto* l = std::get_if<ConstantExpr>(&left->node);
    const auto* r = std::get_if<ConstantExpr>(&right->node);
    const auto known = l != nullptr && r != nullptr ? apply(op, l->value, r->value) : std::nullopt;
    if (known) {
      return constant(*known);
    }
    if (l != nullptr && l->value == 0 && op == BinaryOp::Add) {
      return right;
    }
    return binary(op, left, right);
  }

  ExprPtr term(const Term& t, bool locationsAllowed) {
    if (t.kind == Term::Kind::Constant) {
      return constant(t.value);
    }
    if (t.kind == Term::Kind::Id) {
      return constant(idValue(t.token));
    }
    if (const MemoryObject* object = names_.object(t.token.text)) {
      if (!locationsAllowed) {
        error(placeOf(t.token), fmt::format("location '{}' cannot be an index", t.token.text),
              "load it into a register first");
      }
      return constant(names_.addressOf(*object));
    }
    return registerRef(readRegister(t.token).value_or(0));
  }

  Value idValue(const Token& name) {
    if (name.text == dialect_.laneId) {
      return place_.lane;
    }
    std::vector<std::string> known;
    if (!dialect_.laneId.empty()) {
      known.push_back("%" + std::string(dialect_.laneId));
    }
    for (const LevelName& id : dialect_.ids) {
      if (id.name == name.text) {
        return id.level == kThreadLevel ? place_.thread : place_.ids[id.level];
      }
      known.push_back("%" + std::string(id.name));
    }
    error(placeOf(name), fmt::format("unknown id '%{}'", name.text), "ids: " + commaList(known));
    return 0;
  }

  std::uint32_t label(const Operand& operand) {
    if (!isSingleName(operand)) {
      error(operand.place, "expected a label here");
      return 0;
    }
    const Token& name = operand.terms[0].token;
    const auto it = labels_.find(name.text);
    if (it == labels_.end()) {
      std::vector<std::string> known;
      for (const auto& [text, index] : labels_) {
        known.emplace_back(text);
      }
      error(operand.place, fmt::format("label '{}' is not in this column", name.text),
            didYouMean(name.text, known));
      return 0;
    }
    return it->second;
  }

  /// A constant, or a register that is one.
  /// @param registersAllowed any register will do
  BarrierNumber number(const Operand& operand, bool registersAllowed) {
    const bool single = operand.kind == Operand::Kind::Sum && operand.terms.size() == 1;
    if (single && operand.terms[0].kind == Term::Kind::Constant) {
      return operand.terms[0].value;
    }
    const auto reg = isSingleName(operand) ? names_.findRegister(place_.thread, operand.terms[0].token.text)
                                           : std::nullopt;
    if (reg && names_.hasInitial(place_.thread, *reg) && !names_.isWritten(place_.thread, *reg)) {
      return names_.program().threads[place_.thread].initialRegisters[*reg];
    }
    if (reg && registersAllowed) {
      return BarrierNumber::of(*reg);
    }
    error(operand.place,
          registersAllowed ? "expected a constant or a register here" : "expected a constant here",
          reg ? "a register counts as a constant if the initial state sets it and the code does not" : "");
    return 1;  // that no barrier minds
  }

  const ThreadPlace& place_;
  const Dialect& dialect_;
  const Names& names_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  std::map<std::string_view, std::uint32_t> labels_;
};

}  // namespace

std::vector<ResolvedInstruction> resolveRows(const std::vector<RowInstruction>& rows,
                                             const ThreadPlace& place, const Dialect& dialect,
                                             const Names& names, const SourcePtr& source,
                                             Diagnostics& diagnostics) {
  return Resolver(place, dialect, names, source, diagnostics).run(rows);
}

}  // namespace hrfcheck::frontend
