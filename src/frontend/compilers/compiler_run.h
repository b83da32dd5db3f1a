#pragma once

#include <string>
#include <vector>

#include "frontend/compilers/compile.h"
#include "frontend/compilers/module_cache.h"
#include "frontend/include/included_text.h"
#include "util/process/child_process.h"

namespace hrfcheck::frontend::via {

/// As a string literal of C.
std::string quoted(const std::string& text);

/// One file that is compiled: what all compilers are given, and how they are run.
class CompilerRun {
 public:
  /// @throws UserError where a line of one of several tests defines a constant: the file is compiled once
  CompilerRun(const SourcePtr& source, CompilerOptions options);

  const SourcePtr& source() const { return source_; }
  const CompilerOptions& options() const { return options_; }

  /// The text with what it includes.
  std::string text(const LineMarks& marks) const;
  /// The same, with the name of the file, for compilers that know `#line N "name"`, and without what only
  /// verifiers read (specifications.h).
  std::string namedText() const;
  /// Warnings of ours about that text, as clang writes them.
  std::string notes() const;
  void define(std::vector<std::string>& command) const;
  /// The first line that a program prints, which is no error where it prints none.
  ProgramResult ask(const std::vector<std::string>& command) const;
  /// @throws UserError with what the program complains of
  ProgramResult run(const std::vector<std::string>& command, const std::string& input,
                    const std::string& folder, bool sealed) const;
  /// The same, where it is no mistake if the program fails.
  ProgramResult attempt(const std::vector<std::string>& command, const std::string& input,
                        const std::string& folder, bool sealed) const;
  /// What a program has done, which it must have done.
  /// @throws UserError with what it complains of
  ProgramResult required(const std::string& program, ProgramResult result) const;

 private:
  ProgramLimits limits(const std::string& folder, bool sealed) const;

  const SourcePtr& source_;
  CompilerOptions options_;  ///< with the definitions of the file's lines before those of the command line
};

}  // namespace hrfcheck::frontend::via
