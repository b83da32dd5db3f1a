#include "synth/search/machine_side.h"

#include <algorithm>

#include "frontend/print/print_litmus.h"
#include "synth/programs/converted_program.h"
#include "synth/programs/read_filters.h"
#include "util/diagnostic.h"

// A model promises that a final state is not there if it forbids the state and the program has a meaning,
// perhaps behind a filter for some of its reads, as for minimal tests. Without a promise there is nothing
// that a machine could break or keep: a racy program may end in any state.

namespace hrfcheck::inline synth {
namespace {

std::size_t forbidding(const std::vector<SynthAnswer>& answers) {
  const auto found = std::ranges::find(answers, SynthAnswer::Forbidden);
  INVARIANT(found != answers.end(), "one of the models forbids the state");
  return static_cast<std::size_t>(found - answers.begin());
}

}  // namespace

std::size_t sideOf(const std::vector<SynthAnswer>& answers, bool reached) {
  const std::size_t promising = forbidding(answers);
  return reached ? 1 - promising : promising;
}

MachineSides::MachineSides(const SynthQuestion& question) : question_(question) {
  for (const auto& model : question.models) {
    judges_.emplace_back(*model);
  }
}

MachineShows MachineSides::shows(const AnsweredTest& test, const Deadline& deadline) {
  const bool forbidden = std::ranges::count(test.answers, SynthAnswer::Forbidden) > 0;
  if (!forbidden || !promisesNot(forbidding(test.answers), test, deadline)) {
    return MachineShows::Nothing;
  }
  const auto program = programOf(test.shape, annotationsOf(test.shape, test.numbers, question_.bounds));
  const Explored& explored = explore(program, deadline);
  if (explored.refused) {
    return MachineShows::Refused;
  }
  if (explored.states.contains(valuesIn(test.shape, test.observation, *program))) {
    return MachineShows::Reached;
  }
  return explored.complete ? MachineShows::NotReached : MachineShows::Undecided;
}

/// @pre the model forbids the test
bool MachineSides::promisesNot(std::size_t model, const AnsweredTest& test, const Deadline& deadline) {
  const std::vector<StepAnnotation> annotations = annotationsOf(test.shape, test.numbers, question_.bounds);
  const std::string target = question_.targetOf(model);
  const std::shared_ptr<const Program> program =
      target.empty() ? programOf(test.shape, annotations) : convertedProgram(test.shape, annotations, target);
  INVARIANT(program != nullptr, "a test that was judged can be said");
  return std::ranges::any_of(filtersByReads(test.shape), [&](const std::optional<SynthFilter>& filter) {
    const ConditionPtr condition =
        filter ? conditionOf(test.shape, test.observation, *filter) : ConditionPtr{};
    return judges_[model].raceFreeBehind(*program, condition, deadline);
  });
}

const MachineSides::Explored& MachineSides::explore(const std::shared_ptr<const Program>& program,
                                                    const Deadline& deadline) {
  std::string text = printLitmus(*program);
  if (text == explored_.text) {
    return explored_;
  }
  Explored explored{std::move(text), {}, true, false};
  SimulationOptions options = question_.machine->simulation;
  options.deadline = deadline;
  options.traces = false;
  try {
    const Simulation simulation = Simulator(program, options).explore();
    deadline.check();
    for (const ReachedOutcome& outcome : simulation.outcomes) {
      explored.states.insert(outcome.values);
    }
    explored.complete = simulation.incomplete.empty();
  } catch (const UserError&) {
    explored.refused = true;
  }
  explored_ = std::move(explored);
  return explored_;
}

ShapeSearch sidedSearch(ShapeSearch search, const SynthQuestion& question) {
  const auto sides = std::make_shared<MachineSides>(question);
  return [search = std::move(search), sides](const SynthShape& shape, const Deadline& deadline,
                                             SynthCounts& counts,
                                             const std::function<void(const AnsweredTest&)>& visit) {
    search(shape, deadline, counts, [&](const AnsweredTest& test) {
      const MachineShows shows = sides->shows(test, deadline);
      switch (shows) {
        case MachineShows::Nothing:
          ++counts.open;
          return;
        case MachineShows::Undecided:
          ++counts.undecided;
          return;
        case MachineShows::Refused:
          ++counts.refused;
          return;
        case MachineShows::Reached:
        case MachineShows::NotReached:
          break;
      }
      AnsweredTest sided = test;
      sided.reached = shows == MachineShows::Reached;
      visit(sided);
    });
  };
}

}  // namespace hrfcheck::inline synth
