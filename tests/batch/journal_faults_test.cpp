#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>

#include "batch/journal_rows.h"
#include "batch/results/journal.h"

namespace journal_faults_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Runs a call in a process of its own.
pid_t inChild(const std::function<void()>& call) {
  const pid_t child = ::fork();
  if (child == 0) {
    int status = 0;
    try {
      call();
    } catch (...) {
      status = 1;
    }
    ::_exit(status);
  }
  return child;
}

int waitFor(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

void completeRest(const std::string& path, std::size_t tests) {
  Journal journal = Journal::resume(path, headerOf(tests));
  for (std::size_t test = 0; test < tests; ++test) {
    const auto found = journal.found().find(test);
    const std::size_t known = found == journal.found().end() ? 0 : found->second.size();
    for (std::size_t column = known; column < kColumns; ++column) {
      journal.add(rowOf(test, column));
    }
  }
  journal.complete();
}

/// Files of this process may not grow larger.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// A named pipe and its reading end; a reader that has gone is an error, not a signal.
class Pipe {
 public:
  explicit Pipe(const std::string& path) : handler_(std::signal(SIGPIPE, SIG_IGN)) {
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    reader_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(reader_ >= 0);
  }
  ~Pipe() {
    close();
    std::signal(SIGPIPE, handler_);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void close() {
    if (reader_ >= 0) {
      ::close(reader_);
    }
    reader_ = -1;
  }
  std::string read() {
    std::string text(1 << 16, '\0');
    const ssize_t count = ::read(reader_, text.data(), text.size());
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
  }

 private:
  int reader_ = -1;
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("kill -9, then resume: no row is lost, none occurs twice") {
  const JournalFolder folder;
  constexpr std::size_t kTests = 3000;
  const std::string whole = wholeFile(folder, kTests);
  const std::size_t kHeader = whole.find('\n');
  const std::string path = folder.file("killed.jsonl");
  const pid_t child = inChild([&] {
    Journal journal = Journal::create(path, headerOf(kTests));
    for (std::size_t test = 0; test < kTests; ++test) {
      addTest(journal, test);
    }
    ::pause();
  });
  while (!std::filesystem::exists(path) || std::filesystem::file_size(path) < kHeader + 20000) {
  }
  ::kill(child, SIGKILL);
  CHECK(WIFSIGNALED(waitFor(child)));
  CHECK(whole.starts_with(textOf(path)));
  completeRest(path, kTests);
  CHECK(textOf(path) == whole);
}

TEST_CASE("what a full disk refuses can be done again later") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 20);
  const std::string path = folder.file("full.jsonl");
  std::vector<std::size_t> ends{0};
  for (std::size_t end = 0; (end = whole.find('\n', end) + 1) != 0;) {
    ends.push_back(end);
  }
  // In the header, after it, in a row, after it.
  for (const std::size_t limit :
       {std::size_t{0}, ends[1] - 5, ends[1], ends[3] + 200, ends[4] - 1, ends[4]}) {
    CAPTURE(limit);
    {
      const FileSizeLimit full(limit);
      const auto run = [&] {
        Journal journal = Journal::create(path, headerOf(20));
        for (std::size_t test = 0; test < 2; ++test) {
          addTest(journal, test);
        }
      };
      CHECK(mistakeOf(run) == "cannot write " + path + ": File too large");
    }
    CHECK(whole.starts_with(textOf(path)));
    CHECK(textOf(path).size() == *std::prev(std::upper_bound(ends.begin(), ends.end(), limit)));
    completeRest(path, 20);
    CHECK(textOf(path) == whole);
  }
}

TEST_CASE("after a write that failed nothing more is written") {
  const JournalFolder folder;
  const std::string path = folder.file("full.jsonl");
  Journal journal = Journal::create(path, headerOf(9));
  const std::string before = textOf(path);
  {
    const FileSizeLimit full(before.size() + 10);
    CHECK_THROWS_AS(journal.add(rowOf(0, 0)), UserError);
  }
  CHECK_THROWS_AS(journal.add(rowOf(0, 0)), UserError);
  CHECK(textOf(path) == before);
}

TEST_CASE("a disk that is too full for putting the rows in order leaves them as they are") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 4);
  const std::string path = folder.file("full.jsonl");
  {
    Journal journal = Journal::create(path, headerOf(4));
    for (const std::size_t test : {3, 1, 2, 0}) {
      addTest(journal, test);
    }
    const FileSizeLimit full(whole.size() - 40);
    CHECK_THROWS_AS(journal.complete(), UserError);
    CHECK(folder.size() == 2);
  }
  completeRest(path, 4);
  CHECK(textOf(path) == whole);
}

TEST_CASE("devices and pipes: rows in order, each test as soon as those before it are done") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 5, {2, 2});
  const std::vector<std::string> lines = linesOf(whole);
  const std::string path = folder.file("pipe");
  Pipe pipe(path);
  Journal journal = Journal::create(path, headerOf(5, {2, 2}));
  CHECK(pipe.read() == lines[0] + "\n");
  addTest(journal, 3);
  journal.add(rowOf(1, 1));
  journal.add(rowOf(1, 0));
  CHECK(pipe.read() == "");
  journal.testDone(1);
  CHECK(linesOf(pipe.read()) == std::vector<std::string>(lines.begin() + 1, lines.begin() + 5));
  // What stands behind the tests needs no testDone.
  ResultRow orphan = rowOf(5, 0);
  orphan.status = RowStatus::Orphan;
  journal.add(orphan);
  CHECK(pipe.read() == "");
  journal.complete();
  CHECK(linesOf(pipe.read()) == std::vector<std::string>{rowJson(orphan), R"({"complete":true,"rows":5})"});
}

TEST_CASE("a reader that has gone, and a full device") {
  const JournalFolder folder;
  const std::string path = folder.file("pipe");
  Pipe pipe(path);
  Journal journal = Journal::create(path, headerOf(5));
  pipe.close();
  journal.add(rowOf(0, 0));
  CHECK(mistakeOf([&] { journal.testDone(0); }) == "cannot write " + path + ": Broken pipe");
  CHECK(mistakeOf([] { Journal::create("/dev/full", headerOf(1)); }) ==
        "cannot write /dev/full: No space left on device");
  CHECK(mistakeOf([&] { Journal::create(folder.file("none/x"), headerOf(1)); }) ==
        "cannot write " + folder.file("none/x") + ": No such file or directory");
  CHECK(mistakeOf([&] { Journal::create(folder.file("."), headerOf(1)); }).ends_with("Is a directory"));
}

TEST_CASE("standard output gets the same bytes as a file") {
  const JournalFolder folder;
  const std::string whole = wholeFile(folder, 3);
  const std::string path = folder.file("out");
  const pid_t child = inChild([&] {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(file, STDOUT_FILENO);
    Journal journal = Journal::create("-", headerOf(3));
    for (const std::size_t test : {2, 0, 1}) {
      addTest(journal, test);
    }
    journal.complete();
  });
  CHECK(waitFor(child) == 0);
  CHECK(textOf(path) == whole);
}

TEST_CASE("two runs do not write the same file; workers of one that was killed do not keep it") {
  const JournalFolder folder;
  const std::string path = folder.file("shared.jsonl");
  Journal journal = Journal::create(path, headerOf(2));
  addTest(journal, 0);
  const auto size = std::filesystem::file_size(path);
  const auto other = [&] {
    const std::string message = "cannot write " + path + ": another run is writing it";
    if (mistakeOf([&] { Journal::create(path, headerOf(2)); }) != message ||
        mistakeOf([&] { Journal::resume(path, headerOf(2)); }) != message) {
      throw std::runtime_error("not refused");
    }
  };
  CHECK(waitFor(inChild(other)) == 0);
  CHECK(std::filesystem::file_size(path) == size);
  const pid_t worker = inChild([] { ::pause(); });
  { const Journal gone = std::move(journal); }
  CHECK(mistakeOf([&] { Journal::resume(path, headerOf(2)); }) == "none");
  ::kill(worker, SIGKILL);
  waitFor(worker);
}

}  // namespace journal_faults_test
