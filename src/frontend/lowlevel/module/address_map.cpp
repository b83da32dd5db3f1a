#include "frontend/lowlevel/module/address_map.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

std::optional<ObjectPlace> inSteps(Space space, std::uint64_t number, unsigned shift) {
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  const std::uint64_t step = (number + half) >> shift;
  if (step == 0 || step > (std::uint64_t{1} << 16)) {
    return std::nullopt;
  }
  return ObjectPlace{space, static_cast<std::uint32_t>(step - 1),
                     static_cast<std::int64_t>(number - (step << shift))};
}

std::optional<ObjectPlace> inWindow(Space window, std::uint64_t number) {
  if (number >> 32 != 0) {
    return std::nullopt;
  }
  if (window != Space::Shared || (number & kMappedBit) == 0) {
    return inSteps(window, number, kWindowShift);
  }
  auto place = inSteps(window, number & kMappedOffsets, kWindowShift);
  if (place) {
    place->rank = static_cast<std::uint32_t>((number & ~kMappedBit) >> kRankShift);
  }
  return place;
}

}  // namespace

std::optional<ObjectPlace> placeOf(Space space, std::uint64_t number) {
  if (space == Space::Generic) {
    for (const Space window : {Space::Shared, Space::Local, Space::Parameter}) {
      if (number - windowOf(window) < std::uint64_t{1} << 32) {
        return inWindow(window, number - windowOf(window));
      }
    }
  }
  if (windowOf(space) != 0) {
    return inWindow(space, number);
  }
  return number < kGlobalBase ? std::nullopt : inSteps(Space::Global, number - kGlobalBase, kGlobalShift);
}

}  // namespace hrfcheck::frontend::lowlevel
