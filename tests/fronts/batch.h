#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "differential/kernel_tree.h"
#include "program/ir/program.h"

namespace hrfcheck::fronts {

/// Who reads a kernel, and in which language it is then.
enum class Way {
  Source,  ///< hrfcheck itself, as OpenCL C
  Spirv,   ///< clang, as OpenCL C
  Cuda,    ///< clang, as CUDA C++
  Nvcc,    ///< nvcc -G, as CUDA C++
  Hip      ///< clang, as HIP: LLVM IR for AMD's GPUs
};
const char* nameOf(Way way);
constexpr bool isCuda(Way way) {
  return way == Way::Cuda || way == Way::Nvcc;
}
/// Whether threads that have ended are not waited for at barriers, and local memory is no parameter.
constexpr bool isCpp(Way way) {
  return isCuda(way) || way == Way::Hip;
}

/// The compiler that a way needs and that is not installed; empty where there is none.
std::string missingFor(Way way);

/// A kernel as it was read in one way, or why not.
struct Reading {
  std::shared_ptr<const Program> program;
  std::string refusal;
};

/// Many kernels that are compiled at once: a compiler takes longer to begin than to compile one.
class Batch {
 public:
  /// @param ways in which the kernels are compiled, where their compilers are there
  /// @throws UserError with what the compiler says
  Batch(std::vector<kernels::Kernel> kernels, const std::vector<Way>& ways);

  const std::vector<kernels::Kernel>& kernels() const { return kernels_; }
  bool has(Way way) const;
  Reading read(std::size_t kernel, Way way) const;
  /// The line of the kernel's own text that a line of the file is.
  unsigned lineOf(std::size_t kernel, Way way, unsigned line) const;
  /// What hrfcheck reads itself, with its launch.
  std::string text(std::size_t kernel) const;

 private:
  std::shared_ptr<const Program> program(std::size_t kernel, Way way) const;

  std::vector<kernels::Kernel> kernels_;
  std::vector<unsigned> firstLines_;
  std::map<Way, SourcePtr> compiled_;
};

}  // namespace hrfcheck::fronts
