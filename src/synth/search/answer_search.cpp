#include "synth/search/answer_search.h"

#include <algorithm>

#include "synth/judge/mixed_judge.h"
#include "synth/search/machine_side.h"
#include "synth/search/minimal_search.h"
#include "util/mapped.h"

// Executions first: the reads and coherence orders of a shape are listed before any annotation is chosen, and
// those that all models forbid whatever the annotations are dropped with all that would result from them.
// Then every choice of annotations is made, and what is left is judged under it.
//
// One of each class: shapes come once (ShapeSpace), observations once under the symmetries of their shape
// (observationsOf), annotations once under the symmetries that keep both: of the images of a test the one
// whose shape, observation and annotations, in this order, are smallest is examined.

namespace hrfcheck::inline synth {
namespace {

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

/// The lanes of a chunk in which the answers of the models are as they are wanted.
Bitslice wantedBitslice(SynthWanted wanted, const std::vector<BitslicedAnswers>& answers) {
  if (wanted == SynthWanted::ToldApart) {
    const BitslicedAnswers& first = answers.at(0);
    const BitslicedAnswers& second = answers.at(1);
    return (first.racy ^ second.racy) | (first.allowed - second.allowed - second.racy);
  }
  Bitslice some;
  for (const BitslicedAnswers& answer : answers) {
    some |= answer.allowed | answer.racy;
  }
  return some;
}

std::vector<SynthAnswer> answersIn(std::size_t lane, const std::vector<BitslicedAnswers>& answers) {
  return mapped<SynthAnswer>(answers, [&](const BitslicedAnswers& answer) {
    return answer.racy.contains(lane)      ? SynthAnswer::Racy
           : answer.allowed.contains(lane) ? SynthAnswer::Allowed
                                           : SynthAnswer::Forbidden;
  });
}

std::unique_ptr<ShapeJudge> judgeOf(const SynthQuestion& question) {
  if (question.converts()) {
    return makeMixedJudge(question.models, question.targets, question.bounds, question.rules);
  }
  return question.rules == Rules::Plain
             ? makeProgramJudge(question.models, question.bounds, KeptExecutions::Everything)
             : makeShapeJudge(question.models, question.bounds);
}

}  // namespace

bool SynthQuestion::converts() const {
  return std::ranges::any_of(targets, [](const std::string& target) { return !target.empty(); });
}

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
  inexpressible += other.inexpressible;
  judged += other.judged;
  found += other.found;
  open += other.open;
  undecided += other.undecided;
  refused += other.refused;
  skipped += other.skipped;
  return *this;
}

/// The search of one shape.
class AnswerSearch::OfShape {
 public:
  OfShape(AnswerSearch& search, const SynthShape& shape, const Deadline& deadline, SynthCounts& counts,
          const std::function<void(const AnsweredTest&)>& visit)
      : wanted_(search.question_.wanted),
        judge_(*search.judge_),
        shape_(shape),
        deadline_(deadline),
        counts_(counts),
        visit_(visit) {
    for (const SynthStep& step : shape.steps) {
      choices_.push_back(annotationsOf(step.kind, search.question_.bounds).size());
    }
  }

  void run() {
    ++counts_.shapes;
    const ShapeExtent extent = judge_.start(shape_, deadline_);
    counts_.executions += extent.executions;
    counts_.pruned += extent.pruned;
    for (std::uint64_t first = 0; first < extent.programs; first += Bitslice::kCount) {
      const auto answers = judge_.judge(first, deadline_);
      const std::uint64_t programs = std::min<std::uint64_t>(Bitslice::kCount, extent.programs - first);
      counts_.programs += programs;
      const Bitslice inexpressible = judge_.inexpressible();
      counts_.inexpressible += inexpressible.count();
      counts_.judged += (programs - inexpressible.count()) * answers.size();
      visitChunk(first, answers, inexpressible);
    }
  }

 private:
  using Answers = std::vector<std::vector<BitslicedAnswers>>;  ///< by observation and model

  void visitChunk(std::uint64_t first, const Answers& answers, const Bitslice& inexpressible) const {
    std::vector<Bitslice> wanted;
    Bitslice some;
    for (const auto& ofObservation : answers) {
      wanted.push_back(wantedBitslice(wanted_, ofObservation) - inexpressible);
      some |= wanted.back();
    }
    some.forEach([&](std::size_t lane) {
      const std::vector<std::uint32_t> numbers = numbersOf(first + lane);
      for (std::size_t o = 0; o < wanted.size(); ++o) {
        const ObservedExecutions& observed = judge_.observations()[o];
        if (wanted[o].contains(lane) && isFirst(numbers, observed.symmetries)) {
          visit_({shape_, numbers, observed.observation, answersIn(lane, answers[o])});
        }
      }
    });
  }

  /// The annotations of a program, as BitslicedInputs numbers them.
  std::vector<std::uint32_t> numbersOf(std::uint64_t program) const {
    std::vector<std::uint32_t> numbers(choices_.size());
    for (std::size_t s = choices_.size(); s-- > 0;) {
      numbers[s] = static_cast<std::uint32_t>(program % choices_[s]);
      program /= choices_[s];
    }
    return numbers;
  }

  SynthWanted wanted_;
  ShapeJudge& judge_;
  const SynthShape& shape_;
  const Deadline& deadline_;
  SynthCounts& counts_;
  const std::function<void(const AnsweredTest&)>& visit_;
  std::vector<std::size_t> choices_;  ///< annotations, by step
};

AnswerSearch::AnswerSearch(const SynthQuestion& question) : question_(question), judge_(judgeOf(question)) {}

void AnswerSearch::search(const SynthShape& shape, const Deadline& deadline, SynthCounts& counts,
                          const std::function<void(const AnsweredTest&)>& visit) {
  OfShape(*this, shape, deadline, counts, visit).run();
}

ShapeSearch shapeSearch(const SynthQuestion& question) {
  const auto bound = [](auto search) -> ShapeSearch {
    return [search](const SynthShape& shape, const Deadline& deadline, SynthCounts& counts,
                    const std::function<void(const AnsweredTest&)>& visit) {
      search->search(shape, deadline, counts, visit);
    };
  };
  if (question.wanted == SynthWanted::Minimal) {
    return bound(std::make_shared<MinimalSearch>(question));
  }
  ShapeSearch search = bound(std::make_shared<AnswerSearch>(question));
  return question.machine ? sidedSearch(std::move(search), question) : search;
}

}  // namespace hrfcheck::inline synth
