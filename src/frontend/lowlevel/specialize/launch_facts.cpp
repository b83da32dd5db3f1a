#include "frontend/lowlevel/specialize/launch_facts.h"

#include <algorithm>

namespace hrfcheck::frontend::lowlevel {

std::vector<unsigned> Granules::endsIn(const Reached& where, std::int64_t ahead, unsigned bytes) const {
  std::vector<unsigned> ends;
  if (where.place) {
    const auto known = cells.find(where.place->object);
    const std::int64_t begin = where.place->offset + ahead;
    if (known != cells.end()) {
      for (const Cell& cell : known->second) {
        const std::int64_t end = cell.offset + cell.bytes;
        if (begin <= cell.offset && end < begin + bytes) {
          ends.push_back(static_cast<unsigned>(end - begin));
        }
      }
    }
    return ends;
  }
  // Where the address is computed, granules have one size.
  unsigned size = 0;
  for (const std::uint32_t object : where.objects) {
    const auto known = cells.find(object);
    const unsigned here = known == cells.end() || known->second.empty() ? 0 : known->second.front().bytes;
    if (here == 0 || (size != 0 && here != size)) {
      return {};
    }
    size = here;
  }
  for (unsigned end = size; size != 0 && end < bytes; end += size) {
    ends.push_back(end);
  }
  return ends;
}

}  // namespace hrfcheck::frontend::lowlevel
