#pragma once

#include <unistd.h>

#include <chrono>
#include <filesystem>
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

/// A path of this process's own, where nothing is yet.
inline std::filesystem::path freshPath(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / (std::to_string(::getpid()) + "-" + name);
  std::filesystem::remove(path);
  return path;
}

/// Words for a shell: starts a command in the background and writes its number, whole, to a file.
inline std::string startsAndNames(const std::string& command, const std::filesystem::path& file) {
  return command + " & echo $! > " + file.string() + ".part; mv " + file.string() + ".part " + file.string();
}

/// The process that startsAndNames has started; waits until there is one.
inline int processNamedIn(const std::filesystem::path& file) {
  int process = 0;
  while (!(std::ifstream(file) >> process)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return process;
}

}  // namespace hrfcheck::test
