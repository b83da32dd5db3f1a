// Graphviz as a program, not a library: it is optional at run time, and a crash of it is no crash of ours.
// One process draws many graphs, which it reads one after the other and prints as one SVG document after the
// other. It starts to print before it has read everything, so both pipes are served at once (poll); otherwise
// each side could wait for the other with a full pipe.

#include "report/picture/graphviz.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "util/diagnostic.h"

namespace hrfcheck::inline report {
namespace {

constexpr const char* kProgram = "dot";
constexpr const char* kHint = "install Graphviz, or run without pictures";

/// A file descriptor that is closed in the end.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0) {
      ::close(std::exchange(fd_, -1));
    }
  }

 private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor read, write;
};

Pipe makePipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw UserError(fmt::format("cannot run {}: {}", kProgram, std::strerror(errno)));
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// No SIGPIPE for this thread while it lives: a `dot` that ends early is an error, not our end.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    wasPending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoPipeSignal() {
    if (!wasPending_) {
      const timespec now{};
      while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

  const sigset_t& before() const { return before_; }

 private:
  sigset_t pipe_{}, before_{};
  bool wasPending_ = false;
};

/// A running `dot`; killed when it is given up.
class DotProcess {
 public:
  DotProcess(const sigset_t& signals, std::vector<std::string> words) {
    Pipe in = makePipe();
    Pipe out = makePipe();
    Pipe errors = makePipe();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.read.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.write.get(), STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::string program = kProgram;
    std::vector<char*> arguments{program.data()};
    for (std::string& word : words) {
      arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    const int failure = posix_spawnp(&process_, kProgram, &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) {
      process_ = -1;
      throw UserError(fmt::format("cannot run {}: {}", kProgram, std::strerror(failure)), kHint);
    }
    in_ = std::move(in.write);
    out_ = std::move(out.read);
    errors_ = std::move(errors.read);
  }
  ~DotProcess() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      wait();
    }
  }
  DotProcess(const DotProcess&) = delete;
  DotProcess& operator=(const DotProcess&) = delete;

  /// Everything that it prints for an input.
  /// @throws UserError when it fails
  std::string run(std::string_view input) {
    ::fcntl(in_.get(), F_SETFL, O_NONBLOCK);
    std::string output;
    std::string complaints;
    while (out_.open() || errors_.open()) {
      std::array<pollfd, 3> polled{
          {{in_.get(), POLLOUT, 0}, {out_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}}};
      if (::poll(polled.data(), polled.size(), -1) < 0) {
        if (errno == EINTR) {
          continue;
        }
        throw UserError(fmt::format("cannot communicate with {}: {}", kProgram, std::strerror(errno)));
      }
      if (polled[0].revents != 0) {
        write(input);
      }
      if (polled[1].revents != 0) {
        read(out_, output);
      }
      if (polled[2].revents != 0) {
        read(errors_, complaints);
      }
    }
    const int status = wait();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      const std::string why = WIFSIGNALED(status) ? fmt::format("ended by signal {}", WTERMSIG(status))
                                                  : complaints.substr(0, complaints.find('\n'));
      throw UserError(fmt::format("{} failed: {}", kProgram, why), kHint);
    }
    return output;
  }

 private:
  void write(std::string_view& input) {
    const ssize_t written = input.empty() ? 0 : ::write(in_.get(), input.data(), input.size());
    if (written > 0) {
      input.remove_prefix(static_cast<std::size_t>(written));
    }
    const bool later = written < 0 && (errno == EAGAIN || errno == EINTR);
    if (input.empty() || (written < 0 && !later)) {
      in_.close();
    }
  }

  static void read(Descriptor& from, std::string& text) {
    std::array<char, 65536> buffer{};
    const ssize_t length = ::read(from.get(), buffer.data(), buffer.size());
    if (length > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(length));
    } else if (length == 0 || errno != EINTR) {
      from.close();
    }
  }

  int wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }

  pid_t process_ = -1;
  Descriptor in_, out_, errors_;
};

void replaceAll(std::string& text, std::string_view what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
}

void removeComments(std::string& svg) {
  for (std::size_t from = 0; (from = svg.find("<!--", from)) != std::string::npos;) {
    const std::size_t end = svg.find("-->", from);
    const bool line = end != std::string::npos && svg.compare(end + 3, 1, "\n") == 0;
    svg.erase(from, end == std::string::npos ? end : end + (line ? 4 : 3) - from);
  }
}

/// One SVG element as it can stand in a page: as wide as its place at most, identifiers of its own.
std::string tidied(std::string svg, std::size_t number) {
  removeComments(svg);
  replaceAll(svg, "\"page0,1_graph", "\"graph");  // of the second graph and on
  replaceAll(svg, " id=\"", fmt::format(" id=\"picture{}-", number));
  const std::size_t head = svg.find('>');
  const std::size_t height = svg.find(" height=\"");
  if (height < head) {  // follows from the width and the viewBox
    svg.replace(height, svg.find('"', height + 9) + 1 - height, " style=\"max-width:100%;height:auto\"");
  }
  return svg;
}

}  // namespace

bool haveGraphviz() {
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "";
  while (!folders.empty()) {
    const std::size_t end = folders.find(':');
    const std::string folder(folders.substr(0, end));
    if (::access(((folder.empty() ? "." : folder) + "/" + kProgram).c_str(), X_OK) == 0) {
      return true;
    }
    folders = end == std::string_view::npos ? "" : folders.substr(end + 1);
  }
  return false;
}

std::vector<std::string> drawSvg(const std::vector<std::string>& graphs) {
  if (graphs.empty()) {
    return {};
  }
  std::string input;
  for (const std::string& graph : graphs) {
    input += graph + "\n";
  }
  const NoPipeSignal guard;
  const std::string output = DotProcess(guard.before(), {"-Tsvg"}).run(input);
  std::vector<std::string> pictures;
  constexpr std::string_view kEnd = "</svg>";
  for (std::size_t from = 0; (from = output.find("<svg", from)) != std::string::npos;) {
    const std::size_t end = output.find(kEnd, from);
    if (end == std::string::npos) {
      break;
    }
    pictures.push_back(tidied(output.substr(from, end + kEnd.size() - from), pictures.size()));
    from = end + kEnd.size();
  }
  if (pictures.size() != graphs.size()) {
    throw UserError(fmt::format("{} produced {} of {} pictures", kProgram, pictures.size(), graphs.size()),
                    kHint);
  }
  return pictures;
}

std::string drawFile(const std::string& graph, const std::string& format) {
  const NoPipeSignal guard;
  // Points are 1/72 inch; letters of 12 points need more than as many pixels.
  std::vector<std::string> words{"-T" + format};
  if (format == "png") {
    words.emplace_back("-Gdpi=144");
  }
  std::string drawn = DotProcess(guard.before(), std::move(words)).run(graph + "\n");
  if (drawn.empty()) {
    throw UserError(fmt::format("{} produced no picture", kProgram), kHint);
  }
  if (format == "svg") {
    removeComments(drawn);
  }
  return drawn;
}

}  // namespace hrfcheck::inline report
