// The reference engine: every candidate execution, each judged by the evaluator. Its one virtue is to be
// obviously right.

#include <algorithm>

#include "engine/explicit/enumeration.h"
#include "engine/explicit/findings.h"

namespace hrfcheck::inline engine {
namespace {

bool passesFilter(const Program& program, const Execution& execution) {
  return !program.filter ||
         holds(*program.filter, [&](const StateVariable& v) { return execution.finalValue(v); });
}

class Analyser {
 public:
  Analyser(const std::shared_ptr<const EventStructure>& structure, const Model& model,
           const AnalysisOptions& options)
      : structure_(structure),
        options_(options),
        evaluator_(model, *structure),
        findings_(structure->program(), options),
        everyChoice_(options.flags && flagsHangOnChoices(model)) {}

  Analysis run() {
    EnumerationCounts counts;
    const EnumerationLimits limits{options_.deadline, options_.candidateLimit};
    const std::optional<std::string> limit = forEachCandidate(
        structure_, [&](const Execution& execution) { return judge(execution); }, limits, &counts);
    Analysis analysis = findings_.take();
    analysis.undecided = timeIsUp_ ? std::optional<std::string>("time limit")
                         : ended_  ? std::optional<std::string>("ended by what was looked for")
                                   : limit;
    if (analysis.undecided) {
      analysis.executionCounts.reset();
    }
    analysis.statistics = {
        {"thread runs", counts.runs}, {"candidates", counts.candidates}, {"consistent", consistent_}};
    return analysis;
  }

 private:
  /// False when the time is up.
  bool judge(const Execution& execution) {
    const bool complete = execution.complete();
    if (complete && !passesFilter(structure_->program(), execution)) {
      return true;
    }
    bool consistent = false;
    evaluator_.forEachChoice(execution,
                             [&](const std::vector<Relation>& choices, const Evaluation& evaluation) {
                               if (++evaluations_ % 64 == 0 && options_.deadline.expired()) {
                                 timeIsUp_ = true;
                                 return false;
                               }
                               if (!evaluation.consistent()) {
                                 return true;
                               }
                               if (complete && !consistent) {
                                 show(execution, choices);
                               }
                               if (complete) {
                                 findings_.addComplete(execution, choices, evaluation, !consistent);
                               } else {
                                 findings_.addIncomplete(execution, choices, evaluation, !consistent);
                               }
                               consistent = true;
                               return everyChoice_;
                             });
    consistent_ += consistent ? 1 : 0;
    return !timeIsUp_ && !ended_;
  }

  void show(const Execution& execution, const std::vector<Relation>& choices) {
    if (options_.eachSatisfying && holds(*structure_->program().condition,
                                         [&](const StateVariable& v) { return execution.finalValue(v); })) {
      ended_ = !options_.eachSatisfying(Witness(execution, choices));
    }
  }

  const std::shared_ptr<const EventStructure>& structure_;
  const AnalysisOptions& options_;
  Evaluator evaluator_;
  Findings findings_;
  bool everyChoice_;
  bool timeIsUp_ = false;
  bool ended_ = false;  ///< by who was shown an execution
  std::uint64_t evaluations_ = 0;
  std::uint64_t consistent_ = 0;
};

class ReferenceEngine : public Engine {
 public:
  std::string name() const override { return "reference"; }
  Analysis analyse(const PreparedTest& test, const AnalysisOptions& options) override {
    return Analyser(test.structurePtr(), test.model(), options).run();
  }
};

}  // namespace

std::unique_ptr<Engine> makeReferenceEngine() {
  return std::make_unique<ReferenceEngine>();
}

}  // namespace hrfcheck::inline engine
