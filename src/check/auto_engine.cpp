#include "check/auto_engine.h"

namespace hrfcheck {
namespace {

class AutoEngine : public Engine {
 public:
  explicit AutoEngine(std::uint64_t candidateLimit) : candidateLimit_(candidateLimit) {}

  std::string name() const override { return last_; }

  Analysis analyse(const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                   const AnalysisOptions& options) override {
    if (options.dumpSmt2 == nullptr) {
      AnalysisOptions limited = options;
      limited.candidateLimit = candidateLimit_;
      Analysis analysis = run(enumerating_, &makeExplicitEngine, skeleton, model, limited);
      if (!analysis.undecided || options.deadline.expired()) {
        return analysis;
      }
    }
    Analysis analysis = run(solving_, &makeSmtEngine, skeleton, model, options);
    if (!analysis.undecided || options.deadline.expired()) {
      return analysis;
    }
    Analysis enumerated = run(enumerating_, &makeExplicitEngine, skeleton, model, options);
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

}  // namespace hrfcheck
