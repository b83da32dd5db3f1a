#pragma once

#include <string>

#include "check/check.h"

namespace hrfcheck {

/// One test's entry in herd7's log layout, with one line "Race P0:1 P1:0" for each racing pair after the
/// flags. An answer cut short by a time limit or by the solver says `Undecided (reason)` where herd says Ok
/// or No.
/// @param seconds printed after "Time"; 0 keeps the log the same from run to run
std::string herdLog(const Verdict& verdict, double seconds = 0);

/// 32 hexadecimal digits over the code, the initial state and the placement of the threads; not over the
/// condition, the comments or the white space.
std::string programHash(const Program& program);

}  // namespace hrfcheck
