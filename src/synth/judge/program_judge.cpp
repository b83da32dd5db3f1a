#include <algorithm>
#include <deque>

#include "synth/bitsliced/annotation_bounds.h"
#include "synth/judge/shape_judge.h"
#include "synth/programs/test_program.h"
#include "synth/shapes/shape_executions.h"

namespace hrfcheck::inline synth {
namespace {

class ProgramJudge final : public ShapeJudge {
 public:
  ProgramJudge(const std::vector<std::shared_ptr<const Model>>& models, const SynthBounds& bounds,
               KeptExecutions kept)
      : models_(models), bounds_(bounds), kept_(kept) {
    for (const auto& model : models) {
      plain_.push_back(withoutAnnotations(*model));
    }
  }

  ShapeExtent start(const SynthShape& shape, const Deadline& deadline) override {
    shape_ = &shape;
    choices_.clear();
    ShapeExtent extent;
    extent.programs = 1;
    for (const SynthStep& step : shape.steps) {
      choices_.push_back(annotationsOf(step.kind, bounds_));
      extent.programs *= choices_.back().size();
    }
    programs_ = extent.programs;
    list(deadline, extent);
    extent.programs = observations_.empty() ? 0 : programs_;
    return extent;
  }

  const std::vector<ObservedExecutions>& observations() const override { return observations_; }

  std::vector<std::vector<BitslicedAnswers>> judge(std::uint64_t first, const Deadline& deadline) override {
    std::vector<std::vector<BitslicedAnswers>> answers(observations_.size(),
                                                       std::vector<BitslicedAnswers>(models_.size()));
    for (std::size_t lane = 0; lane < Bitslice::kCount && first + lane < programs_; ++lane) {
      deadline.check();
      judgeProgram(first + lane, lane, answers, deadline);
    }
    return answers;
  }

 private:
  std::shared_ptr<const EventStructure> structureOf(std::uint64_t program) const {
    std::vector<StepAnnotation> annotations(choices_.size());
    for (std::size_t s = choices_.size(); s-- > 0;) {
      annotations[s] = choices_[s][program % choices_[s].size()];
      program /= choices_[s].size();
    }
    return std::make_shared<const EventStructure>(programOf(*shape_, annotations));
  }

  void list(const Deadline& deadline, ShapeExtent& extent) {
    observations_.clear();
    executions_.clear();
    const auto structure = structureOf(0);
    std::deque<SynthJudge> judges;
    for (const Model& model : plain_) {
      judges.emplace_back(model, *structure, deadline);
    }
    extent.executions = extent.pruned = candidateExecutions(*shape_);
    for (ObservedExecutions& observed : observationsOf(*shape_, deadline)) {
      deadline.check();
      std::vector<Execution> left;
      for (const SynthCoherence& co : observed.coherence) {
        Execution execution = executionOf(*shape_, observed.observation, co, structure);
        if (kept_ == KeptExecutions::Everything ||
            std::ranges::any_of(judges, [&](SynthJudge& judge) { return judge.consistent(execution); })) {
          left.push_back(std::move(execution));
        }
      }
      extent.pruned -= left.size() * sameBut(observed, *shape_);
      if (!left.empty() || kept_ == KeptExecutions::All) {
        observations_.push_back(std::move(observed));
        executions_.push_back(std::move(left));
      }
    }
  }

  void judgeProgram(std::uint64_t program, std::size_t lane,
                    std::vector<std::vector<BitslicedAnswers>>& answers, const Deadline& deadline) {
    const auto structure = structureOf(program);
    for (std::size_t m = 0; m < models_.size(); ++m) {
      SynthJudge judge(*models_[m], *structure, deadline);
      for (std::size_t o = 0; o < observations_.size(); ++o) {
        std::vector<const Execution*> executions;
        for (Execution& execution : executions_[o]) {
          execution.structure = structure;  // its runs and choices are the same
          executions.push_back(&execution);
        }
        const SynthAnswer answer = judge.judge(executions);
        if (answer == SynthAnswer::Allowed) {
          answers[o][m].allowed.insert(lane);
        } else if (answer == SynthAnswer::Racy) {
          answers[o][m].racy.insert(lane);
        }
      }
    }
  }

  std::vector<std::shared_ptr<const Model>> models_;
  SynthBounds bounds_;
  KeptExecutions kept_;
  std::vector<Model> plain_;  ///< withoutAnnotations
  const SynthShape* shape_ = nullptr;
  std::vector<std::vector<StepAnnotation>> choices_;  ///< by step
  std::uint64_t programs_ = 0;
  std::vector<ObservedExecutions> observations_;
  std::vector<std::vector<Execution>> executions_;  ///< by observation, those that are left
};

}  // namespace

std::unique_ptr<ShapeJudge> makeProgramJudge(const std::vector<std::shared_ptr<const Model>>& models,
                                             const SynthBounds& bounds, KeptExecutions kept) {
  return std::make_unique<ProgramJudge>(models, bounds, kept);
}

}  // namespace hrfcheck::inline synth
