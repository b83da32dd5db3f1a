#pragma once

#include <memory>

#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// The program with the code of threads written so that more of their loops are seen to wait: without delays
/// (delays.h), and with jumps that lead to the head of a loop by way of other jumps leading there directly.
/// Then the rounds that change nothing are a loop of their own in one whose other rounds do (a look-back,
/// whose index moves where the flag is there; a lock that is tried). Only threads are written anew of which
/// more loops may spin then; the program itself, where there are none. Every execution stays what it is, and
/// so do the numbers of instructions.
/// @throws OutOfTime when the deadline expires first
std::shared_ptr<const Program> inWaitingForm(const std::shared_ptr<const Program>& program,
                                             const Deadline& deadline = {});

/// The program without delays, all threads of it.
/// @throws OutOfTime when the deadline expires first
std::shared_ptr<const Program> withoutDelays(const std::shared_ptr<const Program>& program,
                                             const Deadline& deadline = {});

}  // namespace hrfcheck::inline program
