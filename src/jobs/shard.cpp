#include "jobs/shard.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "util/diagnostic.h"
#include "util/json_fields.h"

namespace hrfcheck::inline jobs {

nlohmann::ordered_json shardJson(const Shard& shard) {
  return {{"number", shard.number}, {"of", shard.of}};
}

Shard shardFrom(const nlohmann::ordered_json& json) {
  const Shard shard{countAt(json, "number"), countAt(json, "of")};
  if (shard.number == 0 || shard.number > shard.of) {
    throw std::out_of_range("shard");
  }
  return shard;
}

void ShardSet::add(const Shard& shard, const std::string& path) {
  if (const auto [other, isNew] = files_.emplace(shard.number, path); !isNew) {
    throw UserError(
        fmt::format("shard {}/{} occurs twice: {} and {}", shard.number, shard.of, other->second, path));
  }
}

void ShardSet::requireAll(std::size_t of) const {
  constexpr std::size_t kMostNamed = 10;
  const std::size_t count = of - files_.size();
  if (count == 0) {
    return;
  }
  std::vector<std::string> missing;
  for (std::size_t number = 1; missing.size() < std::min(count, kMostNamed); ++number) {
    if (!files_.contains(number)) {
      missing.push_back(fmt::format("{}/{}", number, of));
    }
  }
  const std::string more = count > missing.size() ? fmt::format(" and {} more", count - missing.size()) : "";
  throw UserError(fmt::format("{} missing: {}{}", count == 1 ? "a shard is" : "shards are",
                              fmt::join(missing, ", "), more));
}

}  // namespace hrfcheck::inline jobs
