/* What the harness uses of CUDA's runtime, on the threads of a CPU: a test double. Devices are numbered; a
 * stream is a queue that one thread works off; a kernel whose threads wait for each other gets one for each.
 * By the environment: FAKE_DEVICES N       so many devices (2) FAKE_PEERS 0         they cannot access each
 * other's memory FAKE_ATOMICS 0       not atomically FAKE_LOST_AFTER N    from the Nth kernel on every
 * question is answered with an error FAKE_HANG_AFTER N    from the Nth kernel on none ends */
#pragma once
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

enum cudaError_t { cudaSuccess, cudaErrorNotReady, cudaErrorUnknown };
enum {
  cudaStreamNonBlocking,
  cudaEventDisableTiming,
  cudaHostAllocPortable,
  cudaHostAllocMapped,
  cudaMemcpyDeviceToHost
};
enum { cudaDevAttrHostNativeAtomicSupported, cudaDevP2PAttrNativeAtomicSupported };
#define __CUDACC_VER_MAJOR__ 0
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define HRF_FAKE_CUDA 1

struct cudaDeviceProp {
  char name[256];
  int major, minor, multiProcessorCount;
};
struct cudaFuncAttributes {
  int maxThreadsPerBlock;
};

namespace fake {

inline int number(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atoi(text) : otherwise;
}

struct Index {
  unsigned x;
};
struct Place {
  Index block, thread, blocks, threads;
  std::barrier<>* meeting;
  int device;
};
inline thread_local Place here;
inline int current = 0;  // the device that the host is talking to
inline int kernels = 0;
/// The device in whose memory an allocation lies; -1: the host's.
inline std::map<const char*, std::pair<std::size_t, int>> allocations;

inline int memoryOf(const void* pointer) {
  auto after = allocations.upper_bound(static_cast<const char*>(pointer));
  if (after == allocations.begin()) {
    std::abort();
  }
  --after;
  if (static_cast<const char*>(pointer) >= after->first + after->second.first) {
    std::fprintf(stderr, "fake: an access beside all memory\n");
    std::abort();
  }
  return after->second.second;
}

class Stream {
 public:
  explicit Stream(int device) : device_(device), worker_([this] { run(); }) { worker_.detach(); }
  void add(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(work));
    ++pending_;
    wake_.notify_all();
  }
  bool idle() {
    const std::lock_guard lock(mutex_);
    return pending_ == 0;
  }
  int device() const { return device_; }

 private:
  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return !queue_.empty(); });
      const std::function<void()> work = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      work();
      lock.lock();
      --pending_;
    }
  }
  int device_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  int pending_ = 0;
  std::thread worker_;
};

class Event {
 public:
  explicit Event(int device) : device_(device) {}
  unsigned recorded = 0;
  void done(unsigned generation) {
    const std::lock_guard lock(mutex_);
    done_ = generation;
    wake_.notify_all();
  }
  void await(unsigned generation) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return done_ >= generation; });
  }
  bool isDone(unsigned generation) {
    const std::lock_guard lock(mutex_);
    return done_ >= generation;
  }
  int device() const { return device_; }

 private:
  int device_;
  std::mutex mutex_;
  std::condition_variable wake_;
  unsigned done_ = 0;
};

/// The threads of a kernel: all at once where they wait for each other, else one after the other.
template <typename Kernel, typename... Arguments>
void runKernel(bool together, int device, unsigned groups, unsigned size, Kernel kernel,
               Arguments... arguments) {
  std::vector<std::thread> threads;
  std::deque<std::barrier<>> meetings;
  for (unsigned g = 0; g < groups; ++g) {
    meetings.emplace_back(static_cast<std::ptrdiff_t>(size));
    for (unsigned i = 0; i < size; ++i) {
      const auto work = [=, meeting = &meetings.back()] {
        here = {{g}, {i}, {groups}, {size}, meeting, device};
        kernel(arguments...);
      };
      if (together) {
        threads.emplace_back(work);
      } else {
        work();
      }
    }
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

template <typename Kernel>
auto launch(Kernel kernel, const char* name, unsigned groups, unsigned size, Stream* stream) {
  return [=](auto... arguments) {
    if (stream->device() != current) {
      std::fprintf(stderr, "fake: a kernel for another device's stream\n");
      std::abort();
    }
    const bool hangs = ++kernels >= number("FAKE_HANG_AFTER", 1 << 30);
    const bool together = std::strcmp(name, "hrf_run") == 0 || std::strcmp(name, "hrf_probe") == 0;
    stream->add([=] {
      if (hangs) {
        std::this_thread::sleep_for(std::chrono::hours(1));
      }
      runKernel(together, stream->device(), groups, size, kernel, arguments...);
    });
  };
}

inline cudaError_t answer(cudaError_t status = cudaSuccess) {
  return kernels >= number("FAKE_LOST_AFTER", 1 << 30) ? cudaErrorUnknown : status;
}

inline cudaError_t allocate(void** memory, std::size_t bytes, int where) {
  *memory = std::malloc(bytes);
  allocations[static_cast<const char*>(*memory)] = {bytes, where};
  return *memory != nullptr ? cudaSuccess : cudaErrorUnknown;
}
inline cudaError_t release(void* memory) {
  allocations.erase(static_cast<const char*>(memory));
  std::free(memory);
  return cudaSuccess;
}

}  // namespace fake

using cudaStream_t = fake::Stream*;
using cudaEvent_t = fake::Event*;

inline const char* cudaGetErrorString(cudaError_t status) {
  return status == cudaErrorUnknown ? "the fake device is lost" : "no error";
}
inline cudaError_t cudaGetDeviceCount(int* count) {
  *count = fake::number("FAKE_DEVICES", 2);
  return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int device) {
  fake::current = device;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* facts, int) {
  *facts = {"Fake GPU", 9, 0, 1};
  return cudaSuccess;
}
inline cudaError_t cudaDriverGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, int, int) {
  *value = 0;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetP2PAttribute(int* value, int, int a, int b) {
  *value = a != b && fake::number("FAKE_ATOMICS", 1);
  return cudaSuccess;
}
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int a, int b) {
  *can = a != b && fake::number("FAKE_PEERS", 1);
  return cudaSuccess;
}
inline cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return peer != fake::current ? cudaSuccess : cudaErrorUnknown;
}
template <typename Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* facts, Kernel) {
  facts->maxThreadsPerBlock = 4;
  return cudaSuccess;
}
template <typename Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int, int) {
  *blocks = 1;
  return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, int) {
  *stream = new fake::Stream(fake::current);
  return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, int) {
  *event = new fake::Event(fake::current);
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (event->device() != stream->device()) {
    return cudaErrorUnknown;
  }
  const unsigned generation = ++event->recorded;
  stream->add([=] { event->done(generation); });
  return fake::answer();
}
inline cudaError_t cudaEventQuery(cudaEvent_t event) {
  return fake::answer(event->isDone(event->recorded) ? cudaSuccess : cudaErrorNotReady);
}
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, int) {
  const unsigned generation = event->recorded;
  stream->add([=] { event->await(generation); });
  return fake::answer();
}
inline cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return fake::answer(stream->idle() ? cudaSuccess : cudaErrorNotReady);
}
inline cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  return fake::allocate(memory, bytes, fake::current);
}
inline cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, int) {
  return fake::allocate(memory, bytes, -1);
}
inline cudaError_t cudaFree(void* memory) {
  return fake::release(memory);
}
inline cudaError_t cudaFreeHost(void* memory) {
  return fake::release(memory);
}
inline cudaError_t cudaMemset(void* memory, int value, std::size_t bytes) {
  std::memset(memory, value, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes, cudaStream_t stream) {
  stream->add([=] { std::memset(memory, value, bytes); });
  return fake::answer();
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, int) {
  std::memcpy(to, from, bytes);
  return fake::answer();
}
inline cudaError_t cudaDeviceSynchronize() {
  return cudaSuccess;
}
inline cudaError_t cudaGetLastError() {
  return fake::answer();
}
