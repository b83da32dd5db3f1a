#include "report/rows/tally.h"

#include <algorithm>

namespace hrfcheck::inline report {

void Counts::add(const ResultRow& row) {
  ++rows;
  ++statuses[row.status];
  racy += row.races == RaceStatus::Racy ? 1 : 0;
  raceFree += row.races == RaceStatus::RaceFree ? 1 : 0;
  for (const ExpectationResult& result : row.expectations) {
    ++expectations[result.outcome];
  }
  unjudged += row.status == RowStatus::Answered && row.expectations.empty() ? 1 : 0;
  failedRows += failed(row) ? 1 : 0;
  seconds += row.seconds;
}

void Tally::add(const ResultRow& row) {
  const std::pair place(row.test, row.column);
  const auto [first, isNew] = first_.emplace(row.model, place);
  if (isNew) {
    models.push_back(row.model);
  }
  if (isNew || place < first->second) {
    first->second = place;
    std::ranges::sort(models, {}, [&](const std::string& model) { return first_.at(model); });
  }
  byModel[row.model].add(row);
  all.add(row);
  bool said = false;
  for (const ExpectationResult& result : row.expectations) {
    if (result.outcome == ExpectationOutcome::Unsupported) {
      ++unsupported[result.message.empty() ? "property " + result.property : result.message];
      said = true;
    }
  }
  if (row.status == RowStatus::Unsupported && !said) {
    ++unsupported[row.reason];
  }
}

}  // namespace hrfcheck::inline report
