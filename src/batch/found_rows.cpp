#include "batch/found_rows.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace hrfcheck::inline batch {
namespace {

bool mayStay(const ResultRow& row, bool retry) {
  if (!row.device.empty()) {
    return false;  // what it rests on, results and models, is judged anew
  }
  switch (row.status) {
    case RowStatus::Answered:
    case RowStatus::Vacuous:
      return true;
    case RowStatus::Undecided:
    case RowStatus::Crashed:
      return !retry;
    case RowStatus::Error:
    case RowStatus::Unsupported:
    case RowStatus::NotApplicable:
    case RowStatus::Orphan:
      return false;
  }
  return false;
}

std::vector<std::string> schedulersOf(const ResultRow& row) {
  std::vector<std::string> schedulers;
  std::ranges::transform(row.progress, std::back_inserter(schedulers), &ProgressLine::scheduler);
  return schedulers;
}

}  // namespace

FoundRows offeredRows(const std::vector<ResultRow>& rows, const std::string& path, bool retry) {
  FoundRows offered;
  offered.sourceHash = rows.empty() ? "" : rows.front().sourceHash;
  for (const ResultRow& row : rows) {
    const bool twice = std::ranges::find(offered.models, row.model) != offered.models.end();
    if (twice || row.path != path || row.sourceHash != offered.sourceHash || !mayStay(row, retry)) {
      continue;
    }
    offered.models.push_back(row.model);
    if (row.model == kProgressModel && !row.progress.empty()) {
      offered.schedulers = schedulersOf(row);
    }
  }
  return offered;
}

SettledRows settledRows(const std::vector<ResultRow>& rows, const FoundRows& offered, const TestPlan& plan,
                        const std::function<void(ResultRow&)>& judge) {
  // In a file that was tampered with there may be two rows of a model; one is enough.
  std::set<std::string> kept(plan.kept.begin(), plan.kept.end());
  SettledRows settled;
  for (const ResultRow& row : rows) {
    if (row.sourceHash != offered.sourceHash || kept.erase(row.model) == 0) {
      settled.dropped.push_back(row);
      continue;
    }
    ResultRow now = row;
    now.column = static_cast<std::size_t>(std::ranges::find(plan.models, row.model) - plan.models.begin());
    now.columns = plan.models.size();
    now.expectations.clear();
    judge(now);
    if (now.column != row.column || now.columns != row.columns || now.expectations != row.expectations) {
      settled.replaced.push_back(row);
      settled.changed.push_back(now);
    }
    settled.staying.push_back(std::move(now));
  }
  return settled;
}

}  // namespace hrfcheck::inline batch
