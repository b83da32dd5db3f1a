// Variables of one thread that are kept in registers, and pointers.

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/folding.h"
#include "frontend/spirv/kernel/thread_writer.h"
#include "frontend/spirv/module/builtins.h"
#include "frontend/spirv/module/said_numbers.h"

namespace hrfcheck::frontend::spirv {

void ThreadWriter::variables() {
  for (const Instruction* variable : kernel_.pointers.variables()) {
    const Id id = variable->result;
    if (!kernel_.pointers.inRegisters(id) || !kernel_.uses.contains(id)) {
      continue;
    }
    slots_[id] = {id, 0, {}};
    Parts initial = initialParts(*variable);
    if (!kernel_.pointers.isWritten(id)) {
      contents_[id] = std::move(initial);
      continue;
    }
    const bool early = kernel_.readEarly.contains(id);
    std::vector<Cell>& cells = cells_[id];
    for (std::size_t p = 0; p < initial.size(); ++p) {
      const std::string name =
          initial.size() == 1 ? kernel_.nameOf(id) : fmt::format("{}.{}", kernel_.nameOf(id), p);
      Cell cell{newRegister(name), std::nullopt};
      if (early) {
        cell.defined = newRegister(name + "?");
      }
      if (!isUndefined(initial[p])) {
        emit(AssignOp{cell.value, initial[p]}, *variable);
        if (cell.defined) {
          emit(AssignOp{*cell.defined, constant(1)}, *variable);
        }
      }
      cells.push_back(cell);
    }
  }
}

Parts ThreadWriter::initialParts(const Instruction& variable) {
  const Type pointer = kernel_.types.of(variable.type);
  const std::size_t count = kernel_.types.leafCount(pointer.parts[0]);
  if (pointer.storage == spv::StorageClass::Input) {
    return inputParts(variable);
  }
  if (const auto pushed = kernel_.pushed.find(variable.result); pushed != kernel_.pushed.end()) {
    Parts parts;
    std::ranges::transform(pushed->second, std::back_inserter(parts), [](Value n) { return constant(n); });
    return parts;
  }
  if (const auto said = kernel_.values.find(variable.result); said != kernel_.values.end()) {
    const auto leaves = kernel_.types.leaves(pointer.parts[0]);
    Parts parts;
    for (const std::optional<Value> number : numbersOf(kernel_.types, pointer.parts[0], said->second)) {
      const IntegerKind kind = (*leaves)[parts.size()].kind;
      parts.push_back(number ? constant(wrapped(*number, kind)) : undefinedNumber());
    }
    return parts;
  }
  if (variable.operands.size() > 1) {
    Parts parts = global(variable.operands[1], variable);
    if (parts.size() != count) {
      fail(variable, "the initializer is not of the type of the variable");
    }
    return parts;
  }
  return Parts(count, undefinedNumber());
}

/// A built-in variable.
Parts ThreadWriter::inputParts(const Instruction& variable) {
  const std::size_t count = kernel_.types.leafCount(kernel_.types.pointeeId(variable.type));
  const Decoration* word = kernel_.module.decoration(variable.result, spv::Decoration::BuiltIn);
  if (word == nullptr && variable.operands.size() > 1) {  // what a test gives it
    Parts initial = global(variable.operands[1], variable);
    if (initial.size() == count) {
      return initial;
    }
  }
  const auto numbers = word == nullptr || word->operands.empty()
                           ? std::nullopt
                           : builtInNumbers(spv::BuiltIn(word->operands[0]), kernel_.grid, thread_);
  if (!numbers || numbers->size() < count) {
    fail(
        variable,
        fmt::format("the input '{}' is not supported: it is no built-in variable that a launch gives a value",
                    kernel_.nameOf(variable.result)));
  }
  Parts parts;
  std::ranges::transform(*numbers, std::back_inserter(parts), [](Value n) { return constant(n); });
  parts.resize(count);
  return parts;
}

void ThreadWriter::accessChain(const Instruction& in) {
  if (const Id variable = kernel_.pointers.registerVariable(in.operands[0]); variable != kNoId) {
    slotChain(in, variable);
    return;
  }
  const auto steps = stepsOf(in, kernel_.types.typeOf(in.operands[0]), kernel_.types);
  if (!steps) {
    fail(in, "the indices do not fit the type of what is pointed to");
  }
  ExprPtr address = scalar(in.operands[0], in);
  for (const ChainStep& step : *steps) {
    address = c::folded(BinaryOp::Add, address, constant(step.bytes));
    if (step.index != kNoId) {
      const ExprPtr bytes =
          c::folded(BinaryOp::Mul, index(step.index, in), constant(static_cast<Value>(step.stride)));
      address = c::folded(BinaryOp::Add, address, bytes);
    }
  }
  define(in, {address});
}

void ThreadWriter::slotChain(const Instruction& in, Id variable) {
  const auto base = slots_.find(in.operands[0]);
  const auto steps = stepsOf(in, kernel_.types.typeOf(in.operands[0]), kernel_.types);
  if (base == slots_.end() || !steps) {
    fail(in, fmt::format("{} is used before it is computed", kernel_.nameOf(in.operands[0])));
  }
  Slot slot = base->second;
  slot.variable = variable;
  for (const ChainStep& step : *steps) {
    if (step.index == kNoId) {
      slot.first += step.leaves;
      continue;
    }
    const ExprPtr value = kept(index(step.index, in), in);
    if (const Value* known = c::constantOf(value); known != nullptr && 0 <= *known && *known < step.count) {
      slot.first += static_cast<std::size_t>(*known) * step.leaves;
    } else {
      slot.indices.push_back(
          {c::folded(BinaryOp::Index, value, constant(step.count)), step.count, step.leaves});
    }
  }
  slots_[in.result] = std::move(slot);
}

/// A copy of a pointer to a variable in registers.
bool ThreadWriter::copySlot(const Instruction& in) {
  if (kernel_.pointers.registerVariable(in.result) == kNoId) {
    return false;
  }
  const auto base = slots_.find(in.operands[0]);
  if (base == slots_.end()) {
    fail(in, fmt::format("{} is used before it is computed", kernel_.nameOf(in.operands[0])));
  }
  const Slot slot = base->second;
  slots_[in.result] = slot;
  return true;
}

ExprPtr ThreadWriter::contentOf(Id variable, std::size_t number, const Instruction& in) {
  const auto cells = cells_.find(variable);
  const std::size_t count = cells != cells_.end() ? cells->second.size() : contents_[variable].size();
  if (number >= count) {
    fail(in, fmt::format("{} does not have such a part", kernel_.nameOf(variable)));
  }
  if (cells == cells_.end()) {
    return contents_[variable][number];
  }
  const Cell& cell = cells->second[number];
  return cell.defined ? chosen(registerRef(*cell.defined), registerRef(cell.value), undefinedNumber())
                      : registerRef(cell.value);
}

/// Calls `take` for every element that a slot may mean, with whether it is meant (null: certainly).
void ThreadWriter::forEachElement(const Slot& slot,
                                  const std::function<void(std::size_t first, const ExprPtr& meant)>& take) {
  std::vector<std::pair<std::size_t, ExprPtr>> elements = {{slot.first, nullptr}};
  for (const Slot::Index& index : slot.indices) {
    std::vector<std::pair<std::size_t, ExprPtr>> more;
    for (const auto& [first, meant] : elements) {
      for (std::uint32_t i = 0; i < index.count; ++i) {
        const ExprPtr here = c::folded(BinaryOp::Eq, index.value, constant(i));
        more.emplace_back(first + i * index.leaves,
                          meant == nullptr ? here : c::folded(BinaryOp::And, meant, here));
      }
    }
    elements = std::move(more);
  }
  for (const auto& [first, meant] : elements) {
    take(first, meant);
  }
}

Parts ThreadWriter::loadSlot(const Slot& slot, std::size_t count, const Instruction& in) {
  Parts parts(count);
  forEachElement(slot, [&](std::size_t first, const ExprPtr& meant) {
    for (std::size_t p = 0; p < count; ++p) {
      const ExprPtr content = contentOf(slot.variable, first + p, in);
      parts[p] = meant == nullptr || parts[p] == nullptr ? content : chosen(meant, content, parts[p]);
    }
  });
  return parts;
}

/// What is known when the only store to a variable is executed, before anything loads it, needs no register.
bool ThreadWriter::storeKnown(const Slot& slot, const Parts& parts) {
  const Id id = slot.variable;
  const auto cells = cells_.find(id);
  const bool whole = cells != cells_.end() && slot.indices.empty() && parts.size() == cells->second.size();
  const bool known = std::ranges::all_of(parts, [](const ExprPtr& p) { return c::constantOf(p) != nullptr; });
  const bool begins = kernel_.types.definition(id)->operands.size() > 1 || kernel_.values.contains(id);
  if (!whole || !known || begins || !kernel_.pointers.isWrittenOnce(id) || kernel_.readEarly.contains(id)) {
    return false;
  }
  contents_[id] = parts;
  cells_.erase(cells);
  return true;
}

void ThreadWriter::storeSlot(const Slot& slot, const Parts& parts, const Instruction& in) {
  if (storeKnown(slot, parts)) {
    return;
  }
  std::vector<Cell>& cells = cells_[slot.variable];
  Parts values = parts;
  if (parts.size() > 1 || !slot.indices.empty()) {
    for (ExprPtr& value : values) {
      value = kept(value, in);
    }
  }
  forEachElement(slot, [&](std::size_t first, const ExprPtr& meant) {
    for (std::size_t p = 0; p < values.size(); ++p) {
      if (first + p >= cells.size()) {
        fail(in, fmt::format("{} does not have such a part", kernel_.nameOf(slot.variable)));
      }
      const Cell& cell = cells[first + p];
      const bool undefined = isUndefined(values[p]);
      if (!undefined) {
        assign(cell.value, meant == nullptr ? values[p] : chosen(meant, values[p], registerRef(cell.value)),
               in);
      }
      if (cell.defined) {
        const ExprPtr now = constant(undefined ? 0 : 1);
        assign(*cell.defined, meant == nullptr ? now : chosen(meant, now, registerRef(*cell.defined)), in);
      }
    }
  });
}

}  // namespace hrfcheck::frontend::spirv
