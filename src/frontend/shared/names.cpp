#include "frontend/shared/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/expr/addresses.h"
#include "util/invariant.h"

namespace hrfcheck::frontend {

const MemoryObject* Names::object(std::string_view name) const {
  const auto it = objects_.find(name);
  return it == objects_.end() ? nullptr : &it->second;
}

std::vector<const MemoryObject*> Names::fieldsOf(std::string_view name) const {
  std::vector<const MemoryObject*> fields;
  for (auto it = objects_.lower_bound(name); it != objects_.end() && it->first.starts_with(name); ++it) {
    const std::string_view rest = std::string_view(it->first).substr(name.size());
    if (rest.starts_with(".") || (rest.starts_with("[") && rest.find("].") != rest.npos)) {
      fields.push_back(&it->second);
    }
  }
  std::ranges::sort(fields, {}, &MemoryObject::first);
  return fields;
}

const MemoryObject& Names::declare(std::string name, std::uint32_t size, bool array) {
  return declareAt(reserve(1), std::move(name), size, array);
}

void Names::declareAlias(std::string name, const MemoryObject& object, Aliases kind) {
  MemoryObject alias = object;
  alias.name = name;
  if (kind == Aliases::OtherReference) {
    alias.reference = name;
  }
  const bool fresh = objects_.emplace(std::move(name), std::move(alias)).second;
  INVARIANT(fresh, "a location is declared once");
}

Value Names::reserve(Value count) {
  const Value first = nextNumber_;
  nextNumber_ += count;
  return first;
}

void Names::settleKind(LocationId id, std::optional<IntegerKind> kind) {
  const auto block = [&](LocationId l) {
    return (program_.locations[l].address - kAddressBase) / kAddressStride;
  };
  const Value here = block(id);
  for (LocationId l = id; l < program_.locations.size() && block(l) == here; ++l) {
    program_.locations[l].kind = kind;
  }
}

const MemoryObject& Names::declareAt(Value number, std::string name, std::uint32_t size, bool array,
                                     Value offset) {
  INVARIANT(hasRoom(size), "callers look whether there is room");
  MemoryObject object{name, static_cast<LocationId>(program_.locations.size()), size, array};
  const auto [it, fresh] = objects_.emplace(name, std::move(object));
  INVARIANT(fresh, "a location is declared once");
  for (std::uint32_t i = 0; i < size; ++i) {
    MemoryLocation location;
    location.name = array ? fmt::format("{}[{}]", name, i) : name;
    location.address = objectAddress(number) + offset + i;
    program_.locations.push_back(std::move(location));
  }
  return it->second;
}

Value Names::addressOf(const MemoryObject& object, Value index) const {
  const bool inside = 0 <= index && index < static_cast<Value>(object.size);
  return inside ? program_.locations[object.first + static_cast<LocationId>(index)].address
                : program_.locations[object.first].address + index;
}

std::optional<RegisterId> Names::findRegister(ThreadId thread, std::string_view name) const {
  const auto it = registers_.find({thread, std::string(name)});
  return it == registers_.end() ? std::nullopt : std::optional(it->second);
}

void Names::declareParameter(ThreadId thread, std::string_view name, Value address) {
  parameters_.insert_or_assign({thread, std::string(name)}, address);
}

std::optional<RegisterId> Names::registerOfParameter(ThreadId thread, std::string_view name) {
  const auto known = parameters_.find({thread, std::string(name)});
  if (known == parameters_.end()) {
    return std::nullopt;
  }
  const RegisterId reg = addRegister(thread, name);
  setInitial(thread, reg, known->second);
  return reg;
}

RegisterId Names::addRegister(ThreadId thread, std::string_view name) {
  Thread& owner = program_.threads[thread];
  const auto next = static_cast<RegisterId>(owner.registers.size());
  const auto [it, fresh] = registers_.try_emplace({thread, std::string(name)}, next);
  if (fresh) {
    owner.registers.emplace_back(name);
    owner.initialRegisters.push_back(0);
  }
  return it->second;
}

void Names::setInitial(ThreadId thread, RegisterId reg, Value value) {
  program_.threads[thread].initialRegisters[reg] = value;
  initial_.insert({thread, reg});
}

std::vector<std::string> Names::objectNames() const {
  constexpr unsigned kMostHints = 100;
  std::vector<std::string> names;
  if (++hints_ > kMostHints) {
    return names;
  }
  for (const auto& [name, object] : objects_) {
    names.push_back(name);
  }
  return names;
}

std::optional<IntegerKind> Names::kindOf(const StateVariable& variable) const {
  if (!variable.isRegister()) {
    return program_.locations[variable.location].kind;
  }
  const auto it = kinds_.find({variable.thread, variable.reg});
  return it == kinds_.end() ? std::nullopt : std::optional(it->second);
}

}  // namespace hrfcheck::frontend
