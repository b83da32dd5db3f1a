#include "frontend/spirv/launch_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/spirv/module/said_numbers.h"

namespace hrfcheck::frontend::spirv {
namespace {

void openParameter(Kernel& kernel, const Instruction& parameter, std::vector<OpenValue>& open) {
  const auto said = kernel.values.find(parameter.result);
  const bool number = kernel.types.of(parameter.type).kind != TypeKind::Pointer;
  if (!number || (said != kernel.values.end() && said->second.number)) {
    return;
  }
  kernel.open.parameters.insert(parameter.result);
  const std::string name = kernel.nameOf(parameter.result);
  open.push_back({&parameter, name,
                  fmt::format("specify it on the command line, --init '{}=4', or in a line ; @Input: {} = 4",
                              name.substr(1), name)});
}

void pushConstants(Kernel& kernel, const Instruction& variable, const Reflection& reflection,
                   std::vector<OpenValue>& open) {
  const Id id = variable.result;
  const auto leaves = kernel.types.leaves(kernel.types.pointeeId(variable.type));
  if (!leaves) {
    return;
  }
  const auto said = kernel.values.find(id);
  const std::vector<std::optional<Value>> given =
      said == kernel.values.end()
          ? std::vector<std::optional<Value>>(leaves->size())
          : numbersOf(kernel.types, kernel.types.pointeeId(variable.type), said->second);
  std::string arguments;
  for (std::size_t number = 0; number < leaves->size(); ++number) {
    const std::uint64_t offset = (*leaves)[number].offset;
    const auto pushed =
        std::ranges::find(reflection.pushed, offset, [](const auto& entry) { return entry.first; });
    const bool fromLaunch = said == kernel.values.end() && pushed != reflection.pushed.end();
    const bool known = fromLaunch || given[number];
    kernel.pushed[id].push_back(fromLaunch ? pushed->second
                                           : wrapped(given[number].value_or(0), (*leaves)[number].kind));
    if (!known) {
      kernel.open.pushed[id].insert(number);
      const auto argument = reflection.pushedArguments.find(offset);
      arguments += argument == reflection.pushedArguments.end() ? "" : " (" + argument->second + ")";
    }
  }
  if (kernel.open.pushed.contains(id)) {
    const std::string name = kernel.nameOf(id);
    open.push_back({&variable, name + arguments,
                    fmt::format("specify all of it in a line ; @Input: {} = {{...}}", name)});
  }
}

/// Whether other threads, and the host, may have written what such a pointer points to.
bool isOfLaunch(spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClass::Uniform:
    case spv::StorageClass::UniformConstant:
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::PhysicalStorageBuffer:
    case spv::StorageClass::CrossWorkgroup:
      return true;
    default:
      return false;
  }
}

std::size_t numbersIn(const InputValue& value) {
  std::size_t numbers = value.number ? 1 : 0;
  for (const InputValue& part : value.parts) {
    numbers += numbersIn(part);
  }
  return numbers;
}

/// Variables and parameters whose memory the code reads, and never writes.
std::set<Id> onlyRead(const Kernel& kernel) {
  std::set<Id> read;
  std::set<Id> written;
  for (const MemoryAccess& access : kernel.pointers.accesses()) {
    const Instruction& in = *access.instruction;
    const bool copied = in.op == spv::Op::OpCopyMemory && access.pointer == in.operands[1];
    const bool reads = in.op == spv::Op::OpLoad || in.op == spv::Op::OpAtomicLoad || copied;
    const std::set<Id>& roots = kernel.pointers.targetOf(access.pointer).roots;
    (reads ? read : written).insert(roots.begin(), roots.end());
  }
  std::erase_if(read, [&](Id id) { return written.contains(id); });
  return read;
}

/// What the code writes begins with 0, as locations of litmus tests do; what it only reads, somebody else has
/// written.
void openInput(Kernel& kernel, const Instruction& root, std::vector<OpenValue>& open) {
  const Id type = kernel.types.pointeeId(root.type);
  const std::size_t numbers = kernel.types.leafCount(type);
  const auto said = kernel.values.find(root.result);
  if (said != kernel.values.end() && (said->second.flat || numbersIn(said->second) >= numbers)) {
    return;
  }
  kernel.open.inputs.insert(root.result);
  const std::string name = kernel.nameOf(root.result);
  const bool one = numbers == 1 && root.op == spv::Op::OpVariable;
  open.push_back({&root, name,
                  fmt::format("specify it on the command line, --init '{}', or in a line ; @Input",
                              one ? name.substr(1) + " = 4"
                                  : fmt::format("{}[{}] = {{...}}", name.substr(1),
                                                std::max<std::size_t>(numbers, 1)))});
}

void openInputs(Kernel& kernel, std::vector<OpenValue>& open) {
  if (kernel.pointersBeginWithZero) {
    return;
  }
  for (const Id id : onlyRead(kernel)) {
    const Instruction* root = kernel.types.definition(id);
    const bool own = kernel.pointers.inRegisters(id);
    if (!own && root != nullptr && isOfLaunch(kernel.types.of(root->type).storage)) {
      openInput(kernel, *root, open);
    }
  }
}

}  // namespace

void findOpenValues(Kernel& kernel, const Reflection& reflection) {
  std::vector<OpenValue>& open = kernel.unsaid;
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
  openInputs(kernel, open);
  const OpenEffects effects =
      effectsOf(kernel.open, kernel.entry, kernel.pointers, kernel.types, kernel.deadline);
  kernel.open.number = kernel.open.chosen.value_or(effects.branches ? 1 : 0);
  for (const auto& [id, numbers] : kernel.open.pushed) {
    for (const std::size_t number : numbers) {
      kernel.pushed[id][number] = kernel.open.number;
    }
  }
}

void sayOpenValues(Kernel& kernel) {
  std::string others;
  for (const Value other : kConsideredNumbers) {
    if (other != kernel.open.number) {
      others += fmt::format("{}{}", others.empty() ? "" : " and ", other);
    }
  }
  for (const OpenValue& value : kernel.unsaid) {
    kernel.open.names += (kernel.open.names.empty() ? "'" : ", '") + value.name + "'";
    kernel.diagnostics.warning(
        kernel.declarationOf(value.what->result),
        fmt::format(
            "it is not specified what '{}' is: {} is considered, and {} where the answer may depend on it",
            value.name, kernel.open.number, others),
        value.hint);
  }
}

}  // namespace hrfcheck::frontend::spirv
