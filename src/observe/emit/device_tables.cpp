#include "observe/emit/device_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "observe/emit/role_code.h"
#include "program/ir/operands.h"

namespace hrfcheck::inline observe {
namespace {

/// Which devices access a location, and how, each in the order of the threads.
struct Accesses {
  std::vector<unsigned> all;
  std::vector<unsigned> writes;
  std::vector<unsigned> reads;
  bool readModifyWrites = false;
};

Accesses accessesOf(const DeviceTest& test, LocationId location) {
  Accesses accesses;
  for (ThreadId t = 0; t < test.program->threads.size(); ++t) {
    const unsigned device = test.deviceOf(t);
    for (const Instruction& instruction : test.program->threads[t].instructions) {
      const Operands operands = operandsOf(instruction.operation);
      if (operands.address == nullptr || locationOf(*test.program, *operands.address) != location) {
        continue;
      }
      const bool reads = readsMemory(instruction.operation);
      const bool writes = writesMemory(instruction.operation);
      accesses.all.push_back(device);
      if (reads) {
        accesses.reads.push_back(device);
      }
      if (writes) {
        accesses.writes.push_back(device);
      }
      accesses.readModifyWrites = accesses.readModifyWrites || (reads && writes);
    }
  }
  return accesses;
}

unsigned firstOf(const std::vector<unsigned>& devices, unsigned otherwise) {
  return devices.empty() ? otherwise : devices.front();
}

std::optional<unsigned> firstBut(const std::vector<unsigned>& devices, unsigned one) {
  const auto other = std::ranges::find_if(devices, [&](unsigned d) { return d != one; });
  return other == devices.end() ? std::nullopt : std::optional(*other);
}

unsigned memoryOf(const Accesses& accesses, LocationPlace place, unsigned host) {
  const unsigned writer = firstOf(accesses.writes, firstOf(accesses.all, 0));
  switch (place) {
    case LocationPlace::Writer:
      break;
    case LocationPlace::Reader:
      return firstBut(accesses.reads, writer).value_or(firstBut(accesses.all, writer).value_or(writer));
    case LocationPlace::Host:
      return accesses.readModifyWrites ? writer : host;
    case LocationPlace::HostForAll:
      return host;
  }
  return writer;
}

/// Whether atomic operations on another device's memory are needed.
bool sharesReadModifyWrites(const DeviceTest& test) {
  for (LocationId l = 0; l < test.program->locations.size(); ++l) {
    const Accesses accesses = accessesOf(test, l);
    if (accesses.readModifyWrites && std::set(accesses.all.begin(), accesses.all.end()).size() > 1) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string shapeOfDevices(const DeviceTest& test) {
  std::vector<unsigned> blocks;
  for (const auto& [device, count] : blocksOfDevices(test)) {
    blocks.push_back(count);
  }
  return fmt::format(
      "#define HRF_DEVICES {}\n#define HRF_BLOCKS_ON {}\n#define HRF_MOST_BLOCKS {}\n#define HRF_SHARED_RMW {}\n",
      test.deviceCount(), fmt::join(blocks, ", "), std::ranges::max(blocks),
      sharesReadModifyWrites(test) ? 1 : 0);
}

DeviceTable blocksOfDevices(const DeviceTest& test) {
  DeviceTable rows;
  for (unsigned d = 0; d < test.deviceCount(); ++d) {
    rows.emplace_back(d, static_cast<unsigned>(std::ranges::count(test.devices, d)));
  }
  return rows;
}

DeviceTable numbersOfBlocks(const DeviceTest& test) {
  DeviceTable rows;
  for (unsigned d = 0; d < test.deviceCount(); ++d) {
    std::size_t number = 0;
    for (unsigned b = 0; b < test.blocks.size(); ++b) {
      if (test.devices[b] == d) {
        rows.emplace_back(d * test.blocks.size() + number++, b);
      }
    }
  }
  return rows;
}

DeviceTable memoriesOfLocations(const DeviceTest& test) {
  DeviceTable rows;
  for (LocationId l = 0; l < test.program->locations.size(); ++l) {
    const Accesses accesses = accessesOf(test, l);
    for (unsigned place = 0; place < kLocationPlaces; ++place) {
      rows.emplace_back(l * kLocationPlaces + place,
                        memoryOf(accesses, static_cast<LocationPlace>(place), test.deviceCount()));
    }
  }
  return rows;
}

}  // namespace hrfcheck::inline observe
