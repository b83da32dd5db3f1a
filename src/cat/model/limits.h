#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include "util/process/deadline.h"
#include "util/read_source.h"

namespace hrfcheck {

/// What reading a model may cost, and what it may read.
struct ModelLimits {
  double seconds = 0;                            ///< for one model with its includes; 0 for no limit
  const std::atomic<bool>* cancelled = nullptr;  ///< outlives the models' loading
  /// An expression that is looked at, or a statement, is one step; a definition that is made five; a file a
  /// hundred and one for every 32 bytes. The largest known models take some thousands.
  std::size_t steps = 2'000'000;
  bool trustIncludes = false;  ///< includes may be absolute, go up by "..", and lead out of the folders
  /// Models and includes that no folder has are those that are compiled in (cat/shipped.h).
  bool shipped = false;
  std::string bell = {};       ///< a bell file that is read before each model; empty for none
  std::string installed = {};  ///< the folder of the models that come with hrfcheck (Model::shipped)
  std::string raceFlag = {};   ///< the flag that says what a race is (races.h); empty: as the model says

  bool noThinAir = false;  ///< each model also forbids value cycles (value_cycles.h)

  Deadline deadline() const { return Deadline::after(seconds, cancelled); }
};

/// Of a model's text. Models are files: they are read more than once.
inline constexpr std::size_t kLargestModel = 4U << 20U;

inline SourcePtr readModelSource(const std::string& path) {
  return readSource(path, {.largest = kLargestModel, .pipes = false, .deadline = {}});
}

}  // namespace hrfcheck
