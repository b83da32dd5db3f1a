#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hrfcheck::inline lsp {

/// Threads that do what is given to them, first come, first served.
class TaskQueue {
 public:
  explicit TaskQueue(std::size_t threads);
  ~TaskQueue() { stop(); }
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;

  /// @param task throws nothing
  void push(std::function<void()> task);
  /// Waits until the tasks that have begun are done; the others are dropped.
  void stop();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable come_;
  std::deque<std::function<void()>> tasks_;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace hrfcheck::inline lsp
