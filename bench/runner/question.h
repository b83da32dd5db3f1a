#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bench/runner/row.h"
#include "cat/model/model.h"
#include "engine/engine.h"

namespace hrfcheck::bench {

enum class EngineKind { Explicit, Smt, Auto };

enum class Question {
  Outcomes,   ///< every final state; no races
  Condition,  ///< can the condition hold; no races
  Races,      ///< every race; no outcomes
  Verdict,    ///< outcomes and races
  Report      ///< outcomes, and races with their explanations
};

std::string nameOf(EngineKind engine);
std::string nameOf(Question question);

std::unique_ptr<Engine> makeEngine(EngineKind engine);

/// Where the models and the corpus are, and how long one answer may take.
struct Setting {
  std::filesystem::path root;
  double seconds = 60;
};

Model loadModel(const Setting& setting, const std::string& name);

/// One question about one test, from its text to the answer. A sample of CPU time, with the counts of the
/// engine and the numbers of events, outcomes and races.
Sample ask(Engine& engine, const Model& model, const std::string& test, Question question, double seconds);

/// Asks the same of a test under some models, with one engine; the sample is that of the slowest one.
Repetition asking(const Setting& setting, EngineKind engine, std::vector<std::string> models,
                  std::string test, Question question);

}  // namespace hrfcheck::bench
