#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hrfcheck::inline report {

/// Numbers of one kind, by group. Those that are not there are left out.
struct ChartSeries {
  std::string name;
  std::vector<std::optional<double>> values;
  bool published =
      false;  ///< of a paper: an outline over the bar of our series of the same name, or a dashed line
};

/// Numbers side by side: bars in groups, or lines over groups that are an axis.
struct Chart {
  std::string title;
  std::string xLabel, yLabel;
  std::vector<std::string> groups;
  std::vector<ChartSeries> series;
  bool lines = false;
  std::optional<double> reference;  ///< a line across, at this value
};

/// The chart as SVG, in the look of the other pictures of reports.
std::string chartSvg(const Chart& chart);

}  // namespace hrfcheck::inline report
