#include "lsp/task_queue.h"

namespace hrfcheck::inline lsp {

TaskQueue::TaskQueue(std::size_t threads) {
  for (std::size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

void TaskQueue::push(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    if (over_) {
      return;
    }
    tasks_.push_back(std::move(task));
  }
  come_.notify_one();
}

void TaskQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    tasks_.clear();
  }
  come_.notify_all();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) {
      thread.join();
    }
  }
}

void TaskQueue::work() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      come_.wait(lock, [this] { return over_ || !tasks_.empty(); });
      if (over_) {
        return;
      }
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

}  // namespace hrfcheck::inline lsp
