#include "observe/run.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "util/diagnostic.h"
#include "util/process/child_process.h"
#include "util/process/private_folder.h"

namespace hrfcheck::inline observe {
namespace {

namespace fs = std::filesystem;

constexpr double kBeside = 1;  // seconds that a run may take beside its time and two launches

std::string textOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> compileCommand(BackEnd backEnd, const RunOptions& options, const std::string& source,
                                        const std::string& program) {
  if (backEnd == BackEnd::Cuda) {
    std::vector<std::string> command = {
        options.nvcc, "-O3",   "-std=c++17", "-diag-suppress", "177,550", "-arch=" + options.architecture,
        "-o",         program, source};
    for (const std::string& folder : options.includeFolders) {
      command.push_back("-I" + folder);
    }
    return command;
  }
  if (backEnd == BackEnd::Hip) {
    return {options.hipcc, "-O3",   "-std=c++17", "-Wno-unused", "--offload-arch=" + options.architecture,
            "-o",          program, source};
  }
  return {options.compiler, "-O2", "-o", program, source, "-lOpenCL"};
}

void compile(BackEnd backEnd, const RunOptions& options, const std::vector<std::string>& command,
             const Deadline& deadline) {
  if (options.tell) {
    options.tell(shellCommand(command));
  }
  const std::string hint =
      backEnd == BackEnd::Cuda
          ? "name the compiler with --nvcc, or write the sources for another machine with --emit DIR"
      : backEnd == BackEnd::Hip
          ? "name the compiler with --hipcc, or write the sources for another machine with --emit DIR"
          : "install a C compiler and the package ocl-icd-opencl-dev, or write the sources for another machine "
            "with --emit DIR";
  const ProgramResult result =
      runProgram(command, "", {.largestOutput = 4U << 20U, .largestMemory = 0, .deadline = deadline}, hint);
  if (!result.succeeded()) {
    const std::string& said = result.errors.empty() ? result.output : result.errors;
    throw UserError(fmt::format("{} does not build the test ({}):\n{}", command.front(), result.why(),
                                said.substr(0, 2000)),
                    hint);
  }
}

}  // namespace

RunOutput runOnDevice(BackEnd backEnd, const EmittedTest& test, const RunOptions& options,
                      const Deadline& deadline) {
  const PrivateFolder folder("hrfcheck-observe");
  const fs::path inside = folder.path();
  for (const HarnessFile& file : harnessFiles(backEnd)) {
    folder.write(file.name, file.text);
  }
  const std::string source = "test" + std::string(infoOf(backEnd).ending);
  folder.write(source, test.text);
  const std::string program = (inside / "test").string();
  compile(backEnd, options, compileCommand(backEnd, options, (inside / source).string(), program), deadline);
  const std::string results = (inside / "results.txt").string();
  std::vector<std::string> command = {program,
                                      "--output",
                                      results,
                                      "--seconds",
                                      fmt::format("{}", options.seconds),
                                      "--instances",
                                      fmt::format("{}", options.instances),
                                      "--launch-seconds",
                                      fmt::format("{}", options.launchSeconds),
                                      "--seed",
                                      fmt::format("{}", options.seed),
                                      "--device",
                                      fmt::format("{}", options.device)};
  if (!options.setting.empty()) {
    command.insert(command.end(), {"--setting", options.setting});
  }
  if (options.tell) {
    options.tell(shellCommand(command));
  }
  RunOutput output;
  try {
    const Deadline own = deadline.atMost(options.seconds + 2 * options.launchSeconds + kBeside);
    const ProgramResult result =
        runProgram(command, "", {.largestOutput = 4U << 20U, .largestMemory = 0, .deadline = own});
    output.failure = result.succeeded() ? "" : result.why();
  } catch (const OutOfTime&) {
    output.failure = deadline.expired() ? "interrupted" : "the run did not end, and was killed";
  }
  output.results = textOf(results);
  return output;
}

}  // namespace hrfcheck::inline observe
