#include "frontend/c/choose_kernel.h"

#include <fmt/format.h>

#include "frontend/shared/cursor.h"
#include "util/text.h"

namespace hrfcheck::frontend::c {
namespace {

/// Of the name of an instance of a template: `scan<int, 4>`.
std::string withoutBlanks(std::string_view name) {
  std::string text(name);
  std::erase(text, ' ');
  return text;
}

std::vector<const Function*> kernelsOf(const Unit& unit) {
  std::vector<const Function*> kernels;
  for (const Function& function : unit.functions) {
    if (function.kernel) {
      kernels.push_back(&function);
    }
  }
  return kernels;
}

}  // namespace

const Function* chooseKernel(const Unit& unit, const std::optional<KernelName>& name, const SourcePtr& source,
                             Diagnostics& diagnostics) {
  const std::vector<const Function*> kernels = kernelsOf(unit);
  std::vector<std::string> names;
  for (const Function* kernel : kernels) {
    if (name && withoutBlanks(kernel->name.text) == withoutBlanks(name->text)) {
      return kernel;
    }
    names.emplace_back(kernel->name.text);
  }
  if (name) {
    const std::string nearest = didYouMean(name->text, names);
    diagnostics.error({source, name->span}, fmt::format("there is no kernel '{}'", name->text),
                      nearest.empty() ? "kernels: " + commaList(names) : nearest);
    return nullptr;
  }
  if (kernels.size() > 1) {
    diagnostics.error({source, kernels[1]->name.span},
                      fmt::format("several kernels could be launched: {}", commaList(names)),
                      fmt::format("choose one: --kernel {} on the command line, or a line '//# kernel {}'",
                                  names.front(), names.front()));
    return nullptr;
  }
  return kernels.empty() ? nullptr : kernels.front();
}

void reportUnlaunched(const Unit& unit, const SourcePtr& source, Diagnostics& diagnostics) {
  const Function& kernel = *kernelsOf(unit).front();
  diagnostics.error(
      {source, kernel.name.span},
      fmt::format("kernel '{}' is not launched: nothing says how many threads execute it", kernel.name.text),
      "give the work-groups and the work-items in each: --launch 2x2 on the command line, or a line "
      "'//# launch 2x2' in the file (in a litmus test, 'launch 2x2' before the kernel)");
}

}  // namespace hrfcheck::frontend::c
