// What lies where. Objects are cut into locations so that every access of the code is one of whole locations:
// if the code accesses the numbers of an object's type only, these are its locations; else all locations of
// the object are cells of the largest size that does it. Which bytes an access may touch is known before the
// code is run (pointers.h): an offset, and multiples of a step.

#include "frontend/spirv/kernel/memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/expr/addresses.h"
#include "util/characters.h"
#include "util/text.h"

namespace hrfcheck::frontend::spirv {
namespace {

/// By all instructions of the code, of all objects that each may access.
constexpr std::size_t kMostAccessed = std::size_t{1} << 18U;

Object::Shared sharedAmong(spv::StorageClass storage) {
  switch (storage) {
    case spv::StorageClass::Workgroup:
      return Object::Shared::Group;
    case spv::StorageClass::Function:
    case spv::StorageClass::Private:
      return Object::Shared::Nobody;
    default:
      return Object::Shared::Everywhere;
  }
}

}  // namespace

void Memory::declare(const std::vector<Id>& roots, const SaidOfMemory& said) {
  if (!collectReaches()) {
    return;
  }
  for (const Id root : roots) {
    const bool wanted = reaches_.contains(root) || said.values.contains(root) || said.sizes.contains(root) ||
                        said.mentioned.contains(root);
    if (wanted && !in_.pointers.inRegisters(root)) {
      find(root, said);
    }
  }
  for (auto& [root, object] : objects_) {
    cut(object, said);
    signs(object);
  }
  for (const Id root : roots) {
    if (const auto found = objects_.find(root); found != objects_.end() && !in_.diagnostics.hasErrors()) {
      enter(found->second);
      markAtomics(found->second);
    }
  }
  for (const MemoryAccess& access : in_.pointers.accesses()) {
    plan(access);
  }
}

/// @return false where there are too many, which is reported
bool Memory::collectReaches() {
  std::size_t numbers = 0;
  for (const MemoryAccess& access : in_.pointers.accesses()) {
    const auto leaves = in_.types.leaves(access.type);
    numbers += leaves ? leaves->size() * (1 + in_.pointers.targetOf(access.pointer).roots.size()) : 1;
    if (numbers > kMostAccessed) {
      in_.diagnostics.error(in_.placeOf(*access.instruction),
                            fmt::format("the kernel accesses more than {} numbers of memory", kMostAccessed));
      return false;
    }
    const Target& target = in_.pointers.targetOf(access.pointer);
    for (const Leaf& leaf : leaves.value_or(std::vector<Leaf>{})) {
      for (const Id root : target.roots) {
        reaches_[root].push_back({&target, access.instruction, leaf, access.atomic});
      }
    }
  }
  return true;
}

void Memory::find(Id root, const SaidOfMemory& said) {
  const Instruction* definition = in_.types.definition(root);
  Object object;
  object.id = root;
  object.name = uniqueName(root);
  object.parameter = definition->op == spv::Op::OpFunctionParameter;
  object.single = said.single.contains(root);
  object.storage = in_.types.of(definition->type).storage;
  object.shared = sharedAmong(object.storage);
  object.type = in_.types.pointeeId(definition->type);
  if (!object.parameter && object.storage == spv::StorageClass::Input) {
    in_.diagnostics.error(
        in_.declarationOf(root),
        fmt::format("'{}' is an input: it can be loaded and indexed, but not be pointed to", object.name));
  } else if (layOut(object, said)) {
    initialize(object, said);
    if (said.goesOn && mayEndBefore(object)) {
      goOn(object);
    }
    objects_.emplace(root, std::move(object));
  }
}

/// Names are words, and no two objects have the same one.
std::string Memory::uniqueName(Id root) {
  std::string name = in_.nameOf(root);
  for (char& c : name) {
    c = isLetterOrDigit(c) ? c : '_';
  }
  if (name.empty() || !taken_.insert(name).second) {
    name += fmt::format("_v{}", root);
    taken_.insert(name);
  }
  return name;
}

bool Memory::layOut(Object& object, const SaidOfMemory& said) {
  object.runtimeCount = sizeOf(object, said, object.parameter);
  const Type& type = in_.types.of(object.type);
  const std::uint64_t stride =
      (type.size + type.alignment - 1) / std::max<std::uint64_t>(type.alignment, 1) * type.alignment;
  auto leaves = in_.types.leaves(object.type, object.runtimeCount);
  if (leaves && object.parameter && object.runtimeCount != 1) {
    const std::vector<Leaf> one = *leaves;
    leaves->clear();
    for (std::uint32_t i = 0; i < object.runtimeCount && leaves->size() <= kMostLeaves; ++i) {
      for (Leaf leaf : one) {
        leaf.offset += i * stride;
        leaves->push_back(leaf);
      }
    }
  }
  if (!leaves || leaves->empty() || leaves->size() > kMostLeaves) {
    in_.diagnostics.error(in_.declarationOf(object.id),
                          leaves && !leaves->empty()
                              ? fmt::format("'{}' consists of more than {} numbers", object.name, kMostLeaves)
                              : fmt::format("'{}' has a type that is not supported", object.name));
    return false;
  }
  std::ranges::sort(*leaves, {}, &Leaf::offset);
  object.leaves = std::move(*leaves);
  object.size = object.leaves.back().offset + object.leaves.back().width;
  if (object.parameter) {
    object.size = std::max(object.size, object.runtimeCount * stride);
  } else {
    object.size = std::max(object.size, type.size);
  }
  object.ownSize = object.size;
  constexpr auto kRoom = static_cast<std::uint64_t>(kAddressStride) / 2;
  for (std::size_t i = 0; i + 1 < object.leaves.size(); ++i) {
    if (object.leaves[i].offset + object.leaves[i].width > object.leaves[i + 1].offset) {
      in_.diagnostics.error(in_.declarationOf(object.id),
                            fmt::format("members of '{}' overlap", object.name));
      return false;
    }
  }
  if (object.size > kRoom) {
    in_.diagnostics.error(in_.declarationOf(object.id), fmt::format("'{}' is too large", object.name));
  }
  return object.size <= kRoom;
}

/// Whether neither the code nor a condition gets to more than the first element that a parameter points to.
bool Memory::reachesFirstOnly(const Object& object, const SaidOfMemory& said) {
  const std::uint64_t size = in_.types.of(object.type).size;
  const auto reaches = reaches_.find(object.id);
  const bool code =
      reaches == reaches_.end() || std::ranges::all_of(reaches->second, [&](const Reach& reach) {
        const Value at = reach.target->base + static_cast<Value>(reach.leaf.offset);
        return reach.target->step == 0 && at >= 0 &&
               static_cast<std::uint64_t>(at) + reach.leaf.width <= size;
      });
  return code && std::ranges::all_of(said.paths, [&](const auto& path) {
           return path.first != object.id || path.second.empty() || path.second.front() == 0;
         });
}

/// How many elements an array has whose type does not say it.
std::uint32_t Memory::sizeOf(const Object& object, const SaidOfMemory& said, bool parameter) {
  if (const auto size = said.sizes.find(object.id); size != said.sizes.end()) {
    return size->second;
  }
  const auto value = said.values.find(object.id);
  Id type = object.type;
  const InputValue* values = value == said.values.end() ? nullptr : &value->second;
  while (!parameter && in_.types.of(type).kind == TypeKind::Struct) {
    type = in_.types.of(type).parts.empty() ? kNoId : in_.types.of(type).parts.back();
    values = values == nullptr || values->parts.empty() ? nullptr : &values->parts.back();
  }
  if (!parameter && in_.types.of(type).kind != TypeKind::RuntimeArray) {
    return 0;
  }
  if (values != nullptr) {
    return values->number ? 1 : static_cast<std::uint32_t>(values->parts.size());
  }
  if (parameter && reachesFirstOnly(object, said)) {
    return 1;
  }
  // Large enough for what code that is launched like this usually reaches: nothing is out of bounds of an
  // array whose size nobody knows.
  constexpr std::uint32_t kFewest = 16;
  const std::uint32_t size = std::max(kFewest, 2 * in_.grid.threadCount());
  in_.diagnostics.warning(
      in_.declarationOf(object.id),
      fmt::format("it is not specified how large '{}' is: it is taken to have {}", object.name,
                  counted(size, "element")),
      fmt::format("specify it on the command line, --init '{}[{}]', or in a line ; @Input", object.name,
                  size));
  return size;
}

void Memory::initialize(Object& object, const SaidOfMemory& said) {
  object.initial.assign(object.leaves.size(), 0);
  for (std::size_t i = 0; said.open.contains(object.id) && i < object.leaves.size(); ++i) {
    const Leaf& leaf = object.leaves[i];
    object.initial[i] = leaf.type == TypeKind::Pointer ? 0 : wrapped(said.openNumber, leaf.kind);
  }
  const auto value = said.values.find(object.id);
  if (value == said.values.end()) {
    return;
  }
  if (value->second.flat) {
    const std::vector<InputValue>& parts = value->second.parts;
    for (std::size_t i = 0; i < parts.size() && i < object.leaves.size(); ++i) {
      object.initial[i] = wrapped(parts[i].number.value_or(0), object.leaves[i].kind);
    }
    return;
  }
  if (!object.parameter || value->second.number) {
    assign(object, object.type, 0, value->second);
    return;
  }
  const Type& type = in_.types.of(object.type);
  const std::uint64_t stride = (type.size + type.alignment - 1) / type.alignment * type.alignment;
  for (std::size_t i = 0; i < value->second.parts.size() && i < object.runtimeCount; ++i) {
    assign(object, object.type, i * stride, value->second.parts[i]);
  }
}

/// Whether some access may be past its end, as far as offsets and steps show.
bool Memory::mayEndBefore(const Object& object) const {
  const auto reaches = reaches_.find(object.id);
  return reaches != reaches_.end() && std::ranges::any_of(reaches->second, [&](const Reach& reach) {
           const Value at = reach.target->base + static_cast<Value>(reach.leaf.offset);
           return reach.target->step != 0 || at < 0 ||
                  static_cast<std::uint64_t>(at) + reach.leaf.width > object.ownSize;
         });
}

/// The object is followed by copies of it, as many as make the memory twice as large, and the first elements
/// that all threads would access. What they hold is not known.
void Memory::goOn(Object& object) {
  constexpr std::uint64_t kFewestBytes = 64;
  const std::vector<Leaf> own = object.leaves;
  const Type& type = in_.types.of(object.type);
  const std::uint64_t alignment = std::max<std::uint64_t>(type.alignment, 1);
  const std::uint64_t stride = (object.ownSize + alignment - 1) / alignment * alignment;
  object.copyStride = stride;
  const std::uint64_t wanted =
      std::max({object.ownSize, kFewestBytes, std::uint64_t{own.front().width} * in_.grid.threadCount()});
  const auto fits = [&](std::uint64_t copy) {
    return object.leaves.size() + own.size() <= kMostLeaves &&
           copy * stride + object.ownSize < static_cast<std::uint64_t>(kAddressStride);
  };
  for (std::uint64_t copy = 1; (copy - 1) * stride < wanted && fits(copy); ++copy) {
    for (Leaf leaf : own) {
      leaf.offset += copy * stride;
      object.leaves.push_back(leaf);
      object.initial.push_back(wrapped(1, leaf.kind));
    }
    object.size = copy * stride + object.ownSize;
  }
}

void Memory::assign(Object& object, Id id, std::uint64_t offset, const InputValue& value) {
  const Type type = in_.types.of(id);
  if (!type.isScalar()) {
    assignParts(object, id, offset, value);
    return;
  }
  if (!value.number) {
    in_.diagnostics.error({in_.source, value.span}, "expected a number");
    return;
  }
  const auto leaf = std::ranges::lower_bound(object.leaves, offset, {}, &Leaf::offset);
  if (leaf != object.leaves.end() && leaf->offset == offset) {
    object.initial[static_cast<std::size_t>(leaf - object.leaves.begin())] =
        wrapped(*value.number, leaf->kind);
  }
}

void Memory::assignParts(Object& object, Id id, std::uint64_t offset, const InputValue& value) {
  const Type type = in_.types.of(id);
  const std::size_t parts =
      type.kind == TypeKind::RuntimeArray ? object.runtimeCount : Types::partCount(type);
  if (value.number && (parts == 1 || type.kind == TypeKind::Vector)) {  // each component
    for (std::uint32_t part = 0; part < parts; ++part) {
      assign(object, in_.types.partOf(type, part), offset + Types::offsetOf(type, part), value);
    }
    return;
  }
  if (value.number || value.parts.size() > parts) {
    in_.diagnostics.error({in_.source, value.span},
                          fmt::format("expected {} in braces, found {}", counted(parts, "value"),
                                      value.number ? "a number" : counted(value.parts.size(), "value")));
    return;
  }
  for (std::uint32_t part = 0; part < value.parts.size(); ++part) {
    assign(object, in_.types.partOf(type, part), offset + Types::offsetOf(type, part), value.parts[part]);
  }
}

}  // namespace hrfcheck::frontend::spirv
