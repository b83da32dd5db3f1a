// By default no access is lost: clang without passes, nvcc for a debugger. Functions of our headers are put
// in by clang even so, without lines of their own.

#include "frontend/compilers/cuda_compilers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "frontend/compilers/clang_text.h"
#include "frontend/compilers/cuda_questions.h"
#include "frontend/compilers/embedded_headers.h"
#include "frontend/compilers/host_launches.h"
#include "frontend/compilers/work_folder.h"
#include "util/code_words.h"
#include "util/diagnostic.h"
#include "util/source.h"

namespace hrfcheck::frontend::via {

namespace {

constexpr std::array<std::string_view, 5> kBeginnings = {"__atomic_", "__scoped_atomic_", "__c11_atomic_",
                                                         "__opencl_atomic_", "__hip_atomic_"};

}  // namespace

void refuseUnorderedBuiltins(const SourcePtr& source) {
  const std::string_view text = std::string_view(source->text()).substr(0, source->fileEnd());
  Diagnostics diagnostics;
  for (const std::string_view word : codeWords(text)) {
    if (std::ranges::any_of(kBeginnings, [&](std::string_view begin) { return word.starts_with(begin); })) {
      const auto at = static_cast<std::uint32_t>(word.data() - text.data());
      diagnostics.error({source, {at, at + static_cast<std::uint32_t>(word.size())}},
                        fmt::format("clang emits PTX for '{}' without its order and scope", word),
                        "use cuda::atomic_ref from <cuda/atomic>, or atomicAdd and the like");
    }
  }
  diagnostics.throwIfErrors();
}

namespace {

constexpr const char* kStandard = "c++17";
constexpr const char* kHeaders = "/hrfcheck/cuda";

/// The same, whatever SDK is installed: for an unknown version, clang 16 and 19 launch kernels by functions
/// of CUDA 9 (cudaConfigureCall).
constexpr std::array<const char*, 3> kNoSdk = {"--cuda-path=/hrfcheck/none", "-Xclang",
                                               "-target-sdk-version=11.8"};

/// A clang, and for which GPU it makes PTX.
struct ClangForCuda {
  std::string program;
  std::vector<std::string> target;
};

std::optional<ClangForCuda> findClangForCuda() {
  const std::vector<std::string> hopper = {"--cuda-gpu-arch=sm_90"};
  const std::vector<std::string> ampere = {"--cuda-gpu-arch=sm_80", "-Xclang", "-target-feature", "-Xclang",
                                           "+ptx71"};
  for (const char* version : {"-16", "-19", "-20", "-18", "-17"}) {
    if (const std::string program = fmt::format("clang{}", version); isOnPath(program)) {
      return ClangForCuda{program, hopper};
    }
  }
  for (const char* version : {"-15", "-14", ""}) {
    if (const std::string program = fmt::format("clang{}", version); isOnPath(program)) {
      return ClangForCuda{program, ampere};
    }
  }
  return std::nullopt;
}

ClangForCuda clangForCuda(const std::string& file) {
  if (const auto found = findClangForCuda()) {
    return *found;
  }
  throw UserError(fmt::format("cannot compile {}: there is no clang on the PATH", file),
                  "install the package clang-16 (scripts/setup --all)");
}

std::string standardOption(const CompilerRun& run) {
  const std::string& standard = run.options().standard;
  return "-std=" + (standard.empty() ? std::string(kStandard) : standard);
}

std::string wholeText(const CompilerRun& run) {
  return run.namedText() + "\n" + cudaQuestions(run.source(), run.options());
}

const ClangHeaders& headersOfCuda() {
  static const ClangHeaders headers{kHeaders, "cuda_runtime.h", cudaHeaders()};
  return headers;
}

}  // namespace

bool hasClangForCuda() {
  return findClangForCuda().has_value();
}

Compiled clangPtx(const CompilerRun& run) {
  refuseUnorderedBuiltins(run.source());
  const ClangForCuda clang = clangForCuda(run.source()->name());
  const std::string& level = run.options().optimize;
  std::vector<std::string> begin = {clang.program,
                                    "-x",
                                    "cuda",
                                    "-nocudainc",
                                    "-nocudalib",
                                    standardOption(run),
                                    "-ffp-contract=off",
                                    "-fno-crash-diagnostics",
                                    "-Wno-unknown-cuda-version"};
  begin.insert(begin.end(), kNoSdk.begin(), kNoSdk.end());
  const std::string whole = wholeText(run);
  if (whole.find("texture<") != std::string::npos) {
    begin.emplace_back("-DHRFCHECK_TEXTURE_REFERENCES");
  }
  const ClangText text(run, headersOfCuda(), begin);
  std::vector<std::string> target = clang.target;
  target.insert(target.end(), {"--cuda-device-only", "-g", "-O" + (level.empty() ? "0" : level)});
  ProgramResult result = run.required(clang.program, text.made(whole, target, {"-S", "-o", "-", "-"}));
  if (run.options().hostLaunches) {
    // Optimized, so that sizes that are computed of constants are constants.
    const ProgramResult made =
        text.made(run.namedText(), {"--cuda-host-only", "-O1", "-w"}, {"-S", "-emit-llvm", "-o", "-", "-"});
    result.output += "\n" + (made.succeeded() ? hostLaunches(made.output) : "");
  }
  return {std::move(result.output), std::move(result.errors)};
}

/// It reads and writes files, not pipes.
Compiled nvccPtx(const CompilerRun& run) {
  if (!isOnPath("nvcc")) {
    throw UserError(fmt::format("cannot compile {}: there is no nvcc on the PATH", run.source()->name()),
                    "it comes with NVIDIA's CUDA Toolkit; or use --via clang");
  }
  const std::string& level = run.options().optimize;
  const WorkFolder folder;
  folder.write("work/kernel.cu", wholeText(run));
  std::vector<std::string> command = {"nvcc", "-arch=sm_90", "-ptx", "-fmad=false", standardOption(run)};
  if (level.empty() || level == "0") {
    command.emplace_back("-G");
  } else {
    command.insert(command.end(), {"-lineinfo", "-O" + level});
  }
  run.define(command);
  command.insert(command.end(), {"-o", "kernel.ptx", "kernel.cu"});
  ProgramResult result = run.run(command, "", folder.inside(), false);
  return {readSource(folder.inside() + "/kernel.ptx")->text(), std::move(result.errors)};
}

}  // namespace hrfcheck::frontend::via
