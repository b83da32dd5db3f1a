#include "check/auto_engine.h"

#include <utility>

#include "check/add_findings.h"
#include "engine/cut_loops.h"
#include "engine/one_state.h"

namespace hrfcheck::inline check {
namespace {

/// Larger tests are the solver's at once: beyond a word, the rows of relations make every candidate dearer.
constexpr std::size_t kMostEvents = 64;
/// The same of tests that need few candidates for their size.
constexpr std::size_t kMostEventsOfLoops = 128;

bool isSmall(const Skeleton& skeleton, const Model& model, const AnalysisOptions& options) {
  const std::size_t size = skeleton.size();
  if (size <= kMostEvents || oneStateSettles(skeleton.program(), options)) {
    return true;
  }
  try {
    return size <= kMostEventsOfLoops && onlyCutsLoops(skeleton, model, options);
  } catch (const OutOfTime&) {
    return false;
  }
}

class AutoEngine : public Engine {
 public:
  explicit AutoEngine(std::uint64_t candidateLimit) : candidateLimit_(candidateLimit) {}

  std::string name() const override { return last_; }

  Analysis analyse(const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                   const AnalysisOptions& options) override {
    Analysis earlier;
    if (options.dumpSmt2 == nullptr && isSmall(*skeleton, model, options)) {
      AnalysisOptions limited = options;
      limited.candidateLimit = candidateLimit_;
      limited.mayExceedLimit = true;
      earlier = run(enumerating_, &makeExplicitEngine, skeleton, model, limited);
      if (earlier.undecided && options.deadline.expired()) {
        earlier.undecided = "time limit";
      }
      if (!earlier.undecided || earlier.foundUntil || options.deadline.expired()) {
        return earlier;
      }
    }
    Analysis analysis = run(solving_, &makeSmtEngine, skeleton, model, options);
    if (analysis.undecided) {
      addFindings(analysis, std::move(earlier));
    }
    if (!analysis.undecided || options.deadline.expired()) {
      return analysis;
    }
    Analysis enumerated = run(enumerating_, &makeExplicitEngine, skeleton, model, options);
    if (enumerated.undecided) {
      addFindings(enumerated, std::move(analysis));
    }
    return enumerated;
  }

 private:
  Analysis run(std::unique_ptr<Engine>& engine, std::unique_ptr<Engine> (*make)(),
               const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
               const AnalysisOptions& options) {
    if (!engine) {
      engine = make();
    }
    last_ = engine->name();
    return engine->analyse(skeleton, model, options);
  }

  std::uint64_t candidateLimit_;
  std::unique_ptr<Engine> enumerating_;
  std::unique_ptr<Engine> solving_;
  std::string last_ = "auto";
};

}  // namespace

std::unique_ptr<Engine> makeAutoEngine(std::uint64_t candidateLimit) {
  return std::make_unique<AutoEngine>(candidateLimit);
}

}  // namespace hrfcheck::inline check
