#pragma once

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace hrfcheck::test {

/// Whether a process has ended, or does so soon. One that nobody has waited for counts as ended.
inline bool hasEnded(int process) {
  constexpr int kLooks = 200;
  constexpr std::chrono::milliseconds kBetween{10};
  for (int look = 0; look < kLooks; ++look) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name = text.rfind(')');
    if (name == std::string::npos || text.compare(name + 2, 1, "Z") == 0) {
      return true;
    }
    std::this_thread::sleep_for(kBetween);
  }
  return false;
}

}  // namespace hrfcheck::test
