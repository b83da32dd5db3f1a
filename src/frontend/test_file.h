#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frontend/litmus.h"

namespace hrfcheck {

/// What a user says of kernels beside what their files say, in the words of the lines `//# ...`
/// (docs/kernels.md); empty where nothing is said. It counts more than the lines.
struct LaunchOptions {
  std::string launch;                    ///< "2x4"
  std::string subGroup;                  ///< "4"
  std::string kernel;                    ///< its name
  std::string init;                      ///< "part[3]; n=4"
  std::vector<std::string> definitions;  ///< "N=4"
  std::string exists;                    ///< a condition, and so on
  std::string forall;
  std::string filter;
  std::string test;  ///< the name of one of several tests in a file

  /// Whether nothing is said that changes what a text means; the choice of a test does not.
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

/// A text with what the user says beside it.
SourcePtr withLaunch(const SourcePtr& source, const LaunchOptions& options);

/// Reads a test from its file.
/// @throws UserError also where a file has several tests and none is named
std::shared_ptr<const Program> readTestFile(const std::string& path, const LaunchOptions& options = {});

/// The names of the tests that a path means: the one that it or the options name, else those of the text.
std::vector<std::string> testsMeant(const std::string& path, const SourcePtr& source,
                                    const LaunchOptions& options);

/// The same as paths, for a kernel's file: "queue.cl:one", "queue.cl:two". Other paths mean themselves, and
/// so do files that cannot be read.
std::vector<std::string> testPathsOf(const std::string& path, const LaunchOptions& options);

}  // namespace hrfcheck
