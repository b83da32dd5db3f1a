#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hrfcheck::frontend {

/// Memory that a launched kernel is given, in bytes.
struct LaunchedObject {
  std::string name;
  bool ofModule = false;  ///< a variable of the file, not what a parameter points to
  std::uint64_t bytes = 0;
  std::vector<std::uint8_t> initial;  ///< what is behind them is 0
};

/// A parameter of a kernel: a pointer to the beginning of an object, or its bytes.
struct LaunchedParameter {
  std::string name;
  std::optional<std::uint32_t> object = std::nullopt;  ///< of KernelLaunch::objects
  std::vector<std::uint8_t> bytes = {};
};

/// Where a location lies.
struct LaunchedWord {
  std::uint32_t object = 0;  ///< of KernelLaunch::objects
  std::uint64_t offset = 0;
  unsigned bytes = 4;
  bool isSigned = false;
};

/// How the kernel of a file in CUDA C++ was launched to become a program: who has it can do so on a device.
struct KernelLaunch {
  std::string kernel;  ///< as C++ names it: `scan<int, 4>`
  std::array<std::uint32_t, 3> blocks{1, 1, 1};
  std::array<std::uint32_t, 3> threads{1, 1, 1};  ///< of each block
  std::uint32_t cluster = 1;                      ///< blocks
  bool cooperative = false;
  std::uint32_t blocksOfDevice = 0;      ///< 0: all blocks are on one device
  std::uint64_t dynamicShared = 0;       ///< bytes of `extern __shared__`
  std::vector<std::string> definitions;  ///< `N=4`, as options give them
  std::vector<LaunchedParameter> parameters;
  std::vector<LaunchedObject> objects;
  std::map<std::string, LaunchedWord> words;  ///< by the names of locations in global memory
  /// Why it cannot be launched from outside: memory that begins with what only the code says. Empty where it
  /// can.
  std::string notOutside;
};

}  // namespace hrfcheck::frontend
