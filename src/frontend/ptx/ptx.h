#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/launch/kernel_launch.h"
#include "program/ir/program.h"
#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::frontend::ptx {

/// Whether a file holds a module of PTX, by the end of its name: `.ptx`.
bool isPtxFile(const std::string& file);
/// Whether a text is read as one: by the name of its file, or by a directive `.version` before all others.
bool isPtx(const SourcePtr& source);

/// What is read: the file, or what a compiler made of it, without what the compiler said.
SourcePtr moduleTextOf(const SourcePtr& source);

/// The entries of a module, by the names that people call them; none where the text is broken.
std::vector<std::string> entriesOf(const SourcePtr& source);

/// Reads a kernel that a compiler made PTX of (docs/ptx.md), with what lines `//# launch 2x32` and the
/// command line say about its launch.
/// @param test which one of several tests that the lines mention, or which entry of a module without such
///   lines
/// @param outcome a condition to ask about instead of the test's own, or null
/// @throws UserError with the mistakes found, at the instruction; OutOfTime
std::shared_ptr<const Program> readPtx(const SourcePtr& source, const std::string& test,
                                       const SourcePtr& outcome = nullptr, const Deadline& deadline = {});

/// What a device is given to launch the same kernel.
/// @throws UserError, OutOfTime as readPtx does
KernelLaunch launchOfPtx(const SourcePtr& source, const std::string& test, const Deadline& deadline = {});

}  // namespace hrfcheck::frontend::ptx
