#include "report/rows/row_change.h"

#include <algorithm>
#include <array>
#include <set>

#include "util/enum_names.h"
#include "util/hash.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

constexpr std::array kChangeNames{EnumName{ChangeKind::NewlyFailing, "newly-failing"},
                                  EnumName{ChangeKind::NewlyMet, "newly-met"},
                                  EnumName{ChangeKind::Answer, "changed"}, EnumName{ChangeKind::New, "new"},
                                  EnumName{ChangeKind::Removed, "removed"}};
static_assert(coversUpTo(kChangeNames, ChangeKind::Removed), "every change has its name");

constexpr std::array kChangeTexts{EnumName{ChangeKind::NewlyFailing, "newly failing"},
                                  EnumName{ChangeKind::NewlyMet, "newly met"},
                                  EnumName{ChangeKind::Answer, "changed"}, EnumName{ChangeKind::New, "new"},
                                  EnumName{ChangeKind::Removed, "removed"}};
static_assert(coversUpTo(kChangeTexts, ChangeKind::Removed), "every change has its words");

/// What a complete log says beside its answer, as a hash; empty where not all of it was asked or found.
std::string detailsOf(const ResultRow& row) {
  if (!row.log || row.log->asked != CheckQuestion::Everything || !row.log->incomplete.empty() ||
      !row.device.empty()) {
    return "";
  }
  std::multiset<std::string> lines(row.log->incidents.begin(), row.log->incidents.end());
  for (const LoggedState& state : row.log->states) {
    std::string line;
    for (const auto& [name, value] : state) {
      line += name + "=" + value + ";";
    }
    lines.insert(std::move(line));
  }
  for (const LoggedPair& pair : row.log->pairs) {
    lines.insert(pair.flag + " " + pair.first + " " + pair.second);
  }
  std::string text = concatenated(lines, [&](const std::string& line) { return line + "\n"; });
  return hashText(text);
}

}  // namespace

const char* nameOf(ChangeKind kind) {
  return nameIn(kChangeNames, kind);
}

const char* textOf(ChangeKind kind) {
  return nameIn(kChangeTexts, kind);
}

std::string fullAnswerOf(const ResultRow& row) {
  std::string text = answerOf(row);
  if (kindOf(row) == RowKind::RaceFree && text != "race-free") {
    text += ", race-free";
  }
  if (row.status == RowStatus::Undecided && hasAnswer(row) && text != "undecided" && text != "Undecided") {
    text += ", not complete";
  }
  return text;
}

Baseline::Row Baseline::rowOf(const ResultRow& row) {
  return {fullAnswerOf(row), detailsOf(row), row.sourceHash, failed(row)};
}

void Baseline::add(const ResultRow& row) {
  if (rows_.try_emplace({row.path, row.model}, rowOf(row)).second) {
    order_.emplace_back(row.path, row.model);
  }
}

const RowChange* Changes::of(const ResultRow& row) const {
  const auto found = places.find({row.test, row.column});
  return found == places.end() ? nullptr : &list[found->second].change;
}

/// Looks for the changes, row by row.
class ChangeFinder {
 public:
  ChangeFinder(const Baseline& baseline, bool whole) : baseline_(baseline) {
    changes_.file = baseline.file_;
    changes_.version = baseline.version_;
    changes_.whole = whole;
  }

  void see(const ResultRow& row) {
    const Baseline::Key key(row.path, row.model);
    seen_.insert(key);
    const auto before = baseline_.rows_.find(key);
    if (before == baseline_.rows_.end()) {
      add(row, {ChangeKind::New, "", fullAnswerOf(row)});
      return;
    }
    ++changes_.common;
    if (auto change = changeOf(before->second, row)) {
      add(row, std::move(*change));
    }
  }

  Changes done() {
    for (const Baseline::Key& key : baseline_.order_) {
      if (changes_.whole && !seen_.contains(key)) {
        list(key.first, key.second, {ChangeKind::Removed, baseline_.rows_.at(key).answer});
      }
    }
    return std::move(changes_);
  }

 private:
  static std::optional<RowChange> changeOf(const Baseline::Row& before, const ResultRow& row) {
    const Baseline::Row now = Baseline::rowOf(row);
    const bool otherDetails = now.answer == before.answer && !now.details.empty() &&
                              !before.details.empty() && now.details != before.details;
    RowChange change{ChangeKind::Answer, before.answer, now.answer};
    if (now.failed && !before.failed) {
      change.kind = ChangeKind::NewlyFailing;
    } else if (before.failed && allAre(row, ExpectationOutcome::Met)) {
      change.kind = ChangeKind::NewlyMet;
    } else if (now.answer == before.answer && !otherDetails) {
      return std::nullopt;
    }
    if (otherDetails) {
      change.notes.emplace_back("other final states or pairs");
    }
    if (!now.sourceHash.empty() && !before.sourceHash.empty() && now.sourceHash != before.sourceHash) {
      change.notes.emplace_back("the test was edited");
    }
    return change;
  }

  void add(const ResultRow& row, RowChange change) {
    changes_.places.emplace(std::pair(row.test, row.column), changes_.list.size());
    list(row.path, row.model, std::move(change));
  }

  void list(const std::string& path, const std::string& model, RowChange change) {
    ++changes_.counts[change.kind];
    changes_.list.push_back({path, model, std::move(change)});
  }

  const Baseline& baseline_;
  std::set<Baseline::Key> seen_;
  Changes changes_;
};

Changes changesSince(const Baseline& baseline, const Rows& rows, bool whole) {
  ChangeFinder finder(baseline, whole);
  rows([&](const ResultRow& row) { finder.see(row); });
  return finder.done();
}

}  // namespace hrfcheck::inline report
