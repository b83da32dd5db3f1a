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

/// The document of docs/explanation.schema.json, indented, ending in a line break.
std::string explanationsJson(const Program& program, const std::vector<ExplainedModel>& models);

}  // namespace hrfcheck::inline report
