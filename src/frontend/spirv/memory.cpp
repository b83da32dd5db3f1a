// What lies where. Objects are cut into locations so that every access of the code is one of whole locations:
// if the code accesses the numbers of an object's type only, these are its locations; else all locations of
// the object are cells of the largest size that does it. Which bytes an access may touch is known before the
// code is run (pointers.h): an offset, and multiples of a step.

#include "frontend/spirv/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

#include "frontend/shared/declare.h"
#include "program/ir/addresses.h"
#include "util/text.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::uint32_t kCellByte = 8;
constexpr std::uint32_t kLargestCell = 8;

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

AddressSpace spaceOf(spv::StorageClass storage) {
  switch (sharedAmong(storage)) {
    case Object::Shared::Group:
      return AddressSpace::Local;
    case Object::Shared::Everywhere:
      return AddressSpace::Global;
    case Object::Shared::Nobody:
      return AddressSpace::Generic;
  }
  return AddressSpace::Generic;
}

/// The bits of a number from `shift` on, as a cell holds them.
Value bitsOf(Value value, std::uint64_t shift, IntegerKind kind) {
  return shift >= kCellByte * sizeof(Value)
             ? 0
             : wrapped(static_cast<Value>(static_cast<std::uint64_t>(value) >> shift), kind);
}

IntegerKind unsignedOf(std::uint32_t width) {
  return {static_cast<std::uint8_t>(width * kCellByte), false};
}

bool hasLeafAt(const std::vector<Leaf>& leaves, std::uint64_t offset, std::uint32_t width) {
  const auto at = std::ranges::lower_bound(leaves, offset, {}, &Leaf::offset);
  return at != leaves.end() && at->offset == offset && at->width == width;
}

/// The remainder, as if of a number without sign.
std::uint64_t remainder(Value value, std::uint64_t by) {
  const auto signedBy = static_cast<Value>(by);
  return static_cast<std::uint64_t>((value % signedBy + signedBy) % signedBy);
}

}  // namespace

void Memory::declare(const std::vector<Id>& roots, const SaidOfMemory& said) {
  collectReaches();
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

void Memory::collectReaches() {
  for (const MemoryAccess& access : in_.pointers.accesses()) {
    const auto leaves = in_.types.leaves(access.type);
    const Target& target = in_.pointers.targetOf(access.pointer);
    for (const Leaf& leaf : leaves.value_or(std::vector<Leaf>{})) {
      for (const Id root : target.roots) {
        reaches_[root].push_back({&target, access.instruction, leaf, access.atomic});
      }
    }
  }
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
    objects_.emplace(root, std::move(object));
  }
}

/// Names are words, and no two objects have the same one.
std::string Memory::uniqueName(Id root) {
  std::string name = in_.nameOf(root);
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
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
      fmt::format("nothing says how large '{}' is: it is taken to have {}", object.name,
                  counted(size, "element")),
      fmt::format("say it on the command line, --init '{}[{}]', or in a line ; @Input", object.name, size));
  return size;
}

void Memory::initialize(Object& object, const SaidOfMemory& said) {
  object.initial.assign(object.leaves.size(), 0);
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
  if (value.number && parts == 1) {
    assign(object, in_.types.partOf(type, 0), offset + Types::offsetOf(type, 0), value);
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

/// Whether an access is one of a leaf, wherever in the object it is.
bool Memory::fits(const Object& object, const Reach& reach) {
  const Value base = reach.target->base + static_cast<Value>(reach.leaf.offset);
  const std::uint64_t step = reach.target->step;
  if (step == 0) {
    const bool inside = base >= 0 && static_cast<std::uint64_t>(base) + reach.leaf.width <= object.size;
    return !inside || hasLeafAt(object.leaves, static_cast<std::uint64_t>(base), reach.leaf.width);
  }
  for (std::uint64_t at = remainder(base, step); at + reach.leaf.width <= object.size; at += step) {
    if (!hasLeafAt(object.leaves, at, reach.leaf.width)) {
      return false;
    }
  }
  return true;
}

/// Into leaves, or into cells of one size.
void Memory::cut(Object& object, const SaidOfMemory& said) {
  object.cells = object.leaves;
  const std::vector<Reach>& reaches = reaches_[object.id];
  if (std::ranges::all_of(reaches, [&](const Reach& reach) { return fits(object, reach); })) {
    return;
  }
  std::uint64_t cell = kLargestCell;
  const auto with = [&](std::uint64_t number) { cell = std::gcd(cell, number); };
  for (const Reach& reach : reaches) {
    with(reach.leaf.width);
    with(reach.target->step);
    with(remainder(reach.target->base + static_cast<Value>(reach.leaf.offset), kLargestCell));
  }
  for (const auto& [id, path] : said.paths) {
    const auto leaf = id == object.id ? leafAt(object, path) : std::nullopt;
    with(leaf ? leaf->offset : 0);
    with(leaf ? leaf->width : 0);
  }
  object.cell = static_cast<std::uint32_t>(cell);
  object.cells.clear();
  for (std::uint64_t at = 0; at + cell <= object.size; at += cell) {
    object.cells.push_back({at, object.cell, unsignedOf(object.cell), TypeKind::Int});
  }
  if (object.cells.size() > kMostLeaves) {
    in_.diagnostics.error(
        in_.declarationOf(object.id),
        fmt::format("'{}' is accessed in pieces of {}, and would have more than {} locations", object.name,
                    counted(cell, "byte"), kMostLeaves));
  }
}

/// Locations hold numbers without sign where the code accesses them both ways.
void Memory::signs(Object& object) {
  std::optional<bool> agreed;
  bool agree = true;
  for (const Reach& reach : reaches_[object.id]) {
    if (reach.leaf.type == TypeKind::Int) {
      agree = agree && agreed.value_or(reach.leaf.kind.isSigned) == reach.leaf.kind.isSigned;
      agreed = reach.leaf.kind.isSigned;
    }
  }
  for (Leaf& leaf : object.cells) {
    if (leaf.type == TypeKind::Int) {
      const bool mixed = object.cell != 0
                             ? !agree || !agreed.value_or(false)
                             : agreed.value_or(leaf.kind.isSigned) != leaf.kind.isSigned || !agree;
      leaf.kind.isSigned = !mixed && agreed.value_or(leaf.kind.isSigned);
    }
  }
}

void Memory::enter(Object& object) {
  const std::size_t instances = object.shared == Object::Shared::Group    ? in_.grid.groupCount()
                                : object.shared == Object::Shared::Nobody ? in_.grid.threadCount()
                                                                          : 1;
  for (std::size_t i = 0; i < instances; ++i) {
    const std::string name = instances == 1 ? object.name
                             : object.shared == Object::Shared::Nobody
                                 ? fmt::format("{}@P{}", object.name, i)
                                 : fmt::format("{}@g{}", object.name, i);
    if (!in_.names.hasRoom(object.cells.size())) {
      in_.diagnostics.error(in_.declarationOf(object.id),
                            fmt::format("more than {} locations", kMaxLocations));
      return;
    }
    enterInstance(object, name, i);
  }
}

void Memory::enterInstance(Object& object, const std::string& name, std::size_t instance) {
  const Value number = in_.names.reserve(1);
  const Value address = objectAddress(number);
  object.addresses.push_back(address);
  const bool alike =
      object.cell != 0 || std::ranges::all_of(object.cells, [&](const Leaf& leaf) {
        return leaf.kind == object.cells.front().kind && leaf.width == object.cells.front().width;
      });
  std::vector<LocationId> locations;
  if (alike) {
    const Type& type = in_.types.of(object.type);
    const bool array = object.cells.size() > 1 || (object.parameter && !object.single) || !type.isScalar();
    const frontend::MemoryObject& declared =
        in_.names.declareAt(number, name, static_cast<std::uint32_t>(object.cells.size()), array);
    for (LocationId l = declared.first; l < declared.first + declared.size; ++l) {
      locations.push_back(l);
    }
  } else {
    for (const Leaf& leaf : object.cells) {
      const Type& type = in_.types.of(object.type);
      const std::uint64_t stride = (type.size + type.alignment - 1) / type.alignment * type.alignment;
      const std::string path =
          object.parameter ? fmt::format("[{}]{}", leaf.offset / stride,
                                         leafName(object.type, leaf.offset % stride, object.runtimeCount))
                           : leafName(object.type, leaf.offset, object.runtimeCount);
      locations.push_back(in_.names.declareAt(number, name + path, 1, false).first);
    }
  }
  object.first.push_back(locations.front());
  const std::uint64_t span =
      object.cells.size() > 1 ? object.cells[1].offset - object.cells[0].offset : object.cells.front().width;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    const Leaf& cell = object.cells[i];
    MemoryLocation& location = in_.names.location(locations[i]);
    location.address = address + static_cast<Value>(cell.offset);
    location.elementSpan = static_cast<std::uint32_t>(span);
    location.space = spaceOf(object.storage);
    location.atomicType = false;
    location.kind = cell.type == TypeKind::Pointer ? std::nullopt : std::optional(cell.kind);
    for (std::size_t l = 0; l < object.leaves.size(); ++l) {
      const Leaf& leaf = object.leaves[l];
      const bool inside = leaf.offset < cell.offset + cell.width && cell.offset < leaf.offset + leaf.width;
      if (inside && cell.offset >= leaf.offset) {
        const Value bits = bitsOf(object.initial[l], (cell.offset - leaf.offset) * kCellByte, cell.kind);
        location.initial = wrapped(location.initial | bits, cell.kind);
      } else if (inside) {
        const std::uint64_t shift = (leaf.offset - cell.offset) * kCellByte;
        const auto bits = static_cast<std::uint64_t>(bitsOf(object.initial[l], 0, unsignedOf(leaf.width)));
        location.initial = wrapped(
            static_cast<Value>(static_cast<std::uint64_t>(location.initial) | bits << shift), cell.kind);
      }
    }
  }
  (void)instance;
}

/// Locations that are accessed atomically are those of atomic types: modules do not say it otherwise.
void Memory::markAtomics(const Object& object) {
  for (const Reach& reach : reaches_[object.id]) {
    if (!reach.atomic) {
      continue;
    }
    for (const LocationId first : object.first) {
      for (std::size_t c = 0; c < object.cells.size(); ++c) {
        const Value away = static_cast<Value>(object.cells[c].offset) - reach.target->base -
                           static_cast<Value>(reach.leaf.offset);
        const bool there = reach.target->step == 0 ? away == 0 : remainder(away, reach.target->step) == 0;
        if (there) {
          in_.names.location(first + static_cast<LocationId>(c)).atomicType = true;
        }
      }
    }
  }
}

/// Nothing if the module gives no name, one that is no word, or the same to several members.
std::optional<std::string> Memory::memberName(Id type, std::uint32_t member, std::uint32_t members) const {
  const auto named = in_.module.memberNames.find({type, member});
  if (named == in_.module.memberNames.end()) {
    return std::nullopt;
  }
  const std::string& name = named->second;
  bool good = !name.empty() && !(name.front() == 'f' && name.size() > 1 && name[1] <= '9') &&
              std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  for (std::uint32_t m = 0; good && m < members; ++m) {
    const auto other = in_.module.memberNames.find({type, m});
    good = m == member || other == in_.module.memberNames.end() || other->second != name;
  }
  return good ? std::optional(name) : std::nullopt;
}

/// "[0].f1[2]"
std::string Memory::leafName(Id id, std::uint64_t offset, std::uint32_t runtimeCount) {
  const Type type = in_.types.of(id);
  if (type.isScalar()) {
    return "";
  }
  const bool runtime = type.kind == TypeKind::RuntimeArray;
  const std::uint32_t parts = runtime ? runtimeCount : Types::partCount(type);
  std::uint32_t part = 0;
  while (part + 1 < parts && Types::offsetOf(type, part + 1) <= offset) {
    ++part;
  }
  const std::string inner =
      parts == 0 ? ""
                 : leafName(in_.types.partOf(type, part), offset - Types::offsetOf(type, part), runtimeCount);
  if (type.kind != TypeKind::Struct) {
    return fmt::format("[{}]{}", part, inner);
  }
  const auto named = memberName(id, part, parts);
  return fmt::format(".{}{}", named.value_or(fmt::format("f{}", part)), inner);
}

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
    result.pieces.push_back({leaf.offset + at, at * kCellByte, kind.value_or(leaf.kind)});
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
