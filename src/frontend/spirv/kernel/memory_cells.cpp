// How objects are cut into locations, and what these are called.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "frontend/shared/declare.h"
#include "frontend/spirv/kernel/memory.h"
#include "program/expr/addresses.h"
#include "util/characters.h"
#include "util/text.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::uint32_t kLargestCell = 8;

AddressSpace spaceOf(Object::Shared shared) {
  switch (shared) {
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
  return shift >= kBitsOfByte * sizeof(Value)
             ? 0
             : wrapped(static_cast<Value>(static_cast<std::uint64_t>(value) >> shift), kind);
}

IntegerKind unsignedOf(std::uint32_t width) {
  return {static_cast<std::uint8_t>(width * kBitsOfByte), false};
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

/// Locations hold numbers without sign where the code accesses them both ways, unless an atomic minimum or
/// maximum says which sign it orders them by.
void Memory::signs(Object& object) {
  std::optional<bool> agreed;
  bool agree = true;
  bool ordersSigned = false;
  bool ordersUnsigned = false;
  for (const Reach& reach : reaches_[object.id]) {
    if (reach.leaf.type == TypeKind::Int) {
      agree = agree && agreed.value_or(reach.leaf.kind.isSigned) == reach.leaf.kind.isSigned;
      agreed = reach.leaf.kind.isSigned;
    }
    const spv::Op op = reach.instruction->op;
    ordersSigned = ordersSigned || op == spv::Op::OpAtomicSMin || op == spv::Op::OpAtomicSMax;
    ordersUnsigned = ordersUnsigned || op == spv::Op::OpAtomicUMin || op == spv::Op::OpAtomicUMax;
  }
  for (Leaf& leaf : object.cells) {
    if (leaf.type == TypeKind::Int) {
      const bool mixed = object.cell != 0
                             ? !agree || !agreed.value_or(false)
                             : agreed.value_or(leaf.kind.isSigned) != leaf.kind.isSigned || !agree;
      leaf.kind.isSigned =
          ordersSigned != ordersUnsigned ? ordersSigned : !mixed && agreed.value_or(leaf.kind.isSigned);
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
    enterInstance(object, name);
  }
}

void Memory::enterInstance(Object& object, const std::string& name) {
  const Value number = in_.names.reserve(1);
  const Value address = objectAddress(number);
  object.addresses.push_back(address);
  const std::vector<LocationId> locations = declareCells(object, name, number);
  object.first.push_back(locations.front());
  const std::uint64_t span =
      object.cells.size() > 1 ? object.cells[1].offset - object.cells[0].offset : object.cells.front().width;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    const Leaf& cell = object.cells[i];
    MemoryLocation& location = in_.names.location(locations[i]);
    location.address = address + static_cast<Value>(cell.offset);
    location.elementSpan = static_cast<std::uint32_t>(span);
    location.space = spaceOf(object.shared);
    location.atomicType = false;
    location.kind = cell.type == TypeKind::Pointer ? std::nullopt : std::optional(cell.kind);
    location.initial = initialOf(object, cell);
    location.open = cell.offset >= object.ownSize;
  }
}

/// An array where all cells are alike, else a location with a path for each.
std::vector<LocationId> Memory::declareCells(const Object& object, const std::string& name, Value number) {
  const bool alike =
      object.cell != 0 || std::ranges::all_of(object.cells, [&](const Leaf& leaf) {
        return leaf.kind == object.cells.front().kind && leaf.width == object.cells.front().width;
      });
  std::vector<LocationId> locations;
  const Type type = in_.types.of(object.type);
  if (alike) {
    const bool array = object.cells.size() > 1 || (object.parameter && !object.single) || !type.isScalar();
    const frontend::MemoryObject& declared =
        in_.names.declareAt(number, name, static_cast<std::uint32_t>(object.cells.size()), array);
    for (LocationId l = declared.first; l < declared.first + declared.size; ++l) {
      locations.push_back(l);
    }
    return locations;
  }
  const std::uint64_t stride = (type.size + type.alignment - 1) / type.alignment * type.alignment;
  std::map<std::uint64_t, std::string> names;
  addLeafNames(object.type, 0, "", object.runtimeCount, names);
  for (const Leaf& leaf : object.cells) {
    std::string path;
    if (object.parameter) {
      path = fmt::format("[{}]{}", leaf.offset / stride, names.at(leaf.offset % stride));
    } else if (leaf.offset < object.ownSize) {
      path = names.at(leaf.offset);
    } else {
      path = fmt::format("+{}{}", leaf.offset / object.copyStride, names.at(leaf.offset % object.copyStride));
    }
    locations.push_back(in_.names.declareAt(number, name + path, 1, false).first);
  }
  return locations;
}

/// What a cell holds of the numbers that it is a part of, or that are parts of it.
Value Memory::initialOf(const Object& object, const Leaf& cell) {
  Value initial = 0;
  auto at = std::ranges::lower_bound(object.leaves, cell.offset, {}, &Leaf::offset);
  at -= at == object.leaves.begin() ? 0 : 1;
  for (; at != object.leaves.end() && at->offset < cell.offset + cell.width; ++at) {
    const Value value = object.initial[static_cast<std::size_t>(at - object.leaves.begin())];
    if (at->offset + at->width <= cell.offset) {
      continue;
    }
    if (cell.offset >= at->offset) {
      initial |= bitsOf(value, (cell.offset - at->offset) * kBitsOfByte, cell.kind);
    } else {
      const std::uint64_t shift = (at->offset - cell.offset) * kBitsOfByte;
      initial |=
          static_cast<Value>(static_cast<std::uint64_t>(bitsOf(value, 0, unsignedOf(at->width))) << shift);
    }
  }
  return wrapped(initial, cell.kind);
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
              std::ranges::all_of(name, isWordPart);
  for (std::uint32_t m = 0; good && m < members; ++m) {
    const auto other = in_.module.memberNames.find({type, m});
    good = m == member || other == in_.module.memberNames.end() || other->second != name;
  }
  return good ? std::optional(name) : std::nullopt;
}

void Memory::addLeafNames(Id id, std::uint64_t offset, const std::string& path, std::uint32_t runtimeCount,
                          std::map<std::uint64_t, std::string>& names) {
  const Type type = in_.types.of(id);
  if (type.isScalar()) {
    names.emplace(offset, path);
    return;
  }
  const std::uint32_t parts = type.kind == TypeKind::RuntimeArray ? runtimeCount : Types::partCount(type);
  for (std::uint32_t part = 0; part < parts; ++part) {
    const std::string step = type.kind != TypeKind::Struct
                                 ? fmt::format("[{}]", part)
                                 : "." + memberName(id, part, parts).value_or(fmt::format("f{}", part));
    addLeafNames(in_.types.partOf(type, part), offset + Types::offsetOf(type, part), path + step,
                 runtimeCount, names);
  }
}

}  // namespace hrfcheck::frontend::spirv
