#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "jobs/shard.h"
#include "report/rows/result_row.h"
#include "report/rows/row_change.h"
#include "report/rows/run_extent.h"

namespace hrfcheck::inline batch {

/// Tells one list of tests from another of the same length.
struct CorpusPrint {
  std::string paths;                 ///< a hash over all of them, in order; empty in files of old versions
  std::vector<std::string> sources;  ///< hashes over the texts, by test; empty for one that cannot be read

  friend bool operator==(const CorpusPrint&, const CorpusPrint&) = default;
};

/// The first line of a results file: what the rows depend on. Runs that differ in it do not fit together.
struct JournalHeader {
  std::string version;    ///< of hrfcheck
  std::size_t tests = 0;  ///< in the whole corpus
  Shard shard;
  /// Options that change answers, by name: "models", "engine", "unroll", "timeout", "memory", "details";
  /// "only" where not everything was asked ...
  std::map<std::string, std::string> options;
  CorpusPrint corpus = {};
  /// For each model that a test of the corpus may be asked under, a hash over its text and what it includes;
  /// empty for one that cannot be read.
  std::map<std::string, std::string> models = {};

  friend bool operator==(const JournalHeader&, const JournalHeader&) = default;
};

/// What the rows of a results file answer.
/// @throws UserError for a word that no option has
CheckQuestion questionOf(const JournalHeader& header);

/// A results file: a header line, rows as they come, and a last line that says it is complete
/// (docs/batch.schema.json). Rows go out at once and whole, so that a file of a run that was killed is valid
/// up to its last line, which may be torn. After a write that failed (a full disk) the file can be resumed,
/// too. When the run is complete the rows are put in order.
class Journal {
 public:
  /// Starts a new file, replacing one that is there.
  /// @param path nothing: the rows are kept for the reports of this run only; "-": standard output, where
  /// rows come in order, held back until those before them are there
  /// @throws UserError when it cannot be written, or another run is writing it
  static Journal create(const std::optional<std::string>& path, const JournalHeader& header);
  /// Goes on with the file of a run that did not end. A torn last line is cut off. The texts of tests may
  /// have changed since, and there may be models that the first run did not know: which rows can be kept is
  /// for the caller to say, which knows what is asked now.
  /// @param tests the paths that the header is about, to name one that was another
  /// @throws UserError when the file is not a results file, or not of this corpus, these models and options
  /// (the difference is named)
  static Journal resume(const std::string& path, const JournalHeader& header,
                        const std::vector<std::string>& tests = {});

  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;
  ~Journal();

  /// The rows that a resumed file holds, by test.
  const std::map<std::size_t, std::vector<ResultRow>>& found() const;
  /// Crosses out a row of `found` that is to be asked again, in the file, too.
  void forget(std::size_t test, std::size_t column);

  /// @throws UserError when it cannot be written (a full disk, a closed pipe)
  void add(const ResultRow& row);
  /// All rows of a test were added. What is held back for the sake of order goes out.
  void testDone(std::size_t test);
  /// Puts the rows in order and adds the last line. Without this the file can be resumed.
  void complete();
  /// Says at the end how far the run came. The file can be resumed; a stream gets all rows that it has not
  /// seen first.
  void stop(const RunExtent& extent);

  /// Every row so far, in order.
  void visit(const RowVisitor& visitor) const;

 private:
  struct State;
  explicit Journal(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Joins the complete results files of all shards of one run.
/// @param results where the whole is to be written: none of the files, as they are read when it is
/// @returns the header of the whole and its rows, read from the files when visited
/// @throws UserError for a file that is incomplete or no results file, a shard that is missing or there
/// twice, headers that do not fit, tests that are missing, `results` among the files
std::pair<JournalHeader, Rows> mergeJournals(const std::vector<std::string>& paths,
                                             const std::optional<std::string>& results = std::nullopt);

/// The results of an earlier run.
struct BaselineFile {
  Baseline rows;
  Shard shard;  ///< that they are of
};

/// Reads a complete results file, of whichever version of hrfcheck and whichever options.
/// @throws UserError when it cannot be read, is no results file, or its run has not ended
BaselineFile readBaseline(const std::string& path);

}  // namespace hrfcheck::inline batch
