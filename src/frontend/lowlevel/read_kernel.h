#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "frontend/launch/directives.h"
#include "frontend/lowlevel/inputs.h"
#include "frontend/lowlevel/module/module.h"
#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::lowlevel {

/// A kernel of a module, with what the module says of its launch.
struct Kernel {
  Module module;
  std::uint32_t entry = 0;
  LaunchNames names = {};
  Constants constants = {};
  /// Whether what parameters point to holds 0 where nothing else is specified, as in kernels as written.
  bool pointeesBeginAtZero = false;
  Place place = {};
  std::optional<std::array<std::uint32_t, 3>> requiredBlock = std::nullopt;
  std::optional<std::array<std::uint32_t, 3>> largestBlock = std::nullopt;
  std::optional<std::uint32_t> cluster = std::nullopt;  ///< blocks
  std::string hostLaunch = "";  ///< that of the host code in the file, "2x32"; empty where there is none
};

/// What is asked of a kernel.
struct Question {
  const SourcePtr& source;
  const Directives& directives;
  std::string name;  ///< of the test
  std::string testInFile;
  const SourcePtr& outcome;  ///< a condition in place of the test's own, or null
  const Deadline& deadline;
};

/// Makes the test of a kernel that is launched.
/// @throws UserError; OutOfTime
std::shared_ptr<const Program> readKernel(Kernel kernel, const Question& question, Diagnostics& diagnostics);

}  // namespace hrfcheck::frontend::lowlevel
