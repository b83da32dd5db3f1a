#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "report/rows/result_row.h"

namespace hrfcheck::inline report {

/// One thing that keeps a page from being the whole answer.
struct RunNotice {
  std::string text;    ///< "3 results are undecided: time limit (2), memory limit (1)"
  std::string filter;  ///< of filters.js, that shows the tests that are meant
};

/// Counts the rows of a run that have no answer, by reason.
class RunNotices {
 public:
  void add(const ResultRow& row);
  /// One notice for each kind of rows without an answer; rows that are as expected do not count. Rows that
  /// no model was meant for are told only beside others.
  std::vector<RunNotice> all() const;

 private:
  std::map<std::string, std::map<std::string, std::size_t>> reasons_;  ///< by filter, how often each is there
};

}  // namespace hrfcheck::inline report
