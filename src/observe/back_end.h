#pragma once

#include <array>
#include <string_view>

namespace hrfcheck::inline observe {

/// What a test is written in for a device.
enum class BackEnd {
  Cuda,    ///< CUDA C++ with the instructions in PTX
  OpenCl,  ///< OpenCL C, and a host program in C
  Hip      ///< HIP
};

/// The facts of a back end.
struct BackEndInfo {
  BackEnd backEnd;
  std::string_view name;     ///< of --backend, and in results
  std::string_view dialect;  ///< that its programs are of, as `convert` names it
  std::string_view ending;   ///< of the names of its sources
};

inline constexpr auto kBackEnds = std::to_array<BackEndInfo>({
    {BackEnd::Cuda, "cuda", "ptx", ".cu"},
    {BackEnd::OpenCl, "opencl", "opencl", ".c"},
    {BackEnd::Hip, "hip", "amdgpu", ".hip"},
});

constexpr const BackEndInfo& infoOf(BackEnd backEnd) {
  return kBackEnds[static_cast<std::size_t>(backEnd)];
}

}  // namespace hrfcheck::inline observe
