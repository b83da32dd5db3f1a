#include "util/process/deep_thread.h"

#include <system_error>

namespace hrfcheck::inline util {

DeepThread::DeepThread(std::function<void()> run) : run_(std::move(run)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  const auto body = [](void* self) -> void* {
    static_cast<DeepThread*>(self)->run_();
    return nullptr;
  };
  const int error = pthread_create(&thread_, &attributes, body, this);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "a thread cannot be started");
  }
}

DeepThread::~DeepThread() {
  pthread_join(thread_, nullptr);
}

}  // namespace hrfcheck::inline util
