#include <fmt/format.h>

#include "frontend/c/language/atomic_words.h"
#include "frontend/c/syntax/parsers.h"
#include "frontend/c/syntax/vector_types.h"
#include "frontend/shared/text/type_words.h"

namespace hrfcheck::frontend::c {
namespace {

bool isKeyword(const Token& token) {
  return token.isWord("struct") || token.isWord("enum") || token.isWord("union");
}

/// Whether the token `ahead`, `global` or the like, is a qualifier and not the name of something.
bool isQualifierHere(const TokenCursor& in, bool baseSeen, std::size_t ahead = 0) {
  const Token& word = in.peek(ahead);
  if (!isQualifierWord(word.text) && !addressSpaceWord(word.text)) {
    return false;
  }
  const Token& next = in.peek(ahead + 1);
  return !isSoftWord(word.text) || next.kind == TokenKind::Identifier || (baseSeen && next.isSymbol("*"));
}

class SpecifierParser {
 public:
  explicit SpecifierParser(ParseContext& context) : context_(context), in_(context.in) {}

  Specifiers run() {
    result_.first = in_.peek();
    while (in_.peek().kind == TokenKind::Identifier && word()) {
    }
    if (!baseSeen_) {
      if (in_.peek().kind == TokenKind::Identifier) {
        failUnknownType(context_);
      }
      in_.failExpected("a type");
    }
    result_.type.atomic = result_.type.atomic || atomic_;
    result_.type.isVolatile = result_.type.isVolatile || isVolatile_;
    if (integer_.any()) {
      result_.type.integer = integer_.kind();
    }
    result_.type.space = space_ == AddressSpace::Generic ? result_.type.space : space_;
    return result_;
  }

 private:
  /// Takes a word of the type; false where there is none.
  bool word() {
    const Token& token = in_.peek();
    if (token.isWord("_Atomic")) {
      atomicQualifier();
    } else if (const std::optional<std::uint32_t> level = scopedAtomicLevel(token.text); level && baseSeen_) {
      result_.type.object = AtomicObject{*level, result_.type.pointers};
      atomic_ = true;
      in_.take();
    } else if (token.isWord(kDeducedType) && !baseSeen_) {
      base(Type::Base::Integer, in_.take());
      result_.type.deduced = true;
    } else if (acceptAttribute(context_)) {
      // says nothing to a memory model
    } else if (isQualifierHere(in_, baseSeen_)) {
      qualifier();
    } else if (isFloatWord(token.text)) {
      in_.fail(token, fmt::format("'{}' is not supported: values are integers", token.text));
    } else if (isIntegerWord(token.text) && (!baseSeen_ || integer_.any())) {
      atomic_ = atomic_ || isAtomicWord(token.text);
      integer_.add(token.text);
      base(Type::Base::Integer, in_.take());
    } else if (baseSeen_) {
      return false;
    } else if (token.isWord("void")) {
      base(Type::Base::Void, in_.take());
    } else if (isKeyword(token)) {
      tagged();
    } else {
      return definedType();
    }
    return true;
  }

  void base(Type::Base kind, const Token& name) {
    result_.type.base = kind;
    result_.type.name = name;
    baseSeen_ = true;
  }

  void qualifier() {
    const Token& word = in_.take();
    if (const std::optional<AddressSpace> space = addressSpaceWord(word.text)) {
      space_ = *space;
    }
    result_.constant = result_.constant || word.text == "const" || word.text == "constexpr" ||
                       word.text == "constant" || word.text == "__constant";
    result_.typeDefinition = result_.typeDefinition || word.text == "typedef";
    isVolatile_ = isVolatile_ || word.text == "volatile";
  }

  /// `_Atomic int`, `_Atomic(int)`
  void atomicQualifier() {
    in_.take();
    atomic_ = true;
    if (!baseSeen_ && in_.accept("(")) {
      result_.type = parseTypeName(context_);
      baseSeen_ = true;
      in_.expect(")", "after the type");
    }
  }

  /// `struct Queue`, `enum Colour`
  void tagged() {
    const Token keyword = in_.take();
    if (keyword.text == "union") {
      in_.fail(keyword, "unions are not supported");
    }
    const Token& name = in_.expectIdentifier(fmt::format("the name of the {}", keyword.text));
    if (in_.peek().isSymbol("{")) {
      in_.fail(keyword, fmt::format("a {} cannot be declared here", keyword.text),
               "declare it outside functions");
    }
    if (keyword.text == "enum") {
      base(Type::Base::Integer, name);
      return;
    }
    if (context_.structs.count(name.text) == 0) {
      in_.fail(name, fmt::format("struct '{}' is not declared", name.text),
               didYouMean(name.text, {context_.structs.begin(), context_.structs.end()}));
    }
    base(Type::Base::Struct, name);
  }

  bool definedType() {
    defineVectorType(context_, in_.peek());
    const auto it = context_.types.find(in_.peek().text);
    if (it == context_.types.end()) {
      return false;
    }
    in_.take();
    result_.type = it->second;
    baseSeen_ = true;
    return true;
  }

  ParseContext& context_;
  TokenCursor& in_;
  Specifiers result_;
  AddressSpace space_ = AddressSpace::Generic;
  bool atomic_ = false;
  bool baseSeen_ = false;
  bool isVolatile_ = false;
  IntegerWords integer_;
};

/// `reqd_work_group_size(64, 1, 1)` in an attribute: takes it, if it is one. What is no constant says
/// nothing.
bool groupSize(ParseContext& context) {
  TokenCursor& in = context.in;
  const bool here = in.peek().isWord("reqd_work_group_size") || in.peek().isWord("__reqd_work_group_size__");
  if (!here || !in.peek(1).isSymbol("(")) {
    return false;
  }
  GroupSize size{in.take(), {}};
  in.take();
  bool constant = true;
  do {
    const std::optional<Literal> number =
        constantValue(*parseAssignment(context), context.constants, context.shifts);
    constant = constant && number;
    size.numbers.push_back(number ? number->value : 0);
  } while (in.accept(","));
  in.expect(")", fmt::format("after '{}'", size.word.text));
  if (constant) {
    context.groupSize = std::move(size);
  }
  return true;
}

}  // namespace

bool acceptAttribute(ParseContext& context) {
  TokenCursor& in = context.in;
  if (!in.peek().isWord("__attribute__") && !in.peek().isWord("__attribute")) {
    return false;
  }
  const Token first = in.take();
  in.expect("(", fmt::format("after '{}'", first.text));
  for (std::size_t open = 1; open > 0;) {
    if (in.atEnd() || in.peek().isSymbol(";") || in.peek().isSymbol("{")) {
      in.fail(first, "this attribute is not closed");
    }
    if (groupSize(context)) {
      continue;
    }
    const Token& token = in.take();
    open += token.isSymbol("(") ? 1U : 0U;
    open -= token.isSymbol(")") ? 1U : 0U;
  }
  return true;
}

bool atType(const ParseContext& context, std::size_t ahead) {
  const Token& token = context.in.peek(ahead);
  if (token.kind != TokenKind::Identifier) {
    return false;
  }
  return isQualifierHere(context.in, false, ahead) || isIntegerWord(token.text) || isFloatWord(token.text) ||
         isKeyword(token) || token.isWord("void") || token.isWord("_Atomic") ||
         token.isWord("__attribute__") || token.isWord("__attribute") || token.isWord(kDeducedType) ||
         context.types.count(token.text) != 0 || isVectorWord(token.text);
}

Specifiers parseSpecifiers(ParseContext& context) {
  return SpecifierParser(context).run();
}

Type parsePointers(ParseContext& context, Type type) {
  TokenCursor& in = context.in;
  for (;;) {
    if (in.accept("*")) {
      ++type.pointers;
    } else if (in.acceptWord("_Atomic")) {
      type.atomic = true;
    } else if (const std::optional<std::uint32_t> level = scopedAtomicLevel(in.peek().text)) {
      type.atomic = true;
      type.object = AtomicObject{*level, type.pointers};
      in.take();
    } else if (acceptAttribute(context)) {
      // says nothing to a memory model
    } else if (in.peek().kind == TokenKind::Identifier && isQualifierHere(in, true)) {
      in.take();
    } else {
      return type;
    }
  }
}

Type parseTypeName(ParseContext& context) {
  const Specifiers specifiers = parseSpecifiers(context);
  return parsePointers(context, specifiers.type);
}

void failUnknownType(ParseContext& context) {
  std::vector<std::string> known = typeWords();
  for (const auto& [name, type] : context.types) {
    known.emplace_back(name);
  }
  const Token& word = context.in.peek();
  const bool tag = context.structs.count(word.text) != 0;
  context.in.fail(word, fmt::format("unknown type '{}'", word.text),
                  tag ? fmt::format("write struct {}", word.text) : didYouMean(word.text, known));
}

}  // namespace hrfcheck::frontend::c
