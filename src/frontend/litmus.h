#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/launch/kernel_launch.h"
#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck {

/// Parses a litmus test, whose first word picks the dialect, or a kernel with its launch (docs/kernels.md).
/// @param test of a kernel's file with several tests: which one (testsIn)
/// @throws UserError with every mistake found, sorted by place; OutOfTime
std::shared_ptr<const Program> parseLitmus(const SourcePtr& source, const std::string& test = "",
                                           const Deadline& deadline = {});

/// The same test with another condition: `exists outcome`, where `outcome` is a condition or a final state as
/// reports list it ("1:r0=0 1:r1=2"). What the test's own condition mentions is observed, too.
/// @throws UserError also for mistakes in the outcome, with places in it; OutOfTime
std::shared_ptr<const Program> parseLitmusAsking(const SourcePtr& source, const SourcePtr& outcome,
                                                 const std::string& test = "", const Deadline& deadline = {});

/// The names of the tests in a text, in order: one, which is empty where it is the only one and has no name.
std::vector<std::string> testsIn(const SourcePtr& source);

/// The dialect of a test when it is known for what it is, but cannot be read: "PTX".
std::optional<std::string> unsupportedDialect(const SourcePtr& source);

/// Whether a kernel's file says how it is launched (`//# launch 2x2`).
bool saysLaunch(const SourcePtr& source);

/// What a device is given to launch the kernel that a test was read from, as its author wrote it: a file in
/// CUDA C++. Nothing for other tests.
/// @throws UserError, OutOfTime as parseLitmus does
std::optional<frontend::KernelLaunch> kernelLaunchOf(const Program& test, const Deadline& deadline = {});

/// A dialect as `hrfcheck dialects` lists it.
struct DialectInfo {
  std::string name;                 ///< first word of its files
  std::vector<std::string> levels;  ///< scope levels, inner to outer
  std::string summary;              ///< one line
};
std::vector<DialectInfo> dialects();

}  // namespace hrfcheck
