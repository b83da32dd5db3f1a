// In the place of frontend/compilers, and of frontend/ptx, frontend/llvm and frontend/spirv, which read what
// compilers make.

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/c_dialects.h"
#include "frontend/compilers/clang_text.h"
#include "frontend/compilers/compile.h"
#include "frontend/compilers/opencl_compilers.h"
#include "frontend/launch/kernel_text.h"
#include "frontend/llvm/llvm.h"
#include "frontend/ptx/ptx.h"
#include "frontend/spirv/spirv.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {
namespace {

constexpr const char* kHint =
    "the playground reads litmus tests, and kernels in OpenCL C; hrfcheck on your machine reads this, too";

}  // namespace
}  // namespace hrfcheck::frontend

namespace hrfcheck::frontend::via {
namespace {

bool isIn(const char* word, const Dialect& one, const SourcePtr& source, const std::string& language) {
  const Dialect* dialect = language.empty() ? kernelDialect(source) : nullptr;
  return language == word || (dialect != nullptr && dialect->name == one.name);
}

}  // namespace

std::vector<std::string> compilers() {
  return {"clang", "glslang", "llvm", "nvcc"};
}

bool needsCompiler(const std::string& file) {
  constexpr auto kEndings = std::to_array<std::string_view>({".cu", ".cuh", ".hip", ".comp", ".hlsl"});
  return std::ranges::any_of(kEndings, [&](std::string_view ending) { return file.ends_with(ending); });
}

SourcePtr compiled(const SourcePtr& source, const CompilerOptions& options) {
  if (isIn("cuda", kCudaDialect, source, options.language)) {
    throw UserError("CUDA C++ is read by way of a compiler, and there is none in a browser", kHint);
  }
  if (isIn("hip", kHipDialect, source, options.language)) {
    throw UserError("HIP is read by way of a compiler, and there is none in a browser", kHint);
  }
  if (!options.compiler.empty() || needsCompiler(source->name())) {
    throw UserError("there are no compilers in a browser", kHint);
  }
  return source;
}

void expectManyCompilations() {}

bool hasClangForOpenCl() {
  return false;
}

}  // namespace hrfcheck::frontend::via

namespace hrfcheck::frontend::ptx {

bool isPtxFile(const std::string& file) {
  return file.ends_with(".ptx");
}

bool isPtx(const SourcePtr& source) {
  return isPtxFile(source->name()) || source->text().starts_with(".version");
}

std::vector<std::string> entriesOf(const SourcePtr&) {
  return {};
}

std::shared_ptr<const Program> readPtx(const SourcePtr&, const std::string&, const SourcePtr&,
                                       const Deadline&) {
  throw UserError("modules of PTX are not read in a browser", kHint);
}

}  // namespace hrfcheck::frontend::ptx

namespace hrfcheck::frontend::llvm {

bool isLlvmFile(const std::string& file) {
  return file.ends_with(".bc") || file.ends_with(".ll");
}

bool isLlvm(const SourcePtr& source) {
  return isLlvmFile(source->name());
}

Lines linesOf(const SourcePtr&) {
  return Lines::Assembly;
}

std::vector<std::string> entriesOf(const SourcePtr&) {
  return {};
}

std::shared_ptr<const Program> readLlvm(const SourcePtr&, const std::string&, const SourcePtr&,
                                        const Deadline&) {
  throw UserError("modules of LLVM are not read in a browser", kHint);
}

}  // namespace hrfcheck::frontend::llvm

namespace hrfcheck::frontend::spirv {

bool isModuleFile(const std::string& file) {
  return file.ends_with(".spv") || file.ends_with(".spvasm");
}

bool isModule(const SourcePtr& source) {
  return isModuleFile(source->name()) || source->text().starts_with("; SPIR-V");
}

Lines linesOf(const SourcePtr&) {
  return Lines::Assembly;
}

bool saysLaunch(const SourcePtr&) {
  return false;
}

std::shared_ptr<const Program> readModule(const SourcePtr&, const std::string&, const SourcePtr&,
                                          const Deadline&) {
  throw UserError("SPIR-V is not read in a browser", kHint);
}

}  // namespace hrfcheck::frontend::spirv
