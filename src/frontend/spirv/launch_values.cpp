#include "frontend/spirv/launch_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::frontend::spirv {
namespace {

/// What is to be said of an open value when it has a number.
struct OpenValue {
  const Instruction* what;
  std::string name;
  std::string hint;
};

void openParameter(Kernel& kernel, const Instruction& parameter, std::vector<OpenValue>& open) {
  const auto said = kernel.values.find(parameter.result);
  const bool number = kernel.types.of(parameter.type).kind != TypeKind::Pointer;
  if (!number || (said != kernel.values.end() && said->second.number)) {
    return;
  }
  kernel.open.parameters.insert(parameter.result);
  const std::string name = kernel.nameOf(parameter.result);
  open.push_back({&parameter, name,
                  fmt::format("say it on the command line, --init '{}=4', or in a line ; @Input: {} = 4",
                              name.substr(1), name)});
}

void pushConstants(Kernel& kernel, const Instruction& variable, const Reflection& reflection,
                   std::vector<OpenValue>& open) {
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
    kernel.pushed[id].push_back(known ? pushed->second : 0);
    if (!known) {
      kernel.open.pushed[id].insert(number);
      const auto argument = reflection.pushedArguments.find(offset);
      arguments += argument == reflection.pushedArguments.end() ? "" : " (" + argument->second + ")";
    }
  }
  if (kernel.open.pushed.contains(id)) {
    const std::string name = kernel.nameOf(id);
    open.push_back(
        {&variable, name + arguments, fmt::format("say all of it in a line ; @Input: {} = {{...}}", name)});
  }
}

}  // namespace

void findOpenValues(Kernel& kernel, const Reflection& reflection) {
  std::vector<OpenValue> open;
  for (const Instruction& parameter : kernel.entry.parameters) {
    if (kernel.pointers.isUsed(parameter.result)) {
      openParameter(kernel, parameter, open);
    }
  }
  for (const Id id : kernel.module.variables) {
    const Instruction& variable = *kernel.module.global(id);
    if (kernel.types.of(variable.type).storage == spv::StorageClass::PushConstant) {
      pushConstants(kernel, variable, reflection, open);
    }
  }
  const OpenEffects effects = effectsOf(kernel.open, kernel.entry, kernel.pointers, kernel.types);
  kernel.open.number = kernel.open.chosen.value_or(effects.branches ? 1 : 0);
  for (const auto& [id, numbers] : kernel.open.pushed) {
    for (const std::size_t number : numbers) {
      kernel.pushed[id][number] = kernel.open.number;
    }
  }
  for (const OpenValue& value : open) {
    kernel.open.names += (kernel.open.names.empty() ? "'" : ", '") + value.name + "'";
    kernel.diagnostics.warning(
        kernel.originOf(*value.what).place,
        fmt::format("nothing says what '{}' is: it is taken to be {}", value.name, kernel.open.number),
        value.hint);
  }
}

}  // namespace hrfcheck::frontend::spirv
