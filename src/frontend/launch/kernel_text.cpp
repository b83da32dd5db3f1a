#include "frontend/launch/kernel_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "frontend/c/language.h"
#include "frontend/shared/lexer.h"
#include "frontend/shared/preamble.h"

namespace hrfcheck::frontend {
namespace {

bool endsLike(const std::string& file, const Dialect& dialect) {
  return std::ranges::any_of(dialect.kernelFiles,
                             [&](std::string_view ending) { return file.ends_with(ending); });
}

/// Or with a word that is probably meant for one.
bool beginsWithDialect(const SourcePtr& source) {
  std::vector<std::string> names;
  for (const Dialect* dialect : supportedDialects()) {
    names.emplace_back(dialect->name);
  }
  try {
    const std::string word = readHeading(source).dialect;
    return isDialectWord(word) || !nearestNames(word, names).empty();
  } catch (const UserError&) {
    return false;
  }
}

/// A kernel's word before another word: `kernel void`, `__kernel __attribute__`.
bool hasKernel(const SourcePtr& source, const Dialect& dialect) {
  Diagnostics ignored;  // the text is read again by those who report
  const std::vector<Token> tokens = tokenizeCode(source, ignored);
  const std::span<const std::string_view> words = dialect.c->kernelWords;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool word = tokens[i].kind == TokenKind::Identifier && tokens[i + 1].kind == TokenKind::Identifier;
    if (word && std::ranges::find(words, tokens[i].text) != words.end()) {
      return true;
    }
  }
  return false;
}

/// A number, perhaps with a sign, in the type that C gives it.
c::Literal definedValue(TokenCursor& in) {
  const Token digits = in.peek(in.peek().isSymbol("-") ? 1 : 0);
  const Value value = in.expectConstant();
  const std::optional<c::Literal> literal = c::literalOf(digits.text);
  return {value, literal ? literal->type : c::kLong};
}

/// `N=4`, `N 4`, `N`: 1, as of a compiler's -D.
std::optional<c::Definition> definitionIn(const Directive& line, const SourcePtr& source,
                                          Diagnostics& diagnostics) {
  const std::vector<Token> tokens = tokenizePart(source, line.rest, diagnostics);
  TokenCursor in(source, tokens, diagnostics);
  try {
    c::Definition result{in.expectIdentifier("the name of a constant"), {1, c::kInt}};
    const bool equals = in.accept("=");
    if (equals || in.atConstant()) {
      result.value = definedValue(in);
    }
    if (!in.atEnd()) {
      in.failExpected("a name and a number, such as N=4");
    }
    return result;
  } catch (const SyntaxFailure&) {
    return std::nullopt;
  }
}

}  // namespace

const Dialect* kernelDialect(const SourcePtr& source) {
  for (const Dialect* dialect : supportedDialects()) {
    if (dialect->c != nullptr && endsLike(source->name(), *dialect)) {
      return dialect;
    }
  }
  if (beginsWithDialect(source)) {
    return nullptr;
  }
  for (const Dialect* dialect : supportedDialects()) {
    if (dialect->c != nullptr && !dialect->c->kernelWords.empty() && hasKernel(source, *dialect)) {
      return dialect;
    }
  }
  return nullptr;
}

const NamedTest& chooseTest(const FileDirectives& directives, const std::string& name,
                            const SourcePtr& source) {
  const std::vector<std::string> names = directives.names();
  const auto found = std::ranges::find(directives.tests, name, &NamedTest::name);
  if (found != directives.tests.end()) {
    return *found;
  }
  if (name.empty() && directives.tests.size() == 1) {
    return directives.tests.front();
  }
  if (name.empty()) {
    throw UserError(fmt::format("{} has {} tests: {}", source->name(), names.size(), commaList(names)),
                    fmt::format("choose one with --test {}", names.front()));
  }
  const std::string nearest = didYouMean(name, names);
  const bool unnamed = names.size() == 1 && names.front().empty();
  throw UserError(fmt::format("{} has no test '{}'", source->name(), name),
                  unnamed           ? "its one test has no name"
                  : nearest.empty() ? "tests: " + commaList(names)
                                    : nearest);
}

std::string nameByFile(const std::string& file) {
  return std::filesystem::path(file).stem().string();
}

std::vector<c::Definition> readDefinitions(const Directives& directives, const SourcePtr& source,
                                           Diagnostics& diagnostics) {
  std::vector<c::Definition> result;
  for (const Directive& line : directives.all("define")) {
    const std::optional<c::Definition> definition = definitionIn(line, source, diagnostics);
    if (!definition) {
      continue;
    }
    std::erase_if(result,
                  [&](const c::Definition& before) { return before.name.text == definition->name.text; });
    result.push_back(*definition);
  }
  return result;
}

}  // namespace hrfcheck::frontend
