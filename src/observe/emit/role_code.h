#pragma once

#include <set>
#include <string>
#include <vector>

#include "observe/device_test.h"

namespace hrfcheck::inline observe {

/// What the code of one thread is written with.
struct DeviceRole {
  const Program& program;  ///< of withPatience
  ThreadId thread = 0;
  bool loops = false;                 ///< its last register counts down
  std::vector<LocationId> locations;  ///< that it accesses, sorted
  std::vector<RegisterId> observed;   ///< in the order in which they are handed out

  const Thread& code() const { return program.threads[thread]; }
};

/// The locations that a thread accesses, or reads only, sorted.
std::vector<LocationId> locationsOf(const Program& program, ThreadId thread, bool onlyRead);
/// Where an address leads.
/// @pre checked by deviceTest
LocationId locationOf(const Program& program, const Expr& address);

/// The function `hrf_role_N`, which plays the thread: its parameters are its locations, the patience, and
/// `out`, to which it hands the observed registers and, of a thread with loops, whether it came to its end.
/// @throws UserError for an operator without a word
std::string cudaRole(const DeviceRole& role);
std::string openClRole(const DeviceRole& role);

}  // namespace hrfcheck::inline observe
