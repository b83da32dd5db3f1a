#include "frontend/spirv/initial_memory.h"

#include <fmt/format.h>

#include "frontend/compilers/definitions.h"
#include "frontend/launch/kernel_text.h"

namespace hrfcheck::frontend::spirv {

SaidOfMemory SaidReader::run() {
  initializers();
  inputs();
  if (in_.source->module() != nullptr) {
    constants_ = via::definedNumbers(in_.source->text());
    for (const c::Definition& definition : readDefinitions(in_.directives, in_.source, in_.diagnostics)) {
      if (!definition.text) {
        constants_.insert_or_assign(definition.name.text, definition.value);
      }
    }
  }
  for (const Directive& line : in_.directives.all("init")) {
    initialState(line);
  }
  unsaidParameters();
  outOfBounds();
  mentions();
  return std::move(said_);
}

/// Constants that variables of the module begin with.
void SaidReader::initializers() {
  for (const Id id : in_.module.variables) {
    const Instruction* variable = in_.module.global(id);
    if (variable->operands.size() > 1) {
      if (const auto value = initializer(variable->operands[1], 0)) {
        said_.values[id] = *value;
      }
    }
  }
}

std::optional<InputValue> SaidReader::initializer(Id id, unsigned depth) {
  constexpr unsigned kDeepest = 16;
  const Instruction* in = in_.module.global(id);
  InputValue value;
  if (in == nullptr || depth > kDeepest) {
    return std::nullopt;
  }
  if (in->op == spv::Op::OpConstantComposite || in->op == spv::Op::OpSpecConstantComposite) {
    for (const Id part : in->operands) {
      const auto one = initializer(part, depth + 1);
      if (!one || value.parts.size() > kMostLeaves) {
        return std::nullopt;
      }
      value.parts.push_back(*one);
    }
    return value;
  }
  if (in->op == spv::Op::OpConstantTrue || in->op == spv::Op::OpSpecConstantTrue) {
    value.number = 1;
  } else if (in->op == spv::Op::OpConstantFalse || in->op == spv::Op::OpSpecConstantFalse) {
    value.number = 0;
  } else if (in->op != spv::Op::OpConstantNull || in_.types.of(in->type).isScalar()) {
    value.number = in_.types.constant(id);
  }
  return value.number ? std::optional(value) : std::nullopt;
}

void SaidReader::inputs() {
  for (const InputLine& input : in_.header.inputs) {
    if (const std::optional<Id> id = in_.names.named(input.name)) {
      said_.values[*id] = input.value;
    } else if (!in_.listing.idOf(input.name)) {  // what the optimizer has removed changes nothing
      in_.diagnostics.warning({in_.source, input.span},
                              fmt::format("the module has no variable '{}'", input.name));
    }
  }
}

/// `--init 'x[2] = {1, 2}; n = 4'`
void SaidReader::initialState(const Directive& line) {
  std::vector<InitialEntry> entries;
  initLines_.read(line, constants_, entries);
  for (const InitialEntry& entry : entries) {
    const auto* location = std::get_if<LocationEntry>(&entry);
    if (location == nullptr) {
      continue;
    }
    const std::optional<Id> id = in_.names.displayedAs(location->name.text);
    if (!id || location->member) {
      in_.diagnostics.error({in_.source, location->name.span},
                            fmt::format("the kernel has no parameter '{}'", location->name.text));
    } else {
      initial(*location, *id);
    }
  }
}

void SaidReader::initial(const LocationEntry& entry, Id id) {
  InputValue value;
  value.flat = true;
  value.span = entry.name.span;
  for (const InitialValue& number : entry.values) {
    if (number.location) {
      in_.diagnostics.error({in_.source, number.location->span},
                            "parameters of modules cannot be initialized with addresses");
    }
    value.parts.push_back({number.number, {}, entry.name.span, false});
  }
  if (!entry.braced && entry.values.size() == 1) {
    value.parts.assign(entry.size, value.parts.front());
  }
  if (entry.array || in_.types.of(in_.types.typeOf(id)).kind == TypeKind::Pointer) {
    said_.sizes[id] = entry.size;
    if (!entry.array) {
      said_.single.insert(id);
    }
  } else if (!value.parts.empty()) {
    value = value.parts.front();
  }
  said_.values[id] = value;
}

/// As of a kernel as written: a parameter that nothing is said of points to one element.
void SaidReader::unsaidParameters() {
  for (const Instruction& parameter : in_.entry.parameters) {
    if (in_.source->module() != nullptr && !said_.sizes.contains(parameter.result)) {
      said_.single.insert(parameter.result);
    }
  }
}

void SaidReader::outOfBounds() {
  if (const auto line = in_.directives.only("out-of-bounds")) {
    const std::string_view word = in_.source->slice(line->rest);
    said_.goesOn = word == "any";
    if (!said_.goesOn && word != "error") {
      in_.diagnostics.error({in_.source, line->rest}, fmt::format("'{}' is neither 'error' nor 'any'", word));
    }
  }
}

void SaidReader::mentions() {
  const auto mention = [&](const MemoryReference& reference) {
    if (const std::optional<Id> id = in_.names.named(reference.name)) {
      said_.mentioned.insert(*id);
      said_.paths.emplace_back(*id, reference.path);
    }
  };
  for (const OutputLine& output : in_.header.outputs) {
    forEachReference(*output.condition, mention);
  }
  for (const HeaderConditionPtr& filter : in_.header.filters) {
    forEachReference(*filter, mention);
  }
}

}  // namespace hrfcheck::frontend::spirv
