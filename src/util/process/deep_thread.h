#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>

namespace hrfcheck::inline util {

/// A thread for computations that go as deep as a test is long: its stack is as large as that of the main
/// thread.
class DeepThread {
 public:
  static constexpr std::size_t kStack = std::size_t{100} << 20U;

  /// @param run must not throw
  /// @throws std::system_error where there are no more threads
  explicit DeepThread(std::function<void()> run);
  /// Waits for it.
  ~DeepThread();
  DeepThread(const DeepThread&) = delete;
  DeepThread& operator=(const DeepThread&) = delete;

 private:
  std::function<void()> run_;
  pthread_t thread_{};
};

}  // namespace hrfcheck::inline util
