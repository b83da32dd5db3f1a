#include "frontend/lowlevel/emit/memory_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "frontend/lowlevel/specialize/specialize.h"
#include "program/expr/value.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

/// Most cells of one object: the largest arrays of tests.
constexpr std::uint64_t kMostCells = 4096;
/// Numbers of structs, up to which those that nobody accesses are cells, too.
constexpr std::size_t kMostUntouched = 256;
constexpr unsigned kLargestCell = 8;

/// Those that are granules of their own.
StoredWord partsOf(const SharedAccess& access, std::size_t element) {
  return access.apart && element < access.values.size() ? access.values[element] : StoredWord{};
}

}  // namespace

void MemoryLayout::note(const SharedAccess& access, std::uint32_t origin) {
  const Access& a = *access.access;
  const std::size_t elements = std::max(a.targets.size(), a.values.size());
  const bool ordersNumbers = a.update == RmwOp::Min || a.update == RmwOp::Max;
  const auto noteIn = [&](std::uint32_t object) -> Uses& {
    Uses& uses = uses_[object];
    uses.written = uses.written || a.writes;
    uses.origin = origin;
    uses.signedUpdates = uses.signedUpdates || (ordersNumbers && a.signedUpdate);
    uses.unsignedUpdates = uses.unsignedUpdates || (ordersNumbers && !a.signedUpdate);
    return uses;
  };
  if (access.where.place) {
    Uses& uses = noteIn(access.where.place->object);
    for (std::size_t e = 0; e < elements; ++e) {
      const std::int64_t offset = access.where.place->offset + static_cast<std::int64_t>(e * a.bytes);
      uses.places.emplace(Cell{offset, a.bytes}, origin);
      if (a.atomicity) {
        uses.atomics.insert(Cell{offset, a.bytes});
      }
      for (const StoredPart& part : partsOf(access, e)) {
        uses.parts.emplace(Cell{offset + part.begin / kBitsOfByte, part.bits / kBitsOfByte}, origin);
      }
    }
    return;
  }
  for (const std::uint32_t object : access.where.objects) {
    Uses& uses = noteIn(object);
    uses.computed.emplace(a.bytes, origin);
    uses.largestAtomic = std::max(uses.largestAtomic, a.atomicity ? a.bytes : 0);
    for (std::size_t e = 0; e < elements; ++e) {
      for (const StoredPart& part : partsOf(access, e)) {
        uses.computedParts.emplace(std::gcd(part.begin, part.bits) / kBitsOfByte, origin);
      }
    }
  }
}

void MemoryLayout::mention(std::uint32_t object, unsigned bytes) {
  uses_[object].mentioned.insert(bytes);
}

void MemoryLayout::finish() {
  for (auto& [object, uses] : uses_) {
    if (uses.mentioned.empty()) {  // else elements are what is said
      uses.places.merge(uses.parts);
      uses.computed.merge(uses.computedParts);
    }
    ObjectLayout& layout = layouts_[object];
    layout.written = uses.written;
    layout.isSigned = uses.signedUpdates;
    if (uses.signedUpdates && uses.unsignedUpdates) {
      throw Refusal{uses.origin,
                    "signed and unsigned atomic minima and maxima of one object are not supported"};
    }
    const auto said = facts_.sizes.find(object);
    layout.sizeIsFound = said == facts_.sizes.end();
    if (!layout.sizeIsFound) {
      layout.size = said->second;
    }
    for (const auto& [cell, origin] : uses.places) {
      layout.lowest = std::min(layout.lowest, cell.offset);
      layout.highest = std::max(layout.highest, cell.offset + cell.bytes);
      if (layout.sizeIsFound && cell.offset >= 0) {
        layout.size = std::max(layout.size, static_cast<std::uint64_t>(cell.offset) + cell.bytes);
      }
    }
    if (uses.shape) {
      separateNumbers(uses, layout);
    }
    if (uses.computed.empty()) {
      divide(uses, layout);
    } else {
      divideEvenly(uses, layout);
    }
    fill(uses, layout);
    if (uses.shape && !uses.unsignedUpdates) {
      giveSigns(uses, layout);
    }
  }
}

/// The numbers that an object has in the source.
std::vector<std::pair<Cell, ElementType>> MemoryLayout::numbersIn(const Uses& uses,
                                                                  const ObjectLayout& layout) {
  const SourceType& element = *uses.shape->element;
  std::vector<std::pair<Cell, ElementType>> numbers;
  const std::uint64_t count = element.bytes == 0 ? 0 : (layout.size + element.bytes - 1) / element.bytes;
  if (count > kMostCells) {
    return numbers;
  }
  for (const SourceNumbers& row : numbersOf(element, count, true)) {
    for (std::uint64_t i = 0; i < row.count && numbers.size() <= kMostCells; ++i) {
      const std::uint64_t offset = row.offset + i * row.type.bytes;
      if (offset + row.type.bytes <= layout.size) {
        numbers.push_back({Cell{static_cast<std::int64_t>(offset), row.type.bytes}, row.type});
      }
    }
  }
  return numbers;
}

/// Where compilers copy several at once, they stay numbers of their own. An array of bytes holds anything.
void MemoryLayout::separateNumbers(Uses& uses, const ObjectLayout& layout) {
  const auto numbers = numbersIn(uses, layout);
  const bool structs = uses.shape->ofStructs();
  if (numbers.empty() || numbers.size() > kMostCells || (!structs && numbers.front().first.bytes == 1)) {
    return;
  }
  if (!uses.computed.empty()) {
    const unsigned bytes = numbers.front().first.bytes;
    const bool alike =
        std::ranges::all_of(numbers, [&](const auto& number) { return number.first.bytes == bytes; });
    const auto isLarger = [&](const Cell& atomic) { return atomic.bytes > bytes; };
    if (alike && uses.largestAtomic <= bytes && std::ranges::none_of(uses.atomics, isLarger)) {
      uses.computed.emplace(bytes, uses.origin);
    }
    return;
  }
  const auto overlap = [](const Cell& a, const Cell& b) {
    return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
  };
  for (const auto& [number, type] : numbers) {
    const auto splits = [&, &number = number](const Cell& atomic) {
      return overlap(atomic, number) && atomic != number;
    };
    const auto concerns = [&, &number = number](const auto& place) {
      return overlap(place.first, number) && (structs || place.first.bytes > number.bytes);
    };
    const bool wanted =
        (structs && numbers.size() <= kMostUntouched) || std::ranges::any_of(uses.places, concerns);
    if (wanted && std::ranges::none_of(uses.atomics, splits)) {
      uses.places.emplace(number, uses.origin);
    }
  }
}

/// Where an address is computed, all granules have a sign or none.
void MemoryLayout::giveSigns(const Uses& uses, ObjectLayout& layout) {
  const auto numbers = numbersIn(uses, layout);
  const auto isSigned = [](const auto& number) { return number.second.isSigned; };
  if (!numbers.empty() && std::ranges::all_of(numbers, isSigned)) {
    layout.isSigned = true;
  } else if (uses.computed.empty()) {
    for (const auto& [number, type] : numbers) {
      if (type.isSigned && std::ranges::find(layout.cells, number) != layout.cells.end()) {
        layout.signedCells.insert(number.offset);
      }
    }
  }
}

/// Between two places where some access begins or ends, the bytes belong together.
void MemoryLayout::divide(const Uses& uses, ObjectLayout& layout) {
  std::set<std::int64_t> cuts;
  const auto end = static_cast<std::int64_t>(layout.size);
  for (const auto& [cell, origin] : uses.places) {
    cuts.insert(std::clamp<std::int64_t>(cell.offset, 0, end));
    cuts.insert(std::clamp<std::int64_t>(cell.offset + cell.bytes, 0, end));
  }
  for (auto cut = cuts.begin(); cut != cuts.end() && std::next(cut) != cuts.end(); ++cut) {
    const std::int64_t begin = *cut;
    const std::int64_t behind = *std::next(cut);
    const auto first = uses.places.lower_bound(Cell{begin - kLargestCell, 0});
    for (auto at = first; at != uses.places.end() && at->first.offset <= begin; ++at) {
      if (at->first.offset + at->first.bytes >= behind) {
        layout.cells.push_back({begin, static_cast<unsigned>(behind - begin)});
        break;
      }
    }
  }
}

void MemoryLayout::divideEvenly(const Uses& uses, ObjectLayout& layout) {
  std::uint64_t size = 0;
  for (const auto& [bytes, origin] : uses.computed) {
    size = std::gcd(size, std::uint64_t{bytes});
  }
  for (const auto& [cell, origin] : uses.places) {
    size = std::gcd(std::gcd(size, std::uint64_t{cell.bytes}),
                    static_cast<std::uint64_t>(std::abs(cell.offset)));
  }
  if (layout.sizeIsFound) {  // an element for each thread, at least
    const std::uint64_t threads = std::min<std::uint64_t>(facts_.launches.threadCount(), kMostCells);
    layout.size = std::max((layout.size + size - 1) / size, threads) * size;
    layout.highest = std::max(layout.highest, static_cast<std::int64_t>(layout.size));
  }
  layout.looked = std::min(layout.size, kMostCells * size);
  const auto granule = [&](std::uint64_t at) {
    return Cell{static_cast<std::int64_t>(at), static_cast<unsigned>(size)};
  };
  for (std::uint64_t at = 0; at + size <= layout.looked; at += size) {
    layout.cells.push_back(granule(at));
  }
  std::set<Cell> further;
  for (const auto& [cell, origin] : uses.places) {
    const auto begin = static_cast<std::uint64_t>(std::max<std::int64_t>(cell.offset, 0));
    for (std::uint64_t at = std::max(begin, layout.looked);
         at + size <= layout.size && static_cast<std::int64_t>(at) < cell.offset + cell.bytes; at += size) {
      further.insert(granule(at));
    }
  }
  layout.cells.insert(layout.cells.end(), further.begin(), further.end());
}

/// An object whose granules are alike is an array of them, with those that nobody accesses.
void MemoryLayout::fill(const Uses& uses, ObjectLayout& layout) {
  if (layout.cells.empty() && uses.mentioned.size() == 1) {
    const unsigned bytes = *uses.mentioned.begin();
    layout.cells.push_back({0, bytes});
  }
  if (layout.cells.empty()) {
    return;
  }
  const unsigned bytes = layout.cells.front().bytes;
  const bool alike = std::ranges::all_of(
      layout.cells, [&](const Cell& cell) { return cell.bytes == bytes && cell.offset % bytes == 0; });
  const bool asSaid = uses.mentioned.empty() || uses.mentioned == std::set{bytes};
  if (!alike || !asSaid || layout.size / bytes > kMostCells) {
    return;
  }
  layout.uniform = bytes;
  layout.cells.clear();
  for (std::uint64_t at = 0; at + bytes <= layout.size; at += bytes) {
    layout.cells.push_back({static_cast<std::int64_t>(at), bytes});
  }
}

const ObjectLayout* MemoryLayout::layout(std::uint32_t object) const {
  const auto found = layouts_.find(object);
  return found == layouts_.end() ? nullptr : &found->second;
}

std::vector<Cell> MemoryLayout::cellsOf(std::uint32_t object, std::int64_t offset, unsigned bytes) const {
  std::vector<Cell> result;
  const ObjectLayout* layout = this->layout(object);
  if (layout == nullptr) {
    return result;
  }
  for (auto at = std::ranges::lower_bound(layout->cells, offset, {}, &Cell::offset);
       at != layout->cells.end() && at->offset < offset + bytes; ++at) {
    result.push_back(*at);
  }
  return result;
}

}  // namespace hrfcheck::frontend::lowlevel
