#include "batch/expect/csv_expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "batch/expect/condition_expectation.h"
#include "batch/expect/csv_claims.h"
#include "batch/expect/judgement.h"
#include "batch/expect/termination.h"

namespace hrfcheck::inline batch {
namespace {

namespace fs = std::filesystem;

fs::path whole(const fs::path& folder) {
  std::error_code error;
  return fs::weakly_canonical(fs::absolute(folder.empty() ? "." : folder, error), error);
}

/// The same for all spellings of the path of one file. Links to files stay apart from what they name.
fs::path keyOf(const fs::path& path) {
  return whole(path.parent_path()) / path.filename();
}

std::string quantifierOf(const LogEntry& log) {
  return log.kind == Quantifier::Forall ? "forall" : log.kind == Quantifier::NotExists ? "~exists" : "exists";
}

/// What a claim says when the quantifier is folded in, where the row has one.
std::pair<ClaimQuestion, bool> meaningOf(const Claim& claim) {
  if (claim.question == ClaimQuestion::Holds && claim.quantifier == "exists") {
    return {ClaimQuestion::Reachable, claim.answer};
  }
  if (claim.question == ClaimQuestion::Holds && claim.quantifier == "~exists") {
    return {ClaimQuestion::Reachable, !claim.answer};
  }
  return {*claim.question, claim.answer};
}

const char* wordFor(ClaimQuestion question, bool answer) {
  switch (question) {
    case ClaimQuestion::Reachable:
      return answer ? "reachable" : "unreachable";
    case ClaimQuestion::Holds:
      return answer ? "holds" : "violated";
    case ClaimQuestion::RaceFree:
      return answer ? "race-free" : "racy";
    case ClaimQuestion::Terminates:
      return answer ? "terminates" : "may-hang";
  }
  return "";
}

Answer raceFree(const ResultRow& row) {
  return row.races == RaceStatus::Racy       ? Answer::No
         : row.races == RaceStatus::RaceFree ? Answer::Yes
                                             : Answer::Open;
}

/// The model whose row answers a claim.
std::string modelOf(const Claim& claim) {
  return claim.question == ClaimQuestion::Terminates ? kProgressModel : claim.model;
}

/// Empty for a claim that any answer meets, or that is not understood.
std::string expectedAnswer(const Claim& claim) {
  return claim.open || !claim.question ? "" : wordFor(*claim.question, claim.answer);
}

/// Why this version cannot judge a claim; empty when it can.
std::string whyUnsupported(const ResultRow& row, const Claim& claim) {
  if (row.status == RowStatus::Unsupported) {
    return row.reason;
  }
  if (!claim.question) {
    return "property " + claim.property;
  }
  if (claim.question == ClaimQuestion::Terminates) {
    return "";
  }
  return claim.scheduler.empty() ? "" : "scheduler " + claim.scheduler;
}

/// Why an answer says nothing to the claim, whatever it is; empty when it does.
std::string whyWrongQuestion(const ResultRow& row, const Claim& claim) {
  const std::string quantifier = quantifierOf(*row.log);
  if (!claim.quantifier.empty() && claim.quantifier != quantifier) {
    return fmt::format("the test has '{}', the row '{}'", quantifier, claim.quantifier);
  }
  const bool noRaces = claim.question == ClaimQuestion::RaceFree && row.races == RaceStatus::NotDefined;
  return noRaces ? "the model defines no races" : "";
}

ExpectationResult judgeAnswer(const ResultRow& row, const Claim& claim, ExpectationResult result) {
  const ClaimQuestion question = *claim.question;
  const bool asked = question == ClaimQuestion::RaceFree ? row.log->asked != CheckQuestion::Condition
                                                         : !asksNoCondition(row.log->asked);
  if (!asked) {
    return notAsked(row.log->asked, std::move(result.source), std::move(result.property));
  }
  if (claim.open) {
    return result;
  }
  const Answer answer = question == ClaimQuestion::RaceFree    ? raceFree(row)
                        : question == ClaimQuestion::Reachable ? reachable(*row.log)
                                                               : holds(*row.log);
  if (answer == Answer::Open) {
    result.outcome = ExpectationOutcome::Undecided;
    result.message = whyOpen(row);
  } else if ((answer == Answer::Yes) != claim.answer) {
    result.outcome = ExpectationOutcome::Failed;
    result.message =
        fmt::format("{}, expected {}", wordFor(question, !claim.answer), wordFor(question, claim.answer));
  }
  return result;
}

class CsvExpectations : public Expectations {
 public:
  explicit CsvExpectations(const SourcePtr& source) : name_(source->name()), claims_(readClaims(source)) {
    std::map<std::string, fs::path> keys;
    for (const Claim& claim : claims_) {
      auto [key, added] = keys.try_emplace(claim.path);
      if (added) {
        key->second = keyOf(claim.path);
        tests_.push_back(claim.path);
      }
      byKey_[key->second].push_back(&claim);
    }
    findContradictions();
    diagnostics_.throwIfErrors();
  }

  std::vector<std::string> modelsOf(const std::string& path) const override {
    std::vector<std::string> models;
    for (const Claim* claim : claimsOf(path)) {
      if (std::ranges::find(models, modelOf(*claim)) == models.end()) {
        models.push_back(modelOf(*claim));
      }
    }
    return models;
  }

  std::vector<std::string> schedulersOf(const std::string& path) const override {
    std::vector<std::string> schedulers;
    for (const Claim* claim : claimsOf(path)) {
      if (claim->question == ClaimQuestion::Terminates) {
        schedulers.push_back(schedulerText(claim->scheduler));
      }
    }
    std::ranges::sort(schedulers);
    schedulers.erase(std::unique(schedulers.begin(), schedulers.end()), schedulers.end());
    return schedulers;
  }

  std::optional<unsigned> unrollOf(const std::string& path) const override {
    std::optional<unsigned> bound;
    for (const Claim* claim : claimsOf(path)) {
      bound = claim->bound ? std::max(claim->bound, bound) : bound;
    }
    return bound;
  }

  std::optional<CheckQuestion> questionOf(const std::string& path) const override {
    bool race = false;
    bool condition = false;
    for (const Claim* claim : claimsOf(path)) {
      race = race || claim->question == ClaimQuestion::RaceFree;
      condition =
          condition || claim->question == ClaimQuestion::Holds || claim->question == ClaimQuestion::Reachable;
    }
    return race && condition ? std::optional(CheckQuestion::Answers)
           : race            ? std::optional(CheckQuestion::Race)
           : condition       ? std::optional(CheckQuestion::Condition)
                             : std::nullopt;
  }

  std::vector<std::string> tests() const override { return tests_; }

  void judge(ResultRow& row) const override {
    const std::vector<const Claim*>& claims = claimsOf(row.path);
    for (const Claim* claim : claims) {
      if (row.model.empty() || row.model == modelOf(*claim)) {
        row.expectations.push_back(judgeClaim(row, *claim));
        row.expectations.back().expected = expectedAnswer(*claim);
      }
    }
    if (claims.empty() && row.expectations.empty() && row.status != RowStatus::NotApplicable) {
      row.expectations.push_back(noExpectation(fmt::format("{} has no row for this test", name_)));
    }
  }

  void judgeProgress(ResultRow& row) const override { judge(row); }

  std::vector<ResultRow> orphans(const Corpus& corpus,
                                 const std::vector<std::string>& /*models*/) const override {
    std::set<fs::path> walked;
    for (const std::string& folder : corpus.folders) {
      walked.insert(whole(folder));
    }
    std::set<fs::path> asked;
    for (const std::string& test : corpus.tests) {
      asked.insert(keyOf(test));
    }
    std::vector<ResultRow> rows;
    for (const Claim& claim : claims_) {
      const fs::path key = keyOf(claim.path);
      std::error_code error;
      if (!asked.contains(key) && lies(key, walked) && !fs::exists(claim.path, error)) {
        rows.push_back(
            orphanRow(name_, sourceOf(claim), fmt::format("no test: {} does not exist", claim.path)));
      }
    }
    return rows;
  }

 private:
  static bool lies(fs::path path, const std::set<fs::path>& folders) {
    while (path.has_relative_path()) {
      path = path.parent_path();
      if (folders.contains(path)) {
        return true;
      }
    }
    return false;
  }

  const std::vector<const Claim*>& claimsOf(const std::string& path) const {
    static const std::vector<const Claim*> kNone;
    const auto found = byKey_.find(keyOf(path));
    return found == byKey_.end() ? kNone : found->second;
  }

  std::string sourceOf(const Claim& claim) const { return fmt::format("{}:{}", name_, claim.line); }

  ExpectationResult judgeClaim(const ResultRow& row, const Claim& claim) const {
    ExpectationResult result{sourceOf(claim), claim.property, claim.scheduler, ExpectationOutcome::Met, ""};
    if (std::string why = whyUnsupported(row, claim); !why.empty() || row.status == RowStatus::Unsupported) {
      result.outcome = ExpectationOutcome::Unsupported;
      result.message = std::move(why);
      return result;
    }
    if (claim.question == ClaimQuestion::Terminates && !row.progress.empty()) {
      return judgeTermination(row, claim.answer, claim.model + ": ", std::move(result));
    }
    if (!row.log) {
      result = withoutAnswer(row, std::move(result.source), std::move(result.property));
      result.scheduler = claim.scheduler;
      return result;
    }
    if (std::string why = whyWrongQuestion(row, claim); !why.empty()) {
      result.outcome = ExpectationOutcome::Failed;
      result.message = std::move(why);
      return result;
    }
    return judgeAnswer(row, claim, std::move(result));
  }

  void findContradictions() {
    for (const auto& [key, claims] : byKey_) {
      std::map<std::tuple<std::string, std::string, ClaimQuestion>, const Claim*> known;
      for (const Claim* claim : claims) {
        if (!claim->question || claim->open || claim->mayContradict) {
          continue;
        }
        const auto [question, answer] = meaningOf(*claim);
        const Claim* earlier =
            known.try_emplace({claim->model, claim->scheduler, question}, claim).first->second;
        if (meaningOf(*earlier).second != answer) {
          diagnostics_.error(claim->place, fmt::format("this contradicts line {}", earlier->line));
        }
      }
    }
  }

  std::string name_;
  std::vector<Claim> claims_;
  std::vector<std::string> tests_;
  std::map<fs::path, std::vector<const Claim*>> byKey_;
  Diagnostics diagnostics_;
};

}  // namespace

std::unique_ptr<Expectations> csvExpectations(const SourcePtr& source) {
  return std::make_unique<CsvExpectations>(source);
}

}  // namespace hrfcheck::inline batch
