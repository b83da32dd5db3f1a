#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/explain/explain.h"

namespace hrfcheck::inline report {

/// The version of docs/explanation.schema.json that explanations follow.
inline constexpr int kExplanationVersion = 1;

/// An explanation under one model.
struct ExplainedModel {
  Verdict verdict;  ///< its model is the name asked for
  std::shared_ptr<const Model> model;
  OutcomeExplanation explanation;
};

/// A model of which there is no explanation.
struct UnexplainedModel {
  std::string model;   ///< empty for all: the test was not read
  std::string reason;  ///< "time limit"
};

/// The document of docs/explanation.schema.json, indented, ending in a line break.
std::string explanationsJson(const Program& program, const std::vector<ExplainedModel>& models,
                             const std::vector<UnexplainedModel>& undecided);
/// The same of a test that was not read.
std::string explanationsJson(const std::string& file, const UnexplainedModel& undecided);

}  // namespace hrfcheck::inline report
