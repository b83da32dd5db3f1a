#include "symmetry_harness.h"

#include <doctest/doctest.h>

#include <set>

#include "cat/library.h"
#include "engine/explicit/enumeration.h"
#include "engine/explicit/found_flags.h"
#include "engine/orbits.h"
#include "execution/evaluate/evaluate.h"
#include "frontend/litmus.h"

namespace hrfcheck::test {
namespace {

class Gatherer {
 public:
  Gatherer(const std::shared_ptr<const EventStructure>& structure, const Model& model,
           const AnalysisOptions& options)
      : structure_(structure),
        options_(options),
        evaluator_(model, *structure),
        everyChoice_(flagsHangOnChoices(model)),
        orbits_(structure, symmetriesOf(*structure)) {}

  Analysis run() {
    forEachCandidate(structure_, [&](const Execution& execution) {
      if (orbits_.isRepresentative(execution)) {
        judge(execution);
      }
      return true;
    });
    Analysis reduced;
    for (auto& [values, outcome] : outcomes_) {
      reduced.outcomes.push_back(outcome);
    }
    for (auto& [check, flag] : flags_) {
      FlagFinding& finding = reduced.flags.emplace_back(FlagFinding{check, {}, flag.second});
      for (auto& [pair, witness] : flag.first) {
        finding.pairs.push_back({pair.first, pair.second, witness});
      }
    }
    for (auto& [key, witness] : incidents_) {
      reduced.incidents.push_back({key.first, key.second, witness});
    }
    Analysis all = orbits_.expand(std::move(reduced), options_);
    all.executionCounts = orbits_.executionCounts(counts_);
    all.statistics = {{"representatives", representatives_}};
    return all;
  }

 private:
  void judge(const Execution& execution) {
    const Program& program = structure_->program();
    const bool complete = execution.complete();
    const auto read = [&](const StateVariable& v) { return execution.finalValue(v); };
    if (complete && program.filter && !holds(*program.filter, read)) {
      return;
    }
    bool consistent = false;
    evaluator_.forEachChoice(execution, [&](const std::vector<Relation>& choices, const Evaluation& e) {
      if (!e.consistent()) {
        return true;
      }
      const Witness witness(execution, choices);
      if (complete) {
        addComplete(execution, e, witness, !consistent);
      } else {
        addIncomplete(execution, witness);
      }
      consistent = true;
      return complete && everyChoice_;
    });
  }

  void addComplete(const Execution& execution, const Evaluation& evaluation, const Witness& witness,
                   bool first) {
    if (first) {
      const std::vector<Value> values = orbits_.valuesOf(execution);
      outcomes_.try_emplace(values, Outcome{values, false, witness});
      ++counts_[{values, orbits_.tiesOf(execution)}];
      ++representatives_;
    }
    for (const RaisedFlag& raised : evaluation.flags) {
      auto& flag =
          flags_.try_emplace(raised.check, std::map<InstructionPair, Witness>(), witness).first->second;
      for (const auto& [a, b] : raised.pairs) {
        if (const auto pair = structure_->instructionPair(a, b)) {
          flag.first.emplace(*pair, witness);
        }
      }
    }
  }

  void addIncomplete(const Execution& execution, const Witness& witness) {
    std::vector<Ending> endings;
    for (const ThreadRun& run : execution.runs) {
      endings.push_back({run.end, run.lastInstruction});
    }
    for (const auto& incident : incidentsOf(endings)) {
      incidents_.emplace(incident, witness);
    }
  }

  std::shared_ptr<const EventStructure> structure_;
  const AnalysisOptions& options_;
  Evaluator evaluator_;
  bool everyChoice_;
  Orbits orbits_;
  std::uint64_t representatives_ = 0;
  Orbits::Counts counts_;
  std::map<std::vector<Value>, Outcome> outcomes_;
  std::map<std::size_t, std::pair<std::map<InstructionPair, Witness>, Witness>> flags_;
  std::map<std::pair<IncidentKind, InstructionRef>, Witness> incidents_;
};

/// The execution of a witness, which must be a consistent candidate.
Execution checked(const Witness& witness, Evaluator& evaluator) {
  Execution execution = witness.execution();
  CHECK(whyNotCandidate(execution) == std::nullopt);
  CHECK(evaluator.evaluate(execution).consistent());
  return execution;
}

void checkOutcomes(const Program& program, Evaluator& evaluator, const Analysis& tested,
                   const Analysis& expected) {
  REQUIRE(tested.outcomes.size() == expected.outcomes.size());
  for (std::size_t i = 0; i < tested.outcomes.size(); ++i) {
    const Outcome& outcome = tested.outcomes[i];
    CHECK(outcome.values == expected.outcomes[i].values);
    CHECK(outcome.satisfiesCondition == expected.outcomes[i].satisfiesCondition);
    const Execution execution = checked(outcome.witness, evaluator);
    std::vector<Value> values;
    for (const StateVariable& v : program.observed) {
      values.push_back(execution.finalValue(v));
    }
    CHECK(values == outcome.values);
  }
}

bool raises(const Evaluation& evaluation, const EventStructure& structure, std::size_t check,
            const InstructionPair& pair) {
  for (const RaisedFlag& raised : evaluation.flags) {
    for (const auto& [a, b] : raised.pairs) {
      if (raised.check == check && structure.instructionPair(a, b) == pair) {
        return true;
      }
    }
  }
  return false;
}

void checkFlags(const EventStructure& structure, Evaluator& evaluator, const Analysis& tested,
                const Analysis& expected) {
  REQUIRE(tested.flags.size() == expected.flags.size());
  for (std::size_t i = 0; i < tested.flags.size(); ++i) {
    const FlagFinding& flag = tested.flags[i];
    CHECK(flag.check == expected.flags[i].check);
    REQUIRE(flag.pairs.size() == expected.flags[i].pairs.size());
    for (std::size_t k = 0; k < flag.pairs.size(); ++k) {
      const InstructionPair pair{flag.pairs[k].first, flag.pairs[k].second};
      const FlagPair& other = expected.flags[i].pairs[k];
      CHECK(pair == InstructionPair{other.first, other.second});
      const Execution execution = checked(flag.pairs[k].witness, evaluator);
      CHECK(raises(evaluator.evaluate(execution), structure, flag.check, pair));
    }
  }
}

void checkIncidents(Evaluator& evaluator, const Analysis& tested, const Analysis& expected) {
  REQUIRE(tested.incidents.size() == expected.incidents.size());
  for (std::size_t i = 0; i < tested.incidents.size(); ++i) {
    const Incident& incident = tested.incidents[i];
    CHECK(incident.kind == expected.incidents[i].kind);
    CHECK(incident.where == expected.incidents[i].where);
    const ThreadRun run = checked(incident.witness, evaluator).runs[incident.where.thread];
    CHECK(run.end != ThreadEnd::Completed);
    CHECK(run.lastInstruction == incident.where.instruction);
  }
}

}  // namespace

std::string litmus(const std::vector<Column>& columns, const std::string& rest) {
  std::size_t rows = 0;
  for (const Column& column : columns) {
    rows = std::max(rows, column.code.size());
  }
  const auto row = [&](auto&& cell) {
    std::string line;
    for (std::size_t t = 0; t < columns.size(); ++t) {
      line += (t == 0 ? "" : " | ") + cell(t);
    }
    return line + " ;\n";
  };
  std::string text = "HSA t\n{ x=0; y=0; l=0; ";
  for (std::size_t t = 0; t < columns.size(); ++t) {
    const std::string thread = std::to_string(t);
    text += thread + ":r0=0; " + thread + ":r1=0; ";
  }
  text += "}\n";
  text += row([&](std::size_t t) { return "P" + std::to_string(t) + "@" + columns[t].place; });
  for (std::size_t i = 0; i < rows; ++i) {
    text +=
        row([&](std::size_t t) { return i < columns[t].code.size() ? columns[t].code[i] : std::string(); });
  }
  return text + rest;
}

std::shared_ptr<const EventStructure> structureOf(const std::string& text) {
  return std::make_shared<const EventStructure>(parseLitmus(std::make_shared<Source>("test.litmus", text)),
                                                2);
}

std::vector<Model> symmetryModels() {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  std::vector<Model> models;
  for (const char* name : {"sc", "hrf-indirect-relaxed", "hrf-direct", "rsp", "opencl"}) {
    models.push_back(library.load(name));
  }
  return models;
}

std::string randomSymmetricTest(Random& random) {
  static const std::vector<std::string> kInstructions{
      "ld.rlx.wg r0, x",         "ld.acq.cmp r1, x",          "st x, 1",
      "st.rel.wg x, r0",         "st.rlx.cmp y, 1",           "faa.ar.wg r0, x, 1",
      "cas.acq.cmp r1, x, 0, 2", "cas.rm_ar.cmp r1, y, 0, 1", "ld r0, y",
      "bne r0, 0, END",          "exch.rel.wg r1, y, 1",      "st.rm_rel.cmp x, 2"};
  const auto code = [&] {
    std::vector<std::string> lines;
    const std::size_t length = 1 + random.below(2);
    for (std::size_t i = 0; i < length; ++i) {
      lines.push_back(kInstructions[random.below(kInstructions.size())]);
    }
    lines.push_back("END:");
    return lines;
  };
  static const std::vector<std::vector<std::string>> kPlaces{{"wg 0", "wg 0", "wg 0"},
                                                             {"wg 0", "wg 1", "wg 2"},
                                                             {"wg 0", "wg 0", "wg 1"},
                                                             {"wg 0, cmp 0", "wg 0, cmp 1", "wg 0, cmp 2"}};
  static const std::vector<std::string> kConditions{"exists (x=1)", "exists (0:r0=1 /\\ 1:r1=0)",
                                                    "exists (0:r1=1 /\\ 1:r1=1)", "exists (not (1:r0=0))"};
  const std::vector<std::string> alike = code();
  const std::vector<std::string> third = random.below(2) == 0 ? alike : code();
  const std::vector<std::string>& places = kPlaces[random.below(kPlaces.size())];
  return litmus({{places[0], alike}, {places[1], alike}, {places[2], third}},
                kConditions[random.below(kConditions.size())]);
}

Analysis analyseRepresentatives(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                                const AnalysisOptions& options) {
  return Gatherer(structure, model, options).run();
}

void checkSame(const std::shared_ptr<const EventStructure>& structure, const Model& model,
               const Analysis& tested, const Analysis& expected) {
  Evaluator evaluator(model, *structure);
  checkOutcomes(structure->program(), evaluator, tested, expected);
  checkFlags(*structure, evaluator, tested, expected);
  checkIncidents(evaluator, tested, expected);
}

}  // namespace hrfcheck::test
