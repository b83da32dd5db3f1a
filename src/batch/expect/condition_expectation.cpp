#include "batch/expect/condition_expectation.h"

#include <fmt/format.h>

#include "batch/expect/expectations.h"

namespace hrfcheck {
namespace {

/// Whether there is a witness of which so many were found.
Answer witnessed(const LogEntry& log, std::uint64_t found) {
  return found > 0 ? Answer::Yes : log.observation == "Undecided" ? Answer::Open : Answer::No;
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
  if (!row.log || (row.log->kind != "Forbidden" && row.log->kind != "Required")) {
    return std::nullopt;
  }
  ExpectationResult result{"condition", "condition", "", ExpectationOutcome::Met, ""};
  if (row.log->result.ends_with("Undef")) {
    result.outcome = ExpectationOutcome::Failed;
    result.message = fmt::format("{} cannot hold: the behaviour is undefined", row.log->condition);
    return result;
  }
  switch (holds(*row.log)) {
    case Answer::Yes:
      break;
    case Answer::No:
      result.outcome = ExpectationOutcome::Failed;
      result.message = fmt::format("{} does not hold: {}", row.log->condition, row.log->observation);
      break;
    case Answer::Open:
      result.outcome = ExpectationOutcome::Undecided;
      result.message = row.reason.empty() ? "bound reached" : row.reason;
      break;
  }
  return result;
}

class Conditions : public Expectations {
 public:
  std::vector<std::string> modelsOf(const std::string& /*path*/) const override { return {}; }
  void judge(ResultRow& row) const override {
    if (const auto result = judgeCondition(row)) {
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
  if (log.kind == "Required") {
    return opposite(witnessed(log, log.negative));
  }
  return log.kind == "Forbidden" ? opposite(reachable(log)) : reachable(log);
}

std::unique_ptr<Expectations> conditionsOnly() {
  return std::make_unique<Conditions>();
}

std::unique_ptr<Expectations> noExpectations() {
  return std::make_unique<Nothing>();
}

}  // namespace hrfcheck
