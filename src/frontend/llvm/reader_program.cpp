#include "frontend/llvm/reader_program.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "frontend/llvm/wire/wire.h"
#include "util/diagnostic.h"
#include "util/process/child_process.h"

namespace hrfcheck::frontend::llvm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "hrfcheck-llvm";
constexpr std::size_t kLargestOutput = 64U << 20U;
constexpr std::size_t kLargestMemory = std::size_t{4} << 30U;
constexpr unsigned kProcessorSeconds = 300;  // where no deadline is sooner

ProgramLimits limitsOf(const Deadline& deadline) {
  constexpr unsigned kMilliseconds = 1000;
  ProgramLimits limits;
  limits.largestOutput = kLargestOutput;
  limits.largestMemory = kLargestMemory;
  limits.largestFile = kLargestOutput;
  const auto left = deadline.millisecondsLeft();
  limits.processorSeconds = left ? *left / kMilliseconds + 2 : kProcessorSeconds;
  limits.deadline = deadline;
  limits.environment = {"LC_ALL=C"};
  return limits;
}

CompiledModule read(const std::string& name, const std::string& bytes, const Deadline& deadline) {
  const std::string program = readerProgram();
  if (program.empty()) {
    throw UserError(
        fmt::format("cannot read {}: the program {} is not installed, which reads modules of LLVM", name,
                    kProgram),
        "build hrfcheck with the package llvm-19-dev (scripts/setup)");
  }
  const ProgramResult result = runProgram({program}, bytes, limitsOf(deadline));
  if (result.signal != 0) {
    throw UserError(fmt::format("LLVM's reader crashed on {}: {}", name, result.why()));
  }
  if (!result.succeeded()) {
    throw UserError(fmt::format("LLVM's reader does not read {}: {}", name, result.why()));
  }
  try {
    return decoded(result.output);
  } catch (const BrokenWire& why) {
    throw UserError(fmt::format("what {} says of {} cannot be read: {}", kProgram, name, why.what()),
                    "it must be of the same version as hrfcheck");
  }
}

/// The module that was read last: of one test, a module is read several times.
struct LastModule {
  std::mutex mutex;
  std::string bytes;
  std::shared_ptr<const CompiledModule> module;
};

LastModule& lastModule() {
  static LastModule last;
  return last;
}

}  // namespace

std::string readerProgram() {
  if (const char* named = std::getenv("HRFCHECK_LLVM"); named != nullptr && *named != '\0') {
    return named;
  }
  std::error_code none;
  const fs::path own = fs::read_symlink("/proc/self/exe", none);
  const fs::path folder = own.parent_path();
  for (const fs::path& path : {folder / kProgram, folder / ".." / "libexec" / "hrfcheck" / kProgram}) {
    if (!own.empty() && fs::is_regular_file(path, none)) {
      return path.lexically_normal().string();
    }
  }
  return isOnPath(kProgram) ? kProgram : "";
}

std::shared_ptr<const CompiledModule> compiledModule(const std::string& name, const std::string& bytes,
                                                     const Deadline& deadline) {
  LastModule& last = lastModule();
  {
    const std::lock_guard lock(last.mutex);
    if (last.module != nullptr && last.bytes == bytes) {
      return last.module;
    }
  }
  auto module = std::make_shared<CompiledModule>(read(name, bytes, deadline));
  if (!module->failure.empty()) {
    throw UserError(fmt::format("LLVM does not take {}: {}", name, module->failure));
  }
  const std::lock_guard lock(last.mutex);
  last.bytes = bytes;
  last.module = module;
  return module;
}

}  // namespace hrfcheck::frontend::llvm
