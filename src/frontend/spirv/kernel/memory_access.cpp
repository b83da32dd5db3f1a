// How each access is done: in which pieces of which locations.

#include <fmt/format.h>

#include <algorithm>

#include "frontend/spirv/kernel/memory.h"
#include "util/text.h"

namespace hrfcheck::frontend::spirv {

void Memory::plan(const MemoryAccess& access) {
  const auto leaves = in_.types.leaves(access.type);
  const Target& target = in_.pointers.targetOf(access.pointer);
  if (!leaves || leaves->empty()) {
    in_.diagnostics.error(in_.placeOf(*access.instruction),
                          fmt::format("{} accesses a value of a type that is not supported",
                                      opcodeName(static_cast<std::uint16_t>(access.instruction->op))));
    return;
  }
  std::vector<AccessedLeaf> result;
  for (const Leaf& leaf : *leaves) {
    auto one = planned(access, leaf, target);
    if (!one) {
      return;
    }
    result.push_back(std::move(*one));
  }
  accesses_.emplace(std::pair(access.instruction, access.pointer), std::move(result));
}

std::optional<AccessedLeaf> Memory::planned(const MemoryAccess& access, const Leaf& leaf,
                                            const Target& target) {
  AccessedLeaf result{leaf, {}};
  std::optional<std::uint32_t> width;
  std::optional<IntegerKind> kind;
  bool agree = true;
  for (const Id root : target.roots) {
    const Object* object = this->object(root);
    if (object == nullptr) {
      continue;
    }
    const std::uint32_t one = object->cell == 0 ? leaf.width : object->cell;
    IntegerKind of = leaf.kind;
    if (object->cell != 0) {
      of = object->cells.front().kind;
    } else {
      const auto same = std::ranges::find_if(object->cells, [&](const Leaf& cell) {
        return cell.width == leaf.width && (cell.type == leaf.type || cell.type == TypeKind::Int);
      });
      of = same == object->cells.end() ? leaf.kind : same->kind;
    }
    agree = agree && width.value_or(one) == one && kind.value_or(of) == of;
    width = one;
    kind = of;
  }
  const std::string name = opcodeName(static_cast<std::uint16_t>(access.instruction->op));
  if (!agree) {
    in_.diagnostics.error(
        in_.placeOf(*access.instruction),
        fmt::format("{} may access objects that are accessed in pieces of different sizes or signs", name));
    return std::nullopt;
  }
  const std::uint32_t piece = width.value_or(leaf.width);
  if (piece != leaf.width && (access.atomic || leaf.type == TypeKind::Pointer)) {
    in_.diagnostics.error(
        in_.placeOf(*access.instruction),
        fmt::format("{} accesses {} of memory that is also accessed in pieces of {}: mixed sizes "
                    "are supported for ordinary accesses to integers only",
                    name, counted(leaf.width, "byte"), counted(piece, "byte")));
    return std::nullopt;
  }
  for (std::uint32_t at = 0; at < leaf.width; at += piece) {
    result.pieces.push_back({leaf.offset + at, at * kBitsOfByte, kind.value_or(leaf.kind)});
  }
  return result;
}

const Object* Memory::object(Id root) const {
  const auto found = objects_.find(root);
  return found == objects_.end() ? nullptr : &found->second;
}

Value Memory::addressOf(const Object& object, ThreadId thread) const {
  switch (object.shared) {
    case Object::Shared::Everywhere:
      return object.addresses.at(0);
    case Object::Shared::Group:
      return object.addresses.at(in_.grid.groupOf(thread));
    case Object::Shared::Nobody:
      return object.addresses.at(thread);
  }
  return 0;
}

const std::vector<AccessedLeaf>* Memory::access(const Instruction& in, Id pointer) const {
  const auto found = accesses_.find({&in, pointer});
  return found == accesses_.end() ? nullptr : &found->second;
}

spv::StorageClass Memory::storageOf(Id pointer) const {
  std::optional<spv::StorageClass> storage;
  for (const Id root : in_.pointers.targetOf(pointer).roots) {
    const Instruction* definition = in_.types.definition(root);
    const spv::StorageClass one = in_.types.of(definition->type).storage;
    storage = storage.value_or(one) == one ? one : spv::StorageClass::Generic;
  }
  return storage.value_or(in_.types.of(in_.types.typeOf(pointer)).storage);
}

std::optional<Leaf> Memory::leafAt(const Object& object, const std::vector<std::uint32_t>& path) {
  Id at = object.type;
  std::uint64_t offset = 0;
  std::size_t next = 0;
  if (object.parameter && !path.empty()) {
    const Type& type = in_.types.of(at);
    offset = path[next++] * ((type.size + type.alignment - 1) / type.alignment * type.alignment);
  }
  for (;; ++next) {
    const Type type = in_.types.of(at);
    const bool runtime = type.kind == TypeKind::RuntimeArray;
    const std::uint32_t parts = runtime ? object.runtimeCount : Types::partCount(type);
    if (type.isScalar() || parts == 0) {
      break;
    }
    const std::uint32_t index = next < path.size() ? path[next] : 0;
    if (index >= parts || (next >= path.size() && parts > 1)) {
      return std::nullopt;
    }
    offset += Types::offsetOf(type, index);
    at = in_.types.partOf(type, index);
  }
  const auto leaf = std::ranges::lower_bound(object.leaves, offset, {}, &Leaf::offset);
  const bool there = leaf != object.leaves.end() && leaf->offset == offset && next >= path.size();
  return there ? std::optional(*leaf) : std::nullopt;
}

std::vector<LocationId> Memory::locationsOf(const Object& object, const Leaf& leaf,
                                            std::size_t instance) const {
  std::vector<LocationId> locations;
  for (std::size_t c = 0; c < object.cells.size(); ++c) {
    const Leaf& cell = object.cells[c];
    if (leaf.offset <= cell.offset && cell.offset + cell.width <= leaf.offset + leaf.width) {
      locations.push_back(object.first[instance] + static_cast<LocationId>(c));
    }
  }
  return locations;
}

}  // namespace hrfcheck::frontend::spirv
