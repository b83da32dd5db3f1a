#include "frontend/c_dialects.h"

#include <array>

#include "frontend/c/language/language.h"
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

// docs/cuda.md, "Levels".
constexpr std::array<std::string_view, 6> kCudaLevels = {"thread",  "warp",   "block",
                                                         "cluster", "device", "system"};
constexpr std::uint32_t kCudaCluster = 3;
constexpr std::uint32_t kCudaDevice = 4;
constexpr std::array<LevelName, 14> kCudaLevelNames = {{{"thread", kThreadLevel},
                                                        {"warp", kWaveLevel},
                                                        {"block", kGroupLevel},
                                                        {"cluster", kCudaCluster},
                                                        {"device", kCudaDevice},
                                                        {"system", kCudaDevice + 1},
                                                        {"wavefront", kWaveLevel},
                                                        {"wave", kWaveLevel},
                                                        {"cta", kGroupLevel},
                                                        {"workgroup", kGroupLevel},
                                                        {"gpu", kCudaDevice},
                                                        {"grid", kCudaDevice},
                                                        {"agent", kCudaDevice},
                                                        {"sys", kCudaDevice + 1}}};

constexpr std::array<std::string_view, 1> kOpenClFiles = {".cl"};
constexpr std::array<std::string_view, 2> kCudaFiles = {".cu", ".cuh"};
constexpr std::array<std::string_view, 1> kHipFiles = {".hip"};

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

constexpr Dialect cudaLike(std::string_view name, std::string_view summary, const c::Language& language,
                           std::span<const std::string_view> kernelFiles) {
  Dialect result = dialect(name, summary, language, kernelFiles);
  result.levels = kCudaLevels;
  result.levelNames = kCudaLevelNames;
  result.sharedFrom = kCudaDevice;
  result.oneInside = kCudaCluster;
  return result;
}

}  // namespace

constinit const Dialect kOpenClDialect =
    dialect("OPENCL", "C functions; OpenCL's scoped atomics, fences and barriers, remote operations of RSP",
            c::kOpenClC, kOpenClFiles);
constinit const Dialect kCDialect = dialect("C", "C functions; C11's atomics and fences", c::kC11);
constinit const Dialect kCudaDialect =
    cudaLike("CUDA", "CUDA C++ functions; scoped atomics of libcu++, atomic functions, fences and barriers",
             c::kCuda, kCudaFiles);
constinit const Dialect kHipDialect =
    cudaLike("HIP", "HIP functions; clang's scoped atomics, atomic functions, fences and barriers", c::kHip,
             kHipFiles);

}  // namespace hrfcheck::frontend
