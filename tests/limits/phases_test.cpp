// Every phase of every command looks at its deadline often, and ends when that has expired. Deadlines look at
// a clock that goes on with each look, so that no test depends on how fast anything is; work is counted in
// allocations, of which every phase makes many.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/usage_error.h"
#include "util/deadline.h"
#include "util/diagnostic.h"
#include "util/fake_clock.h"

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(std::max<std::size_t>(size, 1))) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace {

using namespace hrfcheck;
namespace fs = std::filesystem;

/// Work between two looks, and looks once the time is over: what is allowed of each.
constexpr std::size_t kMostWork = 400'000;
constexpr std::size_t kMostLooksAfter = 2'000;

constexpr double kSeconds = 1000;  // as the commands are told

/// Standard output and standard error go nowhere while it lives.
class Silence {
 public:
  Silence() : out_(::dup(STDOUT_FILENO)), err_(::dup(STDERR_FILENO)) {
    std::fflush(stdout);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
  ~Silence() {
    std::fflush(stdout);
    ::dup2(out_, STDOUT_FILENO);
    ::dup2(err_, STDERR_FILENO);
    ::close(out_);
    ::close(err_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int out_;
  int err_;
};

struct Run {
  std::size_t looks = 0;
  std::size_t longest = 0;  ///< work between two looks
  int status = -1;
};

/// @param expires after so many looks
Run run(std::vector<std::string> words, std::size_t expires) {
  words.insert(words.begin(), "hrfcheck");
  words.insert(words.end(), {"--timeout", std::to_string(static_cast<int>(kSeconds))});
  std::vector<const char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(word.c_str());
  }
  Run result;
  std::size_t last = allocations;
  const std::chrono::duration<double> step(kSeconds / static_cast<double>(expires));
  const Silence silence;
  {
    const FakeClock clock(std::chrono::duration_cast<FakeClock::Duration>(step), [&] {
      ++result.looks;
      result.longest = std::max(result.longest, allocations - last);
      last = allocations;
    });
    try {
      result.status =
          static_cast<int>(parseCommandLine(static_cast<int>(arguments.size()), arguments.data())());
    } catch (const OutOfTime&) {
      result.status = 3;
    } catch (const UserError&) {
      result.status = 2;
    }
  }
  result.longest = std::max(result.longest, allocations - last);
  return result;
}

/// Whenever the time ends, the command does.
void endsWhenever(const std::vector<std::string>& words) {
  CAPTURE(words);
  for (std::size_t expires = 1;; expires *= 4) {
    CAPTURE(expires);
    const Run one = run(words, expires);
    CHECK(one.longest <= kMostWork);
    CHECK(one.looks <= expires + kMostLooksAfter);
    CHECK(one.status >= 0);
    if (one.looks < expires) {
      return;
    }
    CHECK(one.status != 4);
  }
}

/// Threads that store and load in turn, on locations that others access, too.
std::string manyRaces(unsigned threads, unsigned rows) {
  std::string text = "HSA many\n{ ";
  for (unsigned l = 0; l < threads; ++l) {
    text += "X" + std::to_string(l) + "=0; ";
  }
  text += "}\n";
  for (unsigned t = 0; t < threads; ++t) {
    text += (t == 0 ? "P" : " | P") + std::to_string(t) + "@wg " + std::to_string(t % 3);
  }
  text += " ;\n";
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned t = 0; t < threads; ++t) {
      const std::string cell = "X" + std::to_string((t * 7 + row * 3) % threads);
      text += t == 0 ? "" : " | ";
      text += (t + row) % 2 == 0 ? "st " + cell + ", " + std::to_string(row * threads + t + 1)
                                 : "ld r" + std::to_string(row) + ", " + cell;
    }
    text += " ;\n";
  }
  return text;
}

const std::string kPassing = R"(HSA passing
{ x=0; y=0; }
P0@wg 0         | P1@wg 1          | P2@wg 0 ;
st x, 1         | ld.acq.wg r0, y  | ld.acq.wg r0, y ;
st.rel.wg y, 1  | ld r1, x         | ld r1, x ;
faa.ar.wg r2, y, 2 | faa.ar.sys r2, y, 4 | st x, 3 ;
exists (1:r0=1 /\ 1:r1=0)
)";

/// A file with a text, removed in the end.
class TestFile {
 public:
  TestFile(const std::string& name, const std::string& text)
      : path_(
            (fs::temp_directory_path() / ("hrfcheck-phases-" + std::to_string(::getpid()) + name)).string()) {
    std::ofstream(path_) << text;
  }
  ~TestFile() { fs::remove(path_); }
  TestFile(const TestFile&) = delete;
  TestFile& operator=(const TestFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("phases: check, of many races, with each engine") {
  const TestFile test("many.litmus", manyRaces(12, 4));
  for (const std::string engine : {"explicit", "smt"}) {
    endsWhenever({"check", "-m", "drf0", "--engine", engine, test.path()});
    endsWhenever(
        {"check", "-m", "hrf-indirect-relaxed", "--format", "json", "--engine", engine, test.path()});
  }
}

TEST_CASE("phases: check, explain, graph, certificates of one question") {
  const TestFile test("passing.litmus", kPassing);
  const std::string folder = test.path() + ".certificates";
  endsWhenever({"check", "-m", "all", test.path()});
  endsWhenever({"check", "-m", "hrf-indirect-relaxed", "--certify", folder, test.path()});
  fs::remove_all(folder);
  endsWhenever({"explain", "-m", "hrf-indirect-relaxed", test.path()});
  endsWhenever({"graph", "-m", "hrf-indirect-relaxed", test.path()});
}

TEST_CASE("phases: repair and narrow") {
  const TestFile test("passing.litmus", kPassing);
  endsWhenever({"repair", "-m", "hrf-indirect-relaxed", test.path()});
  endsWhenever({"narrow", "-m", "hrf-indirect-relaxed", "--keep", "condition", test.path()});
}

TEST_CASE("phases: progress, simulate, convert") {
  const TestFile test("passing.litmus", kPassing);
  endsWhenever({"progress", test.path()});
  endsWhenever({"simulate", "--against", "hrf-indirect-relaxed", test.path()});
  endsWhenever({"convert", "--to", "ptx", test.path()});
}
