#pragma once

#include <string>
#include <vector>

#include "report/price/chart.h"

namespace hrfcheck::inline report {

/// A number of a figure: ours, or one that a paper gives.
struct PriceCell {
  std::string column;  ///< "cycles", "speed-up (paper)"
  double value = 0;
  int decimals = 0;
};

/// Runs of one input: what they are of, and what was measured.
struct PriceRow {
  std::vector<std::pair<std::string, std::string>> labels;  ///< {"machine", "rsp-fix"}, ...
  std::vector<PriceCell> cells;                             ///< those that are there, in the order of columns
};

/// A figure of a paper as runs on our machines.
struct PriceTable {
  std::string figure;  ///< "stealing"
  std::string title;
  std::string source;              ///< the paper's figure or section
  std::vector<std::string> notes;  ///< what was chosen, and what numbers of a paper beside ours are
  std::vector<PriceRow> rows;
  Chart chart;
  std::string incomplete;  ///< why rows are missing; empty where none are
};

std::string priceText(const PriceTable& table);
/// docs/price.schema.json.
std::string priceJson(const PriceTable& table);

}  // namespace hrfcheck::inline report
