#include "frontend/spirv/launch_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::frontend::spirv {
namespace {

void warn(Kernel& kernel, const Instruction& what, const std::string& name, const std::string& hint) {
  kernel.open.names += (kernel.open.names.empty() ? "'" : ", '") + name + "'";
  kernel.diagnostics.warning(
      kernel.originOf(what).place,
      fmt::format("nothing says what '{}' is: it is taken to be {}", name, kOpenNumber), hint);
}

void openParameter(Kernel& kernel, const Instruction& parameter) {
  const auto said = kernel.values.find(parameter.result);
  const bool number = kernel.types.of(parameter.type).kind != TypeKind::Pointer;
  if (!number || (said != kernel.values.end() && said->second.number)) {
    return;
  }
  kernel.open.parameters.insert(parameter.result);
  const std::string name = kernel.nameOf(parameter.result);
  warn(kernel, parameter, name,
       fmt::format("say it on the command line, --init '{}=4', or in a line ; @Input: {} = 4", name.substr(1),
                   name));
}

void pushConstants(Kernel& kernel, const Instruction& variable, const Reflection& reflection) {
  const Id id = variable.result;
  const auto leaves = kernel.types.leaves(kernel.types.pointeeId(variable.type));
  if (!leaves || kernel.values.contains(id)) {
    return;
  }
  std::string arguments;
  for (std::size_t number = 0; number < leaves->size(); ++number) {
    const std::uint64_t offset = (*leaves)[number].offset;
    const auto pushed =
        std::ranges::find(reflection.pushed, offset, [](const auto& entry) { return entry.first; });
    const bool known = pushed != reflection.pushed.end();
    kernel.pushed[id].push_back(known ? pushed->second : kOpenNumber);
    if (!known) {
      kernel.open.pushed[id].insert(number);
      const auto argument = reflection.pushedArguments.find(offset);
      arguments += argument == reflection.pushedArguments.end() ? "" : " (" + argument->second + ")";
    }
  }
  if (kernel.open.pushed.contains(id)) {
    const std::string name = kernel.nameOf(id);
    warn(kernel, variable, name + arguments,
         fmt::format("say all of it in a line ; @Input: {} = {{...}}", name));
  }
}

}  // namespace

void findOpenValues(Kernel& kernel, const Reflection& reflection) {
  for (const Instruction& parameter : kernel.entry.parameters) {
    if (kernel.pointers.isUsed(parameter.result)) {
      openParameter(kernel, parameter);
    }
  }
  for (const Id id : kernel.module.variables) {
    const Instruction& variable = *kernel.module.global(id);
    if (kernel.types.of(variable.type).storage == spv::StorageClass::PushConstant) {
      pushConstants(kernel, variable, reflection);
    }
  }
}

}  // namespace hrfcheck::frontend::spirv
