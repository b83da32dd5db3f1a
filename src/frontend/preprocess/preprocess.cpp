#include "frontend/preprocess/preprocess.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <span>

#include "frontend/c/language.h"
#include "frontend/preprocess/code_lines.h"
#include "frontend/preprocess/places.h"
#include "frontend/preprocess/printed_lines.h"
#include "frontend/shared/lexer.h"
#include "util/child_process.h"

namespace hrfcheck::frontend {
namespace {

constexpr std::size_t kLargestOutput = 4U << 20U;
constexpr std::size_t kLargestMemory = 1U << 30U;
constexpr double kSeconds = 10;

class Preprocessing {
 public:
  Preprocessing(const SourcePtr& source, const Dialect& dialect,
                const std::vector<c::Definition>& definitions, Diagnostics& diagnostics)
      : source_(source),
        code_(std::string_view(source->text()).substr(0, source->fileEnd())),
        dialect_(dialect),
        definitions_(definitions),
        diagnostics_(diagnostics),
        macros_(macrosOf(code_)) {
    for (const c::Definition& definition : definitions) {
      macros_.all.insert(definition.name.text);
    }
  }

  Preprocessed run() {
    Preprocessed result;
    result.text = std::make_shared<const Source>(source_->name(), printed());
    const PrintedLines lines(result.text);
    if (lines.hasOtherFile()) {
      throw UserError({source_, {0, 0}}, "the preprocessor has read another file: nothing is included here");
    }
    Diagnostics found;
    tokens_ = tokenizeCode(result.text, found);
    report(found, lines);
    written_ = tokenizeCode(source_, ignored_);
    for (std::size_t begin = 0; begin + 1 < tokens_.size();) {
      begin = line(begin, lines, result);
    }
    Token end = tokens_.back();
    end.span = {source_->fileEnd(), source_->fileEnd()};
    result.tokens.push_back(end);
    return result;
  }

 private:
  /// What the preprocessor prints, macros that the file defines among it (`-dD`).
  std::string printed() const {
    std::vector<std::string> command{
        "cpp", "-undef", "-nostdinc", "-dD", "-w", "-x", dialect_.c->cpp ? "c++" : "c"};
    std::set<std::string_view> defined;
    for (const std::string_view macro : dialect_.c->macros) {
      command.push_back(fmt::format("-D{}", macro));
    }
    for (const c::Definition& definition : definitions_) {
      defined.insert(definition.name.text);
      command.push_back(definition.text
                            ? fmt::format("-D{}={}", definition.name.text, *definition.text)
                            : fmt::format("-D{}={}", definition.name.text, definition.value.value));
    }
    command.emplace_back("-");
    ProgramResult result = run(command, textToPreprocess(code_, defined));
    if (!result.succeeded()) {
      complain(result);
    }
    return std::move(result.output);
  }

  static ProgramResult run(const std::vector<std::string>& command, const std::string& text) {
    try {
      return runProgram(command, text, {kLargestOutput, kLargestMemory, Deadline::after(kSeconds)},
                        "it is part of GCC; or write the file without directives beyond '#define N 3'");
    } catch (const OutOfTime&) {
      throw UserError(fmt::format("the preprocessor has not ended after {} seconds", kSeconds));
    }
  }

  /// `<stdin>:3:2: error: unterminated #if`
  [[noreturn]] void complain(const ProgramResult& result) const {
    std::vector<Diagnostic> errors;
    std::string_view text = result.errors;
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (const std::optional<Diagnostic> error = errorIn(line)) {
        errors.push_back(*error);
      }
    }
    if (errors.empty()) {
      throw UserError({source_, {0, 0}}, fmt::format("the preprocessor failed: {}", result.why()));
    }
    throw UserError(std::move(errors));
  }

  std::optional<Diagnostic> errorIn(std::string_view line) const {
    constexpr std::string_view kFile = "<stdin>:";
    std::uint32_t number = 0;
    std::uint32_t column = 0;
    const std::size_t message = line.find(" error: ");
    if (!line.starts_with(kFile) || message == std::string_view::npos) {
      return std::nullopt;
    }
    const char* const end = line.data() + message;
    const auto first = std::from_chars(line.data() + kFile.size(), end, number);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ':') {
      return std::nullopt;
    }
    std::from_chars(first.ptr + 1, end, column);
    const Span whole = spanOf(number);
    const std::uint32_t at = std::min(whole.begin + (column > 0 ? column - 1 : 0), whole.end);
    return Diagnostic{Severity::Error,
                      {source_, {at, whole.end}},
                      std::string(line.substr(message + std::string_view(" error: ").size())),
                      ""};
  }

  /// A line of the file, without its line break.
  Span spanOf(std::uint32_t number) const {
    const std::string_view line = source_->line(number);
    const auto begin = static_cast<std::uint32_t>(line.empty() ? 0 : line.data() - source_->text().data());
    return {begin, static_cast<std::uint32_t>(begin + line.size())};
  }

  /// What is wrong with the words is reported at their lines.
  void report(const Diagnostics& found, const PrintedLines& lines) {
    for (const Diagnostic& one : found.all()) {
      const std::uint32_t number = lines.lineOf(one.place.position().line);
      if (number != 0) {
        diagnostics_.error({source_, spanOf(number)}, one.message, one.hint);
      }
    }
  }

  /// Takes the words of one line that was printed.
  /// @return the place behind them
  std::size_t line(std::size_t begin, const PrintedLines& lines, Preprocessed& result) {
    const std::uint32_t printedLine = tokenLine(*result.text, tokens_[begin]);
    std::size_t end = begin + 1;
    while (end + 1 < tokens_.size() && tokenLine(*result.text, tokens_[end]) == printedLine) {
      ++end;
    }
    const std::uint32_t number = lines.lineOf(printedLine);
    const std::span<Token> words = std::span(tokens_).subspan(begin, end - begin);
    if (number == 0) {
      return end;
    }
    while (at_ + 1 < written_.size() && tokenLine(*source_, written_[at_]) < number) {
      ++at_;
    }
    if (words.front().isSymbol("#")) {
      directive(words, number, result);
      return end;
    }
    std::size_t lineEnd = at_;
    while (lineEnd + 1 < written_.size() && tokenLine(*source_, written_[lineEnd]) == number) {
      ++lineEnd;
    }
    const std::span<const Token> rest = std::span(written_).subspan(at_, written_.size() - 1 - at_);
    if (lineEnd == at_) {
      for (Token& token : words) {
        token.span = spanOf(number);
      }
    } else {
      placeWords(words, rest.first(wordsOfLine(rest, lineEnd - at_, macros_)), macros_);
    }
    result.tokens.insert(result.tokens.end(), words.begin(), words.end());
    return end;
  }

  static std::uint32_t tokenLine(const Source& source, const Token& token) {
    return source.position(token.span.begin).line;
  }

  /// `#pragma include "x"` becomes `#include "x"` again, a macro that is a number a constant; other
  /// definitions go.
  void directive(std::span<Token> words, std::uint32_t number, Preprocessed& result) {
    for (Token& token : words) {
      token.span = spanOf(number);
    }
    if (words.size() > 2 && words[1].isWord("pragma") && words[2].isWord("include")) {
      result.tokens.push_back(words[0]);
      result.tokens.insert(result.tokens.end(), words.begin() + 2, words.end());
      return;
    }
    if (words.size() > 1 && words[1].isWord("pragma")) {
      result.tokens.insert(result.tokens.end(), words.begin(), words.end());
      return;
    }
    const bool number4 = words.size() == 4 && words[1].isWord("define") && words[3].kind == TokenKind::Number;
    const std::optional<c::Literal> literal = number4 ? c::literalOf(words[3].text) : std::nullopt;
    if (literal) {
      std::erase_if(result.constants,
                    [&](const c::Definition& known) { return known.name.text == words[2].text; });
      result.constants.push_back({words[2], *literal});
    }
  }

  const SourcePtr& source_;
  std::string_view code_;
  const Dialect& dialect_;
  const std::vector<c::Definition>& definitions_;
  Diagnostics& diagnostics_;
  Diagnostics ignored_;  ///< of words that a condition may have removed
  MacroNames macros_;
  std::vector<Token> tokens_;   ///< printed
  std::vector<Token> written_;  ///< of the file
  std::size_t at_ = 0;          ///< in `written_`
};

}  // namespace

std::optional<Preprocessed> preprocess(const SourcePtr& source, const Dialect& dialect,
                                       const std::vector<c::Definition>& definitions,
                                       Diagnostics& diagnostics) {
  const bool replaces = std::ranges::any_of(
      definitions, [](const c::Definition& definition) { return definition.text.has_value(); });
  if (!replaces && !needsPreprocessor(std::string_view(source->text()).substr(0, source->fileEnd()))) {
    return std::nullopt;
  }
  return Preprocessing(source, dialect, definitions, diagnostics).run();
}

}  // namespace hrfcheck::frontend
