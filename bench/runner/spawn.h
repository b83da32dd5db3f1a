#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hrfcheck::bench {

/// How a program ran.
struct ProgramRun {
  int exitStatus = 0;  ///< 128 and more: ended by a signal
  double wallSeconds = 0;
  double cpuSeconds = 0;
  double peakMegabytes = 0;
  std::string output;  ///< standard output
};

/// Runs a program with its arguments and waits for it.
/// @throws std::system_error when it cannot be started
ProgramRun runProgram(const std::vector<std::string>& command);

/// Where the PATH has a program, if anywhere.
std::optional<std::string> onPath(const std::string& program);

}  // namespace hrfcheck::bench
