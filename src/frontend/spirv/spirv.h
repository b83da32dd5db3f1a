#pragma once

#include <memory>
#include <string>

#include "frontend/launch/directives.h"
#include "program/ir/program.h"
#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::frontend::spirv {

/// Whether a file holds a SPIR-V module, by the end of its name: `.spv`, `.spvasm`.
bool isModuleFile(const std::string& file);
/// Whether a text is read as a SPIR-V module: one that a compiler made a module of, a binary by its magic
/// number, assembly by the name of its file, or by a first line that begins with `; SPIR-V`.
bool isModule(const SourcePtr& source);

/// How the lines that speak of tests are marked in such a text.
Lines linesOf(const SourcePtr& source);

/// Whether assembly says how it is launched: a line `; @Config: 2, 1, 2`.
bool saysLaunch(const SourcePtr& source);

/// Reads a kernel as its compiler left it (docs/spirv.md), with what is said about its launch: in lines
/// `; @Config`, `; @Input`, `; @Output` and `; @Filter` of assembly, in lines `;# launch 2x2` like those of
/// kernels as written (frontend/launch/directives.h), and on the command line (Source::fileEnd).
/// @param test which one of several tests that the lines mention
/// @param outcome a condition to ask about instead of the test's own, or null
/// @throws UserError with the mistakes found, at the instruction; OutOfTime
std::shared_ptr<const Program> readModule(const SourcePtr& source, const std::string& test,
                                          const SourcePtr& outcome = nullptr, const Deadline& deadline = {});

/// The same as code over registers that are words of bits, and memory in bytes (frontend/lowlevel): how
/// `readModule` reads what it does not read otherwise, floats, images and matrices among it.
/// @throws UserError, OutOfTime as readModule does
std::shared_ptr<const Program> readModuleAsWords(const SourcePtr& source, const std::string& test,
                                                 const SourcePtr& outcome = nullptr,
                                                 const Deadline& deadline = {});

}  // namespace hrfcheck::frontend::spirv
