#include "synth/judge/mixed_judge.h"

#include <algorithm>
#include <map>
#include <optional>

#include "frontend/print/print_litmus.h"
#include "synth/judge/outcome_judge.h"
#include "synth/programs/converted_program.h"
#include "synth/programs/test_program.h"

namespace hrfcheck::inline synth {
namespace {

/// The programs of a shape, by number, as BitslicedInputs numbers them.
class ShapePrograms {
 public:
  ShapePrograms(const SynthShape& shape, const SynthBounds& bounds) : shape_(&shape) {
    for (const SynthStep& step : shape.steps) {
      choices_.push_back(annotationsOf(step.kind, bounds));
      count_ *= choices_.back().size();
    }
  }

  std::uint64_t count() const { return count_; }

  /// Null where the dialect cannot express it.
  std::shared_ptr<const Program> at(std::uint64_t number, const std::string& target) const {
    std::vector<StepAnnotation> annotations(choices_.size());
    for (std::size_t s = choices_.size(); s-- > 0;) {
      annotations[s] = choices_[s][number % choices_[s].size()];
      number /= choices_[s].size();
    }
    return convertedProgram(*shape_, annotations, target);
  }

 private:
  const SynthShape* shape_;
  std::vector<std::vector<StepAnnotation>> choices_;  ///< by step
  std::uint64_t count_ = 1;
};

/// What a model of another dialect says of the programs of a shape.
class ConvertedModel {
 public:
  ConvertedModel(std::size_t index, const Model& model, Rules rules) : index_(index), judge_(model, rules) {}

  std::size_t index() const { return index_; }
  void startShape() { known_.clear(); }

  /// Of programs that are the same text in their dialect one is judged.
  /// @param text of the program
  const OutcomeAnswers& answers(const std::string& text, const std::shared_ptr<const Program>& program,
                                const Deadline& deadline) {
    const auto known = known_.find(text);
    if (known != known_.end()) {
      return known->second;
    }
    if (known_.size() >= kMostKnown) {
      known_.clear();
    }
    return known_.emplace(text, judge_.answers(program, deadline)).first->second;
  }

 private:
  static constexpr std::size_t kMostKnown = 20'000;  ///< some tens of MiB

  std::size_t index_;
  OutcomeJudge judge_;
  std::map<std::string, OutcomeAnswers> known_;  ///< of the shape at hand, by text
};

class MixedJudge final : public ShapeJudge {
 public:
  MixedJudge(const std::vector<std::shared_ptr<const Model>>& models, const std::vector<std::string>& targets,
             const SynthBounds& bounds, Rules rules)
      : bounds_(bounds), models_(models.size()) {
    std::vector<std::shared_ptr<const Model>> plain;
    for (std::size_t m = 0; m < models.size(); ++m) {
      if (targets[m].empty()) {
        plain.push_back(models[m]);
        plainIndices_.push_back(m);
      } else {
        converted_[targets[m]].emplace_back(m, *models[m], rules);
      }
    }
    if (!plain.empty()) {
      plain_ = rules == Rules::Plain ? makeProgramJudge(plain, bounds, KeptExecutions::Everything)
                                     : makeShapeJudge(plain, bounds, KeptExecutions::All);
    }
  }

  ShapeExtent start(const SynthShape& shape, const Deadline& deadline) override {
    if (plain_) {
      plain_->start(shape, deadline);
      observations_ = plain_->observations();
    } else {
      observations_ = observationsOf(shape, deadline);
    }
    programs_.emplace(shape, bounds_);
    numberObservations(shape);
    for (auto& [target, models] : converted_) {
      std::ranges::for_each(models, &ConvertedModel::startShape);
    }
    return {candidateExecutions(shape), 0, programs_->count()};
  }

  const std::vector<ObservedExecutions>& observations() const override { return observations_; }

  std::vector<std::vector<BitslicedAnswers>> judge(std::uint64_t first, const Deadline& deadline) override {
    std::vector<std::vector<BitslicedAnswers>> answers(observations_.size(),
                                                       std::vector<BitslicedAnswers>(models_));
    if (plain_) {
      judgePlain(first, answers, deadline);
    }
    inexpressible_ = {};
    for (std::size_t lane = 0; lane < Bitslice::kCount && first + lane < programs_->count(); ++lane) {
      deadline.check();
      judgeConverted(first + lane, lane, answers, deadline);
    }
    return answers;
  }

  Bitslice inexpressible() const override { return inexpressible_; }

 private:
  using Answers = std::vector<std::vector<BitslicedAnswers>>;  ///< by observation and model

  void numberObservations(const SynthShape& shape) {
    const auto program = programOf(shape, std::vector<StepAnnotation>(shape.steps.size(), kAnyAtomic));
    numbers_.clear();
    for (std::size_t o = 0; o < observations_.size(); ++o) {
      numbers_.emplace(valuesIn(shape, observations_[o].observation, *program), o);
    }
  }

  void judgePlain(std::uint64_t first, Answers& answers, const Deadline& deadline) {
    const Answers plain = plain_->judge(first, deadline);
    for (std::size_t o = 0; o < plain.size(); ++o) {
      for (std::size_t m = 0; m < plainIndices_.size(); ++m) {
        answers[o][plainIndices_[m]] = plain[o][m];
      }
    }
  }

  void judgeConverted(std::uint64_t number, std::size_t lane, Answers& answers, const Deadline& deadline) {
    std::map<std::string, std::shared_ptr<const Program>> programs;  // by target
    for (const auto& [target, models] : converted_) {
      auto& program = programs[target];
      program = programs_->at(number, target);
      if (!program) {
        inexpressible_.insert(lane);
        return;
      }
    }
    for (auto& [target, models] : converted_) {
      const std::shared_ptr<const Program>& program = programs[target];
      const std::string text = printLitmus(*program);
      for (ConvertedModel& model : models) {
        take(model.answers(text, program, deadline), model.index(), lane, answers);
      }
    }
  }

  /// A final state that is none of the observations is the same as one except for names.
  void take(const OutcomeAnswers& outcomes, std::size_t model, std::size_t lane, Answers& answers) const {
    for (const auto& [values, answer] : outcomes) {
      const auto number = numbers_.find(values);
      if (number == numbers_.end()) {
        continue;
      }
      BitslicedAnswers& of = answers[number->second][model];
      (answer == SynthAnswer::Racy ? of.racy : of.allowed).insert(lane);
    }
  }

  /// What values are observed does not depend on annotations; an exchange has one.
  static inline const StepAnnotation kAnyAtomic = Atomicity{Order::Relaxed, kDeviceLevel, false};

  SynthBounds bounds_;
  std::size_t models_;
  std::unique_ptr<ShapeJudge> plain_;                             ///< of the models that take HSA tests
  std::vector<std::size_t> plainIndices_;                         ///< of these, among all
  std::map<std::string, std::vector<ConvertedModel>> converted_;  ///< the others, by target
  std::optional<ShapePrograms> programs_;
  std::vector<ObservedExecutions> observations_;
  std::map<std::vector<Value>, std::size_t> numbers_;  ///< of observations, by values
  Bitslice inexpressible_;
};

}  // namespace

std::unique_ptr<ShapeJudge> makeMixedJudge(const std::vector<std::shared_ptr<const Model>>& models,
                                           const std::vector<std::string>& targets, const SynthBounds& bounds,
                                           Rules rules) {
  return std::make_unique<MixedJudge>(models, targets, bounds, rules);
}

}  // namespace hrfcheck::inline synth
