#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/c_dialects.h"
#include "frontend/launch/directives.h"
#include "frontend/launch/grid.h"
#include "frontend/launch/kernel_launch.h"
#include "frontend/launch/launches.h"
#include "frontend/lowlevel/inputs.h"
#include "frontend/lowlevel/module/module.h"
#include "frontend/shared/dialect.h"
#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::lowlevel {

/// An entry of a module, with what the module says of its launch.
struct Entry {
  std::uint32_t function = 0;
  Place place = {};
  std::optional<std::array<std::uint32_t, 3>> requiredBlock = std::nullopt;
  std::optional<std::array<std::uint32_t, 3>> largestBlock = std::nullopt;
  std::optional<std::uint32_t> cluster = std::nullopt;  ///< blocks
  std::string calls = "";                               ///< the entry, as its author calls it: "scan<int>"
  std::string hostLaunch = "";  ///< that of the host code in the file, "2x32"; empty where there is none
};

/// What the source of a kernel is written in, as far as models ask.
struct KernelLanguage {
  const Dialect& dialect;
  std::uint32_t warp = 32;  ///< threads; 0: each is its own where nobody says it
  bool warpIsFixed = true;  ///< `--sub-group` says nothing else
  bool ofPtx = true;        ///< fences, reductions and read-only loads are those of PTX
  bool ownLevels = false;   ///< the module's levels are those of the dialect
  bool ownModels = true;    ///< only models of the dialect are asked, if that says so
};
const KernelLanguage& cudaAsPtx();

/// The kernels of a module that are launched: one, or several side by side.
struct Kernel {
  Module module;
  std::vector<Entry> entries = {};
  std::vector<LaunchLine> lines = {};  ///< how each is launched; none where one is launched by itself
  LaunchNames names = {};
  Constants constants = {};
  const KernelLanguage* language = &cudaAsPtx();
  /// Whether what parameters point to holds 0 where nothing else is specified, as in kernels as written.
  bool pointeesBeginAtZero = false;
  /// And so does memory that threads write, and what is of a work-group (docs/spirv.md, "Launch and inputs").
  bool writtenBeginsAtZero = false;
  std::optional<Grid> grid = std::nullopt;  ///< the launch, where the text says it elsewhere than in lines
  std::vector<std::string> passes = {};     ///< Program::passes

  const Place& place() const { return entries.front().place; }
};

/// What is asked of a kernel.
struct Question {
  const SourcePtr& source;
  const Directives& directives;
  std::string name;  ///< of the test
  std::string testInFile;
  const SourcePtr& outcome;  ///< a condition in place of the test's own, or null
  const Deadline& deadline;
  KernelLaunch* launch = nullptr;  ///< what a device is given is written there
};

/// Makes the test of kernels that are launched.
/// @throws UserError; OutOfTime
std::shared_ptr<const Program> readKernel(Kernel kernel, const Question& question, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::lowlevel
