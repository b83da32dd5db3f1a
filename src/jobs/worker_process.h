#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "jobs/descriptor.h"
#include "jobs/frames.h"
#include "jobs/worker_life.h"

namespace hrfcheck::inline jobs {

/// Bytes that a process has resident in memory; 0 when there is no such process.
std::uint64_t residentMemory(pid_t pid);

/// A process that does `work`, seen from its parent. It is killed and reaped at the end of this object's
/// life. No call waits for the worker, but `wait`.
class WorkerProcess {
 public:
  /// @param others descriptors that are none of its business
  /// @returns null when there cannot be another process; errno says why
  static std::unique_ptr<WorkerProcess> start(const JobWork& work, const std::vector<int>& others);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  int socket() const { return socket_.get(); }
  /// A request is on its way; what does not fit now goes out with `sendMore`.
  void give(const std::string& request);
  bool hasMoreToSend() const { return !outgoing_.empty(); }
  void sendMore();
  /// Gives out what the worker has said (some of it, when that is very much).
  /// @returns false when the worker has ended, and all it said was given out
  /// @throws UnreadableMessage for anything that no worker says
  bool receive(const std::function<void(WorkerWord, std::string_view)>& heard);

  /// Bytes resident in memory; 0 when it no longer exists.
  std::uint64_t memory() const;
  void kill();
  /// Waits for its end, and brings it about when it does not come; its status as waitpid gives it.
  int wait();

 private:
  WorkerProcess(Descriptor socket, pid_t pid) : socket_(std::move(socket)), pid_(pid) {}
  bool reap(int options);

  Descriptor socket_;
  pid_t pid_;
  bool reaped_ = false;
  int status_ = 0;
  std::string outgoing_;
  FrameReader reader_;
};

}  // namespace hrfcheck::inline jobs
