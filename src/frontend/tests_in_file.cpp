// Which tests a text has, and whether they say how they are launched: without reading them.

#include <algorithm>

#include "frontend/launch/kernel_text.h"
#include "frontend/litmus.h"
#include "frontend/ptx/ptx.h"
#include "frontend/spirv/spirv.h"

namespace hrfcheck {
namespace {

/// How lines that speak of tests are marked in a file of kernels.
frontend::Lines linesOf(const SourcePtr& source) {
  return frontend::spirv::isModule(source) ? frontend::spirv::linesOf(source) : frontend::Lines::All;
}

}  // namespace

std::vector<std::string> testsIn(const SourcePtr& source) {
  if (!frontend::ptx::isPtx(source) && !frontend::spirv::isModule(source) &&
      frontend::kernelDialect(source) == nullptr) {
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
    return lines.of(test).only("launch").has_value();
  });
}

}  // namespace hrfcheck
