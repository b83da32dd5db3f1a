#include "frontend/c_dialects.h"

#include <array>

#include "frontend/c/language.h"

namespace hrfcheck::frontend {
namespace {

// docs/litmus.md, "Threads and scopes".
constexpr std::array<std::string_view, 5> kLevels = {"wi", "sg", "wg", "dev", "all"};
constexpr std::uint32_t kDevice = 3;
constexpr std::array<LevelName, 11> kLevelNames = {{{"wi", 0},
                                                    {"sg", 1},
                                                    {"wg", 2},
                                                    {"dev", kDevice},
                                                    {"all", 4},
                                                    {"work_item", 0},
                                                    {"sub_group", 1},
                                                    {"work_group", 2},
                                                    {"device", kDevice},
                                                    {"all_svm_devices", 4},
                                                    {"all_devices", 4}}};

constexpr Dialect dialect(std::string_view name, std::string_view summary, const c::Language& language) {
  return {.name = name,
          .summary = summary,
          .layout = Layout::Functions,
          .levels = kLevels,
          .levelNames = kLevelNames,
          .sharedFrom = kDevice,
          .c = &language};
}

}  // namespace

constinit const Dialect kOpenClDialect =
    dialect("OPENCL", "C functions; OpenCL's scoped atomics, fences and barriers, remote operations of RSP",
            c::kOpenClC);
constinit const Dialect kCDialect = dialect("C", "C functions; C11's atomics and fences", c::kC11);

}  // namespace hrfcheck::frontend
