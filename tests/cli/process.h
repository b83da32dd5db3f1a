#pragma once

#include <string>
#include <vector>

namespace hrfcheck::test {

struct Finished {
  int status;  ///< exit status; 128 + n after signal n
  std::string out;
  std::string err;
  double cpuSeconds = 0;  ///< processor time that it took, with its children's
};

/// Runs the built program without a terminal.
/// @param interruptAfter milliseconds of processor time after which it gets SIGINT, so that it has begun to
///   work however busy the machine is; 0 for never
Finished runProgram(const std::vector<std::string>& arguments, const std::string& input = "",
                    unsigned interruptAfter = 0);

/// Runs it on a terminal of its own, 200 columns wide.
/// @param interruptAfter as above
/// @returns the status, and all that the terminal got as `out`
Finished runOnTerminal(const std::vector<std::string>& arguments, unsigned interruptAfter = 0);

/// Runs a script with bash; in it "$HRFCHECK" is the built program.
Finished runShell(const std::string& script);

/// A folder of its own for each test case, removed at the end.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// Writes a file and gives its path.
  std::string file(const std::string& name, const std::string& text) const;
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::vector<std::string> names() const;

 private:
  std::string folder_;
};

std::string contents(const std::string& path);

}  // namespace hrfcheck::test
