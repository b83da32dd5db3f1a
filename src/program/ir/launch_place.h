#pragma once

#include <optional>
#include <string>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Which launch a thread belongs to, and on which device it is, where a test has several.
struct LaunchPlace {
  std::string kernel;  ///< what the launch is called; empty where there is one
  std::optional<std::uint32_t> device;
};
LaunchPlace launchPlaceOf(const Program& program, ThreadId thread);

/// "group 1, item 3", "kernel send, group 0, item 0, device 1"; empty where no launch made the thread.
std::string launchPlaceText(const Program& program, ThreadId thread);

/// Says which launch a thread belongs to: the lines `key=value` of the test name it.
void enterLaunch(Program& program, ThreadId thread, const std::string& kernel);

/// Whether two threads of launches stand at one place: a thread, and an asynchronous operation that it has
/// issued.
bool standAtOnePlace(const Program& program, ThreadId a, ThreadId b);

}  // namespace hrfcheck::inline program
