#include "frontend/launch/unsaid.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::frontend {
namespace {

constexpr std::string_view kWhere = " on the command line, or a line '//# ";

}  // namespace

std::string optionOrLine(std::string_view option, std::string_view line) {
  return fmt::format("{}{}{}'", option, kWhere, line);
}

bool lacksOnlyLaunch(const UserError& refusal) {
  return std::ranges::all_of(refusal.diagnostics(), [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::Warning || diagnostic.hint.find(kWhere) != std::string::npos;
  });
}

}  // namespace hrfcheck::frontend
