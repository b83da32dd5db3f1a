#include "frontend/c/syntax/parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/language.h"
#include "frontend/c/syntax/parsers.h"
#include "frontend/c/syntax/vector_types.h"
#include "frontend/shared/initial_state.h"
#include "frontend/shared/text/rows.h"

// The outermost level of the code: threads, functions, variables, types and constants, in any order, but
// types and constants before their use (C needs them to tell a declaration from an expression). Typedefs are
// resolved here: behind the parser a type is an integer or a struct. A mistake costs the statement or the
// declaration it is in; one in the head of a function costs the head, and its body is read nevertheless.

namespace hrfcheck::frontend::c {
namespace {

/// The words of `struct Q { }`; more, and its fields could not be read.
constexpr std::size_t kEmptyStruct = 4;

class UnitParser {
 public:
  UnitParser(TokenCursor& in, const Dialect& dialect, const UnitText& text)
      : context_{in, {}, {}, {}, {}, {}}, in_(in), dialect_(dialect), onlyCode_(text.onlyCode) {
    context_.shifts = dialect.c->shifts;
    context_.cpp = dialect.c->cpp;
    addMemoryWords(context_);
    for (const Definition& definition : text.definitions) {
      if (definition.text) {
        continue;  // its name is not there any more
      }
      addConstant(context_, definition.name, definition.value, result_.unit.constants);
      context_.defined.insert(definition.name.text);
    }
  }

  ParsedUnit run() {
    while (!in_.atEnd() && !atSection(in_)) {
      const std::size_t position = in_.position();
      try {
        item();
      } catch (const SyntaxFailure&) {
        recover(context_, position);
        while (in_.accept("}")) {
          // of nothing
        }
      }
    }
    const bool kernels = std::ranges::any_of(result_.unit.functions, &Function::kernel);
    if (result_.header.empty() && !kernels) {
      const std::string expected =
          onlyCode_ ? fmt::format("a kernel, such as {} void f(...)", dialect_.c->kernelWords.front())
                    : "a thread, such as P0 (...)";
      in_.fail(in_.peek(), fmt::format("expected {}, found {}", expected, describe(in_.peek())));
    }
    if (!result_.header.empty()) {
      checkThreadNumbers(in_, result_.header);
    }
    std::vector<Struct>& structs = result_.unit.structs;
    structs.insert(structs.begin(), context_.vectors.begin(), context_.vectors.end());
    result_.doubtful = std::move(context_.doubtful);
    result_.constants = std::move(context_.constants);
    return std::move(result_);
  }

 private:
  void item() {
    if (in_.accept(";")) {
      return;
    }
    if (threadNumber(in_.peek().text)) {
      thread();
    } else if (in_.peek().isWord("launch") && in_.peek(1).kind == TokenKind::String) {
      launchLine();
    } else if (in_.peek().isSymbol("#")) {
      append(parseDirective(context_));
    } else if (atType(context_)) {
      declaration();
    } else {
      unknown();
    }
  }

  void launchLine() {
    LaunchLine line;
    line.word = in_.take();
    line.size = in_.take();
    if (in_.peek().isWord("sub") && in_.peek(1).isSymbol("-") && in_.peek(2).isWord("group")) {
      in_.take();
      in_.take();
      in_.take();
      line.subGroup = in_.peek();
      in_.expectConstant();
    }
    in_.accept(";");
    if (result_.launch) {
      in_.fail(line.word, "a second 'launch': a test launches one kernel");
    }
    result_.launch = line;
  }

  void append(std::vector<Constant> constants) {
    result_.unit.constants.insert(result_.unit.constants.end(), constants.begin(), constants.end());
  }

  [[noreturn]] void unknown() {
    const Token& word = in_.peek();
    const Token& next = in_.peek(1);
    const bool section = next.isSymbol("(") || next.isSymbol(":") || next.isSymbol("[");
    if (word.kind == TokenKind::Identifier && !section) {
      failUnknownType(context_);
    }
    if (word.kind == TokenKind::Identifier) {
      std::vector<std::string> known = sectionWords();
      known.insert(known.end(), {"P0", "P1", "P2", "P3"});
      in_.fail(word, fmt::format("expected a thread, a function or a section, found {}", describe(word)),
               didYouMean(word.text, known));
    }
    in_.failExpected("a thread, such as P0 (...), a function or a section");
  }

  void thread() {
    ThreadFunction result;
    result.token = in_.peek();
    try {
      result_.header.push_back(parseHeaderCell(in_, dialect_));
    } catch (const SyntaxFailure&) {
      result_.header.push_back({{}, DeclaredIds(dialect_.levels.size()), false, result.token});
      skipTo("(");
    }
    result.threads = result_.header.back().threads;
    result.parameters = head();
    result.body = parseBody(context_);
    result_.unit.threads.push_back(std::move(result));
  }

  /// The parameters; a mistake in them costs all of them.
  std::vector<Parameter> head() {
    const std::size_t position = in_.position();
    try {
      return parseParameters(context_);
    } catch (const SyntaxFailure&) {
      skipTo("{");
      noteDoubtful(context_, position);
      return {};
    }
  }

  /// Or to a `;`.
  void skipTo(std::string_view symbol) {
    do {
      if (in_.peek().isSymbol(symbol) || in_.peek().isSymbol(";")) {
        return;
      }
      in_.take();
    } while (!in_.atEnd() && !atThreadOrSection(in_));
    throw SyntaxFailure{};
  }

  void declaration() {
    const bool typeDefinition = in_.peek().isWord("typedef");
    const std::size_t tag = typeDefinition ? 1 : 0;
    const bool named = in_.peek(tag + 1).kind == TokenKind::Identifier;
    const bool defines = in_.peek(tag + (named ? 2 : 1)).isSymbol("{");
    if (in_.peek(tag).isWord("struct") && (defines || in_.peek(tag + 2).isSymbol(";"))) {
      structDeclaration(typeDefinition, defines);
    } else if (in_.peek(tag).isWord("enum") && defines) {
      enumDeclaration(typeDefinition);
    } else {
      plainDeclaration();
    }
  }

  /// `struct Q {...};`, `typedef struct {...} Q;`, `struct Q {...} q;`, `struct Q;`
  void structDeclaration(bool typeDefinition, bool defines) {
    if (!defines) {
      in_.take();
      context_.structs.insert(in_.take().text);
      in_.expect(";", "");
      return;
    }
    if (typeDefinition) {
      in_.take();
    }
    const std::size_t position = in_.position();
    Struct result = parseStruct(context_);
    const bool broken = result.fields.empty() && in_.position() > position + kEmptyStruct;
    const bool anonymous = result.name.kind == TokenKind::End;
    if (anonymous) {
      result.name = in_.peek(0).kind == TokenKind::Identifier && typeDefinition ? in_.peek() : result.name;
      context_.structs.insert(result.name.text);
    }
    Type type;
    type.base = Type::Base::Struct;
    type.name = result.name;
    if (broken) {
      context_.doubtful.push_back(result.name);
    } else {
      result_.unit.structs.push_back(std::move(result));
    }
    rest(type, typeDefinition);
  }

  void enumDeclaration(bool typeDefinition) {
    if (typeDefinition) {
      in_.take();
    }
    Type type;
    type.name = in_.peek();
    append(parseEnum(context_));
    rest(type, typeDefinition);
  }

  /// The names behind `}` of a struct or an enum.
  void rest(const Type& type, bool typeDefinition) {
    if (typeDefinition) {
      typedefs(type);
    } else if (in_.peek().isSymbol("*") ||
               (in_.peek().kind == TokenKind::Identifier && !in_.peek().firstOnLine)) {
      variables(parseDeclarators(context_, type));
    }
    expectSemicolon(context_, "after this declaration");
  }

  void typedefs(const Type& type) {
    do {
      const Type pointer = parsePointers(context_, type);
      const Token name = parseDeclaredName(context_);
      if (in_.peek().isSymbol("[")) {
        in_.fail(in_.peek(), "names for arrays are not supported");
      }
      context_.types[name.text] = pointer;
      result_.unit.typedefs.push_back({name, pointer});
    } while (in_.accept(","));
  }

  void variables(std::vector<Declarator> declarators) {
    std::vector<Declarator>& globals = result_.unit.globals;
    globals.insert(globals.end(), declarators.begin(), declarators.end());
  }

  /// A typedef, a function, variables, constants, or a thread with a type before its name.
  void plainDeclaration() {
    const std::size_t position = in_.position();
    context_.groupSize.reset();
    const Specifiers specifiers = parseSpecifiers(context_);
    const bool kernel = std::ranges::any_of(in_.takenSince(position), [&](const Token& token) {
      return std::ranges::find(dialect_.c->kernelWords, token.text) != dialect_.c->kernelWords.end();
    });
    if (specifiers.typeDefinition) {
      typedefs(specifiers.type);
      expectSemicolon(context_, "after this declaration");
      return;
    }
    if (threadNumber(in_.peek().text)) {
      thread();
      return;
    }
    const Type type = parsePointers(context_, specifiers.type);
    const Token name = parseDeclaredName(context_);
    if (in_.peek().isSymbol("(")) {
      function(type, name, kernel);
      return;
    }
    variableOrConstant(specifiers, type, name);
    while (in_.accept(",")) {
      const Type next = parsePointers(context_, specifiers.type);
      variableOrConstant(specifiers, next, parseDeclaredName(context_));
    }
    expectSemicolon(context_, "after this declaration");
  }

  void variableOrConstant(const Specifiers& specifiers, const Type& type, const Token& name) {
    Declarator declarator = parseDeclaratorRest(context_, type, name);
    if (!declarator.innerSizes.empty()) {
      in_.fail(name, "arrays of arrays in memory are not supported",
               fmt::format("write one array of all elements, and {0}[i * n + j] for {0}[i][j]", name.text));
    }
    const bool plain = type.base == Type::Base::Integer && type.pointers == 0 && !type.atomic &&
                       !declarator.array && declarator.initial != nullptr;
    if (specifiers.constant && plain) {
      if (const std::optional<Literal> value =
              constantValue(*declarator.initial, context_.constants, context_.shifts)) {
        addConstant(context_, name, literalIn(type.integer, *value), result_.unit.constants);
        return;
      }
    }
    variables({std::move(declarator)});
  }

  void function(const Type& returns, const Token& name, bool kernel) {
    Function result;
    result.name = name;
    result.returns = returns;
    result.kernel = kernel;
    result.groupSize = std::move(context_.groupSize);
    result.parameters = head();
    if (in_.accept(";")) {
      return;  // a declaration without body says nothing that is needed
    }
    for (const Parameter& parameter : result.parameters) {
      if (parameter.name.kind == TokenKind::End) {
        in_.error(name, fmt::format("a parameter of '{}' has no name", name.text));
      }
    }
    result.body = parseBody(context_);
    if (kernel && result_.launch && !result_.launch->kernel) {
      result_.launch->kernel = name;
    }
    result_.unit.functions.push_back(std::move(result));
  }

  ParseContext context_;
  TokenCursor& in_;
  const Dialect& dialect_;
  bool onlyCode_;
  ParsedUnit result_;
};

}  // namespace

ParsedUnit parseUnit(TokenCursor& in, const Dialect& dialect, const UnitText& text) {
  return UnitParser(in, dialect, text).run();
}

}  // namespace hrfcheck::frontend::c
