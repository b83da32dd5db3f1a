#include "synth/search/minimal_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "synth/bitsliced/filter_classes.h"
#include "synth/programs/test_program.h"
#include "synth/shapes/shape_executions.h"

// For each observation of a shape, the set of the programs that all models forbid to end in it, where a
// filter gives them a meaning (FilterClasses). A weaker annotation of one step leads to another program of
// the same shape, at a fixed distance from the first: so the programs all of whose weaker annotations are not
// forbidden come out of some operations on whole sets. For the few that are left, the shapes with one step
// less are judged in the same way, and those in which a read-modify-write is split one by one.

namespace hrfcheck::inline synth {
namespace {

/// Tables of smaller shapes that are kept, at most.
constexpr std::size_t kMostTableBytes = std::size_t{64} << 20;

std::unique_ptr<ShapeJudge> judgeOfAll(const SynthQuestion& question) {
  return question.rules == Rules::Plain
             ? makeProgramJudge(question.models, question.bounds, KeptExecutions::Everything)
             : makeShapeJudge(question.models, question.bounds, KeptExecutions::All);
}

/// Says one shape from another, with the names of threads and locations.
std::string keyOf(const SynthShape& shape) {
  std::string key =
      fmt::format("{};{};{};", fmt::join(shape.threads.sizes, ","), fmt::join(shape.threads.groups, ","),
                  fmt::join(shape.threads.components, ","));
  for (const SynthStep& step : shape.steps) {
    key += fmt::format("{}{} ", static_cast<int>(step.kind), step.location);
  }
  return key;
}

}  // namespace

/// By observation, the programs of a shape that have a meaning and that all models forbid to end in it.
struct MinimalSearch::Table {
  std::vector<ObservedExecutions> observations;
  std::vector<ProgramSet> forbidden;

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const ProgramSet& set : forbidden) {
      sum += set.bytes() + sizeof(ObservedExecutions);
    }
    return sum;
  }
};

std::shared_ptr<const MinimalSearch::Table> MinimalSearch::tableOf(const SynthShape& shape, ShapeJudge& judge,
                                                                   const Deadline& deadline,
                                                                   ShapeExtent& extent) const {
  SynthShape all = shape;
  all.symmetries.clear();
  extent = judge.start(all, deadline);
  auto table = std::make_shared<Table>();
  table->observations = judge.observations();
  const FilterClasses filters(shape, table->observations);
  table->forbidden.assign(table->observations.size(), ProgramSet(extent.programs));
  for (std::uint64_t first = 0; first < extent.programs; first += Bitslice::kCount) {
    const auto answers = judge.judge(first, deadline);
    const std::vector<Bitslice> meaningful = filters.meaningful(answers);
    for (std::size_t o = 0; o < answers.size(); ++o) {
      Bitslice lanes = meaningful[o];
      for (const BitslicedAnswers& answer : answers[o]) {
        lanes -= answer.allowed | answer.racy;
      }
      table->forbidden[o].insertAll(first, lanes);
    }
  }
  return table;
}

std::shared_ptr<const MinimalSearch::Table> MinimalSearch::tableWithout(const SynthShape& shape,
                                                                        const Deadline& deadline) {
  const std::string key = keyOf(shape);
  const auto known = tables_.find(key);
  if (known != tables_.end()) {
    return known->second;
  }
  ShapeExtent extent;
  auto table = tableOf(shape, *restJudge_, deadline, extent);
  if (tableBytes_ + table->bytes() > kMostTableBytes) {
    tables_.clear();
    tableBytes_ = 0;
  }
  tableBytes_ += table->bytes();
  tables_[key] = table;
  return table;
}

bool MinimalSearch::forbidden(const SynthShape& shape, const std::vector<StepAnnotation>& annotations,
                              const SynthObservation& observation, const Deadline& deadline) const {
  const auto structure = std::make_shared<const EventStructure>(programOf(shape, annotations));
  std::deque<SynthJudge> judges;
  for (const auto& model : question_.models) {
    judges.emplace_back(*model, *structure, deadline);
  }
  const std::vector<ObservedExecutions> observations = observationsOf(shape, deadline);
  std::vector<std::vector<BitslicedAnswers>> answers;  // in the lane 0
  std::size_t asked = observations.size();
  for (const ObservedExecutions& observed : observations) {
    std::deque<Execution> executions;
    std::vector<const Execution*> pointers;
    for (const SynthCoherence& co : observed.coherence) {
      executions.push_back(executionOf(shape, observed.observation, co, structure));
      pointers.push_back(&executions.back());
    }
    asked = observed.observation == observation ? answers.size() : asked;
    auto& ofModels = answers.emplace_back();
    for (SynthJudge& judge : judges) {
      const SynthAnswer answer = judge.judge(pointers);
      (answer == SynthAnswer::Racy ? ofModels.emplace_back().racy : ofModels.emplace_back().allowed)
          .words[0] = answer == SynthAnswer::Forbidden ? 0 : 1;
    }
  }
  const bool none = std::ranges::all_of(answers[asked], [](const BitslicedAnswers& answer) {
    return answer.allowed.none() && answer.racy.none();
  });
  return none && FilterClasses(shape, observations).meaningful(answers)[asked].contains(0);
}

/// The search of one shape.
class MinimalSearch::OfShape {
 public:
  OfShape(MinimalSearch& search, const SynthShape& shape, const Deadline& deadline)
      : search_(search), shape_(shape), deadline_(deadline) {
    std::vector<std::size_t> sizes;
    for (const SynthStep& step : shape.steps) {
      choices_.push_back(annotationsOf(step.kind, search.question_.bounds));
      below_.push_back(nextBelow(choices_.back()));
      sizes.push_back(choices_.back().size());
    }
    annotated_ = search.annotated_.of(sizes);
    strides_.assign(choices_.size(), 1);
    for (std::size_t s = choices_.size(); s-- > 1;) {
      strides_[s - 1] = strides_[s] * choices_[s].size();
    }
    rests_.resize(choices_.size());
  }

  void run(SynthCounts& counts, const std::function<void(const AnsweredTest&)>& visit) {
    ++counts.shapes;
    ShapeExtent extent;
    table_ = search_.tableOf(shape_, *search_.judge_, deadline_, extent);
    counts.executions += extent.executions;
    counts.pruned += extent.pruned;
    counts.programs += extent.programs;
    counts.judged += extent.programs * table_->observations.size();
    std::vector<std::pair<std::uint64_t, std::size_t>> found;  // program, observation
    for (std::size_t o = 0; o < table_->observations.size(); ++o) {
      deadline_.check();
      const auto symmetries = symmetriesOf(table_->observations[o].observation);
      if (!symmetries) {
        continue;
      }
      minimal(o, *symmetries).forEach([&](std::uint64_t program) { found.emplace_back(program, o); });
    }
    std::ranges::sort(found);
    for (const auto& [program, o] : found) {
      visit({shape_, numbersOf(program), table_->observations[o].observation,
             std::vector<SynthAnswer>(search_.question_.models.size(), SynthAnswer::Forbidden)});
    }
  }

 private:
  /// What is left of the shape without a step.
  struct Rest {
    ShapeWithout without;
    std::shared_ptr<const Table> table;
  };

  std::size_t digit(std::uint64_t program, std::size_t s) const {
    return program / strides_[s] % choices_[s].size();
  }

  std::vector<std::uint32_t> numbersOf(std::uint64_t program) const {
    std::vector<std::uint32_t> numbers;
    for (std::size_t s = 0; s < choices_.size(); ++s) {
      numbers.push_back(static_cast<std::uint32_t>(digit(program, s)));
    }
    return numbers;
  }

  /// The symmetries of the shape that keep the observation; nothing where it is not the first of its class.
  std::optional<std::vector<SynthRenaming>> symmetriesOf(const SynthObservation& observation) const {
    std::vector<SynthRenaming> result;
    for (const SynthRenaming& to : shape_.symmetries) {
      const SynthObservation image = renamed(observation, shape_, to);
      if (image < observation) {
        return std::nullopt;
      }
      if (image == observation) {
        result.push_back(to);
      }
    }
    return result;
  }

  ProgramSet minimal(std::size_t o, const std::vector<SynthRenaming>& symmetries) {
    ProgramSet left = table_->forbidden[o];
    for (std::size_t s = 0; s < choices_.size(); ++s) {
      for (std::size_t a = 0; a < choices_[s].size(); ++a) {
        for (const std::uint32_t b : below_[s][a]) {
          const std::int64_t offset = (static_cast<std::int64_t>(b) - static_cast<std::int64_t>(a)) *
                                      static_cast<std::int64_t>(strides_[s]);
          left.removeWhereMoved((*annotated_)[s][a], table_->forbidden[o], offset);
        }
      }
    }
    keepFirst(left, symmetries);
    for (std::uint32_t s = 0; s < choices_.size() && choices_.size() > 1 && !left.empty(); ++s) {
      keepNeeding(left, o, s);
    }
    for (std::uint32_t s = 0; s < choices_.size(); ++s) {
      if (shape_.steps[s].kind == SynthKind::Exchange) {
        keepWhole(left, o, s);
      }
    }
    return left;
  }

  /// Of each class of programs under the symmetries, the first.
  void keepFirst(ProgramSet& left, const std::vector<SynthRenaming>& symmetries) const {
    const ProgramSet all = left;
    all.forEach([&](std::uint64_t program) {
      for (const SynthRenaming& to : symmetries) {
        std::uint64_t image = 0;
        for (std::size_t s = 0; s < choices_.size(); ++s) {
          image += digit(program, s) * strides_[to.steps[s]];
        }
        if (image < program) {
          left.erase(program);
          return;
        }
      }
    });
  }

  const Rest& rest(std::uint32_t s) {
    if (!rests_[s]) {
      ShapeWithout without = hrfcheck::without(shape_, s);
      auto table = search_.tableWithout(without.shape, deadline_);
      rests_[s] = Rest{std::move(without), std::move(table)};
    }
    return *rests_[s];
  }

  /// Removes the programs that are forbidden without the step, too.
  void keepNeeding(ProgramSet& left, std::size_t o, std::uint32_t s) {
    const Rest& less = rest(s);
    const PartOfObservation part = restOf(table_->observations[o].observation, shape_, s, less.without);
    std::vector<const ProgramSet*> forbidden;
    for (std::size_t i = 0; i < less.table->observations.size(); ++i) {
      if (part.admits(less.table->observations[i].observation, less.without.shape)) {
        forbidden.push_back(&less.table->forbidden[i]);
      }
    }
    const ProgramSet all = left;
    all.forEach([&](std::uint64_t program) {
      const std::uint64_t lower = program % strides_[s];
      const std::uint64_t image = program / (strides_[s] * choices_[s].size()) * strides_[s] + lower;
      if (std::ranges::all_of(forbidden, [&](const ProgramSet* set) { return set->contains(image); })) {
        left.erase(program);
      }
    });
  }

  /// Removes the programs that are forbidden with the read-modify-write split, too.
  void keepWhole(ProgramSet& left, std::size_t o, std::uint32_t s) {
    const ShapeWithSplit split = splitAt(shape_, table_->observations[o].observation, s);
    const ProgramSet all = left;
    all.forEach([&](std::uint64_t program) {
      std::vector<StepAnnotation> annotations;
      for (std::size_t i = 0; i < choices_.size(); ++i) {
        annotations.push_back(choices_[i][digit(program, i)]);
      }
      annotations.insert(annotations.begin() + s + 1, storeHalf(annotations[s]));
      annotations[s] = loadHalf(annotations[s]);
      if (search_.forbidden(split.shape, annotations, split.observation, deadline_)) {
        left.erase(program);
      }
    });
  }

  MinimalSearch& search_;
  const SynthShape& shape_;
  const Deadline& deadline_;
  std::vector<std::vector<StepAnnotation>> choices_;  ///< by step
  std::vector<std::uint64_t> strides_;                ///< by step, of its digit in the number of a program
  std::shared_ptr<const Table> table_;
  std::shared_ptr<const AnnotatedPrograms> annotated_;
  std::vector<std::vector<std::vector<std::uint32_t>>> below_;  ///< by step and annotation: nextBelow
  std::vector<std::optional<Rest>> rests_;                      ///< by step
};

MinimalSearch::MinimalSearch(const SynthQuestion& question)
    : question_(question), judge_(judgeOfAll(question)), restJudge_(judgeOfAll(question)) {}

MinimalSearch::~MinimalSearch() = default;

void MinimalSearch::search(const SynthShape& shape, const Deadline& deadline, SynthCounts& counts,
                           const std::function<void(const AnsweredTest&)>& visit) {
  OfShape(*this, shape, deadline).run(counts, visit);
}

}  // namespace hrfcheck::inline synth
