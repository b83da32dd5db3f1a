#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "observe/async_plan.h"
#include "observe/back_end.h"
#include "program/ir/program.h"

namespace hrfcheck::inline observe {

/// How the threads of one work-group lie in sub-groups.
enum class SubGroups {
  Any,       ///< the test does not say
  Same,      ///< those of a group are in one
  Different  ///< each has one of its own
};

/// A test as a device runs it.
struct DeviceTest {
  BackEnd backEnd = BackEnd::Cuda;
  /// In the dialect of the back end. A filter is part of the condition, and what it mentions is observed: a
  /// device does not choose its executions.
  std::shared_ptr<const Program> program;
  std::vector<std::vector<ThreadId>> blocks;     ///< the work-groups, with their threads
  std::vector<unsigned> devices;                 ///< by block: the device that it is on, numbered from 0
  std::vector<std::vector<BarrierOp>> barriers;  ///< by block: those that each of its threads executes
  SubGroups subGroups = SubGroups::Any;
  std::optional<AsyncPlan> plan;   ///< of a test with asynchronous operations or shared clusters
  std::vector<std::string> notes;  ///< what was converted

  /// What becomes the roles: the program, with one instruction for each row where there is a plan.
  const Program& code() const { return plan ? *plan->rows : *program; }
  bool hasBarriers() const;
  unsigned deviceCount() const;
  unsigned deviceOf(ThreadId thread) const;
};

/// Readies a test for a device.
/// @throws UserError for what has no device form: remote operations, barriers that not all threads of a
/// work-group reach, computed addresses, local memory, references, values of more than 32 bits, threads on
/// several devices in OpenCL, with asynchronous operations or with clusters, and what `convert` refuses
DeviceTest deviceTest(const Program& test, BackEnd backEnd);

/// A device does not choose its executions: what a filter rejects does not satisfy `exists`, and satisfies
/// `forall`.
void foldFilter(Program& program);

/// Its program, with loops that give up: each thread that has a loop counts its backward branches down in a
/// register of its own, its last one, and ends when that is negative.
struct PatientProgram {
  Program program;
  std::vector<bool> loops;  ///< by thread: it has such a register
};
PatientProgram withPatience(const Program& program);

}  // namespace hrfcheck::inline observe
