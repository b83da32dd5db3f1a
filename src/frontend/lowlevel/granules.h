#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "frontend/lowlevel/residual.h"

namespace hrfcheck::frontend::lowlevel {

/// A granule of an object: bytes that every access takes whole or not at all.
struct Cell {
  std::int64_t offset = 0;
  unsigned bytes = 4;

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

/// The granules of some objects, as the code that was written before has them: what is read of several is
/// kept apart.
struct Granules {
  std::map<std::uint32_t, std::vector<Cell>> cells = {};  ///< by object

  /// Where granules end inside of an element, in bytes from its beginning.
  std::vector<unsigned> endsIn(const Reached& where, std::int64_t ahead, unsigned bytes) const;

  friend bool operator==(const Granules&, const Granules&) = default;
};

}  // namespace hrfcheck::frontend::lowlevel
