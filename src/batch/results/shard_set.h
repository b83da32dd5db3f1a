#pragma once

#include <map>
#include <string>

#include "batch/results/journal.h"

namespace hrfcheck::inline batch {

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

}  // namespace hrfcheck::inline batch
