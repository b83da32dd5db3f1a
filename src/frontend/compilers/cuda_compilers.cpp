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
    const std::filesystem::path real = std::filesystem::canonical(folder, none);
    if (!none) {
      folders.push_back(real.string());
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

constexpr const char* kMainHeader = "cuda_runtime.h";
constexpr const char* kPrecompiled = "cuda_runtime.pch";

/// Our headers as clang has read them, by the command that they are read with, from the second time on that a
/// command comes, or the first where many are expected: `repair` compiles a text a dozen times, and most of
/// what each takes is to read the headers.
class PrecompiledHeaders {
 public:
  struct Header {
    std::optional<std::string> read;  ///< empty where none can be made
    bool proved = false;  ///< a text has been compiled with it: where another is not, the text is wrong
  };

  static PrecompiledHeaders& all() {
    static PrecompiledHeaders headers;
    return headers;
  }

  /// @param command ends before what is read and what is made of it; the header is not in it
  Header of(const CompilerRun& run, std::vector<std::string> command, const std::string& folder) {
    const std::lock_guard lock(mutex_);
    const auto [known, first] = headers_.try_emplace(command);
    Header& header = known->second;
    if ((!first || many_) && !header.read) {
      // Without times: every run has files of its own.
      command.insert(command.end(), {"-include", kMainHeader, "-w", "-fsyntax-only", "-Xclang", "-emit-pch",
                                     "-Xclang", "-fno-pch-timestamp", "-"});
      ProgramResult made = run.attempt(command, "", folder, false);
      header.read = made.succeeded() ? std::move(made.output) : "";
    }
    return header;
  }

  void expectMany() {
    const std::lock_guard lock(mutex_);
    many_ = true;
  }

  void prove(const std::vector<std::string>& command) {
    const std::lock_guard lock(mutex_);
    headers_[command].proved = true;
  }

 private:
  std::mutex mutex_;
  bool many_ = false;  ///< from the first time on
  std::map<std::vector<std::string>, Header> headers_;
};

/// Without the special functions of C++17 first: to read them takes longer than all the rest.
constexpr const char* kWithSpecialFunctions = "-DHRFCHECK_SPECIAL_FUNCTIONS";

/// Whether something is not declared, which what was left out may declare.
bool lacksDeclaration(const ProgramResult& result) {
  constexpr std::array kPhrases = {"undeclared identifier", "no member named"};
  return std::ranges::any_of(
      kPhrases, [&](const char* phrase) { return result.errors.find(phrase) != std::string::npos; });
}

/// A run of clang on a text behind our headers.
struct ClangRun {
  const CompilerRun& run;
  const WorkFolder& folder;
  std::string text;
  std::vector<std::string> command;  ///< how it reads
  std::vector<std::string> making;   ///< what it makes

  ProgramResult withAllItNeeds() {
    ProgramResult result = attempt();
    if (!result.succeeded() && lacksDeclaration(result)) {
      command.emplace_back(kWithSpecialFunctions);
      result = attempt();
    }
    return result;
  }

 private:
  ProgramResult attempt() const {
    const auto header = PrecompiledHeaders::all().of(run, command, folder.inside());
    if (header.read && !header.read->empty()) {
      folder.write(fmt::format("headers/{}", kPrecompiled), *header.read);
      ProgramResult result = run.attempt(
          whole({"-Xclang", "-include-pch", "-Xclang", fmt::format("{}/{}", kHeaders, kPrecompiled)}), text,
          folder.inside(), false);
      if (result.succeeded()) {
        PrecompiledHeaders::all().prove(command);
      }
      if (result.succeeded() || header.proved) {
        return result;
      }
    }
    return run.attempt(whole({"-include", kMainHeader}), text, folder.inside(), false);
  }

  std::vector<std::string> whole(std::initializer_list<std::string> header) const {
    std::vector<std::string> all = command;
    all.insert(all.end(), header);
    all.insert(all.end(), making.begin(), making.end());
    return all;
  }
};

std::string wholeText(const CompilerRun& run) {
  return run.namedText() + "\n" + cudaQuestions(run.source(), run.options());
}

}  // namespace

void expectManyCompilations() {
  PrecompiledHeaders::all().expectMany();
}

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
  command.insert(command.end(), kNoSdk.begin(), kNoSdk.end());
  const WorkFolder folder;
  writeHeaders(folder);
  std::vector<SeenFolder> seen = {{kHeaders, folder.path() + "/headers"}};
  for (const std::string& system : systemFolders(run, clang.program)) {
    seen.push_back({system, system});
    command.insert(command.end(), {"-isystem", system});
  }
  folder.writeOverlay(seen);
  command.insert(command.end(), {"-ivfsoverlay", folder.overlayFromInside()});
  run.define(command);
  ClangRun device{run, folder, wholeText(run), command, {"-S", "-o", "-", "-"}};
  device.command.insert(device.command.end(), clang.target.begin(), clang.target.end());
  device.command.insert(device.command.end(),
                        {"--cuda-device-only", "-g", "-O" + (level.empty() ? "0" : level)});
  ProgramResult result = run.required(clang.program, device.withAllItNeeds());
  if (run.options().hostLaunches) {
    // Optimized, so that sizes that are computed of constants are constants.
    command.insert(command.end(), {"--cuda-host-only", "-O1", "-w"});
    ClangRun host{run, folder, run.namedText(), command, {"-S", "-emit-llvm", "-o", "-", "-"}};
    const ProgramResult made = host.withAllItNeeds();
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
