#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "modules/memory.h"

namespace hrfcheck::modules {

/// A module and how it is launched. Each of its lines may be left out as a trial.
struct RandomModule {
  std::vector<std::string> lines;
  Launch launch;

  std::string text() const;
  /// As users say it: "2x2", "out = ..."
  std::string launchSize() const;
  std::string init() const;
};

/// A kernel of two to four threads, with few accesses to memory that they share.
RandomModule randomModule(std::uint64_t seed);

}  // namespace hrfcheck::modules
