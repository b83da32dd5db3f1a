// By default no access is lost: clang runs no passes. Functions of our headers are put in even so, without
// lines of their own.

#include "frontend/compilers/hip_compilers.h"

#include <fmt/format.h>

#include <optional>

#include "frontend/compilers/clang_text.h"
#include "frontend/compilers/cuda_questions.h"
#include "frontend/compilers/embedded_headers.h"
#include "frontend/compilers/host_launches.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr const char* kStandardOfHip = "c++17";
/// Wavefronts of 64 lanes; which GPU it is else changes no order and no scope that clang writes.
constexpr const char* kGpu = "--offload-arch=gfx942";

/// Clang 18 is the first that has __hip_atomic_* and __scoped_atomic_* with their scopes.
std::optional<std::string> findClangForHip() {
  for (const char* version : {"-19", "-20", "-21", "-18"}) {
    if (std::string program = fmt::format("clang{}", version); isOnPath(program)) {
      return program;
    }
  }
  return std::nullopt;
}

const ClangHeaders& headersOfHip() {
  static const ClangHeaders headers{"/hrfcheck/hip", "hip/hip_runtime.h", hipHeaders()};
  return headers;
}

}  // namespace

bool hasClangForHip() {
  return findClangForHip().has_value();
}

Compiled clangLlvmOfHip(const CompilerRun& run) {
  const std::optional<std::string> clang = findClangForHip();
  if (!clang) {
    throw UserError(
        fmt::format("cannot compile {}: there is no clang 18 or newer on the PATH", run.source()->name()),
        "install the package clang-19 (scripts/setup --all)");
  }
  const std::string& standard = run.options().standard;
  const std::string& level = run.options().optimize;
  // Of `printf` clang makes loops over the text, unless it is a function like others.
  const ClangText text(run, headersOfHip(),
                       {*clang, "-x", "hip", "-nogpuinc", "-nogpulib", kGpu,
                        "-std=" + (standard.empty() ? std::string(kStandardOfHip) : standard),
                        "-ffp-contract=off", "-fno-builtin-printf", "-fno-crash-diagnostics"});
  const std::string whole = run.namedText() + "\n" + cudaQuestions(run.source(), run.options());
  const std::vector<std::string> asText = {"-S", "-emit-llvm", "-o", "-", "-"};
  ProgramResult result = run.required(
      *clang,
      text.made(whole, {"--offload-device-only", "-g", "-O" + (level.empty() ? "0" : level)}, asText));
  if (run.options().hostLaunches) {
    // Optimized, so that sizes that are computed of constants are constants.
    const ProgramResult made = text.made(run.namedText(), {"--offload-host-only", "-O1", "-w"}, asText);
    result.output += "\n" + (made.succeeded() ? hostLaunches(made.output, ";") : "");
  }
  return {std::move(result.output), std::move(result.errors)};
}

}  // namespace hrfcheck::frontend::via
