#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "observe/observe_report.h"
#include "util/diagnostic.h"
#include "util/mapped.h"

namespace hrfcheck::inline observe {
namespace {

StateMark markOf(const Judgement& judgement, const SeenState& state, std::size_t index) {
  switch (judgement.answer) {
    case Judgement::Answer::NothingPromised:
      return state.weak ? StateMark::OnlyIfRacy : StateMark::Allowed;
    case Judgement::Answer::Kept:
    case Judgement::Answer::Broken:
    case Judgement::Answer::Undecided:
      break;
  }
  const auto has = [&](const std::vector<std::size_t>& list) {
    return std::ranges::find(list, index) != list.end();
  };
  if (has(judgement.outside)) {
    return StateMark::Forbidden;
  }
  const bool nothingKnown = judgement.promise.kind == PromiseKind::Undecided;
  return nothingKnown || has(judgement.unknown) ? StateMark::Unknown : StateMark::Allowed;
}

std::optional<StateVariable> variableNamed(const Program& program, const std::string& name) {
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    if (program.locations[l].name == name) {
      return StateVariable{kNoThread, 0, l};
    }
  }
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (RegisterId r = 0; r < program.threads[t].registers.size(); ++r) {
      const StateVariable variable{t, r, kNoLocation};
      if (program.nameOf(variable) == name) {
        return variable;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

ModelVerdict verdictOf(Promise promise, const DeviceResults& results) {
  SeenOutcomes seen;
  for (const SeenState& state : results.states) {
    seen.states.push_back(state.values);
  }
  seen.incomplete = "a device shows some outcomes";
  ModelVerdict verdict;
  verdict.model = promise.model;
  verdict.judgement = judge(std::move(promise), seen);
  for (std::size_t i = 0; i < results.states.size(); ++i) {
    verdict.marks.push_back(markOf(verdict.judgement, results.states[i], i));
  }
  return verdict;
}

std::shared_ptr<const Program> observingTheSame(const Program& form, const Program& onDevice) {
  auto program = std::make_shared<Program>(form);
  program->observed.clear();
  program->filter = nullptr;
  for (const StateVariable& variable : onDevice.observed) {
    const auto same = variableNamed(form, onDevice.nameOf(variable));
    if (!same) {
      return nullptr;
    }
    program->observed.push_back(*same);
  }
  return program;
}

void requireResultsOf(const DeviceResults& results, const std::string& hash, const Program& program) {
  if (results.hash != hash) {
    throw UserError(
        fmt::format(
            "these results of {} are for another text of the test, or from another version of hrfcheck",
            program.name),
        "write the sources again with --emit, and run them again");
  }
  auto names = mapped<std::string>(program.observed,
                                   [&](const StateVariable& variable) { return program.nameOf(variable); });
  if (names != results.variables) {
    throw UserError(
        fmt::format("these results of {} do not hold the variables that the test observes", program.name));
  }
}

std::pair<std::uint64_t, std::uint64_t> ObserveReport::conditionCounts() const {
  std::pair<std::uint64_t, std::uint64_t> counts{0, 0};
  for (const SeenState& state : results.states) {
    (satisfiesCondition(*program, state.values) ? counts.first : counts.second) += state.count;
  }
  return counts;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> ObserveReport::conditionByPlace() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
  for (const SeenState& state : results.states) {
    counts.resize(std::max(counts.size(), state.placed.size()));
    const bool satisfies = satisfiesCondition(*program, state.values);
    for (std::size_t place = 0; place < state.placed.size(); ++place) {
      counts[place].first += satisfies ? state.placed[place] : 0;
      counts[place].second += state.placed[place];
    }
  }
  return counts;
}

const char* nameOf(StateMark mark) {
  switch (mark) {
    case StateMark::Allowed:
      return "allowed";
    case StateMark::Forbidden:
      return "FORBIDDEN";
    case StateMark::OnlyIfRacy:
      return "only if racy";
    case StateMark::Unknown:
      break;
  }
  return "not known";
}

}  // namespace hrfcheck::inline observe
