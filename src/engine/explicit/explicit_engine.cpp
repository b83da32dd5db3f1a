// The explicit engine: the search finds candidates, the evaluator judges them, and symmetries of the test
// (program/symmetry/symmetry.h) let one candidate speak for many.

#include "engine/explicit/search_findings.h"
#include "engine/one_state.h"
#include "engine/spinning_runs.h"

namespace hrfcheck::inline engine {
namespace {

class ExplicitEngine : public Engine {
 public:
  std::string name() const override { return "explicit"; }

  Analysis analyse(const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                   const AnalysisOptions& options) override {
    if (options.activity != nullptr) {
      options.activity->begin("explicit", "decisions");
    }
    try {
      if (oneStateSettles(skeleton->program(), options)) {
        Analysis analysis = search(skeleton, model, options, Executions::Complete);
        if (!analysis.outcomes.empty()) {
          return analysis;
        }
      }
      return search(skeleton, model, options, Executions::All);
    } catch (const OutOfTime&) {
      Analysis analysis;
      analysis.undecided = "time limit";
      return analysis;
    }
  }

 private:
  /// Which executions are looked at.
  enum class Executions { All, Complete };

  /// @throws OutOfTime when the deadline expires before the search begins
  static Analysis search(const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                         const AnalysisOptions& options, Executions executions) {
    std::vector<SymmetryGroup> groups;
    std::optional<Orbits> orbits;
    if (options.symmetry) {
      groups = symmetriesOf(*skeleton);
      if (!groups.empty()) {
        orbits.emplace(skeleton, groups);
      }
    }
    PartialEvaluator evaluator(model, *skeleton, options.deadline);
    Search search(*skeleton, model, evaluator, groups, spinningRunsFor(*skeleton, model, options),
                  options.deadline);
    if (executions == Executions::Complete) {
      search.leaveOutIncomplete();
    }
    SearchFindings findings(model, skeleton, options, search, evaluator, orbits ? &*orbits : nullptr);
    SearchLimits limits{options.deadline, options.activity, options.candidateLimit, nullptr};
    if (options.mayExceedLimit) {
      limits.goOn = [&](double expected) {
        return expected <= static_cast<double>(options.candidateLimit) * findings.patience(search.counts());
      };
    }
    const std::optional<std::string> undecided = search.run([&] { return findings.add(); }, limits);
    Analysis analysis = findings.take(!undecided && !findings.foundUntil());
    analysis.foundUntil = findings.foundUntil();
    if (undecided || analysis.foundUntil) {
      analysis.undecided = undecided.value_or("ended by what was looked for");
    }
    if (analysis.undecided) {
      analysis.executionCounts.reset();
    }
    const SearchCounts& counts = search.counts();
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
