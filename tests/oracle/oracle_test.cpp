// The engines, with the models as they stand in models/, against definitions written down once more from
// their papers (definitions.h), over every candidate execution: outcomes and racing pairs, on the small tests
// of litmus/ and on random ones.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cat/library.h"
#include "check/models/scope_of_model.h"
#include "differential/random_program.h"
#include "engine/engine.h"
#include "engine/explicit/enumeration.h"
#include "frontend/litmus.h"
#include "oracle/definitions.h"
#include "support/given.h"

namespace hrfcheck::test {
namespace {

constexpr unsigned kUnroll = 2;
#ifdef HRFCHECK_SANITIZED
constexpr unsigned kShare = 5;
#else
constexpr unsigned kShare = 1;
#endif
constexpr std::uint64_t kMostCandidates = 400 / kShare;
constexpr std::size_t kMostSteps = 16;

struct Answer {
  std::set<std::vector<Value>> outcomes;
  std::set<InstructionPair> races;

  friend bool operator==(const Answer&, const Answer&) = default;
};

std::string textOf(const Program& program, const Answer& answer) {
  std::string text;
  for (const std::vector<Value>& values : answer.outcomes) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      text += fmt::format("{}={} ", program.nameOf(program.observed[i]), program.valueText(values[i]));
    }
    text += "\n";
  }
  for (const auto& [a, b] : answer.races) {
    text += fmt::format("race {} {}\n", program.instructionName(a.thread, a.instruction),
                        program.instructionName(b.thread, b.instruction));
  }
  return text;
}

/// What a definition says; nothing where that is too much to work out.
std::optional<Answer> answerOf(const Definition& definition,
                               const std::shared_ptr<const EventStructure>& structure) {
  const Program& program = structure->program();
  Answer answer;
  bool tooMuch = false;
  EnumerationLimits limits;
  limits.candidates = kMostCandidates;
  const auto stopped = forEachCandidate(
      structure,
      [&](const Execution& x) {
        const auto final = [&](const StateVariable& v) { return x.finalValue(v); };
        if (!x.complete() || (program.filter && !holds(*program.filter, final))) {
          return true;
        }
        const History history(x);
        tooMuch = history.size() > kMostSteps;
        if (!history.returnsEarlierStores) {
          return true;
        }
        const std::optional<Judgement> judgement = tooMuch ? std::nullopt : definition.judge(history);
        tooMuch = tooMuch || !judgement;
        if (!tooMuch && judgement->allowed) {
          std::vector<Value> values;
          std::ranges::transform(program.observed, std::back_inserter(values), final);
          answer.outcomes.insert(values);
          answer.races.insert(judgement->races.begin(), judgement->races.end());
        }
        return !tooMuch;
      },
      limits);
  return stopped || tooMuch ? std::nullopt : std::optional(answer);
}

class Comparison {
 public:
  Comparison() : library_({HRFCHECK_SOURCE_DIR "/models"}) {
    for (const std::vector<Definition>& some :
         {interleavedDefinitions(), relaxedDefinitions(), c11Definitions(), openClDefinitions()}) {
      for (const Definition& definition : some) {
        definitions_.push_back(definition);
        models_.push_back(library_.load(definition.model));
      }
    }
  }

  void compare(const std::string& name, const std::string& text) {
    const auto program = parseLitmus(std::make_shared<const Source>(name, text));
    if (!program->notForModels.empty()) {
      return;
    }
    const auto structure = std::make_shared<const EventStructure>(program, kUnroll);
    const auto loops = [](const UnrolledThread& thread) { return !thread.loops.empty(); };
    if (structure->size() > Pairs::kMost || std::ranges::any_of(structure->threads(), loops)) {
      return;
    }
    for (std::size_t m = 0; m < models_.size(); ++m) {
      if (whyNotApplicable(models_[m], *program).empty()) {
        compareOne(definitions_[m], models_[m], structure, text);
      }
    }
  }

  /// How many tests each model was held against.
  const std::map<std::string, unsigned>& compared() const { return compared_; }

 private:
  void compareOne(const Definition& definition, const Model& model,
                  const std::shared_ptr<const EventStructure>& structure, const std::string& text) {
    const std::optional<Answer> wanted = answerOf(definition, structure);
    const Analysis analysis = wanted ? engine_->analyse(given(structure, model), {}) : Analysis{};
    // Executions that do not end well are not spoken of in the papers.
    if (!wanted || !analysis.incidents.empty() || analysis.undecided) {
      return;
    }
    Answer found;
    for (const Outcome& outcome : analysis.outcomes) {
      found.outcomes.insert(outcome.values);
    }
    for (const FlagFinding& flag : analysis.flags) {
      for (const FlagPair& pair : flag.pairs) {
        if (model.checks[flag.check].name == kRaceFlag) {
          found.races.insert(std::minmax(pair.first, pair.second));
        }
      }
    }
    ++compared_[definition.model];
    const std::string expected = textOf(structure->program(), *wanted);
    CHECK_MESSAGE(found == *wanted, definition.model, "\n", text, "\nby the definition:\n", expected,
                  "\nby the model:\n", textOf(structure->program(), found));
  }

  ModelLibrary library_;
  std::vector<Definition> definitions_;
  std::vector<Model> models_;
  std::unique_ptr<Engine> engine_ = makeExplicitEngine();
  std::map<std::string, unsigned> compared_;
};

void requireEnough(const Comparison& comparison, unsigned least) {
  for (const auto& [model, count] : comparison.compared()) {
    CAPTURE(model);
    CHECK(count >= least);
    MESSAGE(model, ": ", count, " tests");
  }
  CHECK(comparison.compared().size() == 14);
}

}  // namespace

TEST_CASE("the small tests of litmus/") {
  Comparison comparison;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(HRFCHECK_SOURCE_DIR "/litmus")) {
    if (entry.path().extension() == ".litmus") {
      comparison.compare(entry.path().string(), readSource(entry.path().string())->text());
    }
  }
  requireEnough(comparison, 20 / kShare);
}

TEST_CASE("random small tests") {
  constexpr std::uint64_t kSeeds = 200 / kShare;
  constexpr unsigned kAccesses = 6;
  Comparison comparison;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto profile = static_cast<Profile>(seed % kProfiles);
    if (!hasLoops(profile)) {
      comparison.compare("random.litmus", randomLitmus(seed, profile, kAccesses));
    }
  }
  requireEnough(comparison, 15 / kShare);
}

}  // namespace hrfcheck::test
