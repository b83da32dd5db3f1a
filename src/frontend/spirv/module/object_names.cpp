#include "frontend/spirv/module/object_names.h"

#include <algorithm>

#include "util/characters.h"

namespace hrfcheck::frontend::spirv {
std::string ObjectNames::written(Id id) const {
  const auto copy = in_.copies.find(id);
  return in_.listing.nameOf(copy == in_.copies.end() ? id : copy->second);
}

std::string ObjectNames::display(Id id) const {
  const auto given = in_.given.find(id);
  const auto named = in_.module.names.find(id);
  const Instruction* definition = in_.types.definition(id);
  const bool parameter = definition != nullptr && definition->op == spv::Op::OpFunctionParameter;
  const bool variable = definition != nullptr && definition->op == spv::Op::OpVariable;
  const std::string own = in_.entryName + ".";  // Clang calls a local variable of a kernel "kernel.x"
  std::string name = written(id).substr(1);
  if (given != in_.given.end()) {
    name = given->second;
  } else if (named != in_.module.names.end() && variable && named->second.starts_with(own)) {
    name = named->second.substr(own.size());
  } else if (named != in_.module.names.end() && parameter) {
    name = named->second;
  }
  return !name.empty() && isDigit(name.front()) ? "v" + name : name;
}

std::optional<Id> ObjectNames::named(std::string_view name) const {
  const std::optional<Id> id = in_.listing.idOf(name);
  const Instruction* definition = id ? in_.types.definition(*id) : nullptr;
  if (definition != nullptr && definition->op == spv::Op::OpVariable) {
    return id;
  }
  std::optional<Id> likeNamed;
  for (const Instruction& parameter : in_.entry.parameters) {
    const auto written = in_.module.names.find(parameter.result);
    if (id == parameter.result) {
      return id;
    }
    likeNamed =
        written != in_.module.names.end() && name == "%" + written->second ? parameter.result : likeNamed;
  }
  return likeNamed;
}

std::optional<Id> ObjectNames::displayedAs(std::string_view name) const {
  for (const auto& [id, given] : in_.given) {
    if (given == name) {
      return id;
    }
  }
  for (const Id variable : in_.module.variables) {
    if (display(variable) == name) {
      return variable;
    }
  }
  return named("%" + std::string(name));
}

}  // namespace hrfcheck::frontend::spirv
