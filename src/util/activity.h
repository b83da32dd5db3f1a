#pragma once

#include <atomic>
#include <cstdint>

namespace hrfcheck::inline util {

/// What a long computation reports about itself while it runs, for a reader in another thread.
struct Activity {
  std::atomic<const char*> engine{""};  ///< a literal: "smt"
  std::atomic<const char*> unit{""};    ///< a literal: what is counted, "decisions"
  std::atomic<std::uint64_t> count{0};

  void begin(const char* who, const char* what) {
    engine = who;
    unit = what;
    count = 0;
  }
};

}  // namespace hrfcheck::inline util
