#pragma once

#include <cstdint>
#include <optional>

#include "check/check.h"
#include "check/explain/event_order.h"
#include "check/explain/forbidden.h"

namespace hrfcheck::inline check {

/// An execution that ends in an outcome.
struct ExampleExecution {
  Execution execution;
  EventOrder order;
  /// Executions that were compared to find the simplest; it is the simplest of all when `all` is set.
  std::uint64_t compared = 1;
  bool all = false;
};

/// Why an outcome is allowed or forbidden.
struct OutcomeExplanation {
  Status status = Status::Undecided;
  std::optional<std::string> undecided;     ///< why nothing can be said
  std::optional<ExampleExecution> example;  ///< where it is allowed
  std::optional<Forbidden> forbidden;
};

/// How an outcome is explained, and among how many executions a simple one is chosen.
struct ExplainOptions {
  AnalysisOptions analysis;
  /// Executions that are compared to find a simple one.
  std::uint64_t mostExecutions = 20'000;
};

/// @param test a program whose condition is the outcome (parseLitmusAsking)
OutcomeExplanation explainOutcome(Engine& engine, const PreparedTest& test, const ExplainOptions& options);

}  // namespace hrfcheck::inline check
