#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/corpus_walk.h"
#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// What a corpus expects of its tests. Three forms:
///   logs   `expected/NAME.log` beside `NAME.litmus`: our log layout with `Models` lines, whole verdicts
///   log    one file of herd7 (or litmus7, or ours without `Models`): by name of the test, for every model
///   csv    columns path, model, property, expected, and optionally scheduler, quantifier and bound
class Expectations {
 public:
  virtual ~Expectations() = default;

  /// The models that the expectations of a test name, in the order of the file; none where there are none.
  virtual std::vector<std::string> modelsOf(const std::string& path) const = 0;
  /// The schedulers under which they speak of termination.
  virtual std::vector<std::string> schedulersOf(const std::string& /*path*/) const { return {}; }
  /// How far its loops are to be unrolled; nothing where the expectations do not say it.
  virtual std::optional<unsigned> unrollOf(const std::string& /*path*/) const { return std::nullopt; }
  /// What they speak of: Condition, Race or Answers; nothing where they speak of neither, or of everything.
  virtual std::optional<CheckQuestion> questionOf(const std::string& /*path*/) const { return std::nullopt; }
  /// The tests that the expectations themselves name (CSV), when the command line named none.
  virtual std::vector<std::string> tests() const { return {}; }
  /// Fills in row.expectations. A row that should have an expectation and has none gets one that failed, with
  /// property "presence"; `expect` lines of the test (ResultRow::expected) are one.
  virtual void judge(ResultRow& row) const = 0;
  /// Adds to row.expectations of a row of kProgressModel what is said beside the test's own lines.
  virtual void judgeProgress(ResultRow& /*row*/) const {}
  /// One row (status Orphan, a failed expectation) for each expectation that no test of the corpus answers.
  /// Only folders that were walked can miss a test: where files alone were named, nothing is an orphan.
  /// @param models what the command line asked for; none when it left that to the expectations
  virtual std::vector<ResultRow> orphans(const Corpus& corpus,
                                         const std::vector<std::string>& models) const = 0;
};

/// Expectations lying beside the tests of the corpus; tests without any are judged by their condition.
/// @throws UserError for logs that cannot be read
std::unique_ptr<Expectations> expectedLogs(const Corpus& corpus);
/// @param path a .csv, or else a log
/// @throws UserError with places for malformed rows and entries
std::unique_ptr<Expectations> expectationsFrom(const std::string& path, const Corpus& corpus);
/// A `~exists` or `forall` condition is expected to hold; nothing else is.
std::unique_ptr<Expectations> conditionsOnly();
/// Nothing is judged.
std::unique_ptr<Expectations> noExpectations();

}  // namespace hrfcheck::inline batch
