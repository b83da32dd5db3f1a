#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/ptx/lexer.h"
#include "frontend/ptx/parser.h"
#include "frontend/ptx/syntax.h"
#include "frontend/shared/text/cursor.h"

// Directives, declarations and the structure of a module (PTX ISA, chapter 5 and 11).

namespace hrfcheck::frontend::ptx {
namespace {

constexpr unsigned kDeepestScope = 100;
constexpr std::uint64_t kLargestVariable = std::uint64_t{1} << 40;
constexpr std::uint32_t kMostRegisters = 10'000'000;
constexpr std::size_t kMostInitialElements = 1'000'000;

constexpr std::array<std::string_view, 5> kLinking = {"visible", "extern", "weak", "common", "unified"};

bool isLinking(std::string_view word) {
  return std::ranges::find(kLinking, word) != kLinking.end();
}

}  // namespace

PtxModule parse(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline) {
  std::vector<PtxToken> words = wordsOf(source, diagnostics, deadline);
  if (diagnostics.hasErrors()) {
    throw SyntaxFailure{};
  }
  return PtxParser(source, std::move(words), diagnostics, deadline).run();
}

PtxModule PtxParser::run() {
  while (peek().kind != PtxToken::Kind::End) {
    statementOfModule();
  }
  return std::move(module_);
}

const PtxToken& PtxParser::peek(std::size_t ahead) const {
  return words_[std::min(at_ + ahead, words_.size() - 1)];
}

const PtxToken& PtxParser::take() {
  look_.spend(1);
  const PtxToken& word = peek();
  at_ += at_ + 1 < words_.size() ? 1 : 0;
  return word;
}

bool PtxParser::accept(char symbol) {
  const bool there = peek().isSymbol(symbol);
  if (there) {
    take();
  }
  return there;
}

bool PtxParser::acceptDotted(std::string_view word) {
  const bool there = peek().isDotted(word);
  if (there) {
    take();
  }
  return there;
}

const PtxToken& PtxParser::expect(char symbol, std::string_view where) {
  if (!peek().isSymbol(symbol)) {
    fail(peek(), fmt::format("expected '{}' {}, found {}", symbol, where, described(peek())));
  }
  return take();
}

const PtxToken& PtxParser::expectWord(std::string_view what) {
  if (!peek().isWord()) {
    fail(peek(), fmt::format("expected {}, found {}", what, described(peek())));
  }
  return take();
}

std::uint32_t PtxParser::expectCount(std::string_view what, std::uint32_t most) {
  const PtxToken& number = peek();
  if (number.kind != PtxToken::Kind::Number) {
    fail(number, fmt::format("expected {}, found {}", what, described(number)));
  }
  if (number.bits > most) {
    fail(number, fmt::format("{} is at most {}", what, most));
  }
  take();
  return static_cast<std::uint32_t>(number.bits);
}

void PtxParser::fail(const PtxToken& at, const std::string& message, const std::string& hint) {
  diagnostics_.error({source_, at.span}, message, hint);
  throw SyntaxFailure{};
}

void PtxParser::failAt(Span span, const std::string& message) {
  diagnostics_.error({source_, span}, message);
  throw SyntaxFailure{};
}

std::string PtxParser::described(const PtxToken& word) {
  return word.kind == PtxToken::Kind::End      ? "the end of the file"
         : word.kind == PtxToken::Kind::Dotted ? fmt::format("'.{}'", word.text)
                                               : fmt::format("'{}'", word.text);
}

void PtxParser::statementOfModule() {
  if (accept(';')) {
    return;
  }
  const PtxToken& directive = take();
  if (directive.kind != PtxToken::Kind::Dotted) {
    fail(directive, fmt::format("expected a directive, found {}", described(directive)));
  }
  if (isLinking(directive.text)) {
    return;  // what follows is read in the same way
  }
  if (directive.text == "attribute") {
    skipAttribute();
    return;
  }
  if (const std::optional<StateSpace> space = spaceNamed(directive.text)) {
    variables(*space);
  } else if (directive.text == "entry" || directive.text == "func") {
    function(directive.text == "entry");
  } else if (directive.text == "file") {
    file();
  } else if (directive.text == "section") {
    section();
  } else if (directive.text == "loc") {
    location();
  } else if (directive.text == "pragma" || directive.text == "alias") {
    skipToSemicolon();
  } else {
    versions(directive);
  }
}

void PtxParser::versions(const PtxToken& directive) {
  if (directive.text == "version") {
    take();
  } else if (directive.text == "target") {
    do {
      expectWord("a target");
    } while (accept(','));
  } else if (directive.text == "address_size") {
    module_.addressBits = expectCount("the size of addresses", 64);
  } else {
    fail(directive, fmt::format("'.{}' is not a directive of a module that is known", directive.text));
  }
}

/// `.file 1 "a.cu", 0, 0`
void PtxParser::file() {
  const std::uint32_t number = expectCount("the number of a file", ~std::uint32_t{0});
  if (peek().kind != PtxToken::Kind::String) {
    fail(peek(), fmt::format("expected the name of a file, found {}", described(peek())));
  }
  module_.files[number] = std::string(take().text);
  while (accept(',')) {
    take();
  }
}

SourcePosition PtxParser::sourcePosition() {
  SourcePosition position;
  position.file = expectCount("the number of a file", ~std::uint32_t{0});
  position.line = expectCount("a line", ~std::uint32_t{0});
  position.column = expectCount("a column", ~std::uint32_t{0});
  return position;
}

/// `.loc 1 9 3, function_name $L__info_string0, inlined_at 1 13 3`
void PtxParser::location() {
  SourceLocation location;
  location.at = sourcePosition();
  while (accept(',')) {
    const PtxToken& word = expectWord("function_name or inlined_at");
    if (word.text == "function_name") {
      location.function = std::string(expectWord("a label").text);
      if (accept('+')) {
        take();
      }
    } else if (word.text == "inlined_at") {
      const SourcePosition at = sourcePosition();
      for (auto i = static_cast<std::uint32_t>(module_.locations.size()); i-- > 0;) {
        const SourcePosition& other = module_.locations[i].at;
        if (other.file == at.file && other.line == at.line && other.column == at.column) {
          location.caller = i;
          break;
        }
      }
      if (!location.caller) {
        location.caller = static_cast<std::uint32_t>(module_.locations.size());
        module_.locations.push_back({at});
      }
    } else {
      fail(word, fmt::format("expected function_name or inlined_at, found '{}'", word.text));
    }
  }
  location_ = static_cast<std::uint32_t>(module_.locations.size());
  module_.locations.push_back(std::move(location));
}

void PtxParser::skipAttribute() {
  expect('(', "after .attribute");
  while (!accept(')')) {
    if (peek().kind == PtxToken::Kind::End) {
      fail(peek(), "this attribute does not end");
    }
    managed_ = take().text == "managed" || managed_;
  }
}

void PtxParser::skipToSemicolon() {
  while (!accept(';')) {
    if (peek().kind == PtxToken::Kind::End) {
      fail(peek(), "expected ';', found the end of the file");
    }
    take();
  }
}

std::optional<StateSpace> PtxParser::spaceNamed(std::string_view word) {
  return word == "global"                            ? std::optional(StateSpace::Global)
         : word == "const"                           ? std::optional(StateSpace::Constant)
         : word == "shared" || word == "shared::cta" ? std::optional(StateSpace::Shared)
         : word == "local"                           ? std::optional(StateSpace::Local)
         : word == "param"                           ? std::optional(StateSpace::Parameter)
                                                     : std::nullopt;
}

void PtxParser::function(bool entry) {
  PtxFunction function;
  function.entry = entry;
  scopes_.open();
  if (peek().isSymbol('(')) {
    function.results = parameterList(true);
  }
  const PtxToken& name = expectWord("the name of a function");
  function.name = std::string(name.text);
  function.span = name.span;
  if (peek().isSymbol('(')) {
    function.parameters = parameterList(false);
  }
  functionDirectives(function);
  location_.reset();
  if (accept('{')) {
    function.body = true;
    body(function);
  } else {
    expect(';', "after the declaration of a function");
  }
  scopes_.close();
  const auto [known, fresh] =
      functions_.emplace(function.name, static_cast<std::uint32_t>(module_.functions.size()));
  if (fresh) {
    module_.functions.push_back(std::move(function));
  } else if (function.body) {
    if (module_.functions[known->second].body) {
      failAt(function.span, fmt::format("a second function '{}'", function.name));
    }
    module_.functions[known->second] = std::move(function);
  }
}

std::vector<std::uint32_t> PtxParser::parameterList(bool results) {
  std::vector<std::uint32_t> list;
  expect('(', "before parameters");
  if (accept(')')) {
    return list;
  }
  do {
    const PtxToken& space = take();
    if (space.isDotted("reg")) {
      fail(space, fmt::format("{} in registers are not supported", results ? "results" : "parameters"));
    }
    if (!space.isDotted("param")) {
      fail(space, fmt::format("expected .param, found {}", described(space)));
    }
    list.push_back(variable(StateSpace::Parameter, true));
  } while (accept(','));
  expect(')', "after parameters");
  return list;
}

std::array<std::uint32_t, 3> PtxParser::upToThree(std::string_view what) {
  std::array<std::uint32_t, 3> numbers{1, 1, 1};
  for (std::uint32_t& number : numbers) {
    number = expectCount(what, 1U << 31);
    if (!accept(',')) {
      break;
    }
  }
  return numbers;
}

void PtxParser::functionDirectives(PtxFunction& function) {
  while (peek().kind == PtxToken::Kind::Dotted) {
    const PtxToken& directive = take();
    if (directive.text == "reqntid") {
      function.requiredBlock = upToThree("a size of blocks");
    } else if (directive.text == "maxntid") {
      function.largestBlock = upToThree("a size of blocks");
    } else if (directive.text == "reqnctapercluster") {
      function.requiredCluster = upToThree("a size of clusters");
    } else if (directive.text == "pragma") {
      skipToSemicolon();
    } else if (directive.text == "attribute") {
      skipAttribute();
    } else {
      // What says how the code is to be compiled: .maxnreg 32, .minnctapersm 1, .noreturn ...
      while (peek().kind == PtxToken::Kind::Number || accept(',')) {
        if (peek().kind == PtxToken::Kind::Number) {
          take();
        }
      }
    }
  }
}

void PtxParser::body(PtxFunction& function) {
  scopeOf_.clear();
  location_.reset();
  scopes_.open();
  const unsigned depth = scopes_.depth();
  while (scopes_.depth() >= depth) {
    if (peek().kind == PtxToken::Kind::End) {
      fail(peek(), fmt::format("function '{}' does not end", function.name));
    }
    statement(function);
  }
  resolveLabels(function);
}

void PtxParser::statement(PtxFunction& function) {
  if (accept(';')) {
    return;
  }
  if (peek().isSymbol('{')) {
    if (scopes_.depth() > kDeepestScope) {
      fail(peek(), fmt::format("scopes are nested more than {} deep", kDeepestScope));
    }
    take();
    scopes_.open();
    return;
  }
  if (peek().isSymbol('}')) {
    closeScope(function);
    return;
  }
  if (peek().isWord() && peek(1).isSymbol(':')) {
    const PtxToken& label = take();
    take();
    if (peek().kind == PtxToken::Kind::Dotted &&
        (peek().text == "branchtargets" || peek().text == "callprototype" || peek().text == "calltargets")) {
      named(function, label);
    } else if (!scopes_.addLabel(std::string(label.text), static_cast<std::uint32_t>(function.code.size()))) {
      fail(label, fmt::format("a second label '{}'", label.text));
    }
    return;
  }
  if (peek().kind != PtxToken::Kind::Dotted) {
    instruction(function);
    return;
  }
  const PtxToken& directive = take();
  if (directive.text == "reg") {
    registers();
  } else if (directive.text == "loc") {
    location();
  } else if (directive.text == "file") {
    file();
  } else if (directive.text == "section") {
    section();
  } else if (directive.text == "pragma") {
    pragma(function, directive);
  } else if (isLinking(directive.text)) {
    return;
  } else if (const std::optional<StateSpace> space = spaceNamed(directive.text)) {
    variables(*space);
  } else {
    fail(directive, fmt::format("'.{}' is not a directive of a function that is known", directive.text));
  }
}

/// One of ours says what the next atomic access or fence is in the source: "hrfcheck.seq_cst".
void PtxParser::pragma(PtxFunction& function, const PtxToken& directive) {
  constexpr std::string_view kOurs = "hrfcheck.";
  const PtxToken& said = peek();
  if (said.kind == PtxToken::Kind::String && said.text.starts_with(kOurs)) {
    PtxInstruction order;
    order.name = kPragma;
    for (std::string_view rest = said.text.substr(kOurs.size()); !rest.empty();) {
      const std::size_t end = std::min(rest.find('.'), rest.size());
      order.modifiers.push_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    order.span = {directive.span.begin, said.span.end};
    order.location = location_;
    function.code.push_back(std::move(order));
    scopeOf_.push_back(scopes_.current());
  }
  skipToSemicolon();
}

/// Variables of a scope are there anew each time it is entered.
void PtxParser::closeScope(PtxFunction& function) {
  const PtxToken& brace = take();
  PtxInstruction end;
  end.name = "}";
  end.span = brace.span;
  end.location = location_;
  for (const std::uint32_t variable : scopes_.variablesHere()) {
    const StateSpace space = module_.variables[variable].space;
    if (space == StateSpace::Parameter || space == StateSpace::Local) {
      end.operands.push_back({.kind = PtxOperand::Kind::Variable, .index = variable});
    }
  }
  if (!end.operands.empty()) {
    function.code.push_back(std::move(end));
    scopeOf_.push_back(scopes_.current());
  }
  scopes_.close();
}

/// `targets: .branchtargets a, b;`, and prototypes, which say nothing new.
void PtxParser::named(PtxFunction& function, const PtxToken& label) {
  if (!acceptDotted("branchtargets")) {
    skipToSemicolon();
    return;
  }
  NamedList list{std::string(label.text)};
  do {
    const PtxToken& target = expectWord("a label");
    list.labels.push_back({.kind = PtxOperand::Kind::Name, .span = target.span, .text = target.text});
  } while (accept(','));
  expect(';', "after branch targets");
  function.targets.push_back(std::move(list));
}

PtxType PtxParser::type() {
  const PtxToken& word = take();
  const std::optional<PtxType> known =
      word.kind == PtxToken::Kind::Dotted ? typeNamed(word.text) : std::nullopt;
  if (!known) {
    fail(word, fmt::format("expected a type, found {}", described(word)));
  }
  return *known;
}

/// `.reg .v4 .b32 %r<4>, %x;`
void PtxParser::registers() {
  const std::uint32_t vector = acceptDotted("v2") ? 2 : acceptDotted("v4") ? 4 : acceptDotted("v8") ? 8 : 1;
  const PtxType declared = type();
  do {
    const PtxToken& name = expectWord("the name of a register");
    std::optional<std::uint32_t> count;
    if (accept('<')) {
      count = expectCount("the number of registers", kMostRegisters);
      expect('>', "after the number of registers");
    }
    if (!scopes_.addRegisters(std::string(name.text), count, declared, vector)) {
      fail(name, fmt::format("a second register '{}'", name.text));
    }
  } while (accept(','));
  expect(';', "after registers");
}

void PtxParser::variables(StateSpace space) {
  const Variable like = module_.variables[variable(space, false)];
  while (accept(',')) {
    Variable next = like;
    next.initial.clear();
    next.elements = 1;
    next.array = next.unsized = false;
    enter(std::move(next));
  }
  expect(';', "after a variable");
}

/// Behind the word of its space: `.align 8 .b8 name[16] = {...}`. The value is its number.
std::uint32_t PtxParser::variable(StateSpace space, bool parameter) {
  Variable result;
  result.space = space;
  managed_ = false;
  bool typed = false;
  while (peek().kind == PtxToken::Kind::Dotted) {
    const PtxToken& word = peek();
    if (word.text == "align") {
      take();
      result.alignment = expectCount("an alignment", 1U << 20);
    } else if (word.text == "attribute") {
      statementOfModule();
    } else if (word.text == "v2" || word.text == "v4" || word.text == "v8") {
      result.vector = static_cast<std::uint32_t>(word.text[1] - '0');
      take();
    } else if (!typed && typeNamed(word.text)) {
      result.type = type();
      typed = true;
    } else if (parameter || isLinking(word.text)) {
      take();  // .ptr .global, of what a parameter points to
      if ((word.text == "ptr" || parameter) && acceptDotted("align")) {
        expectCount("an alignment", 1U << 20);
      }
    } else {
      fail(word, fmt::format("expected a type, found {}", described(word)));
    }
  }
  if (!typed) {
    fail(peek(), fmt::format("expected a type, found {}", described(peek())));
  }
  result.alignment = std::max(result.alignment, result.type.bytes() * result.vector);
  result.managed = managed_;
  return enter(std::move(result));
}

/// Reads the name of a variable and what follows it. The value is its number.
std::uint32_t PtxParser::enter(Variable result) {
  const PtxToken& name = expectWord("the name of a variable");
  result.name = std::string(name.text);
  result.span = name.span;
  dimensions(result);
  if (accept('=')) {
    initializer(result);
  }
  const auto number = static_cast<std::uint32_t>(module_.variables.size());
  const bool fresh = result.name == "_" || scopes_.addVariable(result.name, number);
  if (!fresh && scopes_.depth() > 0) {
    fail(name, fmt::format("a second variable '{}'", name.text));
  }
  module_.variables.push_back(std::move(result));
  return number;
}

void PtxParser::dimensions(Variable& variable) {
  while (accept('[')) {
    variable.array = true;
    if (accept(']')) {
      variable.unsized = true;
      continue;
    }
    const PtxToken& size = peek();
    const std::uint64_t count = constantExpression().bits;
    if (count == 0 || count > kLargestVariable || variable.elements * count > kLargestVariable) {
      fail(size, fmt::format("variable '{}' is larger than a test can hold", variable.name));
    }
    variable.elements *= count;
    expect(']', "after the size of an array");
  }
}

void PtxParser::initializer(Variable& variable) {
  if (accept('{')) {
    initialElements(variable, 0);
  } else {
    variable.initial.push_back(initialElement());
  }
  if (variable.unsized) {
    variable.unsized = false;
    variable.elements = std::max<std::size_t>(variable.initial.size(), 1);
  }
}

void PtxParser::initialElements(Variable& variable, unsigned depth) {
  if (depth > kDeepestScope) {
    fail(peek(), "this initializer is nested too deeply");
  }
  while (!accept('}')) {
    if (accept('{')) {
      initialElements(variable, depth + 1);
    } else {
      variable.initial.push_back(initialElement());
    }
    if (variable.initial.size() > kMostInitialElements) {
      fail(peek(), fmt::format("an initializer of more than {} elements", kMostInitialElements));
    }
    if (!accept(',') && !peek().isSymbol('}')) {
      fail(peek(), fmt::format("expected ',' or '}}' in an initializer, found {}", described(peek())));
    }
  }
}

/// A constant, `name`, `name+4`, `generic(name)`.
InitialElement PtxParser::initialElement() {
  InitialElement element;
  element.span = peek().span;
  if (!peek().isWord()) {
    element.bits = constantExpression().bits;
    if (peek().isSymbol('(')) {
      fail(peek(), "an initializer of a part of an address is not supported");
    }
    return element;
  }
  const bool generic = peek().text == "generic" && peek(1).isSymbol('(');
  if (generic) {
    take();
    take();
  }
  element.variable = std::string(expectWord("the name of a variable").text);
  element.bits = offset();
  if (generic) {
    expect(')', "after an address");
  }
  return element;
}

}  // namespace hrfcheck::frontend::ptx
