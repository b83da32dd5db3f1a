#pragma once

#include <cstddef>
#include <vector>

#include "report/rows/result_row.h"

namespace hrfcheck::inline report {

/// A part of a text that a finding is about, counted as scripts in a page count: in UTF-16 units.
struct SourceMark {
  std::size_t finding;  ///< number in the row's findings
  std::size_t text;     ///< number in the row's texts
  std::size_t begin;
  std::size_t length;

  friend bool operator==(const SourceMark&, const SourceMark&) = default;
};

/// Where the findings of a row are in its texts. Places outside of them have no mark.
/// @param most findings that are looked at
std::vector<SourceMark> sourceMarks(const ResultRow& row, std::size_t most);

}  // namespace hrfcheck::inline report
