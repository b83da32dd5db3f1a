#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "frontend/include/include_folders.h"
#include "util/process/deadline.h"
#include "util/source.h"

/// Files that other programs make modules of: `--via` (docs/spirv.md, docs/cuda.md).
namespace hrfcheck::frontend::via {

class ModuleCache;

/// How a file is compiled.
struct CompilerOptions {
  std::string compiler;  ///< "clang", "glslang", "nvcc"; empty: of CUDA C++ the one that is found
  std::string optimize;  ///< the digit of -O; empty for what is usual here
  std::string kernel;    ///< the entry point, for compilers that make modules of one; empty for `main`
  std::vector<std::string> definitions;                  ///< of constants: "N=4"
  std::string standard;                                  ///< of C++: "c++17"; empty for that
  IncludeFolders folders;                                ///< where included files may lie
  std::function<void(const std::string& command)> tell;  ///< of each command that is run; may be null
  Deadline deadline;
  std::string language = {};  ///< that the user says it is in: "cuda"; empty where nothing is said
  std::shared_ptr<const ModuleCache> modules = nullptr;  ///< made in this run; may be null
  bool hostLaunches = false;  ///< clang says how the host code of CUDA C++ launches kernels, too
};

/// The names of compilers.
std::vector<std::string> compilers();
/// Whether only a compiler reads such files, and which one must be said.
bool needsCompiler(const std::string& file);

/// The same text, with the module that the compiler produces from it (Source::module). CUDA C++ is always
/// compiled; other files that no compiler is named for, or that none reads, stay as they are. What the
/// compiler says besides follows the module (Source::fileEnd). The compiler gets the text with what it
/// includes in one piece, and is kept from all other files.
/// @throws UserError with what the compiler says of the text; where a program is missing, with the package
///   that has it; OutOfTime
SourcePtr compiled(const SourcePtr& source, const CompilerOptions& options);

}  // namespace hrfcheck::frontend::via
