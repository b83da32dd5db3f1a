#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/html/html_report.h"
#include "report/html/page_cell.h"
#include "report/html/page_table.h"

namespace hrfcheck::inline report {

/// A number in the page's head.
struct PageCount {
  std::string text;    ///< "3 racy"
  std::string filter;  ///< of filters.js, that shows the tests that were counted; empty: none does
};

/// What the scripts of the page make the matrix from. Rows are visited once and not kept: texts, pictures and
/// whole cells are held once each.
class PageData {
 public:
  /// @param options must outlive this
  explicit PageData(const HtmlOptions& options) : options_(&options), cells_(options) {}

  void add(const ResultRow& row);
  /// The rows of the earlier run that are there no more. To be called after the last row.
  void addRemoved();

  /// The page's data, as the text of a script element.
  std::string json() const;
  /// For the page's head, in words: readable without the script.
  std::vector<PageCount> counts() const;
  /// What has changed since the earlier run, likewise.
  std::vector<PageCount> changes() const;
  std::vector<std::string> models() const;

  const PageCells& cells() const { return cells_; }

 private:
  struct TestRow {
    std::size_t number;
    std::string path;
    std::vector<std::pair<std::size_t, std::size_t>> cells;  ///< model and cell
  };

  bool isTaken(const TestRow& test, std::size_t model) const;
  std::string testsJson() const;
  std::string picturesJson() const;
  std::string kindsJson() const;
  std::string filtersJson() const;

  const HtmlOptions* options_;
  PageTable models_;
  PageCells cells_;
  std::vector<TestRow> tests_;
  std::map<RowKind, std::size_t> counts_;
  std::size_t rows_ = 0, failures_ = 0, different_ = 0, modelsAsked_ = 0;
};

}  // namespace hrfcheck::inline report
