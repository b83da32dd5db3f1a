#include "frontend/lowlevel/locations.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "frontend/lowlevel/specialize/specialize.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/names.h"
#include "program/expr/addresses.h"
#include "program/expr/further_operators.h"
#include "program/ir/program.h"
#include "program/ir/shared_memory.h"

namespace hrfcheck::frontend::lowlevel {
void Locations::declare(const MemoryLayout& layout, const ObjectTraits& traits, const Place& place,
                        Diagnostics& diagnostics) {
  for (const auto& [object, memory] : layout.objects()) {
    const std::uint32_t instances = instancesOf(object);
    requireRoom(names_, memory.cells.size() * instances, place, diagnostics);
    const NamedObject* known = launchNames_.of(object);
    const std::string name = uniqueName(known != nullptr ? known->name : module_.objects[object].name);
    display_[object] = name;
    for (std::uint32_t one = 0; one < instances; ++one) {
      instance(object, memory,
               isShared(object)     ? instanceName(name, one)
               : isOfDevice(object) ? fmt::format("{}@d{}", name, one)
                                    : name,
               traits);
    }
  }
}

bool Locations::isShared(std::uint32_t object) const {
  return module_.objects[object].space == Space::Shared;
}

/// CUDA Programming Guide, "__device__ Memory Space Specifier": there is "a distinct object per device".
bool Locations::isOfDevice(std::uint32_t object) const {
  return object < module_.objects.size() && module_.objects[object].ofDevice &&
         facts_.launches.deviceCount() > 1;
}

std::uint32_t Locations::instancesOf(std::uint32_t object) const {
  return isShared(object)     ? facts_.launches.groupCount()
         : isOfDevice(object) ? facts_.launches.deviceCount()
                              : 1;
}

std::uint32_t Locations::declareVotes() {
  const auto object = static_cast<std::uint32_t>(module_.objects.size());
  for (std::uint32_t group = 0; group < facts_.launches.groupCount(); ++group) {
    const Value number = names_.reserve(1);
    addresses_[object].push_back(objectAddress(number));
    const MemoryObject& declared = names_.declareAt(number, instanceName(std::string(kVoteCells), group),
                                                    facts_.launches.ofGroup(group).grid.itemCount(), true);
    for (std::uint32_t i = 0; i < declared.size; ++i) {
      names_.location(declared.first + i).space = AddressSpace::Local;
      names_.location(declared.first + i).atomicType = false;
    }
  }
  return object;
}

/// What a cell holds initially nobody reads.
Locations::LaneCellAddresses Locations::declareLaneCells(const LaneCells& cells, const Place& place,
                                                         Diagnostics& diagnostics) {
  LaneCellAddresses addresses;
  for (const auto& [key, count] : cells) {
    requireRoom(names_, count, place, diagnostics);
    const Value number = names_.reserve(1);
    addresses[key] = objectAddress(number);
    const MemoryObject& declared =
        names_.declareAt(number, fmt::format("{}@w{}.{}", kLaneCells, key.first, key.second), count, true);
    for (std::uint32_t i = 0; i < declared.size; ++i) {
      names_.location(declared.first + i).atomicType = false;
      names_.location(declared.first + i).initial = kUnknown;
    }
  }
  return addresses;
}

std::string Locations::instanceName(const std::string& name, std::uint32_t group) const {
  const OneLaunch& launch = facts_.launches.ofGroup(group);
  const std::string ofLaunch = launch.label.empty() ? name : fmt::format("{}.{}", launch.label, name);
  return launch.grid.groupCount() == 1 ? ofLaunch
                                       : fmt::format("{}@g{}", ofLaunch, group - launch.firstGroup);
}

std::string Locations::uniqueName(std::string name) {
  const std::string wanted = name;
  const auto taken = [&] {
    for (const auto& [object, other] : display_) {
      if (other == name) {
        return true;
      }
    }
    return false;
  };
  for (unsigned n = 2; taken(); ++n) {
    name = fmt::format("{}_{}", wanted, n);
  }
  return name;
}

/// The numbers that an object has in the source.
struct Locations::Numbers {
  Numbers(const ObjectShape* shape, const ObjectLayout& layout) {
    if (shape != nullptr && shape->element->bytes != 0) {
      const std::uint64_t count = (layout.size + shape->element->bytes - 1) / shape->element->bytes;
      rows = numbersOf(*shape->element, count, shape->indexed);
    }
  }

  /// The row that a granule is a number of; null where there is none.
  const SourceNumbers* rowAt(const Cell& cell) const {
    const auto offset = static_cast<std::uint64_t>(cell.offset);
    const auto behind = std::ranges::upper_bound(rows, offset, {}, &SourceNumbers::offset);
    if (behind == rows.begin()) {
      return nullptr;
    }
    const SourceNumbers& row = *std::prev(behind);
    const std::uint64_t inside = offset - row.offset;
    const bool fits =
        cell.bytes == row.type.bytes && inside % row.type.bytes == 0 && inside / row.type.bytes < row.count;
    return fits ? &row : nullptr;
  }

  /// Whether nothing of the source lies there.
  bool isPadding(const Cell& cell) const {
    const auto begin = static_cast<std::uint64_t>(cell.offset);
    return !rows.empty() && std::ranges::none_of(rows, [&](const SourceNumbers& row) {
      return row.offset < begin + cell.bytes && begin < row.offset + row.count * row.type.bytes;
    });
  }

  std::vector<SourceNumbers> rows;  ///< in the order in which they lie
};

/// Granules are called as the numbers of the source that they are.
std::vector<LocationId> Locations::fields(Value number, const ObjectLayout& layout, const std::string& name,
                                          const Numbers& numbers) {
  std::vector<LocationId> locations;
  for (std::size_t i = 0; i < layout.cells.size();) {
    const SourceNumbers* row = numbers.rowAt(layout.cells[i]);
    std::uint64_t there = 0;  // of the row
    while (row != nullptr && i + there < layout.cells.size() && there < row->count &&
           layout.cells[i + there] ==
               Cell{static_cast<std::int64_t>(row->offset + there * row->type.bytes), row->type.bytes}) {
      ++there;
    }
    // An array that ends where the object does may have room for more elsewhere.
    const bool ends = row != nullptr && row->array && there != 0 && i + there == layout.cells.size();
    const bool known = row != nullptr && (there == row->count || ends);
    const std::uint64_t count = known ? there : 1;
    const std::string called =
        known ? name + row->path : fmt::format("{}.at{}", name, layout.cells[i].offset);
    const MemoryObject& declared =
        names_.declareAt(number, called, static_cast<std::uint32_t>(count), known && row->array);
    for (std::uint32_t n = 0; n < count; ++n) {
      locations.push_back(declared.first + n);
    }
    i += count;
  }
  return locations;
}

/// Of a large object, those that a computed address may lead to.
std::size_t Locations::elementsInARow(const ObjectLayout& layout) {
  return layout.looked < layout.size && layout.looked != 0 ? layout.looked / layout.cells.front().bytes : 0;
}

/// A number of an object, with as many free ones around it as its accesses reach: no access to one object
/// leads to another.
Value Locations::reserve(const ObjectLayout& layout) {
  constexpr Value kNear = kAddressStride / 2;
  const Value before = (kNear - layout.lowest - 1) / kAddressStride;
  const Value behind = (kNear + layout.highest - 1) / kAddressStride;
  return names_.reserve(before + 1 + behind) + before;
}

void Locations::instance(std::uint32_t object, const ObjectLayout& layout, const std::string& name,
                         const ObjectTraits& traits) {
  const Value number = reserve(layout);
  const Value base = objectAddress(number);
  addresses_[object].push_back(base);
  const ObjectShape* shape = traits.shapeOf(object);
  const Numbers numbers(shape, layout);
  std::vector<LocationId> locations;
  if (shape != nullptr && shape->ofStructs()) {
    locations = fields(number, layout, name, numbers);
  } else if (layout.uniform != 0) {
    const bool array = layout.cells.size() != 1 || traits.isArray(object);
    const MemoryObject& declared =
        names_.declareAt(number, name, static_cast<std::uint32_t>(layout.cells.size()), array);
    for (std::uint32_t i = 0; i < declared.size; ++i) {
      locations.push_back(declared.first + i);
    }
  } else {
    const std::size_t row = elementsInARow(layout);
    for (std::size_t i = 0; i < row; ++i) {
      locations.push_back((i == 0
                               ? names_.declareAt(number, name, static_cast<std::uint32_t>(row), true).first
                               : locations.front() + static_cast<LocationId>(i)));
    }
    for (const Cell& cell : std::span(layout.cells).subspan(row)) {
      locations.push_back(
          names_.declareAt(number, fmt::format("{}.at{}", name, cell.offset), 1, false).first);
    }
  }
  const bool shared = module_.objects[object].space == Space::Shared;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    const Cell& cell = layout.cells[i];
    MemoryLocation& location = names_.location(locations[i]);
    location.address = base + cell.offset;
    location.elementSpan = cell.bytes;
    location.space = shared ? AddressSpace::Local : AddressSpace::Global;
    if (shared && traits.spacesMatter) {
      const auto group = static_cast<ThreadId>(addresses_[object].size() - 1);
      location.regions.push_back(sharedRegion(facts_.launches.firstThreadOf(group)));
    }
    const bool isSigned = layout.isSignedAt(cell.offset);
    location.kind = IntegerKind{static_cast<std::uint8_t>(cell.bytes * 8), isSigned};
    location.initial = initialOf(object, cell, isSigned);
    const SourceNumbers* row = numbers.rowAt(cell);
    const bool isFloat = row != nullptr ? row->type.isFloat : traits.isFloat(object);
    if (isFloat && (cell.bytes == 4 || cell.bytes == 8)) {
      floats_.insert(locations[i]);
      location.kind = floatKind(cell.bytes * 8);
    }
    if (!shared) {
      positions_[locations[i]] = {object, cell};
    }
    if (!shared && layout.written && !numbers.isPadding(cell)) {
      results_.push_back(locations[i]);
    }
  }
}

Value Locations::initialOf(std::uint32_t object, const Cell& cell, bool isSigned) {
  const auto contents = facts_.contents.find(object);
  std::uint64_t bits = 0;
  for (unsigned b = 0; b < cell.bytes; ++b) {
    const auto byte = contents == facts_.contents.end() ? std::nullopt : contents->second.at(cell.offset + b);
    if (!byte) {
      unknown_.insert(object);
      return kUnknown;
    }
    bits |= std::uint64_t{*byte} << (b * 8);
  }
  const Value value =
      wrapped(static_cast<Value>(bits), {static_cast<std::uint8_t>(cell.bytes * 8), isSigned});
  if (isUnknown(value)) {
    throw Refusal{.message = "memory that begins with 0x5a5ac3c37e1d9b66, which represents unknown contents"};
  }
  return value;
}

Value Locations::addressOf(std::uint32_t object, std::uint32_t group) const {
  const auto known = addresses_.find(object);
  if (known == addresses_.end()) {
    return objectAddress(names_.program().locations.size() + 1'000'000);
  }
  return known->second.size() == 1 ? known->second.front()
         : isOfDevice(object)      ? known->second[facts_.launches.deviceOfGroup(group)]
                                   : known->second[group];
}

}  // namespace hrfcheck::frontend::lowlevel
