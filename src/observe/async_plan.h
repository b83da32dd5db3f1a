#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/ir/program.h"

// Tests of PTX with asynchronous operations or barrier objects, and those whose blocks share a cluster, as
// devices of compute capability 9.0 and later run them.

namespace hrfcheck::inline observe {

/// A barrier object on the device, and what has come to it when all threads of an instance have ended. A
/// location is 16 bytes there, the least that a bulk copy moves, so that every count of bytes is four times
/// that of the test.
struct DeviceObject {
  unsigned count = 0;        ///< of expected arrivals; 0: the test makes it
  bool awaited = false;      ///< asynchronous operations complete there: the memory is not free before
  unsigned arrivals = 0;     ///< of all threads
  int missing = 0;           ///< bytes that are expected and do not come
  bool invalidates = false;  ///< it is an object when the threads have ended
};

struct AsyncPlan {
  /// The test with one instruction for each row (frontend/columns/written_rows.h).
  std::shared_ptr<const Program> rows;
  /// The blocks of an instance, cluster by cluster; empty ones fill clusters that have fewer.
  std::vector<std::vector<ThreadId>> blocks;
  unsigned clusterSize = 1;
  std::vector<std::optional<std::size_t>> sharedBy;  ///< by location: the block whose shared memory it is in
  std::map<LocationId, DeviceObject> objects;
  /// By block: what threads execute that play nothing while the others wait for each other.
  std::vector<std::vector<std::string>> waits;
  std::vector<std::string> notes;

  std::size_t blockOf(ThreadId thread) const;
  /// Within its cluster.
  unsigned rankOf(std::size_t block) const { return static_cast<unsigned>(block % clusterSize); }
  bool areInOneCluster(std::size_t a, std::size_t b) const { return a / clusterSize == b / clusterSize; }
};

inline constexpr Value kDeviceBytes = 4;  ///< of a byte of the test

/// Plans a test in the dialect PTX, which says where its locations are afterwards; nothing where the test
/// has neither asynchronous operations nor shared clusters.
/// @param program its locations are put into the memory that the instructions of PTX need
/// @throws UserError for what no placement fits, and for what deviceRow refuses
std::optional<AsyncPlan> asyncPlan(Program& program);

}  // namespace hrfcheck::inline observe
