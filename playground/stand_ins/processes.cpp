// In the place of util/process/child_process.cpp: a page starts no other programs.

#include "util/diagnostic.h"
#include "util/process/child_process.h"

namespace hrfcheck::inline util {

bool isOnPath(const std::string&) {
  return false;
}

ProgramResult runProgram(const std::vector<std::string>& command, std::string_view, const ProgramLimits&,
                         const std::string& hint) {
  throw UserError(command.front() + " cannot be run: the playground in a browser starts no other programs",
                  hint);
}

void endRunningPrograms() {}

}  // namespace hrfcheck::inline util
