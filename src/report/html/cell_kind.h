#pragma once

#include <span>
#include <string>

#include "report/rows/result_row.h"

namespace hrfcheck::inline report {

/// How a cell of the page is coloured, and the letter where there is no room for the word.
struct CellKind {
  RowKind kind;
  const char* name;  ///< style class, and the name of the filter
  const char* letter;
  const char* meaning;
  const char* counted;  ///< in the page's head, behind a number
};

/// All of them, in the order in which they are counted.
std::span<const CellKind> cellKinds();
const CellKind& cellKindOf(const ResultRow& row);

/// What stands in the cell: "racy", "never", "race-free, never".
std::string cellWord(const ResultRow& row);

/// What was expected, in the words of cells: "never", "race-free, unreachable". Empty where nothing was that
/// has a word.
std::string expectedWord(const ResultRow& row);

}  // namespace hrfcheck::inline report
