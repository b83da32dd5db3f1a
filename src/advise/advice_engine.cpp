#include "advise/advice_engine.h"

#include <algorithm>

#include "cat/model/undefining_checks.h"
#include "check/engine_choice.h"

namespace hrfcheck::inline advise {
namespace {

/// Candidates that the explicit engine looks at for one question.
constexpr std::uint64_t kCandidates = 50'000;
/// Questions in a row that it may leave open.
constexpr int kMostInVain = 3;

class AdviceEngine : public Engine {
 public:
  std::string name() const override { return last_; }

  Analysis analyse(const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                   const AnalysisOptions& options) override {
    if (inVain_ < kMostInVain) {
      AnalysisOptions limited = options;
      limited.candidateLimit = kCandidates;
      Analysis tried = explicit_->analyse(skeleton, model, limited);
      last_ = explicit_->name();
      const bool found = std::ranges::any_of(tried.flags, [&](const FlagFinding& finding) {
        return makesUndefined(model.checks[finding.check]);
      });
      if (!tried.undecided || found || options.deadline.expired()) {
        inVain_ = 0;
        return tried;
      }
      ++inVain_;
    }
    Analysis analysis = auto_->analyse(skeleton, model, options);
    last_ = auto_->name();
    return analysis;
  }

 private:
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
