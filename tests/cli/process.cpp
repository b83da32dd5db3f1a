#include "cli/process.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace hrfcheck::test {
namespace {

namespace fs = std::filesystem;

void redirect(const std::string& path, int flags, int descriptor) {
  const int opened = ::open(path.c_str(), flags, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) {
    ::_exit(126);
  }
}

std::string programPath() {
  return HRFCHECK_BINARY_DIR "/bin/hrfcheck";
}

/// Becomes another program.
[[noreturn]] void execute(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) {
    pointers.push_back(const_cast<char*>(word.c_str()));
  }
  pointers.push_back(nullptr);
  ::execv(pointers.front(), pointers.data());
  ::_exit(127);
}

/// What the kernel reports about a process (proc(5)).
struct ProcessState {
  pid_t parent = 0;
  long milliseconds = 0;  ///< processor time so far
};

/// Nothing when it has ended.
std::optional<ProcessState> stateOf(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name = text.rfind(')');  // the name before it may hold anything
  if (name == std::string::npos) {
    return std::nullopt;
  }
  std::istringstream fields(text.substr(name + 1));
  std::string kind;
  ProcessState state;
  fields >> kind >> state.parent;
  constexpr int kBetween = 9;  // the parent is the 4th field, utime and stime are the 14th and 15th
  std::string ignored;
  for (int i = 0; i < kBetween; ++i) {
    fields >> ignored;
  }
  long user = 0;
  long system = 0;
  fields >> user >> system;
  state.milliseconds = (user + system) * 1000 / ::sysconf(_SC_CLK_TCK);
  return kind == "Z" ? std::nullopt : std::optional(state);
}

/// Processor time of a process and its children so far, in milliseconds; nothing when it has ended.
std::optional<long> processorTimeOf(pid_t process) {
  const auto own = stateOf(std::to_string(process));
  if (!own) {
    return std::nullopt;
  }
  long sum = own->milliseconds;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos) {
      const auto state = stateOf(name);
      sum += state && state->parent == process ? state->milliseconds : 0;
    }
  }
  return sum;
}

/// Sends SIGINT when the process has taken so many milliseconds of processor time; returns when it has, or
/// when the process has ended.
void interruptAfterWork(pid_t process, unsigned milliseconds) {
  for (auto taken = processorTimeOf(process); taken; taken = processorTimeOf(process)) {
    if (*taken >= static_cast<long>(milliseconds)) {
      ::kill(process, SIGINT);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

Finished finishedOf(pid_t child) {
  int status = 0;
  rusage use{};
  ::wait4(child, &status, 0, &use);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), "", "",
          seconds(use.ru_utime) + seconds(use.ru_stime)};
}

Finished runWords(const std::vector<std::string>& words, const std::string& input, unsigned interruptAfter) {
  const Scratch scratch;
  const std::string in = scratch.file("in", input);
  const pid_t child = ::fork();
  if (child == 0) {
    redirect(in, O_RDONLY, STDIN_FILENO);
    redirect(scratch.path("out"), O_WRONLY | O_CREAT, STDOUT_FILENO);
    redirect(scratch.path("err"), O_WRONLY | O_CREAT, STDERR_FILENO);
    ::setenv("HRFCHECK", programPath().c_str(), 1);
    execute(words);
  }
  if (interruptAfter > 0) {
    interruptAfterWork(child, interruptAfter);
  }
  Finished finished = finishedOf(child);
  finished.out = contents(scratch.path("out"));
  finished.err = contents(scratch.path("err"));
  return finished;
}

/// All that comes until the other side is closed.
std::string readTerminal(int terminal) {
  std::string text;
  std::array<char, 4096> block{};
  for (ssize_t count = 0; (count = ::read(terminal, block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

Finished runOnTerminal(const std::vector<std::string>& arguments, unsigned interruptAfter) {
  std::vector<std::string> words{programPath()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  winsize size{};
  size.ws_col = 200;
  size.ws_row = 50;
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    execute(words);
  }
  std::thread interrupter([&] {
    if (interruptAfter > 0) {
      interruptAfterWork(child, interruptAfter);
    }
  });
  std::string text = readTerminal(terminal);
  interrupter.join();
  Finished finished = finishedOf(child);
  ::close(terminal);
  finished.out = std::move(text);
  return finished;
}

Finished runProgram(const std::vector<std::string>& arguments, const std::string& input,
                    unsigned interruptAfter) {
  std::vector<std::string> words{programPath()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return runWords(words, input, interruptAfter);
}

Finished runShell(const std::string& script) {
  return runWords({"/bin/bash", "-c", script}, "", 0);
}

Scratch::Scratch() {
  std::string pattern = (fs::temp_directory_path() / "hrfcheck-cli-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("cannot make a folder for the test");
  }
  folder_ = pattern;
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string Scratch::file(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::vector<std::string> Scratch::names() const {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    result.push_back(entry.path().filename().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace hrfcheck::test
