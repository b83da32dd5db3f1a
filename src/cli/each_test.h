#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/output/exit_status.h"
#include "cli/run_watch.h"
#include "frontend/test_file.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {

/// The tests of files, in their order: of a file with several, each by its name.
/// @throws UserError as testPathsOf (frontend/test_file.h)
std::vector<std::string> testsOf(const std::vector<std::string>& files, const LaunchOptions& launch);

/// What is said of a test that was found by the arguments of a command: a file in a folder that is walked
/// through includes nothing, one that the user names may include what lies beside it.
/// @param path of the test
/// @param arguments files, folders and @lists
LaunchOptions forTest(LaunchOptions launch, const std::string& path,
                      const std::vector<std::string>& arguments);

/// The tests that a command asks about one after the other, in this process.
class EachTest {
 public:
  /// What is to be said, and what it means for the exit status.
  using Tell = std::function<void(const std::vector<Diagnostic>&, ExitStatus)>;

  /// @param watch must outlive this
  EachTest(RunWatch& watch, Tell tell) : watch_(watch), tell_(std::move(tell)) {}

  /// Asks about each, until the watch is interrupted. A UserError or OutOfTime about one of them is told, and
  /// the next one follows.
  void run(const std::vector<std::string>& tests, const std::function<void(const std::string& path)>& ask);
  /// Tells how many have not been asked about, the one at hand among them, if any.
  void tellLeft(const std::string& why) const;

 private:
  RunWatch& watch_;
  Tell tell_;
  std::size_t left_ = 0;
};

}  // namespace hrfcheck::inline cli
