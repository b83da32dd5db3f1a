#include "frontend/lowlevel/locations.h"

#include <fmt/format.h>

#include "frontend/lowlevel/specialize.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/vote_cells.h"
#include "program/ir/addresses.h"
#include "program/ir/further_operators.h"

namespace hrfcheck::frontend::lowlevel {
void Locations::declare(const MemoryLayout& layout, const ObjectTraits& traits, const Place& place,
                        Diagnostics& diagnostics) {
  for (const auto& [object, memory] : layout.objects()) {
    const bool shared = module_.objects[object].space == Space::Shared;
    const std::uint32_t instances = shared ? facts_.grid.groupCount() : 1;
    requireRoom(names_, memory.cells.size() * instances, place, diagnostics);
    const NamedObject* known = launchNames_.of(object);
    const std::string name = uniqueName(known != nullptr ? known->name : module_.objects[object].name);
    display_[object] = name;
    for (std::uint32_t group = 0; group < instances; ++group) {
      instance(object, memory, shared ? instanceName(name, group) : name, traits);
    }
  }
}

std::uint32_t Locations::declareVotes() {
  const auto object = static_cast<std::uint32_t>(module_.objects.size());
  for (std::uint32_t group = 0; group < facts_.grid.groupCount(); ++group) {
    const Value number = names_.reserve(1);
    addresses_[object].push_back(objectAddress(number));
    const MemoryObject& declared =
        names_.declareAt(number, instanceName(std::string(kVoteCells), group), facts_.grid.itemCount(), true);
    for (std::uint32_t i = 0; i < declared.size; ++i) {
      names_.location(declared.first + i).space = AddressSpace::Local;
      names_.location(declared.first + i).atomicType = false;
    }
  }
  return object;
}

std::string Locations::instanceName(const std::string& name, std::uint32_t group) const {
  return facts_.grid.groupCount() == 1 ? name : fmt::format("{}@g{}", name, group);
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

void Locations::instance(std::uint32_t object, const ObjectLayout& layout, const std::string& name,
                         const ObjectTraits& traits) {
  const Value number = names_.reserve(1);
  const Value base = objectAddress(number);
  addresses_[object].push_back(base);
  std::vector<LocationId> locations;
  if (layout.uniform != 0) {
    const bool array = layout.cells.size() != 1 || traits.isArray(object);
    const MemoryObject& declared =
        names_.declareAt(number, name, static_cast<std::uint32_t>(layout.cells.size()), array);
    for (std::uint32_t i = 0; i < declared.size; ++i) {
      locations.push_back(declared.first + i);
    }
  } else {
    for (const Cell& cell : layout.cells) {
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
    location.kind = IntegerKind{static_cast<std::uint8_t>(cell.bytes * 8), layout.isSigned};
    if (traits.isFloat(object) && (cell.bytes == 4 || cell.bytes == 8)) {
      floats_.insert(locations[i]);
    }
    location.initial = initialOf(object, cell, layout.isSigned);
    if (!shared && layout.written) {
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
    throw Refusal{.message = "memory that begins with 0x5a5ac3c37e1d9b66, which stands for unknown contents"};
  }
  return value;
}

Value Locations::addressOf(std::uint32_t object, std::uint32_t group) const {
  const auto known = addresses_.find(object);
  if (known == addresses_.end()) {
    return objectAddress(names_.program().locations.size() + 1'000'000);
  }
  return known->second.size() == 1 ? known->second.front() : known->second[group];
}

}  // namespace hrfcheck::frontend::lowlevel
