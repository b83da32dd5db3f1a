#include "cli/process.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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
    std::this_thread::sleep_for(std::chrono::milliseconds(interruptAfter));
    ::kill(child, SIGINT);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(scratch.path("out")),
          contents(scratch.path("err"))};
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
      std::this_thread::sleep_for(std::chrono::milliseconds(interruptAfter));
      ::kill(child, SIGINT);
    }
  });
  std::string text = readTerminal(terminal);
  interrupter.join();
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(terminal);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), std::move(text), ""};
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
