#include "batch/results/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "batch/results/journal_format.h"
#include "batch/results/line_reader.h"
#include "batch/results/row_store.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

// While a run goes on, its results file only grows, by one whole line at a time: whatever ends the run, all
// that was written before is good, and at most the last line is torn. A row that is to be asked again is not
// taken out but crossed out, by a line that says so. In memory there is only where the row of each test and
// model begins. When the run is complete a second file with the rows in order takes the place of the first in
// one step.
//
// A run without a results file keeps its rows in a file without a name, and so does one that writes to a
// stream (standard output, a pipe, a device): a stream cannot be put in order afterwards, so each row waits
// there until those before it are written.

namespace hrfcheck::inline batch {
namespace {

namespace fs = std::filesystem;

struct Extent {
  std::uint64_t offset;
  std::size_t length;  ///< with the line's end
};

/// Where rows go in order, besides the store.
struct Stream {
  Descriptor own;
  int descriptor;
  std::string name;
  std::size_t next;  ///< the test whose rows are next
  std::set<std::size_t> done;
};

/// Replacing a link would leave what it points to as it was.
std::string behindLinks(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

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

}  // namespace

struct Journal::State {
  State(JournalHeader ofRun, RowStore rows, std::string file)
      : header(std::move(ofRun)), store(std::move(rows)), path(std::move(file)) {}

  JournalHeader header;
  RowStore store;
  std::string path;  ///< of the results file; empty for a store without a name
  std::unique_ptr<Stream> stream;
  std::map<RowPlace, Extent> index;
  std::map<std::size_t, std::vector<ResultRow>> found;
  /// Where it begins, in a resumed file that was complete or whose run said how far it came.
  std::optional<std::uint64_t> lastLine;
  bool completed = false;

  void load(const std::vector<std::string>& tests);
  void requireSame(const JournalHeader& theirs, const std::vector<std::string>& tests);
  void take(const std::string& line, const LineReader& reader);
  void append(const std::string& line);
  std::string lineAt(const Extent& extent) const { return store.read(extent.offset, extent.length); }
  void send(std::map<RowPlace, Extent>::const_iterator from, std::map<RowPlace, Extent>::const_iterator to);
  void putInOrder();
};

/// Reads a results file up to its end, which may be torn or not written yet.
void Journal::State::load(const std::vector<std::string>& tests) {
  LineReader reader(path, store.descriptor());
  std::string line;
  if (!reader.next(line) || (reader.torn() && headerLine(header).starts_with(line))) {
    store.truncate(0);
    store.append(headerLine(header));
    return;
  }
  const JournalHeader theirs = parseHeader(line, path);
  requireSame(theirs, tests);
  while (reader.next(line)) {
    if (reader.torn()) {
      store.truncate(reader.offset());
      return;
    }
    if (lastLine) {
      throw UserError(fmt::format("{}: lines after the last one", reader.place()));
    }
    take(line, reader);
  }
}

namespace {

/// Which test of the list was another one, as far as the rows tell.
std::string otherTest(const std::string& path, int descriptor, const JournalHeader& theirs,
                      const std::vector<std::string>& tests) {
  LineReader reader(path, descriptor);
  std::string line;
  reader.next(line);
  while (reader.next(line) && !reader.torn()) {
    if (parseForgotten(line, reader.place()) || isLastLine(line, reader.place())) {
      continue;
    }
    const ResultRow row = parseJournalRow(line, theirs, reader.place());
    if (row.test < tests.size() && row.path != tests[row.test]) {
      return fmt::format("it covers other tests: number {} was {}, not {}", row.test + 1, row.path,
                         tests[row.test]);
    }
  }
  return "it covers other tests";
}

}  // namespace

void Journal::State::requireSame(const JournalHeader& theirs, const std::vector<std::string>& tests) {
  std::string differs = difference(theirs, header, Fit::Resume);
  if (differs.empty() && theirs.corpus.paths != header.corpus.paths) {
    differs = otherTest(path, store.descriptor(), theirs, tests);
  }
  if (!differs.empty()) {
    throw UserError(fmt::format("cannot continue {}: {}", path, differs));
  }
}

void Journal::State::take(const std::string& line, const LineReader& reader) {
  if (const auto crossed = parseForgotten(line, reader.place())) {
    if (index.erase(*crossed) == 0) {
      throw UserError(fmt::format("{}: no such row before", reader.place()));
    }
    std::erase_if(found[crossed->first], [&](const ResultRow& row) { return row.column == crossed->second; });
    return;
  }
  if (const auto rows = parseCompletion(line, reader.place())) {
    if (*rows != index.size()) {
      throw UserError(
          fmt::format("{}: {} rows were announced, there are {}", reader.place(), *rows, index.size()));
    }
    lastLine = reader.offset();
    return;
  }
  if (parseStopped(line, reader.place())) {
    lastLine = reader.offset();
    return;
  }
  ResultRow row = parseJournalRow(line, header, reader.place());
  const Extent extent{reader.offset(), line.size() + 1};
  if (std::ranges::find(found[row.test], row.model, &ResultRow::model) != found[row.test].end() ||
      !index.emplace(RowPlace(row.test, row.column), extent).second) {
    throw UserError(fmt::format("{}: {} under {} is there twice", reader.place(), row.path, row.model));
  }
  found[row.test].push_back(std::move(row));
}

void Journal::State::append(const std::string& line) {
  if (lastLine) {
    store.truncate(*lastLine);
    lastLine.reset();
  }
  store.append(line);
}

void Journal::State::send(std::map<RowPlace, Extent>::const_iterator from,
                          std::map<RowPlace, Extent>::const_iterator to) {
  for (; from != to; ++from) {
    writeStream(stream->descriptor, lineAt(from->second), stream->name);
  }
}

/// Writes the complete file beside the one of the run and lets it take its place.
void Journal::State::putInOrder() {
  RowStore ordered = RowStore::beside(path);
  std::map<RowPlace, Extent> places;
  try {
    ordered.append(headerLine(header));
    for (const auto& [place, extent] : index) {
      places[place] = {ordered.append(lineAt(extent)), extent.length};
    }
    ordered.append(completionLine(index.size()));
    ordered.replace(path);
  } catch (const UserError&) {
    ordered.discard();
    throw;
  }
  store = std::move(ordered);
  index = std::move(places);
}

Journal::Journal(std::unique_ptr<State> state) : state_(std::move(state)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

Journal Journal::create(const std::optional<std::string>& path, const JournalHeader& header) {
  std::unique_ptr<Stream> stream = path ? streamAt(*path, header.shard) : nullptr;
  const bool named = path && !stream;
  const std::string file = named ? behindLinks(*path) : "";
  auto state =
      std::make_unique<State>(header, named ? RowStore::open(file, true) : RowStore::anonymous(), file);
  state->stream = std::move(stream);
  if (named) {
    state->store.truncate(0);
    state->store.append(headerLine(header));
  } else if (state->stream) {
    writeStream(state->stream->descriptor, headerLine(header), state->stream->name);
  }
  return Journal(std::move(state));
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
  const std::string file = behindLinks(path);
  auto state = std::make_unique<State>(header, RowStore::open(file, false), file);
  state->load(tests);
  std::erase_if(state->found, [](const auto& rows) { return rows.second.empty(); });
  return Journal(std::move(state));
}

const std::map<std::size_t, std::vector<ResultRow>>& Journal::found() const {
  return state_->found;
}

void Journal::forget(std::size_t test, std::size_t column) {
  const auto rows = state_->found.find(test);
  INVARIANT(rows != state_->found.end() && state_->index.erase({test, column}) == 1,
            "only rows that were found can be forgotten");
  state_->append(forgottenLine(test, column));
  std::erase_if(rows->second, [&](const ResultRow& row) { return row.column == column; });
  if (rows->second.empty()) {
    state_->found.erase(rows);
  }
}

void Journal::add(const ResultRow& row) {
  State& state = *state_;
  INVARIANT(!state.completed, "a complete journal takes no more rows");
  INVARIANT(!state.index.contains({row.test, row.column}), "each row once");
  INVARIANT(!state.stream || row.test >= state.stream->next, "a row of a test that is done");
  const std::string line = rowJson(row) + "\n";
  state.append(line);
  state.index[{row.test, row.column}] = {state.store.size() - line.size(), line.size()};
}

void Journal::testDone(std::size_t test) {
  if (!state_->stream) {
    return;
  }
  Stream& stream = *state_->stream;
  stream.done.insert(test);
  while (stream.done.erase(stream.next) == 1) {
    state_->send(state_->index.lower_bound({stream.next, 0}),
                 state_->index.lower_bound({stream.next + 1, 0}));
    stream.next += state_->header.shard.of;
  }
}

void Journal::complete() {
  State& state = *state_;
  INVARIANT(!state.completed, "a journal is completed once");
  if (state.stream) {
    state.send(state.index.lower_bound({state.stream->next, 0}), state.index.end());
    writeStream(state.stream->descriptor, completionLine(state.index.size()), state.stream->name);
  } else if (!state.path.empty()) {
    state.putInOrder();
  }
  state.completed = true;
}

void Journal::stop(const RunExtent& extent) {
  State& state = *state_;
  INVARIANT(!state.completed, "a complete run has not stopped");
  const std::string line = stoppedLine(extent, state.index.size());
  if (state.stream) {
    state.send(state.index.lower_bound({state.stream->next, 0}), state.index.end());
    writeStream(state.stream->descriptor, line, state.stream->name);
  } else if (!state.path.empty()) {
    state.append(line);
  }
  state.completed = true;
}

void Journal::visit(const RowVisitor& visitor) const {
  for (const auto& [place, extent] : state_->index) {
    std::string line = state_->lineAt(extent);
    line.pop_back();
    visitor(parseRow(line));
  }
}

}  // namespace hrfcheck::inline batch
