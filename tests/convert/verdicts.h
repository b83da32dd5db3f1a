#pragma once

#include <memory>
#include <set>
#include <string>

#include "cat/library.h"
#include "check/check.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "program/structure/event_structure.h"
#include "support/given.h"

namespace hrfcheck::test {

inline ModelLibrary& library() {
  static ModelLibrary models({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return models;
}

inline std::shared_ptr<const Program> programOf(const std::string& text) {
  return parseLitmus(std::make_shared<const Source>("t.litmus", text));
}

inline Verdict checked(const std::shared_ptr<const Program>& program, const std::string& model) {
  CheckOptions options;
  options.explain = false;
  options.analysis.deadline = Deadline::after(5);
  const auto engine = makeExplicitEngine();
  return checkProgram(
      *engine, given(std::make_shared<const EventStructure>(program, 2), library().load(model)), options);
}

/// Outcomes by the names of their variables.
inline std::set<std::string> outcomesOf(const Verdict& verdict) {
  std::set<std::string> result;
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    std::set<std::string> values;
    for (std::size_t i = 0; i < outcome.values.size(); ++i) {
      values.insert(verdict.program->nameOf(verdict.program->observed[i]) + "=" +
                    verdict.program->valueText(outcome.values[i]));
    }
    std::string text;
    for (const std::string& value : values) {
      text += value + " ";
    }
    result.insert(text);
  }
  return result;
}

}  // namespace hrfcheck::test
