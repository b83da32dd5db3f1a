#include "frontend/c/syntax/includes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hrfcheck::frontend::c {
namespace {

/// What the names of the vendors' headers begin with, which are often written in quotes.
constexpr auto kVendors =
    std::to_array<std::string_view>({"cuda", "hip/", "cooperative_groups", "device_launch_parameters",
                                     "device_functions", "sm_", "opencl-c"});

}  // namespace

bool isVendorsHeader(std::string_view name) {
  return std::ranges::any_of(kVendors, [&](auto vendor) { return name.starts_with(vendor); });
}

void checkInclude(const Token& word, const Token& behind, const SourcePtr& source, Diagnostics& diagnostics) {
  if (behind.isSymbol("<")) {
    return;
  }
  const std::string_view name =
      behind.kind == TokenKind::String && behind.text.size() > 2 ? behind.text.substr(1) : behind.text;
  const bool known = behind.kind == TokenKind::String && isVendorsHeader(name);
  if (!known) {
    diagnostics.error({source, {word.span.begin, behind.span.end}}, "no file is read for '#include'",
                      "name its folder with -I, or copy what the kernel needs from it into this file");
  }
}

}  // namespace hrfcheck::frontend::c
