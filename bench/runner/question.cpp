#include "bench/runner/question.h"

#include <fmt/format.h>

#include "bench/runner/measure.h"
#include "cat/library.h"
#include "cat/licence/licences.h"
#include "check/auto_engine.h"
#include "check/check.h"
#include "check/prepare/prepared_test_maker.h"
#include "frontend/litmus.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::bench {
namespace {

std::shared_ptr<const EventStructure> structureOf(const std::string& test, const Model& model) {
  const auto program = parseLitmus(std::make_shared<const Source>("test", test));
  const RoundBounds rounds = Licences(model).holds(Licence::Deletion) ? RoundBounds::Few : RoundBounds::All;
  return std::make_shared<const EventStructure>(program, 4, rounds);
}

CheckOptions optionsFor(Question question, double seconds) {
  CheckOptions options;
  options.explain = question == Question::Report;
  options.analysis.deadline = Deadline::after(seconds);
  options.analysis.flags = question != Question::Outcomes && question != Question::Condition;
  options.analysis.outcomes = question == Question::Condition ? OutcomeSearch::Condition
                              : question == Question::Races   ? OutcomeSearch::None
                                                              : OutcomeSearch::All;
  return options;
}

std::uint64_t pairsOf(const Analysis& analysis) {
  std::uint64_t pairs = 0;
  for (const FlagFinding& finding : analysis.flags) {
    pairs += finding.pairs.size();
  }
  return pairs;
}

void count(Sample& sample, const Analysis& analysis, Question question) {
  for (const auto& [name, number] : analysis.statistics) {
    sample.counts[name] = number;
  }
  sample.solverSeconds = analysis.solverSeconds;
  if (question != Question::Races) {
    sample.counts["outcomes"] = analysis.outcomes.size();
  }
  if (question != Question::Outcomes && question != Question::Condition) {
    sample.counts["flagged pairs"] = pairsOf(analysis);
  }
}

Analysis answer(Engine& engine, const PreparedTest& test, Question question, double seconds) {
  const CheckOptions options = optionsFor(question, seconds);
  if (question == Question::Verdict || question == Question::Report) {
    return checkProgram(engine, test, options).analysis;
  }
  return engine.analyse(test, options.analysis);
}

}  // namespace

std::string nameOf(EngineKind engine) {
  switch (engine) {
    case EngineKind::Explicit:
      return "explicit";
    case EngineKind::Smt:
      return "smt";
    case EngineKind::Auto:
      break;
  }
  return "auto";
}

std::string nameOf(Question question) {
  switch (question) {
    case Question::Outcomes:
      return "outcomes";
    case Question::Condition:
      return "condition";
    case Question::Races:
      return "races";
    case Question::Verdict:
      return "verdict";
    case Question::Report:
      break;
  }
  return "report";
}

std::unique_ptr<Engine> makeEngine(EngineKind engine) {
  switch (engine) {
    case EngineKind::Explicit:
      return makeExplicitEngine();
    case EngineKind::Smt:
      return makeSmtEngine();
    case EngineKind::Auto:
      break;
  }
  return makeAutoEngine();
}

Model loadModel(const Setting& setting, const std::string& name) {
  return ModelLibrary({setting.root / "models"}).load(name);
}

Sample ask(Engine& engine, const Model& model, const std::string& test, Question question, double seconds) {
  Sample sample;
  const double start = cpuSeconds();
  const PreparedTest prepared = PreparedTestMaker::make(structureOf(test, model), model);
  const Analysis analysis = answer(engine, prepared, question, seconds);
  sample.value = cpuSeconds() - start;
  count(sample, analysis, question);
  sample.counts["events"] = prepared.structure().size();
  if (analysis.undecided) {
    sample.problem =
        *analysis.undecided == "time limit" ? fmt::format("> {:g} s", seconds) : *analysis.undecided;
  }
  return sample;
}

Repetition asking(const Setting& setting, EngineKind engine, std::vector<std::string> models,
                  std::string test, Question question) {
  std::vector<Model> loaded;
  for (const std::string& name : models) {
    loaded.push_back(loadModel(setting, name));
  }
  return [=, made = std::shared_ptr<Engine>(makeEngine(engine))] {
    Sample slowest;
    for (const Model& model : loaded) {
      Sample sample = ask(*made, model, test, question, setting.seconds);
      if (!sample.problem.empty()) {
        sample.problem += loaded.size() > 1 ? " (" + model.name + ")" : "";
        return sample;
      }
      if (sample.value >= slowest.value) {
        slowest = std::move(sample);
      }
    }
    return slowest;
  };
}

}  // namespace hrfcheck::bench
