#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/line_reader.h"
#include "jobs/shard.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline jobs {

/// What tells one kind of results files from another.
struct ResultsKind {
  std::string_view command;  ///< "hrfcheck batch"
  std::string_view lines;    ///< "rows": what the lines between the first and the last are
  std::string_view count;    ///< the key of their number in the last line
  std::string_view mistake;  ///< of a last line that is malformed: "malformed"
};

/// The last line of a complete file, ended.
std::string completionLine(const ResultsKind& kind, std::size_t lines);
/// How many lines there are when this is the last line of a complete file.
/// @throws UserError at `place` when it looks like one and is not
std::optional<std::size_t> parseCompletion(const ResultsKind& kind, const std::string& line,
                                           const std::string& place);

/// That the run of a results file has not ended.
UserError incompleteResults(const std::string& path);
/// Looks at the end alone: the lines of a run that has not ended are in no order, which would lead to
/// stranger messages.
/// @throws UserError when the last line is not that of a complete file
void requireCompleteResults(const std::string& path, const ResultsKind& kind);

/// The lines of a complete results file, one after the other.
class CompleteFile {
 public:
  /// @param kind must outlive this
  /// @throws UserError when there is no first line
  CompleteFile(const std::string& path, const ResultsKind& kind);

  const std::string& header() const { return header_; }  ///< the first line
  const std::string& path() const { return lines_.path(); }
  std::string place() const { return lines_.place(); }  ///< of the line that was read last

  /// The next line between the first and the last; false after them.
  /// @throws UserError when the file is not complete, or does not have as many lines as its last one says
  bool next(std::string& line);

 private:
  void end(std::size_t announced);

  const ResultsKind* kind_;
  LineReader lines_;
  std::string header_;
  std::size_t count_ = 0;
};

/// The first option in which a file that was made with `theirs` differs from what a run with `ours` wants:
/// "it was made with env evict, not fifo". Empty where there is none.
/// @param absent stands for the value of one that is not there
std::string optionDifference(const std::map<std::string, std::string>& theirs,
                             const std::map<std::string, std::string>& ours, const std::string& absent);

/// What was asked in a run, of which each shard is there once, in a complete file.
/// @param parse a first line; the result has a `shard`
/// @param difference how a header of a file differs from the first one, empty where they fit
/// @throws UserError, also for a shard that is missing or a duplicate
template <typename Header>
Header wholeHeader(
    const std::vector<std::string>& paths, const ResultsKind& kind,
    Header (*parse)(const std::string& line, const std::string& path),
    const std::function<std::string(const std::string& path, const Header&, const Header&)>& difference) {
  std::optional<Header> whole;
  ShardSet shards;
  for (const std::string& path : paths) {
    const Header header = parse(CompleteFile(path, kind).header(), path);
    requireCompleteResults(path, kind);
    if (!whole) {
      whole = header;
    }
    if (const std::string differs = difference(path, header, *whole); !differs.empty()) {
      throw UserError(path + " does not match " + paths.front() + ": " + differs);
    }
    shards.add(header.shard, path);
  }
  if (!whole) {
    throw UserError("there are no results files to merge");
  }
  shards.requireAll(whole->shard.of);
  whole->shard = {};
  return *whole;
}

}  // namespace hrfcheck::inline jobs
