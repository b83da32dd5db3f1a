#include "frontend/via/spirv_compilers.h"

#include <fmt/format.h>

#include "frontend/via/inclusions.h"
#include "frontend/via/work_folder.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr const char* kLevelByDefault = "1";

/// Clang and the translator understand each other if they are of one version.
struct ClangPrograms {
  std::string clang;
  std::string translator;
};

ClangPrograms findClang(const std::string& file) {
  for (const char* version : {"-15", "-16", "-17", "-18", "-19", "-14", ""}) {
    ClangPrograms programs{fmt::format("clang{}", version), fmt::format("llvm-spirv{}", version)};
    if (isOnPath(programs.clang) && isOnPath(programs.translator)) {
      return programs;
    }
  }
  throw UserError(fmt::format("cannot compile {}: there is no clang with its llvm-spirv on the PATH", file),
                  "install the packages clang-15 and llvm-spirv-15 (scripts/setup --all), or omit --via");
}

/// Where Clang has its own headers.
std::string resourceFolder(const CompilerRun& run, const std::string& clang) {
  const ProgramResult result = run.ask({clang, "-print-resource-dir"});
  if (!result.succeeded() || !result.output.starts_with('/')) {
    throw UserError(fmt::format("{} does not say where its headers are: {}", clang, result.why()));
  }
  return result.output.substr(0, result.output.find('\n'));
}

}  // namespace

Compiled clangSpirv(const CompilerRun& run) {
  const ClangPrograms programs = findClang(run.source()->name());
  const std::string& asked = run.options().optimize;
  // The text has its name in a first line. Names of parameters are kept: the launch speaks of them. Without
  // -gline-tables-only, llvm-spirv 15 gives up on some optimized code ("unsupported opcode in
  // DIExpression").
  std::vector<std::string> command = {programs.clang,
                                      "-x",
                                      "cl",
                                      "-cl-std=CL2.0",
                                      "-target",
                                      "spir64",
                                      "-O" + (asked.empty() ? kLevelByDefault : asked),
                                      "-gline-tables-only",
                                      "-fno-discard-value-names",
                                      "-Xclang",
                                      "-finclude-default-header"};
  constexpr const char* kHeaderFolder = "/headers";
  const WorkFolder folder;
  folder.writeOverlay(
      {{kHeaderFolder, resourceFolder(run, programs.clang) + "/include", {"opencl-c.h", "opencl-c-base.h"}}});
  command.insert(command.end(),
                 {"-nostdinc", "-isystem", kHeaderFolder, "-ivfsoverlay", folder.overlayFromInside()});
  run.define(command);
  command.insert(command.end(), {"-c", "-emit-llvm", "-o", "-", "-"});
  ProgramResult bitcode = run.run(command, run.namedText(), folder.inside(), false);
  ProgramResult module =
      run.run({programs.translator, "-", "-o", "-"}, bitcode.output, folder.inside(), true);
  return {std::move(module.output), std::move(bitcode.errors)};
}

Compiled glslang(const CompilerRun& run, bool hlsl) {
  const CompilerOptions& options = run.options();
  if (!isOnPath("glslangValidator")) {
    throw UserError(
        fmt::format("cannot compile {}: there is no glslangValidator on the PATH", run.source()->name()),
        "install the package glslang-tools (scripts/setup --all)");
  }
  if (!options.optimize.empty()) {
    throw UserError("--optimize is for --via clang: glslang does not optimize");
  }
  // It wants to hear of its input first.
  std::vector<std::string> command = {"glslangValidator", "--stdin", "-S", "comp"};
  if (hlsl) {
    command.insert(command.end(), {"-D", "-e", options.kernel.empty() ? "main" : options.kernel});
  }
  // Buffers of HLSL are written in a way that newer versions of SPIR-V do not have.
  const char* const environment = hlsl ? "vulkan1.1" : "vulkan1.2";
  command.insert(command.end(), {"--target-env", environment, "-g", "--quiet", "-o", "/dev/stderr"});
  run.define(command);
  const auto line = [](std::uint32_t number) { return fmt::format("#line {}", number); };
  const WorkFolder folder;
  // It warns on standard output.
  ProgramResult result =
      run.run(command, withoutInclusions(run.text({{}, line, line})), folder.inside(), false);
  return {std::move(result.errors), std::move(result.output)};
}

}  // namespace hrfcheck::frontend::via
