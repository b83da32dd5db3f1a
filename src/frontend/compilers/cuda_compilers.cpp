// By default no access is lost: clang without passes, nvcc for a debugger. Functions of our headers are put
// in by clang even so, without lines of their own.

#include "frontend/compilers/cuda_compilers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

#include "frontend/compilers/cuda_headers.h"
#include "frontend/compilers/cuda_questions.h"
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

/// Folders with headers of the system's C and C++ that a compiler would look at; it is asked once.
std::vector<std::string> systemFolders(const CompilerRun& run, const std::string& clang) {
  static std::mutex mutex;
  static std::map<std::string, std::vector<std::string>> known;
  {
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(clang); found != known.end()) {
      return found->second;
    }
  }
  const ProgramResult said = run.ask({clang, "-x", "c++", "-E", "-v", "/dev/null"});
  std::vector<std::string> folders;
  constexpr std::string_view kBegin = "#include <...> search starts here:\n";
  std::size_t at = said.errors.find(kBegin);
  at = at == std::string::npos ? said.errors.size() : at + kBegin.size();
  while (at < said.errors.size() && said.errors[at] == ' ') {
    const std::size_t end = std::min(said.errors.find('\n', at), said.errors.size());
    const std::string folder = said.errors.substr(at + 1, end - at - 1);
    std::error_code none;
    const std::filesystem::path known = std::filesystem::canonical(folder, none);
    if (!none) {
      folders.push_back(known.string());
    }
    at = end + 1;
  }
  if (said.succeeded()) {
    const std::lock_guard lock(mutex);
    known.emplace(clang, folders);
  }
  return folders;
}

void writeHeaders(const WorkFolder& folder) {
  for (const auto& [name, text] : cudaHeaders()) {
    folder.write("headers/" + name, text);
  }
}

std::string standardOption(const CompilerRun& run) {
  const std::string& standard = run.options().standard;
  return "-std=" + (standard.empty() ? std::string(kStandard) : standard);
}

/// Without the special functions of C++17 first: to read them takes longer than all the rest.
constexpr const char* kWithSpecialFunctions = "-DHRFCHECK_SPECIAL_FUNCTIONS";

/// @param required that it fails is an error
ProgramResult clangRun(const CompilerRun& run, std::vector<std::string> command, const std::string& text,
                       const std::string& folder, bool required) {
  ProgramResult result = run.attempt(command, text, folder, false);
  if (result.succeeded()) {
    return result;
  }
  command.emplace_back(kWithSpecialFunctions);
  return required ? run.run(command, text, folder, false) : run.attempt(command, text, folder, false);
}

std::string wholeText(const CompilerRun& run) {
  return run.namedText() + "\n" + cudaQuestions(run.source(), run.options());
}

}  // namespace

bool hasClangForCuda() {
  return findClangForCuda().has_value();
}

Compiled clangPtx(const CompilerRun& run) {
  refuseUnorderedBuiltins(run.source());
  const ClangForCuda clang = clangForCuda(run.source()->name());
  const std::string& level = run.options().optimize;
  std::vector<std::string> command = {clang.program, "-x", "cuda", "-nocudainc", "-nocudalib"};
  command.insert(command.end(),
                 {standardOption(run), "-ffp-contract=off", "-fno-crash-diagnostics",
                  "-Wno-unknown-cuda-version", "-Wno-register", "-nostdinc", "-isystem", kHeaders});
  const WorkFolder folder;
  writeHeaders(folder);
  std::vector<SeenFolder> seen = {{kHeaders, folder.path() + "/headers"}};
  for (const std::string& system : systemFolders(run, clang.program)) {
    seen.push_back({system, system});
    command.insert(command.end(), {"-isystem", system});
  }
  folder.writeOverlay(seen);
  command.insert(command.end(), {"-ivfsoverlay", folder.overlayFromInside(), "-include", "cuda_runtime.h"});
  run.define(command);
  command.insert(command.end(), {"-S", "-o", "-", "-"});
  std::vector<std::string> device = command;
  device.insert(device.end(), clang.target.begin(), clang.target.end());
  device.insert(device.end(), {"--cuda-device-only", "-g", "-O" + (level.empty() ? "0" : level)});
  ProgramResult result = clangRun(run, device, wholeText(run), folder.inside(), true);
  if (run.options().hostLaunches) {
    // Optimized, so that sizes that are computed of constants are constants.
    command.insert(command.end(), {"--cuda-host-only", "-emit-llvm", "-O1", "-w"});
    const ProgramResult host = clangRun(run, command, run.namedText(), folder.inside(), false);
    result.output += "\n" + (host.succeeded() ? hostLaunches(host.output) : "");
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
