// GCC's preprocessor is a program of its own, which `cpp` starts. It is run without `cpp`: then there is one
// process, which reads all of its input before it does anything with it, so that the system can refuse it all
// files from then on (ProgramLimits::sealed). What a text can say to have a file opened (digraphs, continued
// lines, `__has_include`, names made by macros, `_Pragma("GCC dependency ...")`, `#line` before an error)
// need not be known here.

#include "frontend/preprocess/run_preprocessor.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "util/diagnostic.h"

namespace hrfcheck::frontend {
namespace {

constexpr std::size_t kLargestOutput = 4U << 20U;
constexpr std::size_t kLargestMemory = 1U << 30U;
constexpr unsigned kSeconds = 10;
constexpr const char* kHint = "it is part of GCC; or write the file without directives beyond '#define N 3'";

ProgramResult run(const std::vector<std::string>& command, const std::string& text, const Deadline& deadline,
                  bool sealed) {
  ProgramLimits limits;
  limits.largestOutput = kLargestOutput;
  limits.largestMemory = kLargestMemory;
  limits.largestFile = kLargestOutput;
  limits.processorSeconds = kSeconds + 1;
  limits.deadline = deadline.atMost(kSeconds);
  limits.environment = {"LC_ALL=C"};
  limits.sealed = sealed;
  try {
    return runProgram(command, text, limits, kHint);
  } catch (const OutOfTime&) {
    deadline.check();
    throw UserError(fmt::format("the preprocessor has not ended after {} seconds", kSeconds));
  }
}

/// Where GCC has a program of its own: "/usr/lib/gcc/x86_64-linux-gnu/12/cc1".
std::string placeOf(const std::string& program, const Deadline& deadline) {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;
  const std::lock_guard lock(mutex);
  std::string& place = known[program];
  if (place.empty()) {
    ProgramResult result = run({"cpp", "-print-prog-name=" + program}, "", deadline, false);
    if (!result.succeeded() || !result.output.starts_with('/')) {
      throw UserError(fmt::format("the installed preprocessor is not GCC's: it has no {}", program), kHint);
    }
    place = result.output.substr(0, result.output.find('\n'));
  }
  return place;
}

}  // namespace

ProgramResult runPreprocessor(bool cpp, const std::vector<std::string>& options, const std::string& text,
                              const Deadline& deadline) {
  // Messages do not show lines: files that `#line` names are not theirs to read.
  std::vector<std::string> command = {placeOf(cpp ? "cc1plus" : "cc1", deadline),
                                      "-E",
                                      "-quiet",
                                      "-undef",
                                      "-nostdinc",
                                      "-dD",
                                      "-w",
                                      "-fno-diagnostics-show-caret",
                                      "-fdiagnostics-column-unit=byte",
                                      "-D__has_include(name)=0",
                                      "-D__has_include_next(name)=0"};
  command.insert(command.end(), options.begin(), options.end());
  command.emplace_back("-");
  return run(command, text.empty() ? "\n" : text, deadline, true);
}

}  // namespace hrfcheck::frontend
