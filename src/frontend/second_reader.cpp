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
#include "util/diagnostic.h"

namespace hrfcheck::frontend {
namespace {

constexpr std::string_view kEnding = ".cl";
constexpr const char* kCompiler = "llvm";

/// Why hrfcheck's own reader refuses the code of the tests that are meant.
std::optional<UserError> refusalOf(const SourcePtr& source, const std::string& test,
                                   const Deadline& deadline) {
  for (const std::string& name : test.empty() ? testsIn(source) : std::vector{test}) {
    try {
      parseLitmus(source, name, deadline);
    } catch (const UserError& refusal) {
      if (!lacksOnlyLaunch(refusal)) {
        return refusal;
      }
    }
  }
  return std::nullopt;
}

const Diagnostic& firstOf(const UserError& refusal) {
  const auto error = std::ranges::find(refusal.diagnostics(), Severity::Error, &Diagnostic::severity);
  return error == refusal.diagnostics().end() ? refusal.diagnostics().front() : *error;
}

/// As clang writes a warning: it is shown with those of clang's own.
std::string warningOf(const SourcePtr& source, const Diagnostic& why) {
  const std::uint32_t line = why.place.known() && why.place.source->name() == source->name() &&
                                     !why.place.source->isAppended(why.place.span.begin)
                                 ? why.place.position().line
                                 : 1;
  return fmt::format("\n{}:{}:1: warning: {}{}\n", source->name(), line, via::kReadInstead, why.message);
}

}  // namespace

SourcePtr compiledInstead(const SourcePtr& source, const LaunchOptions& options, const Deadline& deadline) {
  if (!options.via.empty() || !source->name().ends_with(kEnding) || source->module() != nullptr) {
    return nullptr;
  }
  const Dialect* dialect = kernelDialect(withLaunch(source, options));
  if (dialect == nullptr || dialect->name != kOpenClDialect.name || !via::hasClangForOpenCl()) {
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
            module.text().substr(module.fileEnd()) + warningOf(source, firstOf(*refusal))));
  } catch (const UserError& said) {
    std::vector<Diagnostic> both = said.diagnostics();
    both.insert(both.end(), refusal->diagnostics().begin(), refusal->diagnostics().end());
    throw UserError(std::move(both));
  }
}

}  // namespace hrfcheck::frontend
