#include "frontend/preprocess/preprocess.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/language/language.h"
#include "frontend/c/syntax/includes.h"
#include "frontend/include/included_text.h"
#include "frontend/preprocess/code_lines.h"
#include "frontend/preprocess/places.h"
#include "frontend/shared/text/lexer.h"
#include "util/diagnostic.h"
#include "util/process/child_process.h"
#include "util/process/deadline.h"
#include "util/source.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

/// Where the lines of a preprocessor's output come from, by its line markers (`# 12 "<stdin>"`).
class PrintedLines {
 public:
  explicit PrintedLines(const SourcePtr& printed);

  /// The line of the file from which a line of the output comes; 0: of the preprocessor's own, or a marker.
  std::uint32_t lineOf(std::uint32_t printedLine) const;
  /// Whether something of another file stands in the output, and the line from which it was included.
  bool hasOtherFile() const { return otherFile_; }

 private:
  std::vector<std::uint32_t> lines_;  ///< by line of the output, from 1
  bool otherFile_ = false;
};

/// `# 12 "<stdin>" 2`
struct Marker {
  std::uint32_t line = 0;
  std::string_view file;
};

std::optional<Marker> markerIn(std::string_view line) {
  if (!line.starts_with("# ")) {
    return std::nullopt;
  }
  Marker result;
  const char* const end = line.data() + line.size();
  const auto [behind, problem] = std::from_chars(line.data() + 2, end, result.line);
  const std::string_view rest = line.substr(static_cast<std::size_t>(behind - line.data()));
  if (problem != std::errc() || !rest.starts_with(" \"")) {
    return std::nullopt;
  }
  result.file = rest.substr(2, rest.find('"', 2) - 2);
  return result;
}

constexpr std::string_view kIncluded = "<include ";

/// What a file is called that a line of the text includes; the lines of its content count as that line.
std::string includedName(std::uint32_t includingLine) {
  return std::string(kIncluded) + std::to_string(includingLine) + ">";
}

/// The line in such a name; 0 where it is none.
std::uint32_t includingLine(std::string_view name) {
  std::uint32_t line = 0;
  if (name.starts_with(kIncluded)) {
    std::from_chars(name.data() + kIncluded.size(), name.data() + name.size(), line);
  }
  return line;
}

PrintedLines::PrintedLines(const SourcePtr& printed) {
  const std::string_view text = printed->text();
  bool ours = false;
  std::uint32_t includedBy = 0;
  std::uint32_t next = 1;
  lines_.push_back(0);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (const std::optional<Marker> marker = markerIn(text.substr(begin, end - begin))) {
      ours = marker->file == "<stdin>";
      includedBy = includingLine(marker->file);
      otherFile_ = otherFile_ || (!ours && includedBy == 0 && marker->file != "<built-in>" &&
                                  marker->file != "<command-line>");
      next = marker->line;
      lines_.push_back(0);
    } else {
      lines_.push_back(ours ? next : includedBy);
      ++next;
    }
    begin = end + 1;
  }
}

std::uint32_t PrintedLines::lineOf(std::uint32_t printedLine) const {
  return printedLine < lines_.size() ? lines_[printedLine] : 0;
}

// GCC's preprocessor is a program of its own, which `cpp` starts. It is run without `cpp`: then there is one
// process, which reads all of its input before it does anything with it, so that the system can refuse it all
// files from then on (ProgramLimits::sealed). What a text can say to have a file opened (digraphs, continued
// lines, `__has_include`, names made by macros, `_Pragma("GCC dependency ...")`, `#line` before an error)
// need not be known here.

constexpr std::size_t kLargestOutput = 4U << 20U;
constexpr std::size_t kLargestMemory = 1U << 30U;
constexpr unsigned kSeconds = 10;
constexpr const char* kHint = "it is part of GCC; or write the file without directives beyond '#define N 3'";

ProgramResult run(const std::vector<std::string>& command, const std::string& text, const Deadline& deadline,
                  bool sealed) {
  ProgramLimits limits;
  limits.largestOutput = kLargestOutput;
  limits.largestMemory = kLargestMemory;
  limits.largestFile = kLargestOutput;
  limits.processorSeconds = kSeconds + 1;
  limits.deadline = deadline.atMost(kSeconds);
  limits.environment = {"LC_ALL=C"};
  limits.sealed = sealed;
  try {
    return runProgram(command, text, limits, kHint);
  } catch (const OutOfTime&) {
    deadline.check();
    throw UserError(fmt::format("the preprocessor has not ended after {} seconds", kSeconds));
  }
}

/// Where GCC has a program of its own: "/usr/lib/gcc/x86_64-linux-gnu/12/cc1".
std::string placeOf(const std::string& program, const Deadline& deadline) {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;
  const std::lock_guard lock(mutex);
  std::string& place = known[program];
  if (place.empty()) {
    ProgramResult result = run({"cpp", "-print-prog-name=" + program}, "", deadline, false);
    if (!result.succeeded() || !result.output.starts_with('/')) {
      throw UserError(fmt::format("the installed preprocessor is not GCC's: it has no {}", program), kHint);
    }
    place = result.output.substr(0, result.output.find('\n'));
  }
  return place;
}

/// Runs the installed preprocessor on a text, which it cannot leave: whatever the text says, no file is
/// opened, and what files there are does not show in what is printed.
/// @param cpp whether the text is C++
/// @param options of macros, `-DN=4`
/// @throws UserError where there is no preprocessor, or it prints too much or takes too long; OutOfTime
ProgramResult runPreprocessor(bool cpp, const std::vector<std::string>& options, const std::string& text,
                              const Deadline& deadline) {
  // Messages do not show lines: files that `#line` names are not theirs to read.
  std::vector<std::string> command = {placeOf(cpp ? "cc1plus" : "cc1", deadline),
                                      "-E",
                                      "-quiet",
                                      "-undef",
                                      "-nostdinc",
                                      "-dD",
                                      "-w",
                                      "-fno-diagnostics-show-caret",
                                      "-fdiagnostics-column-unit=byte",
                                      "-D__has_include(name)=0",
                                      "-D__has_include_next(name)=0"};
  command.insert(command.end(), options.begin(), options.end());
  command.emplace_back("-");
  return run(command, text.empty() ? "\n" : text, deadline, true);
}

/// A line of another file is called by the line that includes it.
LineMarks includeMarks() {
  return {[](std::uint32_t line) { return fmt::format("# 1 \"{}\"", includedName(line)); },
          {},
          [](std::uint32_t next) { return fmt::format("# {} \"<stdin>\"", next); }};
}

/// What it says where it would open a file (ProgramLimits::sealed).
constexpr std::string_view kSealed = ": Too many open files";
constexpr const char* kWriteItHere =
    "copy what the kernel needs from it into this file, or '#include' with its name and -I";

class Preprocessing {
 public:
  /// @param code with what it includes
  Preprocessing(const SourcePtr& source, std::string_view code, const Dialect& dialect,
                const std::vector<c::Definition>& definitions, Diagnostics& diagnostics,
                const Deadline& deadline)
      : source_(source),
        code_(code),
        dialect_(dialect),
        definitions_(definitions),
        diagnostics_(diagnostics),
        deadline_(deadline),
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
    std::vector<std::string> options;
    std::set<std::string_view> defined;
    for (const std::string_view macro : dialect_.c->macros) {
      options.push_back(fmt::format("-D{}", macro));
    }
    for (const c::Definition& definition : definitions_) {
      defined.insert(definition.name.text);
      options.push_back(definition.text
                            ? fmt::format("-D{}={}", definition.name.text, *definition.text)
                            : fmt::format("-D{}={}", definition.name.text, definition.value.value));
    }
    ProgramResult result =
        runPreprocessor(dialect_.c->cpp, options, textToPreprocess(code_, defined), deadline_);
    if (!result.succeeded()) {
      complain(result);
    }
    return std::move(result.output);
  }

  /// `<stdin>:3:2: error: unterminated #if`
  [[noreturn]] void complain(const ProgramResult& result) const {
    std::vector<Diagnostic> errors;
    for (const std::string_view line : linesOf(result.errors)) {
      if (const std::optional<Diagnostic> error = errorIn(line)) {
        errors.push_back(*error);
      }
    }
    if (errors.empty() && result.errors.find(kSealed) != std::string::npos) {
      throw UserError({source_, {0, 0}}, "no file is read here", kWriteItHere);
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
    const std::size_t name = line.find(':');
    if (message == std::string_view::npos || name > message) {
      return std::nullopt;
    }
    const std::uint32_t includedBy = includingLine(line.substr(0, name));
    const char* const end = line.data() + message;
    const auto first = std::from_chars(line.data() + name + 1, end, number);
    const bool known = line.starts_with(kFile) || includedBy != 0;
    if (!known || first.ec != std::errc() || first.ptr == end || *first.ptr != ':') {
      return std::nullopt;
    }
    if (includedBy == 0) {
      std::from_chars(first.ptr + 1, end, column);
    }
    const Span whole = spanOf(includedBy == 0 ? number : includedBy);
    const std::uint32_t at = std::min(whole.begin + (column > 0 ? column - 1 : 0), whole.end);
    const std::string_view said = line.substr(message + std::string_view(" error: ").size());
    if (said.ends_with(kSealed)) {
      return Diagnostic{Severity::Error, {source_, whole}, "no file is read here", kWriteItHere};
    }
    return Diagnostic{Severity::Error, {source_, {at, whole.end}}, std::string(said), ""};
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
  const Deadline& deadline_;
  Diagnostics ignored_;  ///< of words that a condition may have removed
  MacroNames macros_;
  std::vector<Token> tokens_;   ///< printed
  std::vector<Token> written_;  ///< of the file
  std::size_t at_ = 0;          ///< in `written_`
};

}  // namespace

std::optional<Preprocessed> preprocess(const SourcePtr& source, const Dialect& dialect,
                                       const std::vector<c::Definition>& definitions,
                                       const IncludeFolders& folders, Diagnostics& diagnostics,
                                       const Deadline& deadline) {
  const std::string_view code = std::string_view(source->text()).substr(0, source->fileEnd());
  const IncludedText whole = withIncludes(code, folders, includeMarks(), c::isVendorsHeader, deadline);
  const bool replaces = std::ranges::any_of(
      definitions, [](const c::Definition& definition) { return definition.text.has_value(); });
  if (!whole.any && !replaces && !needsPreprocessor(code)) {
    return std::nullopt;
  }
  return Preprocessing(source, whole.text, dialect, definitions, diagnostics, deadline).run();
}

}  // namespace hrfcheck::frontend
