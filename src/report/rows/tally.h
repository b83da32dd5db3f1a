#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/rows/result_row.h"

namespace hrfcheck::inline report {

/// Counts of the rows of one model, or of all.
struct Counts {
  std::size_t rows = 0;
  std::map<RowStatus, std::size_t> statuses;
  std::size_t racy = 0;
  std::size_t raceFree = 0;
  std::map<ExpectationOutcome, std::size_t> expectations;
  std::size_t unjudged = 0;  ///< answered rows without an expectation
  std::size_t failedRows = 0;
  double seconds = 0;

  void add(const ResultRow& row);
};

/// The counts of a batch, as the summary, the progress line and the exit status want them.
struct Tally {
  /// In the order of the rows, whatever the order in which they came.
  std::vector<std::string> models;
  std::map<std::string, Counts> byModel;
  Counts all;
  /// Why rows are unsupported: "dialect PTX", "property termination" ... and how many expectations; a row
  /// that has none counts as one.
  std::map<std::string, std::size_t> unsupported;

  void add(const ResultRow& row);

 private:
  /// The first row of each model: test, column.
  std::map<std::string, std::pair<std::size_t, std::size_t>> first_;
};

}  // namespace hrfcheck::inline report
