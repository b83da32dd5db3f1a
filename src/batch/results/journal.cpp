#include "batch/results/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <limits>

#include "batch/results/journal_format.h"
#include "jobs/results_file.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

// A stream (standard output, a pipe, a device) cannot be put in order afterwards: each row waits, in a file
// without a name, until those before it are written.

namespace hrfcheck::inline batch {
namespace {

constexpr std::size_t kBehindAll = std::numeric_limits<std::size_t>::max();

/// Where rows go in order, besides the file.
struct Stream {
  Descriptor own;
  int descriptor;
  std::string name;
  std::size_t next;  ///< the test whose rows are next
  std::set<std::size_t> done;
};

/// A stream when the path names one: a file can be put in order, a pipe or a device cannot.
std::unique_ptr<Stream> streamAt(const std::string& path, const Shard& shard) {
  if (path == "-") {
    return std::make_unique<Stream>(
        Stream{Descriptor(), STDOUT_FILENO, "standard output", shard.number - 1, {}});
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) {
    return nullptr;
  }
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) {
    throw UserError(fmt::format("cannot write {}: {}", path, std::generic_category().message(errno)));
  }
  const int descriptor = file.get();
  return std::make_unique<Stream>(Stream{std::move(file), descriptor, path, shard.number - 1, {}});
}

using FoundByTest = std::map<std::size_t, std::vector<ResultRow>>;

/// Which test of the list was a different one, as far as the rows show.
std::string otherTest(LineReader& rest, const JournalHeader& theirs, const std::vector<std::string>& tests) {
  std::string line;
  while (rest.next(line) && !rest.torn()) {
    if (parseForgotten(line, rest.place()) || isLastLine(line, rest.place())) {
      continue;
    }
    const ResultRow row = parseJournalRow(line, theirs, rest.place());
    if (row.test < tests.size() && row.path != tests[row.test]) {
      return fmt::format("it covers other tests: number {} was {}, not {}", row.test + 1, row.path,
                         tests[row.test]);
    }
  }
  return "it covers other tests";
}

void crossOut(FoundByTest& found, std::size_t test, std::size_t column) {
  std::erase_if(found[test], [&](const ResultRow& row) { return row.column == column; });
  if (found[test].empty()) {
    found.erase(test);
  }
}

ReadLine take(const std::string& line, const std::string& place, const JournalHeader& header,
              FoundByTest& found) {
  if (const auto crossed = parseForgotten(line, place)) {
    crossOut(found, crossed->first, crossed->second);
    return {ReadLine::Kind::CrossedOut, *crossed};
  }
  if (parseStopped(line, place)) {
    return {ReadLine::Kind::Stopped};
  }
  ResultRow row = parseJournalRow(line, header, place);
  std::vector<ResultRow>& rows = found[row.test];
  if (std::ranges::find(rows, row.model, &ResultRow::model) != rows.end() ||
      std::ranges::find(rows, row.column, &ResultRow::column) != rows.end()) {
    throw UserError(fmt::format("{}: {} under {} occurs twice", place, row.path, row.model));
  }
  rows.push_back(std::move(row));
  return {ReadLine::Kind::Result, {rows.back().test, rows.back().column}};
}

}  // namespace

struct Journal::State {
  JournalHeader header;
  ResultsFile file;
  std::unique_ptr<Stream> stream = nullptr;
  FoundByTest found = {};

  /// Rows of the tests from one on, to the stream.
  void send(std::size_t from, std::size_t to) const {
    file.visit({from, 0}, {to, 0},
               [&](const std::string& line) { writeStream(stream->descriptor, line, stream->name); });
  }
  void end(const std::string& lastLine) const;
};

Journal::Journal(std::unique_ptr<State> state) : state_(std::move(state)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

Journal Journal::create(const std::optional<std::string>& path, const JournalHeader& header) {
  std::unique_ptr<Stream> stream = path ? streamAt(*path, header.shard) : nullptr;
  ResultsFile file = ResultsFile::create(stream ? std::nullopt : path, kBatchResults, headerLine(header));
  if (stream) {
    writeStream(stream->descriptor, headerLine(header), stream->name);
  }
  return Journal(std::make_unique<State>(State{header, std::move(file), std::move(stream)}));
}

Journal Journal::resume(const std::string& path, const JournalHeader& header,
                        const std::vector<std::string>& tests) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    throw UserError(fmt::format("cannot continue {}: {}", path, std::generic_category().message(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    throw UserError(fmt::format("cannot continue {}: not a file", path));
  }
  FoundByTest found;
  const auto requireSame = [&](const std::string& line, LineReader& rest) {
    const JournalHeader theirs = parseHeader(line, rest.path());
    std::string differs = difference(theirs, header, Fit::Resume);
    if (differs.empty() && theirs.corpus.paths != header.corpus.paths) {
      differs = otherTest(rest, theirs, tests);
    }
    if (!differs.empty()) {
      throw UserError(fmt::format("cannot continue {}: {}", rest.path(), differs));
    }
  };
  ResultsFile file = ResultsFile::resume(
      path, kBatchResults, headerLine(header),
      {requireSame,
       [&](const std::string& line, const std::string& place) { return take(line, place, header, found); }});
  return Journal(std::make_unique<State>(State{header, std::move(file), nullptr, std::move(found)}));
}

const std::map<std::size_t, std::vector<ResultRow>>& Journal::found() const {
  return state_->found;
}

void Journal::forget(std::size_t test, std::size_t column) {
  state_->file.crossOut({test, column}, forgottenLine(test, column));
  crossOut(state_->found, test, column);
}

void Journal::add(const ResultRow& row) {
  INVARIANT(!state_->stream || row.test >= state_->stream->next, "a row of a test that is done");
  state_->file.add({row.test, row.column}, rowJson(row) + "\n");
}

void Journal::testDone(std::size_t test) {
  if (!state_->stream) {
    return;
  }
  Stream& stream = *state_->stream;
  stream.done.insert(test);
  while (stream.done.erase(stream.next) == 1) {
    state_->send(stream.next, stream.next + 1);
    stream.next += state_->header.shard.of;
  }
}

/// The rest, and the last line, to the stream.
void Journal::State::end(const std::string& lastLine) const {
  if (stream) {
    send(stream->next, kBehindAll);
    writeStream(stream->descriptor, lastLine, stream->name);
  }
}

void Journal::complete() {
  state_->file.complete();
  state_->end(completionLine(kBatchResults, state_->file.size()));
}

void Journal::stop(const RunExtent& extent) {
  const std::string line = stoppedLine(extent, state_->file.size());
  state_->file.stop(line);
  state_->end(line);
}

void Journal::visit(const RowVisitor& visitor) const {
  state_->file.visit({0, 0}, {kBehindAll, 0}, [&](std::string line) {
    line.pop_back();
    visitor(parseRow(line));
  });
}

}  // namespace hrfcheck::inline batch
