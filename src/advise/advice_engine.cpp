#include "advise/advice_engine.h"

#include <algorithm>

#include "cat/model/undefining_checks.h"
#include "check/engine_choice.h"

namespace hrfcheck::inline advise {
namespace {

/// Candidates that the explicit engine looks at for one question: few first, among which a race is mostly
/// found where there is one, and then so many.
constexpr std::uint64_t kFewCandidates = 1'000;
constexpr std::uint64_t kCandidates = 50'000;
/// Questions in a row that it may leave open.
constexpr int kMostInVain = 3;

class AdviceEngine : public Engine {
 public:
  std::string name() const override { return last_; }

  Analysis analyse(const PreparedTest& test, const AnalysisOptions& options) override {
    for (const std::uint64_t candidates : {kFewCandidates, kCandidates}) {
      if (inVain_ >= kMostInVain) {
        break;
      }
      Analysis tried = withAtMost(candidates, test, options);
      if (isEnough(tried, test.model()) || options.deadline.expired()) {
        inVain_ = 0;
        return tried;
      }
      inVain_ += candidates == kCandidates ? 1 : 0;
    }
    Analysis analysis = auto_->analyse(test, options);
    last_ = auto_->name();
    return analysis;
  }

 private:
  Analysis withAtMost(std::uint64_t candidates, const PreparedTest& test, const AnalysisOptions& options) {
    AnalysisOptions limited = options;
    limited.candidateLimit = candidates;
    last_ = explicit_->name();
    return explicit_->analyse(test, limited);
  }

  /// One execution that must not be says what is asked for; that there is none, only a complete answer.
  static bool isEnough(const Analysis& analysis, const Model& model) {
    return !analysis.undecided || std::ranges::any_of(analysis.flags, [&](const FlagFinding& finding) {
      return makesUndefined(model.checks[finding.check]);
    });
  }

  std::unique_ptr<Engine> explicit_ = makeExplicitEngine();
  std::unique_ptr<Engine> auto_ = makeEngine(EngineChoice::Auto);
  std::string last_ = "auto";
  int inVain_ = 0;
};

}  // namespace

std::unique_ptr<Engine> makeAdviceEngine() {
  return std::make_unique<AdviceEngine>();
}

}  // namespace hrfcheck::inline advise
