#pragma once

#include <string>
#include <vector>

namespace hrfcheck::bench {

/// What results depend on, and a reader should know.
struct Machine {
  std::string processor;  ///< as /proc/cpuinfo names it
  unsigned cores = 0;     ///< that this process may use
  std::string memory;     ///< "31 GB"
  std::string system;     ///< kernel name and release
  std::string compiler;
  std::string build;  ///< "Release"
  std::string z3;
  std::string herd;      ///< of the herd7 on the PATH, or empty
  std::string measured;  ///< how often, with which limit
};

Machine thisMachine(const std::string& build, const std::string& herd, const std::string& measured);

/// Every field with its name, in a fixed order, without empty ones.
std::vector<std::pair<std::string, std::string>> described(const Machine& machine);

}  // namespace hrfcheck::bench
