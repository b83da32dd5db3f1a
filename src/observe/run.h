#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "observe/emit/emit.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline observe {

/// How a test is built and run on the machine's device.
struct RunOptions {
  std::string nvcc = "nvcc";
  std::string hipcc = "hipcc";
  std::string architecture = "native";  ///< nvcc's -arch, hipcc's --offload-arch
  std::string compiler = "cc";          ///< of host programs in C
  double instances = 1e9;
  double seconds = 10;        ///< of the run
  double launchSeconds = 20;  ///< of one launch
  std::uint64_t seed = 0;
  unsigned device = 0;
  std::vector<std::string> includeFolders;  ///< of kernels in CUDA C++, for nvcc
  std::string setting;                      ///< for every launch; empty: those that the search finds
  std::function<void(const std::string& command)> tell = {};  ///< of each command; may be null
};

/// What came of a run.
struct RunOutput {
  std::string results;  ///< what the program wrote, complete or not
  std::string failure;  ///< why it is not complete, where the program could not say; else empty
};

/// Builds a test in a folder of its own, runs it as a child process, and removes the folder. The run is
/// killed when it takes much longer than it was asked to, or the deadline expires; what it wrote until then
/// is kept.
/// @throws UserError where there is no compiler, or it refuses the program; OutOfTime before the run has
/// begun
RunOutput runOnDevice(BackEnd backEnd, const EmittedTest& test, const RunOptions& options,
                      const Deadline& deadline);

}  // namespace hrfcheck::inline observe
