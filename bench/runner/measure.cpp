// Each row runs in a process of its own, so that its peak memory is its own, what it leaves behind slows down
// nobody, and it can be stopped. The child writes each repetition as a line of JSON into a pipe; what was
// written before the child is stopped stands.

#include "bench/runner/measure.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

namespace hrfcheck::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

/// For a row that stops by itself at its limit, and needs a moment to say so.
constexpr double kGrace = 2;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string toLine(const Sample& sample) {
  Json json{{"value", sample.value}, {"counts", sample.counts}, {"problem", sample.problem}};
  if (sample.solverSeconds) {
    json["solver"] = *sample.solverSeconds;
  }
  return json.dump() + "\n";
}

Sample fromLine(const std::string& line) {
  const Json json = Json::parse(line);
  Sample sample{json.at("value"), json.at("counts"), std::nullopt, json.at("problem")};
  if (json.contains("solver")) {
    sample.solverSeconds = json["solver"].get<double>();
  }
  return sample;
}

void writeAll(int file, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(file, text.data() + done, text.size() - done);
    if (written <= 0) {
      return;
    }
    done += static_cast<std::size_t>(written);
  }
}

void repeat(const Row& row, const Limits& limits, int out) {
  try {
    const Repetition once = row.prepare();
    const auto start = Clock::now();
    for (unsigned i = 0; i < limits.repetitions && (i == 0 || secondsSince(start) < limits.enough); ++i) {
      const Sample sample = once();
      writeAll(out, toLine(sample));
      if (!sample.problem.empty()) {
        return;
      }
    }
  } catch (const std::exception& error) {
    writeAll(out, toLine({0, {}, std::nullopt, error.what()}));
  }
}

/// Reads lines until the other side closes or falls silent for too long.
struct Received {
  std::string text;
  bool late = false;
};

Received receive(int in, double seconds) {
  Received received;
  for (;;) {
    pollfd waiting{in, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>((seconds + kGrace) * 1000));
    if (ready < 0 && errno == EINTR) {
      continue;
    }
    if (ready <= 0) {
      received.late = true;
      return received;
    }
    std::array<char, 4096> buffer{};
    const ssize_t count = read(in, buffer.data(), buffer.size());
    if (count <= 0) {
      return received;
    }
    received.text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void take(Result& result, const std::string& text) {
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const Sample sample = fromLine(text.substr(begin, end - begin));
    begin = end + 1;
    result.counts = sample.counts;
    result.solverSeconds = sample.solverSeconds;
    if (sample.problem.empty()) {
      result.values.push_back(sample.value);
    } else {
      result.problem = sample.problem;
    }
  }
  std::sort(result.values.begin(), result.values.end());
}

std::string ending(int status) {
  return WIFSIGNALED(status) ? fmt::format("ended by signal {}", WTERMSIG(status))
                             : fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace

double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Result withoutValues(const Row& row, const std::string& problem) {
  Result result;
  result.name = row.name;
  result.what = row.what;
  result.unit = row.unit;
  result.target = row.target;
  result.problem = problem;
  return result;
}

Result measure(const Row& row, const Limits& limits) {
  Result result = withoutValues(row, "");
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  const pid_t child = fork();
  if (child < 0) {
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    close(ends[0]);
    repeat(row, limits, ends[1]);
    _exit(0);
  }
  setpgid(child, child);
  close(ends[1]);
  const Received received = receive(ends[0], limits.seconds);
  close(ends[0]);
  if (received.late) {
    kill(-child, SIGKILL);
  }
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  result.peakMegabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  take(result, received.text);
  if (received.late) {
    result.problem = fmt::format("> {:g} s", limits.seconds);
  } else if (status != 0 && result.problem.empty()) {
    result.problem = ending(status);
  }
  return result;
}

}  // namespace hrfcheck::bench
