#pragma once

#include <string>
#include <vector>

#include "frontend/test_file.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {

/// The tests that a command line names.
struct Corpus {
  /// Paths as given, or folder/... below a folder that was given; lexically normal, each once, in the order
  /// of the command line, inside a folder by name (files and folders together, by bytes).
  std::vector<std::string> tests;
  /// Every folder that was walked; in them, an expectation without a test is a mistake.
  std::vector<std::string> folders;
  /// Kernels' files that were skipped, since they say nothing of a launch.
  std::vector<std::string> unlaunched;
  /// The lists that were read.
  std::vector<std::string> lists;
  /// Loops of folders, folders and lists without a test.
  std::vector<Diagnostic> warnings;
  /// What could not be looked into: there may be tests in it.
  struct Unreadable {
    std::string path;
    std::string reason;
  };
  std::vector<Unreadable> unreadable;

  /// The tests and the lists: what a command must not write to.
  std::vector<std::string> inputs() const;
};

/// What happens to kernel files that are named, and specify no launch.
enum class Unlaunched {
  Read,  ///< reading them says so
  Skip   ///< they are skipped with a warning, as in folders
};

/// Files are taken as they are named; folders are walked for files ending in .litmus and kernels' files
/// (hidden ones and folders `expected` skipped, links to folders followed, a folder inside itself skipped
/// with a warning). A kernel's file is each of its tests, "queue.cl:steal-two", unless one is named; one that
/// specifies no launch is skipped in folders, with a warning, where `launch` does not say it either.
/// `@list` names a file with one path a line, relative to the list (empty lines and `# comments` skipped,
/// lists in lists allowed, `@-` is standard input with paths relative to the working folder); where there is
/// a file or folder `@list`, that one is meant. A named file that does not exist stays in the list: reading
/// it gives a row that says so.
/// @throws UserError when a list cannot be read or contains itself
Corpus walkCorpus(const std::vector<std::string>& paths, const LaunchOptions& launch = {},
                  Unlaunched unlaunched = Unlaunched::Read);

}  // namespace hrfcheck::inline batch
