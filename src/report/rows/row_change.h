#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/rows/result_row.h"

namespace hrfcheck::inline report {

/// What became of a row since an earlier run. The first that applies.
enum class ChangeKind {
  NewlyFailing,  ///< an expectation failed, and none did before
  NewlyMet,      ///< every expectation is met, and one had failed before
  Answer,        ///< the answer is another one, or there is one no more
  New,           ///< there was no row of this test under this model
  Removed        ///< there is none any more
};

inline constexpr std::array kChangeKinds{ChangeKind::NewlyFailing, ChangeKind::NewlyMet, ChangeKind::Answer,
                                         ChangeKind::New, ChangeKind::Removed};

/// How a row differs from the same row of an earlier run.
struct RowChange {
  ChangeKind kind = ChangeKind::Answer;
  std::string was = {};                 ///< the earlier answer; empty of New
  std::string is = {};                  ///< the answer; empty of Removed
  std::vector<std::string> notes = {};  ///< "other final states", "the test was edited"

  friend bool operator==(const RowChange&, const RowChange&) = default;
};

/// What a row says, in short: "racy", "Never, race-free", "Never, not complete".
std::string fullAnswerOf(const ResultRow& row);

/// The rows of an earlier run: of each no more than a comparison needs.
class Baseline {
 public:
  /// @param file where they were read, for reports
  /// @param version of hrfcheck that answered them
  Baseline(std::string file, std::string version) : file_(std::move(file)), version_(std::move(version)) {}

  /// Of several rows with one path and one model the first counts.
  void add(const ResultRow& row);

  const std::string& file() const { return file_; }
  const std::string& version() const { return version_; }

 private:
  friend class ChangeFinder;
  struct Row {
    std::string answer;
    std::string details;  ///< a hash over final states, pairs and incidents; empty where they were not asked
    std::string sourceHash;
    bool failed = false;
  };
  using Key = std::pair<std::string, std::string>;  ///< path and model
  static Row rowOf(const ResultRow& row);

  std::string file_, version_;
  std::map<Key, Row> rows_;
  std::vector<Key> order_;
};

/// A change and the row that it is about.
struct ListedChange {
  std::string path;
  std::string model;
  RowChange change;
};

/// Everything that has changed since an earlier run.
struct Changes {
  std::string file;     ///< the results of the earlier run
  std::string version;  ///< of hrfcheck that made them
  /// Whether every row of this run is there, so that others were removed. Otherwise none is listed as
  /// Removed.
  bool whole = true;
  std::vector<ListedChange> list = {};  ///< in the order of the rows; those that were removed last
  std::map<ChangeKind, std::size_t> counts = {};
  std::size_t common = 0;  ///< rows that are in both runs

  /// What has happened to a row; null where nothing has.
  const RowChange* of(const ResultRow& row) const;

  std::map<std::pair<std::size_t, std::size_t>, std::size_t> places = {};  ///< in `list`, by test and column
};

/// Compares the rows of a run with those of an earlier one, by path and model.
/// @param whole whether the run did all of its tests, and all tests of the earlier one were to be done
Changes changesSince(const Baseline& baseline, const Rows& rows, bool whole);

const char* nameOf(ChangeKind kind);  ///< "newly-failing", "newly-met", "changed", "new", "removed"
const char* textOf(ChangeKind kind);  ///< the same in words: "newly failing", "changed" ...

}  // namespace hrfcheck::inline report
