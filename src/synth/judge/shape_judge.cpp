#include "synth/judge/shape_judge.h"

#include <map>

#include "util/mapped.h"

namespace hrfcheck::inline synth {
namespace {

/// The executions that some model may not forbid, as far as requirements say that annotations cannot change.
class Possible final : public PartialCandidates {
 public:
  Possible(const BitslicedInputs& inputs, BitslicedJudge& judge, std::size_t models, const Deadline& deadline)
      : inputs_(inputs), judge_(judge), models_(models), look_(deadline), rf_(inputs.events(), 0) {}

  bool start(const SynthCoherence& co) override {
    co_ = inputs_.coherence(co);
    return holds(true);
  }
  bool read(std::uint32_t step, std::uint32_t source) override {
    rf_[inputs_.sourceOf(step, source)] |= inputs_.readOf(step);
    return holds(true);
  }
  bool whole() override { return holds(false); }
  void takeBack(std::uint32_t step, std::uint32_t source) override {
    rf_[inputs_.sourceOf(step, source)] &= ~inputs_.readOf(step);
  }

 private:
  bool holds(bool part) {
    look_.spend(inputs_.events() * inputs_.events());
    judge_.startExecution(rf_, co_);
    for (std::size_t m = 0; m < models_; ++m) {
      if (judge_.plainlyConsistent(m, part)) {
        return true;
      }
    }
    return false;
  }

  const BitslicedInputs& inputs_;
  BitslicedJudge& judge_;
  std::size_t models_;
  PacedLook look_;
  std::vector<std::uint32_t> rf_, co_;
};

class BitslicedShapeJudge final : public ShapeJudge {
 public:
  BitslicedShapeJudge(BitslicedPlan plan, const SynthBounds& bounds, KeptExecutions kept)
      : plan_(std::move(plan)), bounds_(bounds), kept_(kept), judge_(plan_) {}

  ShapeExtent start(const SynthShape& shape, const Deadline& deadline) override {
    inputs_.emplace(shape, tableFor(shape.threads), bounds_);
    inputs_->start(0);
    judge_.startShape(*inputs_);
    executions_.clear();
    if (kept_ == KeptExecutions::All) {
      observations_ = observationsOf(shape, deadline);
    } else {
      Possible possible(*inputs_, judge_, plan_.models().size(), deadline);
      observations_ = observationsAmong(shape, possible);
    }
    ShapeExtent extent;
    extent.executions = extent.pruned = candidateExecutions(shape);
    for (const ObservedExecutions& observed : observations_) {
      addExecutions(observed);
      extent.pruned -= executions_.back().size() * sameBut(observed, shape);
    }
    extent.programs = observations_.empty() ? 0 : inputs_->programs();
    return extent;
  }

  const std::vector<ObservedExecutions>& observations() const override { return observations_; }

  std::vector<std::vector<BitslicedAnswers>> judge(std::uint64_t first, const Deadline& deadline) override {
    inputs_->start(first);
    judge_.startChunk();
    std::vector<std::vector<BitslicedAnswers>> answers(observations_.size(),
                                                       std::vector<BitslicedAnswers>(plan_.models().size()));
    for (std::size_t o = 0; o < observations_.size(); ++o) {
      deadline.check();
      for (const BitslicedExecution& execution : executions_[o]) {
        judge_.startExecution(execution.rf, execution.co);
        for (std::size_t m = 0; m < answers[o].size(); ++m) {
          judge_.judge(m, answers[o][m]);
        }
      }
    }
    return answers;
  }

 private:
  struct BitslicedExecution {
    std::vector<std::uint32_t> rf, co;
  };

  const AnnotationTable& tableFor(const ThreadShape& threads) {
    auto& table = tables_[{threads.groups, threads.components}];
    if (!table) {
      table = std::make_unique<AnnotationTable>(threads, bounds_);
    }
    return *table;
  }

  /// Those that some model may not forbid.
  void addExecutions(const ObservedExecutions& observed) {
    std::vector<BitslicedExecution>& executions = executions_.emplace_back();
    const std::vector<std::uint32_t> rf = inputs_->readsFrom(observed.observation);
    for (const SynthCoherence& order : observed.coherence) {
      BitslicedExecution execution{rf, inputs_->coherence(order)};
      if (isPossible(execution)) {
        executions.push_back(std::move(execution));
      }
    }
  }

  bool isPossible(const BitslicedExecution& execution) {
    if (kept_ == KeptExecutions::Possible) {
      return true;  // observationsAmong has dropped the others
    }
    judge_.startExecution(execution.rf, execution.co);
    for (std::size_t m = 0; m < plan_.models().size(); ++m) {
      if (judge_.plainlyConsistent(m)) {
        return true;
      }
    }
    return false;
  }

  using Places = std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;

  BitslicedPlan plan_;
  SynthBounds bounds_;
  KeptExecutions kept_;
  BitslicedJudge judge_;
  std::map<Places, std::unique_ptr<AnnotationTable>> tables_;
  std::optional<BitslicedInputs> inputs_;  ///< of the shape at hand
  std::vector<ObservedExecutions> observations_;
  std::vector<std::vector<BitslicedExecution>> executions_;  ///< by observation, those that are left
};

}  // namespace

std::unique_ptr<ShapeJudge> makeShapeJudge(const std::vector<std::shared_ptr<const Model>>& models,
                                           const SynthBounds& bounds, KeptExecutions kept) {
  auto plain = mapped<const Model*>(models, [&](const auto& model) { return model.get(); });
  if (std::optional<BitslicedPlan> plan = BitslicedPlan::of(plain)) {
    return std::make_unique<BitslicedShapeJudge>(std::move(*plan), bounds, kept);
  }
  return makeProgramJudge(models, bounds, kept);
}

}  // namespace hrfcheck::inline synth
