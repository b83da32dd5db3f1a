#include "report/html/cell_kind.h"

#include <algorithm>
#include <array>
#include <vector>

#include "check/status_names.h"
#include "util/invariant.h"
#include "util/text.h"

namespace hrfcheck::inline report {
namespace {

constexpr std::array kKinds{
    CellKind{RowKind::Racy, "racy", "R", "any outcome is possible", "racy"},
    CellKind{RowKind::Undefined, "undefined", "U", "for a reason other than a race: any outcome is possible",
             "undefined"},
    CellKind{RowKind::RaceFree, "free", "", "race-free", "race-free"},
    CellKind{RowKind::Plain, "plain", "", "the model defines no races", "without races defined"},
    CellKind{RowKind::Seen, "seen", "", "what a device has shown, judged by the models of the test",
             "on devices"},
    CellKind{RowKind::Unchecked, "unchecked", "", "races were not checked", "without a check for races"},
    CellKind{RowKind::Undecided, "undecided", "?", "a limit was reached, or some values are not considered",
             "undecided"},
    CellKind{RowKind::Vacuous, "vacuous", "V", "there was no execution to judge", "vacuous"},
    CellKind{RowKind::Crashed, "crashed", "X", "the checker crashed", "crashed"},
    CellKind{RowKind::Error, "error", "E", "the test or its expectations cannot be read", "error"},
    CellKind{RowKind::Unsupported, "unsupported", "–", "a dialect, model or property that is not known",
             "unsupported"},
    CellKind{RowKind::NotApplicable, "inapplicable", "·", "the model is not intended for such tests",
             "not applicable"},
    CellKind{RowKind::Orphan, "orphan", "O", "an expectation without a test", "orphan"},
};

bool expects(const ResultRow& row, const char* property) {
  return std::ranges::any_of(row.expectations,
                             [&](const ExpectationResult& e) { return e.property == property; });
}

/// The observation, and whether there are races where that was the question.
std::string answeredWord(const ResultRow& row) {
  if (asksNoCondition(row.log->asked)) {
    return answerOf(row);
  }
  const std::string observation = row.log->observation ? lowered(nameOf(*row.log->observation)) : "answered";
  if (row.races != RaceStatus::RaceFree || !expects(row, "race")) {
    return observation;
  }
  return expects(row, "condition") ? "race-free, " + observation : "race-free";
}

}  // namespace

std::span<const CellKind> cellKinds() {
  return kKinds;
}

const CellKind& cellKindOf(const ResultRow& row) {
  const auto* found = std::ranges::find(kKinds, kindOf(row), &CellKind::kind);
  INVARIANT(found != kKinds.end(), "every kind of row has its cell");
  return *found;
}

std::string cellWord(const ResultRow& row) {
  if (!row.progress.empty() && row.status == RowStatus::Answered) {
    return shortAnswerOf(row);
  }
  const CellKind& kind = cellKindOf(row);
  const bool answered = kind.kind == RowKind::RaceFree || kind.kind == RowKind::Plain ||
                        kind.kind == RowKind::Seen || kind.kind == RowKind::Unchecked;
  if (answered) {
    return asksNoCondition(row.log->asked) ? answerOf(row) : inParentheses(row, answeredWord(row));
  }
  return kind.kind == RowKind::NotApplicable ? "n/a" : kind.name;
}

std::string expectedWord(const ResultRow& row) {
  std::vector<std::pair<std::string, std::string>> words;  // with the scheduler
  for (const ExpectationResult& result : row.expectations) {
    const std::pair word(lowered(result.expected), result.scheduler);
    if (!word.first.empty() && std::ranges::find(words, word) == words.end()) {
      words.push_back(word);
    }
  }
  const bool same =
      std::ranges::all_of(words, [&](const auto& word) { return word.first == words.front().first; });
  if (same) {
    return words.empty() ? "" : words.front().first;
  }
  std::string text;
  for (const auto& [word, scheduler] : words) {
    text += (text.empty() ? "" : ", ") + (scheduler.empty() ? "" : scheduler + " ") + word;
  }
  return text;
}

}  // namespace hrfcheck::inline report
