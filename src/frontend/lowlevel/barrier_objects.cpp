#include "frontend/lowlevel/barrier_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "frontend/lowlevel/residual/residual_parts.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

/// Bytes of an object: all of them where an address is computed.
struct Bytes {
  std::int64_t begin = 0;
  std::int64_t end = std::numeric_limits<std::int64_t>::max();
  std::uint32_t origin = 0;
};

using BytesOf = std::map<std::uint32_t, std::vector<Bytes>>;

void note(const SharedAccess& access, std::uint32_t origin, BytesOf& into) {
  const Access& a = *access.access;
  for (const std::uint32_t object : access.where.objects) {
    into[object].push_back({0, std::numeric_limits<std::int64_t>::max(), origin});
  }
  if (access.where.place) {
    const auto size = static_cast<std::int64_t>(a.bytes * std::max(a.targets.size(), a.values.size()));
    const std::int64_t begin = access.where.place->offset;
    into[access.where.place->object].push_back({begin, begin + size, origin});
  }
}

}  // namespace

std::set<std::uint32_t> barrierObjects(const Module& module, const std::vector<WrittenThread>& threads) {
  BytesOf barriers;
  BytesOf others;
  forEachOf<SharedAccess>(threads, [&](const SharedAccess& access, const ResidualStep& step) {
    note(access, step.origin, access.access->ofBarrier ? barriers : others);
  });
  std::set<std::uint32_t> result;
  for (const auto& [object, words] : barriers) {
    if (!others.contains(object)) {
      result.insert(object);
      continue;
    }
    for (const Bytes& other : others.at(object)) {
      for (const Bytes& word : words) {
        if (word.begin < other.end && other.begin < word.end) {
          throw Refusal{
              other.origin,
              fmt::format("an access to bytes of '{}' that contain a barrier object is not supported",
                          module.objects[object].name)};
        }
      }
    }
  }
  return result;
}

}  // namespace hrfcheck::frontend::lowlevel
