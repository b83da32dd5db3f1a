#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "report/rows/result_row.h"
#include "report/rows/row_change.h"
#include "report/rows/run_extent.h"
#include "report/rows/run_facts.h"

namespace hrfcheck::inline report {

/// The title of the page, what it says of the run, and how its pictures are drawn.
struct HtmlOptions {
  std::string title = "hrfcheck";
  /// Makes pictures of DOT texts (graphviz.h); empty: executions are shown as text.
  std::function<std::vector<std::string>(const std::vector<std::string>&)> draw;
  /// Different pictures at most; the executions of further rows are shown as text.
  std::size_t mostPictures = 2000;
  RunExtent extent = {};  ///< a run that stopped early is marked as such, at the top and in the title
  RunFacts run = {};      ///< for the head of the page
  /// Reports and pictures of all rows; otherwise of those that need attention, which keeps the page small.
  bool allDetails = false;
  const Changes* changes = nullptr;  ///< since an earlier run; null where none is compared
};

/// A page, and how much of the rows' details is on it.
struct HtmlPage {
  std::string text;
  std::size_t detailed = 0;  ///< rows with their report or picture
  std::size_t left = 0;      ///< rows whose report and picture were left out
};

/// One page with everything in it, that opens from disk: a matrix of tests and models coloured by verdict,
/// with what was expected; filters and search; for each cell the test's source, and the text report and the
/// drawn execution where they are wanted.
HtmlPage htmlPage(const Rows& rows, const HtmlOptions& options);

/// The text of that page.
std::string htmlReport(const Rows& rows, const HtmlOptions& options);

}  // namespace hrfcheck::inline report
