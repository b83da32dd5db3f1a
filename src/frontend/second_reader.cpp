#include "frontend/second_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "frontend/c_dialects.h"
#include "frontend/compilers/opencl_compilers.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/launch/unsaid.h"
#include "frontend/litmus.h"
#include "frontend/llvm/reader_program.h"
#include "util/diagnostic.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

constexpr std::string_view kEnding = ".cl";
constexpr const char* kCompiler = "llvm";

std::string_view lineOf(const Place& place) {
  return stripped(place.source->line(place.position().line));
}

/// What a text includes is found by both readers, or by none.
bool isOfInclusion(const Diagnostic& diagnostic) {
  const std::string_view line = diagnostic.place.known() ? lineOf(diagnostic.place) : "";
  return diagnostic.severity == Severity::Error && line.starts_with('#') &&
         stripped(line.substr(1)).starts_with("include");
}

/// Not in a line that speaks of the launch, nor on the command line: no reader takes what is wrong there.
bool isInCode(const Diagnostic& diagnostic) {
  const Place& place = diagnostic.place;
  return diagnostic.severity == Severity::Error && place.known() &&
         !place.source->isAppended(place.span.begin) && !lineOf(place).starts_with("//#");
}

/// Why hrfcheck's own reader refuses the code of the tests that are meant.
std::optional<UserError> refusalOf(const SourcePtr& source, const std::string& test,
                                   const Deadline& deadline) {
  for (const std::string& name : test.empty() ? testsIn(source) : std::vector{test}) {
    try {
      parseLitmus(source, name, deadline);
    } catch (const UserError& refusal) {
      if (!lacksOnlyLaunch(refusal) && std::ranges::any_of(refusal.diagnostics(), isInCode) &&
          std::ranges::none_of(refusal.diagnostics(), isOfInclusion)) {
        return refusal;
      }
    }
  }
  return std::nullopt;
}

/// What the code has that is refused, rather than what follows of it for lines that speak of the launch.
const Diagnostic& reasonOf(const UserError& refusal) {
  const auto inCode = std::ranges::find_if(refusal.diagnostics(), isInCode);
  return inCode == refusal.diagnostics().end() ? refusal.diagnostics().front() : *inCode;
}

/// Whether the first error of clang's is at a place that the reader refuses, too: "k.cl:2:10: error: ...".
bool sameMistake(const UserError& compiler, const UserError& refusal) {
  for (const std::string_view line : linesOf(compiler.diagnostics().front().message)) {
    if (line.find(" error: ") != std::string_view::npos) {
      return std::ranges::any_of(refusal.diagnostics(), [&](const Diagnostic& own) {
        return own.place.known() &&
               line.starts_with(fmt::format("{}:{}:{}:", own.place.source->name(), own.place.position().line,
                                            own.place.position().column));
      });
    }
  }
  return false;
}

/// As clang writes a warning: it is shown with those of clang's own.
std::string warningOf(const SourcePtr& source, const Diagnostic& why) {
  const std::uint32_t line =
      isInCode(why) && why.place.source->name() == source->name() ? why.place.position().line : 1;
  return fmt::format("\n{}:{}:1: warning: {}{}\n", source->name(), line, via::kReadInstead, why.message);
}

}  // namespace

SourcePtr compiledInstead(const SourcePtr& source, const LaunchOptions& options, const Deadline& deadline) {
  if (!options.via.empty() || !source->name().ends_with(kEnding) || source->module() != nullptr) {
    return nullptr;
  }
  const Dialect* dialect = kernelDialect(withLaunch(source, options));
  if (dialect == nullptr || dialect->name != kOpenClDialect.name || !via::hasClangForOpenCl() ||
      llvm::readerProgram().empty()) {
    return nullptr;
  }
  const std::optional<UserError> refusal = refusalOf(withLaunch(source, options), options.test, deadline);
  if (!refusal) {
    return nullptr;
  }
  LaunchOptions second = options;
  second.via = kCompiler;
  try {
    const SourcePtr made = withModule(source, second, deadline);
    const Source& module = *made->module();
    return std::make_shared<const Source>(
        made->name(), made->text(), "",
        std::make_shared<const Source>(
            module.name(), module.text().substr(0, module.fileEnd()),
            module.text().substr(module.fileEnd()) + warningOf(source, reasonOf(*refusal))));
  } catch (const UserError& said) {
    if (sameMistake(said, *refusal)) {
      throw *refusal;
    }
    std::vector<Diagnostic> both = said.diagnostics();
    both.insert(both.end(), refusal->diagnostics().begin(), refusal->diagnostics().end());
    throw UserError(std::move(both));
  }
}

}  // namespace hrfcheck::frontend
