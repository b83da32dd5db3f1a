#pragma once

#include <string>

#include "check/check.h"
#include "report/log/log_entry.h"

namespace hrfcheck::inline report {

/// What a log counts as witnesses.
enum class Witnesses {
  Executions,  ///< consistent executions, where the engine counts them; final states otherwise
  States       ///< final states: the same whichever engine answers
};

/// What a log says of a verdict. A condition that is not decided has the result "?? (reason)", one that
/// nothing was there to satisfy "?? (vacuous)"; `Undef` is the result of what promises nothing. Addresses are
/// written as herd does, by the name of the location.
/// @pre every final state and every flag was asked for
LogEntry logEntry(const Verdict& verdict, Witnesses witnesses = Witnesses::Executions);

/// One entry in herd7's log layout, ended by an empty line. Our own lines (`Models`, one `Pair FLAG P0:1
/// P1:0` for each pair of each flag, `Incident`, `Incomplete`) stand between `Test` and `States`, where
/// herd's tools skip what they do not know. Instructions of what a compiler made of a text are named by
/// their lines, `P0@12`, since compilers number them differently.
std::string printLog(const LogEntry& entry);

/// printLog of the verdict's entry.
/// @param seconds printed after "Time"; 0 keeps the log the same from run to run
std::string herdLog(const Verdict& verdict, double seconds = 0);

/// 32 hexadecimal digits over the code, the initial state and the placement of the threads; not over the
/// condition, the comments or the white space. The code of what a compiler made of a text is that text.
std::string programHash(const Program& program);

}  // namespace hrfcheck::inline report
