#pragma once

#include <cstddef>
#include <string>

#include "report/html/html_report.h"
#include "report/html/page_table.h"

namespace hrfcheck::inline report {

/// Whether a reader will want the report and the picture of a row: an expectation is not met, there is no
/// answer, a race or undefined behaviour was found that nobody expected, or the answer has changed.
/// @param change since an earlier run, or null
bool needsAttention(const ResultRow& row, const RowChange* change);

/// What the scripts of the page show of rows, as JSON with one letter for each field, and the texts that
/// cells refer to by their numbers.
class PageCells {
 public:
  /// @param options must outlive this
  explicit PageCells(const HtmlOptions& options) : options_(&options) {}

  /// @returns the number of the row's cell
  std::size_t add(const ResultRow& row);
  /// @returns the number of a cell for a row that is no longer there
  std::size_t addRemoved(const RowChange& change);

  const PageTable& cells() const { return cells_; }
  const PageTable& texts() const { return texts_; }
  const PageTable& files() const { return files_; }
  const PageTable& pictures() const { return pictures_; }
  std::size_t detailed() const { return detailed_; }
  std::size_t left() const { return left_; }

 private:
  using Json = nlohmann::ordered_json;

  void addExpectations(Json& cell, const ResultRow& row);
  void addLog(Json& cell, const LogEntry& log);
  void addSource(Json& cell, const ResultRow& row);
  void addDetails(Json& cell, const ResultRow& row, const RowChange* change);
  void addReport(Json& cell, const ResultRow& row);
  void addPicture(Json& cell, const std::string& dot);

  const HtmlOptions* options_;
  PageTable cells_, texts_, files_, pictures_;
  std::size_t detailed_ = 0, left_ = 0;
};

}  // namespace hrfcheck::inline report
