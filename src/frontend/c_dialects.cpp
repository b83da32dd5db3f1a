#include "frontend/c_dialects.h"

#include <array>

#include "frontend/c/language.h"
#include "program/ir/scope_levels.h"

namespace hrfcheck::frontend {
namespace {

// docs/litmus.md, "Threads and scopes".
constexpr std::array<std::string_view, kGpuLevels> kLevels = {"wi", "sg", "wg", "dev", "all"};
constexpr std::array<LevelName, 11> kLevelNames = {{{"wi", kThreadLevel},
                                                    {"sg", kWaveLevel},
                                                    {"wg", kGroupLevel},
                                                    {"dev", kDeviceLevel},
                                                    {"all", kSystemLevel},
                                                    {"work_item", kThreadLevel},
                                                    {"sub_group", kWaveLevel},
                                                    {"work_group", kGroupLevel},
                                                    {"device", kDeviceLevel},
                                                    {"all_svm_devices", kSystemLevel},
                                                    {"all_devices", kSystemLevel}}};

constexpr std::array<std::string_view, 1> kOpenClFiles = {".cl"};

constexpr Dialect dialect(std::string_view name, std::string_view summary, const c::Language& language,
                          std::span<const std::string_view> kernelFiles = {}) {
  return {.name = name,
          .summary = summary,
          .layout = Layout::Functions,
          .levels = kLevels,
          .levelNames = kLevelNames,
          .sharedFrom = kDeviceLevel,
          .c = &language,
          .kernelFiles = kernelFiles};
}

}  // namespace

constinit const Dialect kOpenClDialect =
    dialect("OPENCL", "C functions; OpenCL's scoped atomics, fences and barriers, remote operations of RSP",
            c::kOpenClC, kOpenClFiles);
constinit const Dialect kCDialect = dialect("C", "C functions; C11's atomics and fences", c::kC11);

}  // namespace hrfcheck::frontend
