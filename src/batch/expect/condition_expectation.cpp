#include "batch/expect/condition_expectation.h"

#include <fmt/format.h>

#include "batch/expect/expect_lines.h"
#include "batch/expect/expectations.h"
#include "batch/expect/judgement.h"
#include "check/status_names.h"

namespace hrfcheck::inline batch {
namespace {

/// Whether there is a witness of which so many were found.
Answer witnessed(const LogEntry& log, std::uint64_t found) {
  const bool open = log.observation == Observation::Undecided || log.observation == Observation::Vacuous;
  return found > 0 ? Answer::Yes : open ? Answer::Open : Answer::No;
}

Answer opposite(Answer answer) {
  switch (answer) {
    case Answer::Yes:
      return Answer::No;
    case Answer::No:
      return Answer::Yes;
    case Answer::Open:
      break;
  }
  return Answer::Open;
}

std::optional<ExpectationResult> judgeCondition(const ResultRow& row) {
  if (!row.log || (row.log->kind != Quantifier::NotExists && row.log->kind != Quantifier::Forall)) {
    return std::nullopt;
  }
  const Observation expected =
      row.log->kind == Quantifier::NotExists ? Observation::Never : Observation::Always;
  ExpectationResult result{"condition", "condition", "", ExpectationOutcome::Met, "", nameOf(expected)};
  const RowKind kind = kindOf(row);
  if (kind == RowKind::Racy || kind == RowKind::Undefined) {
    result.outcome = ExpectationOutcome::Failed;
    result.message = fmt::format("{} cannot hold: {}", row.log->condition,
                                 kind == RowKind::Racy ? "the test is racy" : "the behaviour is undefined");
    return result;
  }
  if (asksNoCondition(row.log->asked)) {
    ExpectationResult open = notAsked(row.log->asked, result.source, result.property);
    open.expected = result.expected;
    return open;
  }
  if (row.log->observation == Observation::Vacuous) {
    result.outcome = ExpectationOutcome::Failed;
    result.message = fmt::format("{} is vacuous: {}", row.log->condition, whyOpen(row));
    return result;
  }
  switch (holds(*row.log)) {
    case Answer::Yes:
      if (row.races == RaceStatus::NotAsked) {  // a racy test may end in any state
        result.outcome = ExpectationOutcome::NotAsked;
        result.message = "no execution violates it, but races were not checked";
      }
      break;
    case Answer::No:
      result.outcome = ExpectationOutcome::Failed;
      result.message =
          fmt::format("{} does not hold: {}", row.log->condition, nameIfAny(row.log->observation));
      break;
    case Answer::Open:
      result.outcome = ExpectationOutcome::Undecided;
      result.message = whyOpen(row);
      break;
  }
  return result;
}

class Conditions : public Expectations {
 public:
  std::vector<std::string> modelsOf(const std::string& /*path*/) const override { return {}; }
  void judge(ResultRow& row) const override {
    if (const auto result = replacesCondition(row) ? std::nullopt : judgeCondition(row)) {
      row.expectations.push_back(*result);
    }
  }
  std::vector<ResultRow> orphans(const Corpus& /*corpus*/,
                                 const std::vector<std::string>& /*models*/) const override {
    return {};
  }
};

class Nothing : public Expectations {
 public:
  std::vector<std::string> modelsOf(const std::string& /*path*/) const override { return {}; }
  void judge(ResultRow& /*row*/) const override {}
  std::vector<ResultRow> orphans(const Corpus& /*corpus*/,
                                 const std::vector<std::string>& /*models*/) const override {
    return {};
  }
};

}  // namespace

Answer reachable(const LogEntry& log) {
  return witnessed(log, log.positive);
}

Answer holds(const LogEntry& log) {
  if (log.kind == Quantifier::Forall) {
    return opposite(witnessed(log, log.negative));
  }
  return log.kind == Quantifier::NotExists ? opposite(reachable(log)) : reachable(log);
}

std::unique_ptr<Expectations> conditionsOnly() {
  return std::make_unique<Conditions>();
}

std::unique_ptr<Expectations> noExpectations() {
  return std::make_unique<Nothing>();
}

}  // namespace hrfcheck::inline batch
