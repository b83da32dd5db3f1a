#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "batch/descriptor.h"
#include "batch/worker/worker_loop.h"
#include "batch/worker/worker_messages.h"

namespace hrfcheck::inline batch {

/// A process that does `work`, seen from its parent. It is killed and reaped at the end of this object's
/// life. No call waits for the worker, but `wait`.
class WorkerProcess {
 public:
  /// @param others descriptors that are none of its business
  /// @returns null when there cannot be another process; errno says why
  static std::unique_ptr<WorkerProcess> start(const WorkFunction& work, const std::vector<int>& others);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  int socket() const { return socket_.get(); }
  /// A task is on its way; what does not fit now goes out with `sendMore`.
  void give(const WorkerTask& task);
  bool hasMoreToSend() const { return !outgoing_.empty(); }
  void sendMore();
  /// Gives out the messages that have come (some of them, when there are very many).
  /// @returns false when the worker has ended, and all it said was given out
  /// @throws std::runtime_error for anything that is not a message
  bool receive(const std::function<void(WorkerMessage)>& message);

  /// Bytes resident in memory; 0 when it no longer exists.
  std::uint64_t residentMemory() const;
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

}  // namespace hrfcheck::inline batch
