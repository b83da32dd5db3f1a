#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "util/deadline.h"

namespace hrfcheck::inline util {

/// Whether a program of that name is in a folder of the PATH.
bool isOnPath(const std::string& program);

/// How a program ended, and what it printed.
struct ProgramResult {
  int status = 0;  ///< exit status; of a program that a signal ended, 0
  int signal = 0;  ///< that ended it, or 0
  std::string output;
  std::string errors;  ///< what it printed on standard error

  bool succeeded() const { return status == 0 && signal == 0; }
  /// "ended by signal 9", or the first line of what it complained of.
  std::string why() const;
};

/// What a program that is run may cost.
struct ProgramLimits {
  std::size_t largestOutput = 64U << 20U;  ///< bytes; a program that prints more is ended
  std::size_t largestMemory = 0;           ///< bytes; 0: no limit
  Deadline deadline = {};                  ///< it is ended when this expires
  bool group =
      false;  ///< what the program itself has started is ended with it; the terminal's Ctrl-C is not theirs
};

/// Runs a program, and waits until it has ended. Its standard input is `input`; it is killed rather than left
/// behind.
/// @param command the program, looked for on the PATH, and its arguments
/// @param hint for who does not have it
/// @throws UserError where it cannot be run, or prints too much; OutOfTime
ProgramResult runProgram(const std::vector<std::string>& command, std::string_view input,
                         const ProgramLimits& limits = {}, const std::string& hint = "");

/// A command as a shell would be given it.
std::string shellCommand(const std::vector<std::string>& command);

}  // namespace hrfcheck::inline util
