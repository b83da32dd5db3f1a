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

}  // namespace

std::optional<ObjectPlace> placeOf(Space space, std::uint64_t number) {
  if (space == Space::Generic) {
    for (const Space window : {Space::Shared, Space::Local, Space::Parameter}) {
      if (number - windowOf(window) < std::uint64_t{1} << 32) {
        return inSteps(window, number - windowOf(window), kWindowShift);
      }
    }
  }
  if (windowOf(space) != 0) {
    return number < std::uint64_t{1} << 32 ? inSteps(space, number, kWindowShift) : std::nullopt;
  }
  return number < kGlobalBase ? std::nullopt : inSteps(Space::Global, number - kGlobalBase, kGlobalShift);
}

}  // namespace hrfcheck::frontend::lowlevel
