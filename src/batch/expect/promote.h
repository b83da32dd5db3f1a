#pragma once

#include <string>
#include <vector>

#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// What promotion did.
struct Promotion {
  std::vector<std::string> written;  ///< logs that are new or have changed
  std::vector<std::string> removed;  ///< logs whose tests are gone
  /// Rows that were not promoted, with the reason: undecided, crashed, errors. What was expected stays.
  std::vector<std::string> left;
};

/// Rewrites `expected/NAME.log` from the rows of NAME.litmus (all of one test, together). Models that were
/// not asked keep their entries; models that say the same share one. Logs are written whole or not at all.
class Promoter {
 public:
  void add(const std::vector<ResultRow>& rowsOfOneTest);
  /// Removes the logs that orphan rows name.
  void remove(const std::vector<ResultRow>& orphans);
  const Promotion& done() const { return done_; }

 private:
  Promotion done_;
};

}  // namespace hrfcheck::inline batch
