#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/launch/directives.h"
#include "frontend/launch/kernel_launch.h"
#include "program/ir/program.h"
#include "util/process/deadline.h"
#include "util/source.h"

/// Modules of LLVM, bitcode or text (docs/llvm.md). They are read by a program of its own, `hrfcheck-llvm`:
/// nothing else of hrfcheck includes or links LLVM.
namespace hrfcheck::frontend::llvm {

/// Whether a file holds a module of LLVM, by the end of its name: `.bc`, `.ll`.
bool isLlvmFile(const std::string& file);
/// Whether a text is read as one: by the name of its file, or since it begins as bitcode does.
bool isLlvm(const SourcePtr& source);

/// How lines that speak of tests are marked there: `;#` in a text.
Lines linesOf(const SourcePtr& source);

/// The kernels of a module, by the names that people call them; none where it cannot be read.
std::vector<std::string> entriesOf(const SourcePtr& source);

/// Reads a kernel that a compiler made LLVM IR of, with what lines `;# launch 2x32` (of a text) and the
/// command line say about its launch.
/// @param test which one of several tests that the lines mention, or which entry of a module without such
///   lines
/// @param outcome a condition to ask about instead of the test's own, or null
/// @throws UserError with the mistakes found, at the instruction, or where `hrfcheck-llvm` is missing;
/// OutOfTime
std::shared_ptr<const Program> readLlvm(const SourcePtr& source, const std::string& test,
                                        const SourcePtr& outcome = nullptr, const Deadline& deadline = {});

/// What a device is given to launch the same kernel.
/// @throws UserError, OutOfTime as readLlvm does
KernelLaunch launchOfLlvm(const SourcePtr& source, const std::string& test, const Deadline& deadline = {});

}  // namespace hrfcheck::frontend::llvm
