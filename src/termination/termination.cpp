#include "termination/termination.h"

#include <algorithm>
#include <ranges>
#include <set>

#include "program/unroll/waiting_form.h"
#include "termination/hangs/causes.h"
#include "termination/hangs/critical_sections.h"
#include "termination/hangs/hangs.h"
#include "termination/hangs/lasso.h"
#include "termination/hangs/ordinary_spins.h"
#include "termination/hangs/strong.h"
#include "termination/hangs/symmetric_hangs.h"
#include "termination/system/interleaving.h"
#include "termination/system/lts.h"
#include "termination/system/quotient.h"
#include "util/enum_names.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

bool holdsIn(const Condition& condition, const std::vector<StateVariable>& variables,
             const std::vector<Value>& values) {
  return holds(condition, [&](const StateVariable& variable) {
    const auto found = std::ranges::lower_bound(variables, variable);
    INVARIANT(found != variables.end() && *found == variable, "what conditions speak of is in final states");
    return values[static_cast<std::size_t>(found - variables.begin())];
  });
}

bool quantified(Quantifier quantifier, std::size_t satisfying, std::size_t all) {
  switch (quantifier) {
    case Quantifier::Exists:
      return satisfying > 0;
    case Quantifier::NotExists:
      return satisfying == 0;
    case Quantifier::Forall:
      return satisfying == all;
  }
  failInvariant("quantifier", "every quantifier means something");
}

template <typename Graph>
void findIn(const Graph& graph, ProgressResult& result) {
  const Program& program = graph.program();
  result.finalVariables = graph.finalVariables();
  std::set<std::vector<Value>> finals;
  for (StateId s = 0; s < graph.states(); ++s) {
    if (!graph.ended(s)) {
      continue;
    }
    std::vector<Value> values = graph.finalState(s);
    if (!program.filter || holdsIn(*program.filter, result.finalVariables, values)) {
      finals.insert(std::move(values));
    }
  }
  result.finalStates.assign(finals.begin(), finals.end());
  if (graph.incomplete().empty()) {
    const auto satisfying = std::ranges::count_if(result.finalStates, [&](const std::vector<Value>& values) {
      return holdsIn(*program.condition, result.finalVariables, values);
    });
    result.conditionHolds =
        quantified(program.quantifier, static_cast<std::size_t>(satisfying), result.finalStates.size());
  }
}

/// Fills in finalVariables, finalStates and, for an LTS that is complete, conditionHolds: over the states in
/// which all threads have finished and the filter holds.
void findFinalStates(const Lts& lts, ProgressResult& result) {
  findIn(lts, result);
}

void findFinalStates(const Quotient& quotient, ProgressResult& result) {
  findIn(quotient, result);
}

/// What follows from a hang that was found, or was not, in a graph that may be a part only: a hang in a part
/// is one in all of it.
template <typename Graph>
void settle(const Graph& graph, SchedulerVerdict& verdict) {
  if (verdict.lasso) {
    verdict.answer = ProgressAnswer::MayHang;
  } else if (graph.incomplete().empty()) {
    verdict.answer = ProgressAnswer::Terminates;
  } else {
    verdict.reason = graph.incomplete();
  }
}

template <typename Graph>
void describe(const Graph& graph, bool stuck, ProgressResult& result) {
  result.states = graph.states();
  result.edges = graph.edges();
  result.baseStates = graph.baseStates();
  result.baseEdges = graph.baseEdges();
  result.explored = graph.incomplete().empty();
  result.stuck = stuck;
  findFinalStates(graph, result);
}

/// The warnings; of those that need a search of their own, as long as there is time.
void findWarnings(const Lts& lts, const Deadline& deadline, ProgressResult& result) {
  result.findings = lts.findings();
  try {
    std::ranges::move(exclusionFindings(lts, deadline), std::back_inserter(result.findings));
    result.findingsComplete = result.explored;
  } catch (const OutOfTime&) {
    result.findingsComplete = false;
  }
  std::ranges::stable_sort(result.findings, {}, [](const Finding& finding) { return finding.trace.size(); });
}

void answer(const Lts& lts, const Hangs& hangs, const Deadline& deadline, SchedulerVerdict& verdict) {
  const FairSets fair(withinGroups(verdict.scheduler, lts.program(), lts.interleaving().rules()),
                      lts.program(), lts.agents());
  if (lts.faulty()) {
    verdict.reason = lts.incomplete();
    return;
  }
  if (const auto dead = hangs.deadlock()) {
    verdict.lasso = deadlockLasso(lts, *dead);
  } else if (verdict.scheduler.strong) {
    StrongAnswer strong = strongHang(lts, hangs, fair, deadline);
    if (!strong.complete) {
      verdict.reason = "time limit";
      return;
    }
    verdict.lasso = std::move(strong.hang);
  } else if (const auto component = hangs.loopUnder(fair)) {
    verdict.lasso = weakLasso(lts, hangs, *component, fair);
  }
  settle(lts, verdict);
}

/// Answers all questions that have no answer yet.
void exploreAll(const std::shared_ptr<const Program>& executed, const Lts::Options& limits,
                ProgressResult& result) {
  const Lts lts(executed, limits);
  const Hangs hangs(lts);
  for (SchedulerVerdict& verdict : result.verdicts) {
    if (verdict.answer == ProgressAnswer::Undecided) {
      answer(lts, hangs, limits.deadline, verdict);
    }
  }
  if (!result.explored || lts.incomplete().empty()) {
    describe(lts, hangs.stuck(), result);
    findWarnings(lts, limits.deadline, result);
    if (result.stuck && result.explored && !lts.faulty()) {
      result.causes = causesOf(lts, hangs, limits.deadline);
    }
  }
}

/// Answers what can be answered up to renaming of threads; whether that was all.
bool exploreSymmetric(const std::shared_ptr<const Program>& executed, const Lts::Options& limits,
                      ProgressResult& result) {
  Quotient quotient(executed, limits);
  const auto asked = [&](const SchedulerVerdict& verdict) {
    return ignoresThreadNumbers(withinGroups(verdict.scheduler, *result.program, limits.rules));
  };
  if (quotient.trivial() || std::ranges::none_of(result.verdicts, asked)) {
    return false;
  }
  const SymmetricHangs hangs(quotient);
  for (SchedulerVerdict& verdict : result.verdicts | std::views::filter(asked)) {
    const FairSets fair(verdict.scheduler, *result.program, quotient.agents());
    verdict.lasso = quotient.faulty() ? std::nullopt : hangs.hangUnder(fair);
    settle(quotient, verdict);
  }
  describe(quotient, hangs.stuck(), result);
  result.findingsComplete = result.explored;  // lanes that cannot be told apart warn of nothing
  return std::ranges::all_of(result.verdicts, asked);
}

}  // namespace

ProgressResult analyseProgress(const std::shared_ptr<const Program>& program,
                               const ProgressOptions& options) {
  refuseOpenValues(*program);
  ProgressResult result;
  result.program = program;
  result.simt = options.simt;
  result.agents = options.agents ? options.agents->size() : program->threads.size();
  result.ordinarySpins = ordinarySpins(*program);
  for (const SchedulerSpec& spec : options.schedulers) {
    result.verdicts.push_back({.scheduler = spec, .reason = {}, .lasso = {}});
  }
  const Lts::Options limits{.mostStates = options.mostStates,
                            .agents = options.agents,
                            .rules = options.rules,
                            .deadline = options.deadline,
                            .activity = options.activity};
  try {
    // How long a thread takes is no part of its state. (Lanes of a wavefront part and meet in delays.)
    const auto executed = options.agents == nullptr ? withoutDelays(program, options.deadline) : program;
    if (!options.symmetry || !exploreSymmetric(executed, limits, result)) {
      exploreAll(executed, limits, result);
    }
  } catch (const OutOfTime&) {
    for (SchedulerVerdict& verdict : result.verdicts) {
      if (verdict.answer == ProgressAnswer::Undecided) {
        verdict.reason = "time limit";
      }
    }
  }
  return result;
}

const char* nameOf(ProgressAnswer answer) {
  return nameIn(kProgressAnswerNames, answer);
}

std::optional<bool> terminates(ProgressAnswer answer) {
  return answer == ProgressAnswer::Undecided ? std::nullopt
                                             : std::optional(answer == ProgressAnswer::Terminates);
}

constexpr std::array kHangKindNames{
    EnumName{HangKind::Deadlock, "deadlock"}, EnumName{HangKind::DeadRegion, "dead region"},
    EnumName{HangKind::Livelock, "livelock"}, EnumName{HangKind::Starvation, "starvation"}};
static_assert(coversUpTo(kHangKindNames, HangKind::Starvation));

const char* nameOf(HangKind kind) {
  return nameIn(kHangKindNames, kind);
}

}  // namespace hrfcheck::inline termination
