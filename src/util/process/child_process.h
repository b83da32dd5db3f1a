#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "util/process/deadline.h"

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

/// What a program that is run may cost, and what it may do. The limits are set before it begins.
struct ProgramLimits {
  std::size_t largestOutput = 64U << 20U;  ///< bytes; a program that prints more is ended
  std::size_t largestMemory = 0;           ///< bytes of address space; 0: no limit
  Deadline deadline = {};                  ///< it is ended when this expires
  /// Whether it leads a group of processes, so that what it has started is ended with it; the terminal's
  /// Ctrl-C is not theirs.
  bool group = true;
  unsigned processorSeconds = 0;              ///< that each of its processes may compute; 0: no limit
  std::size_t largestFile = 0;                ///< bytes of each file that it writes; 0: no limit
  std::string folder = {};                    ///< that it works in; empty: ours
  std::vector<std::string> environment = {};  ///< "LC_ALL=C": set for it beside what we have
  /// For programs of one process that read all of their input before they do anything with it: from then on
  /// they open no file, and do not learn which files there are. The input must not be empty.
  bool sealed = false;
};

/// Runs a program, and waits until it has ended. Its standard input is `input`; it is killed rather than left
/// behind, also when this process ends.
/// @param command the program, looked for on the PATH, and its arguments
/// @param hint for who does not have it
/// @throws UserError where it cannot be run, or prints too much; OutOfTime
ProgramResult runProgram(const std::vector<std::string>& command, std::string_view input,
                         const ProgramLimits& limits = {}, const std::string& hint = "");

/// Kills the programs that other threads run: for a process that ends without waiting for these threads.
void endRunningPrograms();

/// A command as a shell would be given it.
std::string shellCommand(const std::vector<std::string>& command);

}  // namespace hrfcheck::inline util
