#include "batch/synth/answer_search.h"

#include <algorithm>
#include <deque>

#include "batch/synth/shape_executions.h"
#include "batch/synth/test_program.h"

// Executions first: the reads and coherence orders of a shape are listed before any annotation is chosen, and
// those that all models forbid whatever the annotations are dropped with all that would come of them. Then
// every choice of annotations is made, and what is left is judged under it.
//
// One of each class: shapes come once (ShapeSpace), observations once under the symmetries of their shape
// (observationsOf), annotations once under the symmetries that keep both: of the images of a test the one
// whose shape, observation and annotations, in this order, are least is examined.

namespace hrfcheck::inline batch {
namespace {

/// Every way to number the steps' annotations, each number below its limit.
bool nextNumbers(std::vector<std::uint32_t>& numbers,
                 const std::vector<std::vector<StepAnnotation>>& choices) {
  std::size_t at = numbers.size();
  while (at > 0 && numbers[at - 1] + 1 == choices[at - 1].size()) {
    numbers[--at] = 0;
  }
  if (at == 0) {
    return false;
  }
  ++numbers[at - 1];
  return true;
}

/// No symmetry of the observation makes the annotations less.
bool isFirst(const std::vector<std::uint32_t>& numbers, const std::vector<SynthRenaming>& symmetries) {
  std::vector<std::uint32_t> image(numbers.size());
  return std::ranges::none_of(symmetries, [&](const SynthRenaming& to) {
    for (std::size_t s = 0; s < numbers.size(); ++s) {
      image[to.steps[s]] = numbers[s];
    }
    return image < numbers;
  });
}

}  // namespace

std::vector<StepAnnotation> annotationsOf(const SynthShape& shape, const std::vector<std::uint32_t>& numbers,
                                          const SynthBounds& bounds) {
  std::vector<StepAnnotation> annotations;
  for (std::size_t s = 0; s < numbers.size(); ++s) {
    annotations.push_back(annotationsOf(shape.steps[s].kind, bounds).at(numbers[s]));
  }
  return annotations;
}

SynthCounts& SynthCounts::operator+=(const SynthCounts& other) {
  shapes += other.shapes;
  executions += other.executions;
  pruned += other.pruned;
  programs += other.programs;
  judged += other.judged;
  found += other.found;
  return *this;
}

/// The search of one shape.
class AnswerSearch::OfShape {
 public:
  OfShape(const AnswerSearch& search, const SynthShape& shape, const Deadline& deadline, SynthCounts& counts,
          const std::function<void(const AnsweredTest&)>& visit)
      : search_(search), shape_(shape), deadline_(deadline), counts_(counts), visit_(visit) {
    for (const SynthStep& step : shape.steps) {
      choices_.push_back(annotationsOf(step.kind, search.question_.bounds));
    }
  }

  void run() {
    ++counts_.shapes;
    std::vector<std::uint32_t> numbers(shape_.steps.size(), 0);
    listExecutions(numbers);
    if (left_.empty()) {
      return;
    }
    do {
      deadline_.check();
      judgeAll(numbers);
    } while (nextNumbers(numbers, choices_));
  }

 private:
  /// An observation with its executions that are left.
  struct Left {
    ObservedExecutions observed;
    std::vector<Execution> executions;
  };

  std::shared_ptr<const Skeleton> skeletonOf(const std::vector<std::uint32_t>& numbers) const {
    std::vector<StepAnnotation> annotations;
    for (std::size_t s = 0; s < numbers.size(); ++s) {
      annotations.push_back(choices_[s][numbers[s]]);
    }
    return std::make_shared<const Skeleton>(programOf(shape_, annotations));
  }

  void listExecutions(const std::vector<std::uint32_t>& numbers) {
    const auto skeleton = skeletonOf(numbers);
    std::deque<SynthJudge> judges;
    for (const Model& model : search_.plain_) {
      judges.emplace_back(model, *skeleton, deadline_);
    }
    for (ObservedExecutions& observed : observationsOf(shape_)) {
      deadline_.check();
      Left left{std::move(observed), {}};
      for (const SynthCoherence& co : left.observed.coherence) {
        Execution execution = executionOf(shape_, left.observed.observation, co, skeleton);
        ++counts_.executions;
        if (std::ranges::any_of(judges, [&](SynthJudge& judge) { return judge.consistent(execution); })) {
          left.executions.push_back(std::move(execution));
        } else {
          ++counts_.pruned;
        }
      }
      if (!left.executions.empty()) {
        left_.push_back(std::move(left));
      }
    }
  }

  void judgeAll(const std::vector<std::uint32_t>& numbers) {
    ++counts_.programs;
    const auto skeleton = skeletonOf(numbers);
    std::deque<SynthJudge> judges;
    for (const auto& model : search_.question_.models) {
      judges.emplace_back(*model, *skeleton, deadline_);
    }
    for (Left& left : left_) {
      if (!isFirst(numbers, left.observed.symmetries)) {
        continue;
      }
      std::vector<const Execution*> executions;
      for (Execution& execution : left.executions) {
        execution.skeleton = skeleton;  // its runs and choices are the same
        executions.push_back(&execution);
      }
      counts_.judged += executions.size();
      AnsweredTest test{shape_, numbers, left.observed.observation, {}};
      for (SynthJudge& judge : judges) {
        test.answers.push_back(judge.judge(executions));
      }
      visit_(test);
    }
  }

  const AnswerSearch& search_;
  const SynthShape& shape_;
  const Deadline& deadline_;
  SynthCounts& counts_;
  const std::function<void(const AnsweredTest&)>& visit_;
  std::vector<std::vector<StepAnnotation>> choices_;  ///< by step
  std::vector<Left> left_;
};

AnswerSearch::AnswerSearch(const SynthQuestion& question) : question_(question) {
  for (const auto& model : question.models) {
    plain_.push_back(withoutAnnotations(*model));
  }
}

void AnswerSearch::search(const SynthShape& shape, const Deadline& deadline, SynthCounts& counts,
                          const std::function<void(const AnsweredTest&)>& visit) const {
  OfShape(*this, shape, deadline, counts, visit).run();
}

}  // namespace hrfcheck::inline batch
