#include "frontend/launch/kernel_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "frontend/c/language/language.h"
#include "frontend/launch/launches.h"
#include "frontend/shared/text/lexer.h"
#include "frontend/shared/text/preamble.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

constexpr std::string_view kBlanks = " \t\r";

bool endsLike(const std::string& file, const Dialect& dialect) {
  return std::ranges::any_of(dialect.kernelFiles,
                             [&](std::string_view ending) { return file.ends_with(ending); });
}

bool isKernelFileName(const std::string& file) {
  return std::ranges::any_of(supportedDialects(),
                             [&](const Dialect* dialect) { return endsLike(file, *dialect); });
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
bool hasKernel(const std::vector<Token>& tokens, const Dialect& dialect) {
  const std::span<const std::string_view> words = dialect.c->kernelWords;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool word = tokens[i].kind == TokenKind::Identifier && tokens[i + 1].kind == TokenKind::Identifier;
    if (word && std::ranges::find(words, tokens[i].text) != words.end()) {
      return true;
    }
  }
  return false;
}

bool hasKernels(const Dialect& dialect) {
  return dialect.c != nullptr && !dialect.c->kernelWords.empty();
}

/// In any case of letters; null where no language of kernels has the name.
const Dialect* kernelDialectNamed(const std::string& name) {
  for (const Dialect* dialect : supportedDialects()) {
    if (hasKernels(*dialect) && lowered(std::string(dialect->name)) == lowered(name)) {
      return dialect;
    }
  }
  return nullptr;
}

/// What a line `language`, or an option, says last; each test of a file may say the same.
std::optional<Directive> languageLine(const SourcePtr& source) {
  Diagnostics ignored;
  const FileDirectives lines = readDirectives(source, Lines::All, ignored);
  std::optional<Directive> said;
  for (const NamedTest& test : lines.tests) {
    const auto line = lines.of(test).only("language");
    said = line ? line : said;
  }
  return said;
}

/// Words that only texts of this language have, such as `__hip_atomic_load`.
bool hasOwnWords(const std::vector<Token>& tokens, const Dialect& dialect) {
  return std::ranges::any_of(tokens, [&](const Token& token) {
    return token.kind == TokenKind::Identifier &&
           std::ranges::any_of(dialect.c->ownPrefixes,
                               [&](std::string_view prefix) { return token.text.starts_with(prefix); });
  });
}

/// Of languages whose kernels begin with the same words, the one whose own words the text has, or the first.
const Dialect* dialectByWords(const SourcePtr& source) {
  Diagnostics ignored;  // the text is read again by those who report
  const std::vector<Token> tokens = tokenizeCode(source, ignored);
  const Dialect* first = nullptr;
  for (const Dialect* dialect : supportedDialects()) {
    if (!hasKernels(*dialect) || !hasKernel(tokens, *dialect)) {
      continue;
    }
    if (hasOwnWords(tokens, *dialect)) {
      return dialect;
    }
    first = first == nullptr ? dialect : first;
  }
  return first;
}

/// A number, perhaps with a sign, in the type that C gives it.
c::Literal definedValue(TokenCursor& in) {
  const Token digits = in.peek(in.peek().isSymbol("-") ? 1 : 0);
  const Value value = in.expectConstant();
  const std::optional<c::Literal> literal = c::literalOf(digits.text);
  return {value, literal ? literal->type : c::kLong};
}

/// Whether nothing but a number is left, perhaps with a sign.
bool atOnlyConstant(const TokenCursor& in) {
  const std::size_t digits = in.peek().isSymbol("-") ? 1 : 0;
  return in.peek(digits).kind == TokenKind::Number && in.peek(digits + 1).kind == TokenKind::End;
}

/// `N=4`, `N 4`, `N`: 1, `T=unsigned long`, as of a compiler's -D.
std::optional<c::Definition> definitionIn(const Directive& line, const SourcePtr& source,
                                          Diagnostics& diagnostics) {
  Diagnostics ignored;  // of a text that the preprocessor reads
  const std::vector<Token> tokens = tokenizePart(source, line.rest, ignored);
  TokenCursor in(source, tokens, diagnostics);
  try {
    c::Definition result{in.expectIdentifier("the name of a constant"), {1, c::kInt}};
    if (in.peek().isSymbol("(")) {
      in.fail(in.peek(), "a macro with parameters cannot be defined here", "define it in the file");
    }
    const bool equals = in.accept("=");
    if (atOnlyConstant(in)) {
      result.value = definedValue(in);
    } else if (equals || !in.atEnd()) {
      const std::uint32_t begin = equals ? tokens[1].span.end : result.name.span.end;
      const std::string_view text = source->slice({begin, line.rest.end});
      result.text = std::string(text.substr(std::min(text.find_first_not_of(kBlanks), text.size())));
    }
    return result;
  } catch (const SyntaxFailure&) {
    return std::nullopt;
  }
}

}  // namespace

const Dialect* kernelDialect(const SourcePtr& source) {
  const bool litmus = !isKernelFileName(source->name()) && beginsWithDialect(source);
  if (litmus) {
    return nullptr;
  }
  if (const auto line = languageLine(source)) {
    if (const Dialect* dialect = kernelDialectNamed(std::string(source->slice(line->rest)))) {
      return dialect;
    }
  }
  for (const Dialect* dialect : supportedDialects()) {
    if (dialect->c != nullptr && endsLike(source->name(), *dialect)) {
      return dialect;
    }
  }
  return dialectByWords(source);
}

void requireLanguage(const Directives& directives, const SourcePtr& source, Diagnostics& diagnostics) {
  const auto line = directives.only("language");
  if (!line || kernelDialectNamed(std::string(source->slice(line->rest))) != nullptr) {
    return;
  }
  std::vector<std::string> names;
  for (const Dialect* dialect : supportedDialects()) {
    if (hasKernels(*dialect)) {
      names.push_back(lowered(std::string(dialect->name)));
    }
  }
  diagnostics.error({source, line->rest},
                    fmt::format("'{}' is not a language of kernels", source->slice(line->rest)),
                    "one of " + commaList(names));
}

void refuseWordsOfPtx(const Directives& directives, const SourcePtr& source, Diagnostics& diagnostics) {
  for (const std::string_view word : {"cooperative", "volatile"}) {
    if (const auto line = directives.only(word)) {
      diagnostics.error({source, line->all()},
                        fmt::format("'{}' is supported for kernels in PTX only", word));
    }
  }
  for (const Directive& line : directives.all("kernel")) {
    if (isLaunchLine(source->slice(line.rest))) {
      diagnostics.error({source, line.all()},
                        "several kernels that run side by side are supported in CUDA C++ and PTX only",
                        "launch one: //# kernel NAME and //# launch 2x2");
      break;
    }
  }
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
