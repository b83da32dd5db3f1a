#include "bench/runner/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "engine/engine.h"

namespace hrfcheck::bench {
namespace {

std::string processorName() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown";
}

unsigned usableCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

std::string memorySize() {
  const double bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  return fmt::format("{:.0f} GB", std::round(bytes / 1e9));
}

std::string systemName() {
  utsname name{};
  return uname(&name) == 0 ? fmt::format("{} {}", name.sysname, name.release) : "unknown";
}

}  // namespace

Machine thisMachine(const std::string& build, const std::string& herd, const std::string& measured) {
  return {processorName(), usableCores(),      memorySize(), systemName(), "g++ " __VERSION__,
          build,           smtSolverVersion(), herd,         measured};
}

std::vector<std::pair<std::string, std::string>> described(const Machine& machine) {
  std::vector<std::pair<std::string, std::string>> fields{{"processor", machine.processor},
                                                          {"cores", std::to_string(machine.cores)},
                                                          {"memory", machine.memory},
                                                          {"system", machine.system},
                                                          {"compiler", machine.compiler},
                                                          {"build", machine.build},
                                                          {"z3", machine.z3},
                                                          {"herd7", machine.herd},
                                                          {"measured", machine.measured}};
  std::erase_if(fields, [](const auto& field) { return field.second.empty(); });
  return fields;
}

}  // namespace hrfcheck::bench
