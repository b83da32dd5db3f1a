// The explicit engine: the search finds candidates, the evaluator judges them, and symmetries of the test
// (program/symmetry/symmetry.h) let one candidate speak for many.

#include <algorithm>

#include "engine/cut_loops.h"
#include "engine/explicit/search_findings.h"
#include "engine/one_state.h"
#include "engine/spinning_runs.h"

namespace hrfcheck::inline engine {
namespace {

class ExplicitEngine : public Engine {
 public:
  std::string name() const override { return "explicit"; }

  Analysis analyse(const PreparedTest& test, const AnalysisOptions& options) override {
    const std::shared_ptr<const EventStructure>& structure = test.structurePtr();
    const Model& model = test.model();
    if (options.activity != nullptr) {
      options.activity->begin("explicit", "decisions");
    }
    try {
      if (oneStateSettles(structure->program(), options)) {
        Analysis analysis = search(structure, model, options, {Executions::Complete});
        if (!analysis.outcomes.empty()) {
          return analysis;
        }
      }
      if (std::optional<Analysis> analysis = apart(structure, model, options)) {
        return *std::move(analysis);
      }
      return search(structure, model, options, {});
    } catch (const OutOfTime&) {
      Analysis analysis;
      analysis.undecided = "time limit";
      return analysis;
    }
  }

 private:
  /// Which executions are looked at.
  enum class Executions { All, Complete };
  /// What a search need not go on for.
  struct Aim {
    Executions executions = Executions::All;
    const Incidents* incidents = nullptr;                    ///< nothing else is wanted
    const std::set<std::vector<Value>>* outcomes = nullptr;  ///< there are no others
  };

  /// Candidates after which it is no longer worth looking for the incidents alone.
  static constexpr std::uint64_t kQuick = 2000;

  /// Where a loop may reach its bound and no flag can be raised: the incidents and the outcomes, each by a
  /// search that leaves out whatever does not show any, and ends when there can be no more. Loops at their
  /// bound have many executions that are alike; but where none gets there, the executions are counted.
  /// Nothing where a flag may be raised, or where it would take long.
  static std::optional<Analysis> apart(const std::shared_ptr<const EventStructure>& structure,
                                       const Model& model, const AnalysisOptions& options) {
    if (!onlyCutsLoops(*structure, model, options)) {
      return std::nullopt;
    }
    CoherenceRules rules(model, *structure, options.deadline);
    const std::optional<PossibleFindings> possible = possibleFindings(*structure, rules, options.deadline);
    if (!possible) {
      return std::nullopt;
    }
    AnalysisOptions one = options;
    one.flags = false;
    one.outcomes = OutcomeSearch::None;
    one.candidateLimit = options.candidateLimit != 0 ? options.candidateLimit : kQuick;
    one.mayExceedLimit = false;
    Analysis incidents = search(structure, model, one, {.incidents = &possible->incidents});
    if (incidents.undecided) {
      return std::nullopt;
    }
    if (options.outcomes == OutcomeSearch::None) {
      return incidents;
    }
    const bool bound = std::ranges::any_of(
        incidents.incidents, [](const Incident& i) { return i.kind == IncidentKind::BoundReached; });
    one = options;
    one.flags = false;
    Analysis analysis =
        search(structure, model, one, {Executions::Complete, nullptr, bound ? &possible->outcomes : nullptr});
    analysis.incidents = std::move(incidents.incidents);
    for (std::size_t i = 0; i < analysis.statistics.size(); ++i) {
      analysis.statistics[i].second += incidents.statistics[i].second;
    }
    return analysis;
  }

  /// @throws OutOfTime when the deadline expires before the search begins
  static Analysis search(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                         const AnalysisOptions& options, const Aim& aim) {
    std::vector<SymmetryGroup> groups;
    std::optional<Orbits> orbits;
    if (options.symmetry) {
      groups = symmetriesOf(*structure);
      if (!groups.empty()) {
        orbits.emplace(structure, groups);
      }
    }
    PartialEvaluator evaluator(model, *structure, options.deadline);
    Search search(*structure, model, evaluator, groups, spinningRunsFor(*structure, model, options),
                  options.deadline);
    if (aim.executions == Executions::Complete) {
      search.leaveOutIncomplete();
    }
    SearchFindings findings(model, structure, options, search, evaluator, orbits ? &*orbits : nullptr);
    if (aim.incidents != nullptr) {
      findings.wantIncidents(*aim.incidents);
    }
    if (aim.outcomes != nullptr) {
      findings.expectOutcomes(*aim.outcomes);
    }
    SearchLimits limits{options.deadline, options.activity, options.candidateLimit, nullptr};
    if (options.mayExceedLimit) {
      limits.goOn = [&](double expected) {
        return expected <= static_cast<double>(options.candidateLimit) * findings.patience(search.counts());
      };
    }
    const std::optional<std::string> undecided = search.run([&] { return findings.add(); }, limits);
    Analysis analysis = findings.take(!undecided && !findings.endedByUntil() && !findings.foundEverything());
    analysis.foundUntil = findings.endedByUntil();
    if (undecided || analysis.foundUntil) {
      analysis.undecided = undecided.value_or("ended by what was looked for");
    }
    if (analysis.undecided) {
      analysis.executionCounts.reset();
    }
    const SearchCounts& counts = search.counts();
    if (undecided && search.explored() > 0) {
      analysis.expectedCandidates = counts.inCandidates() / search.explored();
    }
    analysis.statistics = {{"decisions", counts.decisions},
                           {"refuted", counts.refuted},
                           {"candidates", counts.candidates},
                           {"consistent", findings.consistent()}};
    return analysis;
  }
};

}  // namespace

std::unique_ptr<Engine> makeExplicitEngine() {
  return std::make_unique<ExplicitEngine>();
}

}  // namespace hrfcheck::inline engine
