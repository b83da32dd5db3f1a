#include <fmt/format.h>

#include "frontend/columns/dialects.h"
#include "frontend/columns/lisa_table.h"
#include "frontend/shared/text/rows.h"
#include "program/expr/operators.h"
#include "program/ir/scope_levels.h"
#include "util/invariant.h"

namespace hrfcheck::frontend {
namespace lisa {
namespace {

/// Of one instruction.
constexpr std::size_t kMaxAnnotations = 16;

/// Reads one cell.
class LisaCell {
 public:
  LisaCell(TokenCursor& in, std::span<const Token> tokens) : in_(in), tokens_(tokens) {}

  RowInstruction run() {
    if (readLabels(in_, row_)) {
      return row_;
    }
    const Token first = in_.peek();
    row_.mnemonic.push_back(in_.expectIdentifier("an instruction"));
    const lisa::Mnemonic* mnemonic = findRow(lisa::kMnemonics, first.text);
    if (mnemonic == nullptr) {
      unknown(first);
    }
    annotations(*mnemonic);
    operands(*mnemonic);
    if (!in_.atEnd()) {
      in_.failExpected("the end of the instruction", fmt::format("write {}", mnemonic->syntax));
    }
    row_.place = {in_.source(), {first.span.begin, tokens_[tokens_.size() - 2].span.end}};
    row_.text = foldedText(tokens_, first.span.begin);
    return row_;
  }

 private:
  [[noreturn]] void unknown(const Token& word) {
    in_.fail(word, fmt::format("unknown instruction '{}'", word.text),
             didYouMean(word.text, namesIn(lisa::kMnemonics)));
  }

  void annotations(const lisa::Mnemonic& mnemonic) {
    if (mnemonic.form == Form::Call) {
      in_.fail(row_.mnemonic[0], "'call' is not supported", "herd refuses it, too");
    }
    if (mnemonic.form == Form::Move && in_.peek().isSymbol("[")) {
      in_.fail(in_.peek(), "'mov' takes no annotations");
    }
    if (!in_.accept("[") || in_.accept("]")) {
      return;
    }
    do {
      if (row_.annotations.size() == kMaxAnnotations) {
        in_.fail(in_.peek(), fmt::format("more than {} annotations", kMaxAnnotations));
      }
      row_.annotations.push_back(annotation());
    } while (in_.accept(","));
    in_.expect("]", "after the annotations");
  }

  /// A word, in which herd allows dashes.
  Token annotation() {
    Token word = in_.expectIdentifier("an annotation");
    while (in_.peek().isSymbol("-") && in_.peek().span.begin == word.span.end &&
           in_.peek(1).kind == TokenKind::Identifier && in_.peek(1).span.begin == in_.peek().span.end) {
      in_.take();
      word.span.end = in_.take().span.end;
    }
    word.text =
        std::string_view(in_.source()->text()).substr(word.span.begin, word.span.end - word.span.begin);
    return word;
  }

  void operands(const lisa::Mnemonic& mnemonic) {
    switch (mnemonic.form) {
      case Form::Load:
        row_.operands = {target(), address()};
        break;
      case Form::Store:
        row_.operands = {address()};
        row_.operands.push_back(registerOrConstant());
        break;
      case Form::Fence:
        if (in_.peek().isSymbol("{")) {
          in_.fail(in_.peek(), "fences between sets of labels are not supported");
        }
        break;
      case Form::Rmw:
        row_.operands = {target()};
        operation();
        row_.operands.push_back(address());
        break;
      case Form::Branch:
        branch();
        break;
      case Form::Move:
        row_.operands = {target()};
        operation();
        break;
      case Form::Call:
        break;
    }
  }

  bool atRegister() const {
    return in_.peek().kind == TokenKind::Identifier && lisa::isRegister(in_.peek().text);
  }

  static Term nameTerm(const Token& name) { return {Term::Kind::Name, false, 0, name}; }

  Operand single(Term term, const Token& first) const {
    Operand result;
    result.terms.push_back(term);
    result.place = in_.placeFrom(first);
    return result;
  }

  Operand target() {
    if (!atRegister()) {
      in_.failExpected("a register such as r0");
    }
    const Token name = in_.take();
    return single(nameTerm(name), name);
  }

  Operand registerOrConstant() {
    const Token first = in_.peek();
    if (atRegister()) {
      return single(nameTerm(in_.take()), first);
    }
    if (!in_.atConstant()) {
      in_.failExpected("a register such as r0, or a constant");
    }
    const Value value = in_.expectConstant();
    return single({Term::Kind::Constant, false, value, first}, first);
  }

  /// A register, a constant, or the address of a location.
  Operand anyValue() {
    const Token first = in_.peek();
    if (atRegister() || first.kind != TokenKind::Identifier) {
      return registerOrConstant();
    }
    Operand result;
    result.kind = Operand::Kind::AddressOf;
    result.name = in_.take();
    result.place = in_.placeOf(first);
    return result;
  }

  /// `x`, `r0`, `x+r1` or `r0+1`.
  Operand address() {
    const Token first = in_.expectIdentifier("a location, or a register with its address");
    Operand result = single(nameTerm(first), first);
    const bool inRegister = lisa::isRegister(first.text);
    if (in_.accept("+")) {
      const Term offset = registerOrConstant().terms[0];
      if (inRegister) {
        result.terms.push_back(offset);
      } else {
        result.kind = Operand::Kind::Element;
        result.name = first;
        result.terms = {offset};
      }
      result.place = in_.placeFrom(first);
    }
    if (inRegister) {
      result.kind = Operand::Kind::Indirect;
    }
    return result;
  }

  /// `v`, or `(add v v)`.
  void operation() {
    if (!in_.accept("(")) {
      row_.operands.push_back(anyValue());
      return;
    }
    const Token word = in_.expectIdentifier("an operator");
    if (findRow(lisa::kOperators, word.text) == nullptr) {
      in_.fail(word, fmt::format("unknown operator '{}'", word.text),
               "operators: " + commaList(namesIn(lisa::kOperators)));
    }
    row_.mnemonic.push_back(word);
    row_.operands.push_back(anyValue());
    row_.operands.push_back(anyValue());
    in_.expect(")", "after the operation");
  }

  void branch() {
    if (atRegister()) {
      row_.operands.push_back(target());
    }
    const Token label = in_.expectIdentifier("a label");
    row_.operands.push_back(single(nameTerm(label), label));
  }

  TokenCursor& in_;
  std::span<const Token> tokens_;
  RowInstruction row_;
};

/// Reads one cell of LISA: `{LABEL:} word[annotation, ...] operand ...`, where operands are separated by
/// white space. An operation `(add r1 1)` becomes a second word of the mnemonic and two operands.
RowInstruction readLisaCell(TokenCursor& in, std::span<const Token> tokens) {
  return LisaCell(in, tokens).run();
}

bool hasOperation(const RowInstruction& row) {
  return row.mnemonic.size() > 1;
}

std::optional<Signature> signature(const RowInstruction& row) {
  const lisa::Mnemonic& m = *findRow(lisa::kMnemonics, row.mnemonic[0].text);
  switch (m.form) {
    case Form::Rmw:
      return Signature{hasOperation(row) ? "tvva" : m.roles, m.syntax, ""};
    case Form::Move:
      return Signature{hasOperation(row) ? "tvv" : m.roles, m.syntax, ""};
    case Form::Branch:
      return Signature{row.operands.size() == 1 ? "l" : m.roles, m.syntax, ""};
    case Form::Load:
    case Form::Store:
    case Form::Fence:
    case Form::Call:
      return Signature{m.roles, m.syntax, ""};
  }
  INVARIANT(false, "an instruction without a form");
}

BinaryOp operatorOf(const RowInstruction& row) {
  return findRow(lisa::kOperators, row.mnemonic[1].text)->op;
}

/// What `mov` and `rmw` compute from the operands behind the target.
ExprPtr computed(const ResolvedRow& row) {
  return hasOperation(row.row) ? binary(operatorOf(row.row), row.expr(1), row.expr(2)) : row.expr(1);
}

/// A read-modify-write. Where the operation speaks of the target, it means the value that was read.
class RmwBuilder {
 public:
  explicit RmwBuilder(const ResolvedRow& row) : in_(row), row_(row.row) {}

  Operation build() const {
    const bool first = isTarget(row_.operands[1]);
    const bool second = hasOperation(row_) && isTarget(row_.operands[2]);
    if (!first && !second) {
      return operation(RmwOp::Exchange, computed(in_));
    }
    if (!hasOperation(row_)) {
      return operation(RmwOp::Or, constant(0));
    }
    const std::optional<RmwOp> op = updateBy(operatorOf(row_));
    if (!op || (first && second)) {
      in_.error(
          row_.mnemonic[1],
          fmt::format("'{}' of what the read-modify-write reads {} is not supported", row_.mnemonic[1].text,
                      first && second ? "and of the same once more" : "and another value"),
          "supported: (add r v), (and r v), (xor r v), with r the register that is read into");
      return NopOp{};
    }
    return operation(*op, in_.operands[first ? 2 : 1].expr);
  }

 private:
  bool isTarget(const Operand& operand) const {
    return isSingleName(operand) && operand.terms[0].token.text == row_.operands[0].terms[0].token.text;
  }

  /// herd's read-modify-writes have no order of their own, and no scope.
  Operation operation(RmwOp op, ExprPtr operand) const {
    return RmwOperation{in_.operands[0].target, op,      in_.operands.back().expr,
                        std::move(operand),     nullptr, {Order::Relaxed, kThreadLevel, false}};
  }

  const ResolvedRow& in_;
  const RowInstruction& row_;
};

Operation operationOf(const ResolvedRow& row) {
  switch (findRow(lisa::kMnemonics, row.row.mnemonic[0].text)->form) {
    case Form::Load:
      return LoadOp{row.target(0), row.expr(1), std::nullopt};
    case Form::Store:
      return StoreOp{row.expr(0), row.expr(1), std::nullopt};
    case Form::Fence:
      return FenceOp{};
    case Form::Rmw:
      return RmwBuilder(row).build();
    case Form::Branch:
      if (row.operands.size() == 1) {
        return JumpOp{row.operands[0].label};
      }
      return BranchOp{binary(BinaryOp::Ne, row.expr(0), constant(0)), row.operands[1].label};
    case Form::Move:
      return AssignOp{row.target(0), computed(row)};
    case Form::Call:
      break;
  }
  INVARIANT(false, "an instruction without a meaning");
}

Meaning build(const ResolvedRow& row) {
  std::vector<std::string> marks;
  for (const Token& annotation : row.row.annotations) {
    marks.push_back(fmt::format("'{}", annotation.text));
  }
  return {operationOf(row), std::move(marks)};
}

}  // namespace
}  // namespace lisa

const Dialect kLisaDialect = {
    .name = "LISA",
    .summary = "herd's annotated accesses and fences in columns, for custom models with bell files",
    .layout = Layout::Columns,
    .levels = lisa::kLevels,
    .levelNames = {},
    .sharedFrom = 1,
    .signature = lisa::signature,
    .mnemonics = [] { return namesIn(lisa::kMnemonics); },
    .build = lisa::build,
    .readCell = lisa::readLisaCell,
    .sections = lisa::kSections,
    .levelsFromTree = true,
};

}  // namespace hrfcheck::frontend
