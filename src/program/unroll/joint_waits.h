#pragma once

#include <memory>

#include "program/ir/program.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline program {

/// The program with each wait that all threads of a barrier's scope instance make together written as a wait
/// of the one that looks: `while (__syncthreads_or(!ready)) if (leader) ready = flag;`. Rounds that go on are
/// gone, but for what that thread reads in them, and are a loop of its own.
/// joint_waits.cpp has the argument. The same program where there is no such wait.
/// @throws OutOfTime when the deadline expires first
std::shared_ptr<const Program> withJointWaits(const std::shared_ptr<const Program>& program,
                                              const Deadline& deadline = {});

/// The program of which this one was made by withJointWaits; else the same one.
std::shared_ptr<const Program> writtenOf(const std::shared_ptr<const Program>& program);

/// The same program with another condition, perhaps: where `program` was made by withJointWaits, made of
/// `written`.
std::shared_ptr<const Program> madeOf(const std::shared_ptr<const Program>& written, Program program);

}  // namespace hrfcheck::inline program
