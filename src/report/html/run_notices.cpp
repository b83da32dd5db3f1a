#include "report/html/run_notices.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/rows/batch_problems.h"
#include "util/text.h"

namespace hrfcheck::inline report {
namespace {

constexpr const char* kSkipped = "inapplicable";

struct NoticeWords {
  const char* filter;  ///< of filters.js
  const char* one;     ///< behind "1 result"
  const char* many;
};
constexpr std::array kNoticeWords{
    NoticeWords{"undecided", "is undecided", "are undecided"},
    NoticeWords{"open", "may be incomplete", "may be incomplete"},
    NoticeWords{"vacuous", "is vacuous", "are vacuous"},
    NoticeWords{"crashed", "is missing because the checker crashed",
                "are missing because the checker crashed"},
    NoticeWords{"error", "is an error: something cannot be read", "are errors: something cannot be read"},
    NoticeWords{"unsupported", "was skipped as unsupported", "were skipped as unsupported"},
    NoticeWords{kSkipped, "was skipped as not applicable", "were skipped as not applicable"},
};

/// The filter of the notice that counts a row; nothing for a row that is an answer.
const char* filterFor(const ResultRow& row) {
  switch (kindOf(row)) {
    case RowKind::Undecided:
    case RowKind::Vacuous:
      return !isProblem(row) ? nullptr : kindOf(row) == RowKind::Vacuous ? "vacuous" : "undecided";
    case RowKind::Crashed:
      return "crashed";
    case RowKind::Error:
      return "error";
    case RowKind::Unsupported:
      return "unsupported";
    case RowKind::NotApplicable:
      return kSkipped;
    case RowKind::Racy:
    case RowKind::Undefined:
    case RowKind::RaceFree:
    case RowKind::Plain:
    case RowKind::Seen:
    case RowKind::Unchecked:
    case RowKind::Orphan:
      break;
  }
  return row.status == RowStatus::Undecided && isProblem(row) ? "open" : nullptr;
}

/// Reasons that are named; there may be one for each test.
constexpr std::size_t kMostReasons = 3;

std::string reasonsText(const std::map<std::string, std::size_t>& reasons) {
  std::vector<std::pair<std::string, std::size_t>> order(reasons.begin(), reasons.end());
  std::ranges::stable_sort(order, std::greater<>{}, &std::pair<std::string, std::size_t>::second);
  std::string text;
  for (std::size_t i = 0; i < std::min(order.size(), kMostReasons); ++i) {
    text += fmt::format("{}{} ({})", i == 0 ? ": " : ", ", order[i].first, order[i].second);
  }
  return text + (order.size() > kMostReasons ? ", and others" : "");
}

}  // namespace

void RunNotices::add(const ResultRow& row) {
  if (const char* filter = filterFor(row)) {
    // Each error has its own reason, which its cell shows.
    ++reasons_[filter][row.status == RowStatus::Error ? "" : row.reason];
  }
}

std::vector<RunNotice> RunNotices::all() const {
  std::vector<RunNotice> notices;
  for (const NoticeWords& words : kNoticeWords) {
    const auto found = reasons_.find(words.filter);
    if (found == reasons_.end() || (std::string(words.filter) == kSkipped && notices.empty())) {
      continue;
    }
    std::map<std::string, std::size_t> reasons = found->second;
    std::size_t count = 0;
    for (const auto& [reason, times] : reasons) {
      count += times;
    }
    reasons.erase("");
    notices.push_back({fmt::format("{} {}{}", counted(count, "result"), count == 1 ? words.one : words.many,
                                   reasonsText(reasons)),
                       words.filter});
  }
  return notices;
}

}  // namespace hrfcheck::inline report
