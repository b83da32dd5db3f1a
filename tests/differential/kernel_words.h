#pragma once

#include <string>
#include <vector>

#include "util/random.h"

namespace hrfcheck::kernels {

using Words = std::vector<const char*>;

/// Random orders, scopes and flags of atomics, fences and barriers.
class KernelWords {
 public:
  /// @param careful mostly what makes kernels free of races: `seq_cst`, scopes that contain everybody
  KernelWords(Random& random, bool careful) : random_(random), careful_(careful) {}

  const char* pick(const Words& from) { return from[random_.below(from.size())]; }

  /// "acquire"
  std::string order(const Words& orders);
  /// "device"
  std::string scope();
  /// "memory_order_acquire, memory_scope_device"
  std::string both(const Words& orders);
  /// "CLK_GLOBAL_MEM_FENCE"
  std::string flags();

  static const Words& ofLoads();
  static const Words& ofStores();
  static const Words& ofUpdates();

 private:
  Random& random_;
  bool careful_;
};

}  // namespace hrfcheck::kernels
