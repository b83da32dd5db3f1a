#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frontend/litmus.h"
#include "util/process/deadline.h"

namespace hrfcheck {

namespace frontend::via {
class ModuleCache;
}

/// What a user says of kernels beside what their files say, in the words of the lines `//# ...`
/// (docs/kernels.md); empty where nothing is said. It counts more than the lines.
struct LaunchOptions {
  std::string launch;                    ///< "2x4"
  std::string subGroup;                  ///< "4"
  std::string kernel;                    ///< its name
  std::string threads;                   ///< "produce, consume": functions that are a thread each
  std::string language;                  ///< "hip"; empty: by the file's name, or auto-detected
  std::string init;                      ///< "part[3]; n=4"
  std::vector<std::string> definitions;  ///< "N=4"
  std::string exists;                    ///< a condition, and so on
  std::string forall;
  std::string filter;
  std::string outOfBounds;  ///< "any": memory past the end of objects of modules holds any value
  std::string volatiles;    ///< "ordinary": what volatile accesses of PTX are
  std::string test;         ///< the name of one of several tests in a file
  std::string stdinPath;    ///< the file whose text standard input has; empty: none
  std::vector<std::string> includeFolders;  ///< below which files that a kernel includes may lie
  bool includeBeside = false;               ///< and beside it: the file is one that the user names
  std::string via;  ///< the compiler that makes a module of a file; empty: the usual one, where one is needed
  std::string optimize;  ///< how far it optimizes: "0"; empty for its default
  std::string standard;  ///< of C++, for it: "c++20"; empty for its default
  std::shared_ptr<const frontend::via::ModuleCache> modules;  ///< that were made in this run; may be null
  std::function<void(const std::string& command)> onCommand;  ///< told of each that is run; may be null

  /// Whether nothing is said that changes what a text means; the choice of a test and of who reads it do not.
  bool empty() const { return lines().empty(); }
  /// What is said, by option: {"launch", "2x4"}.
  std::map<std::string, std::string> byOption() const;
  /// As lines that are read as if they stood in the file.
  std::string lines() const;
};

/// A test as commands name it: a file, or one of the tests in a kernel's file, "queue.cl:steal-two".
struct TestPath {
  std::string file;
  std::string test;  ///< empty where none is named
};
TestPath testPathOf(const std::string& path);
/// The other way round.
std::string pathOf(const TestPath& path);

/// Whether a file holds kernels, by the end of its name.
bool isKernelFile(const std::string& file);

/// Whether a file holds a SPIR-V module, by the end of its name.
bool isModuleFile(const std::string& file);
/// Whether what is read of a source is a SPIR-V module, of a file or of a compiler.
bool isModule(const SourcePtr& source);

/// A text with what the user says beside it, but for what it may include.
SourcePtr withLaunch(const SourcePtr& source, const LaunchOptions& options);

/// A text with the module that a compiler makes of it, if the user asks for one or only a compiler reads it.
/// @throws UserError with what the compiler says; OutOfTime
SourcePtr withModule(const SourcePtr& source, const LaunchOptions& options, const Deadline& deadline);

/// Reads a file with tests, without looking into it, and compiles it if that is asked for. Standard input
/// includes nothing, unless the options say whose text it has.
/// @throws UserError, OutOfTime
SourcePtr readTestSource(const std::string& file, const LaunchOptions& options = {},
                         const Deadline& deadline = {});

/// The same of a text that took the place of a file's: it is compiled again if that is asked for.
/// @throws UserError, OutOfTime
SourcePtr editedSource(const SourcePtr& source, const LaunchOptions& options, const Deadline& deadline = {});

/// Reads a test from its file.
/// @throws UserError also where a file has several tests and none is named; OutOfTime
std::shared_ptr<const Program> readTestFile(const std::string& path, const LaunchOptions& options = {},
                                            const Deadline& deadline = {});

/// The names of the tests that a path means: the one that it or the options name, else those of the text.
std::vector<std::string> testsMeant(const std::string& path, const SourcePtr& source,
                                    const LaunchOptions& options);

/// The same as paths, for a kernel's file: "queue.cl:one", "queue.cl:two". Other paths mean themselves, and
/// so do files that cannot be read.
std::vector<std::string> testPathsOf(const std::string& path, const LaunchOptions& options);

/// Where the text of a test has its condition, from `exists`, `~exists` or `forall` on. Unknown where it has
/// none, where the user asks for another one, and in modules of SPIR-V.
Place conditionPlace(const Program& program);

}  // namespace hrfcheck
