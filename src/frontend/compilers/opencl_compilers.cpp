// By default no access is lost: clang runs no passes. Functions of our headers are put in even so, without
// lines of their own.

#include "frontend/compilers/opencl_compilers.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <optional>

#include "frontend/compilers/definitions.h"
#include "frontend/compilers/embedded_headers.h"
#include "frontend/compilers/opencl_headers.h"
#include "frontend/compilers/work_folder.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr const char* kOpenClHeaders = "/hrfcheck/opencl";
constexpr const char* kClangTypes = "/hrfcheck/types";

/// Clang 18 is the first that has __scoped_atomic_*, which the functions of OpenCL 1.x are.
std::optional<std::string> findClangForOpenCl() {
  for (const char* version : {"-19", "-20", "-21", "-18"}) {
    if (std::string program = fmt::format("clang{}", version); isOnPath(program)) {
      return program;
    }
  }
  return std::nullopt;
}

/// Where clang has headers of its own; it is asked once.
std::string resourcesOf(const CompilerRun& run, const std::string& clang) {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(clang); found != known.end()) {
    return found->second;
  }
  const ProgramResult said = run.ask({clang, "-print-resource-dir"});
  if (!said.succeeded() || !said.output.starts_with('/')) {
    throw UserError(fmt::format("{} does not report where its headers are: {}", clang, said.why()));
  }
  return known[clang] = said.output.substr(0, said.output.find('\n')) + "/include";
}

/// Definitions of the command line stand behind our headers, whose words they must not change.
std::string definedText(const CompilerRun& run) {
  std::string text;
  for (const std::string& definition : run.options().definitions) {
    const std::string option = definitionOption(definition).substr(2);
    const std::size_t equals = option.find('=');
    text += "#define " + option.substr(0, equals) + " " +
            (equals == std::string::npos ? "1" : option.substr(equals + 1)) + "\n";
  }
  return text + run.namedText();
}

}  // namespace

bool hasClangForOpenCl() {
  return findClangForOpenCl().has_value();
}

Compiled openClLlvm(const CompilerRun& run) {
  const std::optional<std::string> clang = findClangForOpenCl();
  if (!clang) {
    throw UserError(
        fmt::format("cannot compile {}: there is no clang 18 or newer on the PATH", run.source()->name()),
        "install the package clang-19 (scripts/setup --all)");
  }
  const std::string& level = run.options().optimize;
  const std::string text = definedText(run);
  const WorkFolder folder;
  for (const auto& [name, content] : openclHeaders()) {
    folder.write("headers/" + name, content);
  }
  folder.write("headers/hrfcheck/conversion_names.h", conversionNames());
  folder.writeOverlay({{kOpenClHeaders, folder.path() + "/headers"},
                       {kClangTypes, resourcesOf(run, *clang), {"opencl-c-base.h"}}});
  // Nothing of what a file may ask for says that this is a GPU of AMD. Vectors of three elements are accessed
  // without a fourth one, and `printf` is a function like others.
  const auto made = [&](const std::string& standard) {
    std::vector<std::string> command = {*clang,
                                        "-x",
                                        "cl",
                                        "-cl-std=" + standard,
                                        "--target=amdgcn-amd-amdhsa",
                                        "-nogpulib",
                                        "-cl-no-stdinc",
                                        "-nostdinc",
                                        "-isystem",
                                        kOpenClHeaders,
                                        "-isystem",
                                        kClangTypes,
                                        "-ivfsoverlay",
                                        folder.overlayFromInside(),
                                        "-U__AMD__",
                                        "-U__AMDGPU__",
                                        "-U__AMDGCN__",
                                        "-Xclang",
                                        "-cl-ext=-cl_amd_media_ops,-cl_amd_media_ops2",
                                        "-Xclang",
                                        "-fpreserve-vec3-type",
                                        "-ffp-contract=off",
                                        "-fno-builtin-printf",
                                        "-fgnu89-inline",
                                        "-fno-crash-diagnostics",
                                        "-fdebug-compilation-dir=.",  // names of files stay as they are
                                        "-g",
                                        "-O" + (level.empty() ? std::string("0") : level)};
    const std::vector<std::string> parts = headerPartsOf(text);
    command.insert(command.end(), parts.begin(), parts.end());
    command.insert(command.end(), {"-include", "opencl.h", "-S", "-emit-llvm", "-o", "-", "-"});
    return run.attempt(command, text, folder.inside(), false);
  };
  if (const std::string& standard = run.options().standard; !standard.empty()) {
    ProgramResult result = run.required(*clang, made(standard));
    return {std::move(result.output), std::move(result.errors)};
  }
  const ProgramResult first = made("CL2.0");
  for (const char* other : {"CL1.2", "CL3.0"}) {
    ProgramResult result = first.succeeded() ? first : made(other);
    if (result.succeeded()) {
      return {std::move(result.output), std::move(result.errors)};
    }
  }
  run.required(*clang, first);
  return {};
}

}  // namespace hrfcheck::frontend::via
