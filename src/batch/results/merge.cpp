#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <queue>

#include "batch/results/journal_format.h"
#include "util/diagnostic.h"

// Complete files have their rows in order, so the whole is merged by looking at one row of each file at a
// time. It is read twice: once to see that nothing is missing before anybody makes use of it, then for every
// visit.

namespace hrfcheck::inline batch {
namespace {

namespace fs = std::filesystem;

RowPlace placeOf(const ResultRow& row) {
  return {row.test, row.column};
}

/// The rows of one complete file.
class ShardReader {
 public:
  explicit ShardReader(const std::string& path)
      : lines_(path, kBatchResults), header_(parseHeader(lines_.header(), path)) {}

  const JournalHeader& header() const { return header_; }
  const std::string& path() const { return lines_.path(); }
  std::string place() const { return lines_.place(); }
  const ResultRow& row() const { return row_; }

  /// Reads the next row; false after the last.
  bool next() {
    std::string line;
    if (!lines_.next(line)) {
      return false;
    }
    if (parseStopped(line, place())) {
      throw incompleteResults(path());
    }
    ResultRow row = parseJournalRow(line, header_, place());
    if (changed(row)) {
      throw UserError(fmt::format("{}: {} was changed while it was run", place(), row.path),
                      "run it again with --resume");
    }
    if (any_ && placeOf(row) <= placeOf(row_)) {
      throw UserError(fmt::format("{}: the rows are not in order", place()));
    }
    row_ = std::move(row);
    any_ = true;
    return true;
  }

 private:
  /// Since the run began; where a text could not be read, nothing is known.
  bool changed(const ResultRow& row) const {
    const std::vector<std::string>& sources = header_.corpus.sources;
    return row.test < sources.size() && !row.sourceHash.empty() && !sources[row.test].empty() &&
           row.sourceHash != sources[row.test];
  }

  CompleteFile lines_;
  JournalHeader header_;
  ResultRow row_;
  bool any_ = false;  ///< there is a row
};

/// The rows of all files in order.
void mergeRows(const std::vector<std::string>& paths, const RowVisitor& visitor) {
  std::vector<ShardReader> readers;
  readers.reserve(paths.size());
  using Head = std::pair<RowPlace, std::size_t>;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  const auto advance = [&](std::size_t reader) {
    if (readers[reader].next()) {
      heads.emplace(placeOf(readers[reader].row()), reader);
    }
  };
  for (const std::string& path : paths) {
    readers.emplace_back(path);
    advance(readers.size() - 1);
  }
  while (!heads.empty()) {
    const auto [place, reader] = heads.top();
    heads.pop();
    if (!heads.empty() && heads.top().first == place) {
      throw UserError(fmt::format("{} and {} contain the same row: {} under {}", readers[reader].path(),
                                  readers[heads.top().second].path(), readers[reader].row().path,
                                  readers[reader].row().model));
    }
    visitor(readers[reader].row());
    advance(reader);
  }
}

/// The path of a test, as a shard's rows give it; its number where none does.
std::string nameOfTest(const std::vector<std::string>& paths, std::size_t test) {
  for (const std::string& path : paths) {
    ShardReader reader(path);
    if (!reader.header().shard.contains(test)) {
      continue;
    }
    while (reader.next()) {
      if (reader.row().test == test) {
        return reader.row().path;
      }
    }
  }
  return fmt::format("test number {}", test + 1);
}

/// How the corpora of two shards differ; empty when they do not.
std::string corpusDifference(const std::vector<std::string>& paths, const JournalHeader& theirs,
                             const JournalHeader& ours) {
  if (theirs.corpus.paths != ours.corpus.paths) {
    return "it covers other tests";
  }
  const auto& [here, there] = std::ranges::mismatch(ours.corpus.sources, theirs.corpus.sources);
  if (here == ours.corpus.sources.end()) {
    return "";
  }
  const auto test = static_cast<std::size_t>(here - ours.corpus.sources.begin());
  return fmt::format("{} was changed in the meantime", nameOfTest(paths, test));
}

/// The header of the whole, when every shard is there once.
JournalHeader wholeOf(const std::vector<std::string>& paths) {
  const auto differ = [&](const std::string& path, const JournalHeader& theirs, const JournalHeader& whole) {
    if (theirs.corpus.paths.empty()) {
      throw UserError(fmt::format("{} does not identify its tests and models", path),
                      "an old version created it; run the shards again");
    }
    const std::string differs = difference(theirs, whole, Fit::Merge);
    return differs.empty() ? corpusDifference(paths, theirs, whole) : differs;
  };
  return wholeHeader<JournalHeader>(paths, kBatchResults, parseHeader, differ);
}

/// That every test has all of its rows.
class Coverage {
 public:
  explicit Coverage(std::size_t tests) : tests_(tests) {}

  void see(const ResultRow& row) {
    if (next_ == RowPlace(row.test, row.column)) {
      last_ = row;
      next_ = row.column + 1 == row.columns ? RowPlace(row.test + 1, 0) : RowPlace(row.test, row.column + 1);
    } else if (next_.first < tests_) {
      fail();
    }
  }
  void end() const {
    if (next_.first < tests_) {
      fail();
    }
  }

 private:
  [[noreturn]] void fail() const {
    throw UserError(next_.second == 0
                        ? fmt::format("test {} of {} is in none of the files", next_.first + 1, tests_)
                        : fmt::format("{} has {} rows, of which number {} is in none of the files",
                                      last_.path, last_.columns, next_.second + 1));
  }

  std::size_t tests_;
  RowPlace next_{0, 0};
  ResultRow last_;
};

}  // namespace

std::pair<JournalHeader, Rows> mergeJournals(const std::vector<std::string>& paths,
                                             const std::optional<std::string>& results) {
  for (const std::string& path : paths) {
    std::error_code error;
    if (results && fs::equivalent(path, *results, error)) {
      throw UserError(fmt::format("cannot write {}: it is one of the files to merge", *results));
    }
  }
  const JournalHeader whole = wholeOf(paths);
  Coverage coverage(whole.tests);
  mergeRows(paths, [&](const ResultRow& row) { coverage.see(row); });
  coverage.end();
  return {whole, [paths](const RowVisitor& visitor) { mergeRows(paths, visitor); }};
}

BaselineFile readBaseline(const std::string& path) {
  requireCompleteResults(path, kBatchResults);
  CompleteFile lines(path, kBatchResults);
  const JournalHeader header = parseHeader(lines.header(), path);
  BaselineFile file{Baseline(path, header.version), header.shard};
  for (std::string line; lines.next(line);) {
    file.rows.add(parseJournalRow(line, header, lines.place()));
  }
  return file;
}

}  // namespace hrfcheck::inline batch
