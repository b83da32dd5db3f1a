#pragma once

#include <string>
#include <utility>
#include <vector>

#include "observe/device_test.h"

// What the harness is told of a test whose threads are on several devices.

namespace hrfcheck::inline observe {

/// Where the locations of a test on several devices lie: HrfLaunch::place of the harness.
enum class LocationPlace {
  Writer,  ///< each in the memory of the device whose thread writes it first
  Reader,  ///< each in the memory of another device, whose thread reads it first
  Host,    ///< in the host's memory, but for what read-modify-writes access: CUDA promises no atomicity there
  HostForAll,  ///< all in the host's memory
};
inline constexpr unsigned kLocationPlaces = 4;

/// Rows of a function of the device: key and value.
using DeviceTable = std::vector<std::pair<std::size_t, unsigned>>;

/// `#define HRF_DEVICES 2` and what else the shape of such a test has.
std::string shapeOfDevices(const DeviceTest& test);
/// By device: how many blocks of an instance it plays.
DeviceTable blocksOfDevices(const DeviceTest& test);
/// By device and number on it (device * blocks of the test + number): the block.
DeviceTable numbersOfBlocks(const DeviceTest& test);
/// By location and place (location * kLocationPlaces + place): the device in whose memory it lies, or the
/// number of devices for the host's.
DeviceTable memoriesOfLocations(const DeviceTest& test);

}  // namespace hrfcheck::inline observe
