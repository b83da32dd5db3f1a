#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hrfcheck::inline jobs {

/// Which part of a run's work is done: every `of`-th piece, beginning with the `number`-th.
struct Shard {
  std::size_t number = 1;  ///< from 1
  std::size_t of = 1;
  bool contains(std::size_t piece) const { return piece % of == number - 1; }

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// As JSON: {"number": 1, "of": 4}.
nlohmann::ordered_json shardJson(const Shard& shard);
/// @throws std::exception when it is none
Shard shardFrom(const nlohmann::ordered_json& json);

/// The shards of one run that files are there for.
class ShardSet {
 public:
  /// @throws UserError when another file holds the same shard
  void add(const Shard& shard, const std::string& path);
  /// @param of how many shards the run has; any number
  /// @throws UserError that names those that are missing
  void requireAll(std::size_t of) const;

 private:
  std::map<std::size_t, std::string> files_;  ///< by number
};

}  // namespace hrfcheck::inline jobs
