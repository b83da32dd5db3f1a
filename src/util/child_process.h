#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hrfcheck::inline util {

/// A program that is run with a text as its standard input, and what it may cost. Programs are optional at
/// run time, and a crash of one is no crash of ours.
struct ChildProgram {
  std::string name;  ///< looked up on the PATH
  std::vector<std::string> arguments;
  std::string hint;  ///< for who does not have it
  std::size_t largestOutput = std::numeric_limits<std::size_t>::max();
  std::size_t largestMemory = 0;  ///< bytes; 0: no limit
  double seconds = 0;             ///< 0: no limit
};

/// What a program has printed, and how it ended.
struct ChildResult {
  std::string output;
  std::string complaints;                   ///< what it printed as errors
  std::optional<std::string> failure = {};  ///< "exit status 1", "ended by signal 9"; nothing: it went well
};

/// Runs a program to its end. It is killed where it exceeds a limit, or is given up.
/// @throws UserError where it cannot be run, or exceeds a limit
ChildResult runChild(const ChildProgram& program, std::string_view input);

/// Whether the PATH has a program of that name.
bool onPath(std::string_view name);

}  // namespace hrfcheck::inline util
