#pragma once

#include <functional>
#include <string>
#include <vector>

#include "report/rows/result_row.h"
#include "report/rows/run_extent.h"

namespace hrfcheck::inline report {

/// The title of the page, and how its pictures are drawn.
struct HtmlOptions {
  std::string title = "hrfcheck";
  /// Makes pictures of DOT texts (graphviz.h); empty: executions are shown as text.
  std::function<std::vector<std::string>(const std::vector<std::string>&)> draw;
  /// Different pictures at most; the executions of further rows are shown as text.
  std::size_t mostPictures = 2000;
  RunExtent extent = {};  ///< a run that stopped early is marked as such, at the top and in the title
};

/// One page with everything in it, that opens from disk: a matrix of tests and models coloured by verdict,
/// filter and search, for each cell the text report and the drawn execution.
std::string htmlReport(const Rows& rows, const HtmlOptions& options);

}  // namespace hrfcheck::inline report
