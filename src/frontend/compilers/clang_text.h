#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/compilers/compiler_run.h"
#include "frontend/compilers/work_folder.h"
#include "util/process/child_process.h"

namespace hrfcheck::frontend::via {

/// Headers of ours that clang reads before a text.
struct ClangHeaders {
  std::string folder;                                                 ///< as clang sees it
  std::string main;                                                   ///< the one that is included by itself
  const std::map<std::string, std::string_view, std::less<>>& files;  ///< by path
};

/// Texts will be compiled again and again: what they have in common is made ready from the first time on.
void expectManyCompilations();

/// What clang is given to compile a text behind headers of ours, which it sees along with those of the
/// system, and no other file.
class ClangText {
 public:
  /// @param how the program, and how it reads whatever it makes
  ClangText(const CompilerRun& run, const ClangHeaders& headers, std::vector<std::string> how);

  /// What the program makes of a text; it may have failed.
  /// @param reading more of how it reads
  /// @param making what it makes
  ProgramResult made(const std::string& text, const std::vector<std::string>& reading,
                     const std::vector<std::string>& making) const;

 private:
  ProgramResult attempt(const std::string& text, const std::vector<std::string>& command,
                        const std::vector<std::string>& making) const;

  const CompilerRun& run_;
  const ClangHeaders& headers_;
  WorkFolder folder_;
  std::vector<std::string> command_;
};

}  // namespace hrfcheck::frontend::via
