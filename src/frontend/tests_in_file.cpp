// What a text says of its tests: which there are, whether they say how they are launched, where they have
// their condition. The tests are not read.

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "frontend/launch/directives.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/launch/launches.h"
#include "frontend/litmus.h"
#include "frontend/llvm/llvm.h"
#include "frontend/ptx/ptx.h"
#include "frontend/shared/text/lexer.h"
#include "frontend/spirv/spirv.h"
#include "frontend/test_file.h"

namespace hrfcheck {
namespace {

using frontend::Token;
using frontend::TokenKind;

constexpr std::array<std::string_view, 7> kSections{"exists",     "forall", "filter", "locations",
                                                    "terminates", "expect", "~"};

constexpr std::array<std::string_view, 3> kConditionWords{"exists", "~exists", "forall"};

/// The line that says it, of a file of kernels.
std::optional<Span> directedCondition(const Program& program) {
  Diagnostics reportedWhenRead;
  const frontend::FileDirectives lines =
      frontend::readDirectives(program.source, frontend::Lines::All, reportedWhenRead);
  for (const frontend::NamedTest& test : lines.tests) {
    if (test.name == program.testInFile) {
      const auto line = lines.of(test).only({kConditionWords.begin(), kConditionWords.end()});
      return line ? std::optional(line->all()) : std::nullopt;
    }
  }
  return std::nullopt;
}

bool beginsCondition(const std::vector<Token>& tokens, std::size_t at) {
  const Token& token = tokens[at];
  return token.firstOnLine && (token.isWord("exists") || token.isWord("forall") ||
                               (token.isSymbol("~") && tokens[at + 1].isWord("exists")));
}

/// The section of a litmus test: sections come behind the code, and only one of them is a condition.
std::optional<Span> conditionSection(const Program& program) {
  const std::size_t begin = program.source->text().find('{');
  if (begin == std::string::npos) {
    return std::nullopt;
  }
  Diagnostics reportedWhenRead;
  const std::vector<Token> tokens = frontend::tokenize(program.source, static_cast<std::uint32_t>(begin),
                                                       frontend::Layout::Columns, reportedWhenRead);
  std::optional<Span> found;
  for (std::size_t i = 0; tokens[i].kind != TokenKind::End; ++i) {
    if (!beginsCondition(tokens, i)) {
      continue;
    }
    std::size_t last = i;
    while (tokens[last + 1].kind != TokenKind::End &&
           !(tokens[last + 1].firstOnLine &&
             std::ranges::find(kSections, tokens[last + 1].text) != kSections.end())) {
      ++last;
    }
    found = Span{tokens[i].span.begin, tokens[last].span.end};
    i = last;
  }
  return found;
}

/// Whether the command line asks about another condition.
bool isReplaced(const Program& program) {
  Diagnostics reportedWhenRead;
  const frontend::FileDirectives lines =
      frontend::readDirectives(program.source, frontend::Lines::CommandLine, reportedWhenRead);
  return std::ranges::any_of(lines.commandLine, [](const frontend::Directive& line) {
    return std::ranges::find(kConditionWords, line.word) != kConditionWords.end();
  });
}

/// Whether a text has kernels, and lines that speak of their tests.
bool hasKernels(const SourcePtr& source) {
  return frontend::ptx::isPtx(source) || frontend::llvm::isLlvm(source) ||
         frontend::spirv::isModule(source) || frontend::kernelDialect(source) != nullptr;
}

/// How lines that speak of tests are marked in a file of kernels.
frontend::Lines linesOf(const SourcePtr& source) {
  return frontend::llvm::isLlvm(source)      ? frontend::llvm::linesOf(source)
         : frontend::spirv::isModule(source) ? frontend::spirv::linesOf(source)
                                             : frontend::Lines::All;
}

}  // namespace

std::vector<std::string> testsIn(const SourcePtr& source) {
  if (!hasKernels(source)) {
    return {""};
  }
  Diagnostics reportedWhenRead;
  return frontend::readDirectives(source, linesOf(source), reportedWhenRead).names();
}

bool saysLaunch(const SourcePtr& source) {
  if (frontend::spirv::isModule(source) && frontend::spirv::saysLaunch(source)) {
    return true;
  }
  Diagnostics reportedWhenRead;
  const frontend::FileDirectives lines = frontend::readDirectives(source, linesOf(source), reportedWhenRead);
  return std::ranges::any_of(lines.tests, [&](const frontend::NamedTest& test) {
    const std::vector<frontend::Directive> kernels = lines.of(test).all("kernel");
    return lines.of(test).only("launch").has_value() ||
           std::ranges::any_of(kernels, [&](const frontend::Directive& line) {
             return frontend::isLaunchLine(source->slice(line.rest));
           });
  });
}

Place conditionPlace(const Program& program) {
  if (!program.source || isModule(program.source) || isReplaced(program)) {
    return {};
  }
  const std::optional<Span> span =
      hasKernels(program.source) ? directedCondition(program) : conditionSection(program);
  return span ? Place{program.source, *span} : Place{};
}

}  // namespace hrfcheck
