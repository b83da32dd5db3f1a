#include "advise/search/refute.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "cat/model/undefining_checks.h"
#include "program/flow/control_flow.h"
#include "program/ir/operands.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline advise {
namespace {

/// Candidates of one change that the explicit engine looks at, and the time for it: what takes longer is not
/// known.
constexpr std::uint64_t kMostCandidates = 100'000;
constexpr double kMostSeconds = 5;

using Scopes = Strengthening::Scopes;
using Remote = Strengthening::Remote;

bool hasRemote(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      const Atomicity* atomicity = atomicityOf(instruction.operation);
      return atomicity != nullptr && atomicity->remote;
    });
  });
}

/// Each way once, as far as the kinds of edits allow it, those that change least first.
std::vector<Strengthening> waysOf(const EditKinds& kinds, bool remote) {
  std::vector<Strengthening> ways;
  for (const bool atomic : {false, true}) {
    for (const Remote remotes : {Remote::Kept, Remote::None, Remote::All}) {
      for (const bool fences : {false, true}) {
        for (const Scopes scopes : {Scopes::Kept, Scopes::Least, Scopes::Widest}) {
          for (const bool orders : {atomic, true}) {
            const Strengthening way = only(kinds, {orders, scopes, fences, atomic, remotes});
            const bool idle = way == Strengthening{} || (!remote && remotes != Remote::Kept);
            if (!idle && std::ranges::find(ways, way) == ways.end()) {
              ways.push_back(way);
            }
          }
        }
      }
    }
  }
  return ways;
}

/// Every run of the thread comes to the instruction, and once: no jump goes around it, or back over it.
bool isAlwaysPassed(const Thread& thread, std::uint32_t at) {
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    const bool before = i < at;
    const auto target = jumpTarget(thread.instructions[i].operation);
    const bool around = target && before && at < *target;
    const bool back = target && at < i && *target <= at;
    if (around || back || (before && std::holds_alternative<ExitOp>(thread.instructions[i].operation))) {
      return false;
    }
  }
  return !thread.instructions[at].predicate;
}

/// With every barrier that may be inserted where control is uniform; nothing where there is none.
std::optional<Assignment> withBarriers(const EditedTest& test) {
  Assignment assignment = test.asWritten();
  bool some = false;
  const auto full = test.withEveryFence(assignment);
  for (std::size_t s = 0; s < assignment.size(); ++s) {
    const EditVariable& site = test.sites()[s];
    const bool uniform = std::ranges::all_of(site.here, [&](const InstructionRef& at) {
      return isAlwaysPassed(full->threads[at.thread], at.instruction);
    });
    if (site.kind == SiteKind::NewBarrier && uniform) {
      assignment[s] = static_cast<std::uint32_t>(site.variants.size()) - 1;
      some = true;
    }
  }
  return some ? std::optional(assignment) : std::nullopt;
}

class Refutation {
 public:
  Refutation(const EditedTest& test, const std::vector<Demand>& demands, Engine& engine,
             const SearchLimits& limits)
      : test_(test), demands_(demands), engine_(engine), limits_(limits) {}

  std::vector<Attempt> run(const EditKinds& kinds) {
    const std::vector<Strengthening> ways = waysOf(kinds, hasRemote(*test_.written()));
    const auto written = test_.programOf(test_.asWritten());
    if (triedAll(*written, ways, "")) {
      return std::move(attempts_);
    }
    if (const auto assignment = withBarriers(test_)) {
      const auto with = test_.programOf(*assignment);
      if (!tried(with, "barriers where all agents of a work-group pass")) {
        triedAll(*with, ways, ", and barriers where all agents of a work-group pass");
      }
    }
    return std::move(attempts_);
  }

 private:
  /// @returns whether one of them achieves the goals
  bool triedAll(const Program& base, const std::vector<Strengthening>& ways, const std::string& also) {
    return std::ranges::any_of(
        ways, [&](const Strengthening& way) { return tried(strengthened(base, way), textOf(way) + also); });
  }

  bool tried(const std::shared_ptr<const Program>& program, std::string what) {
    limits_.analysis.deadline.check();
    Attempt& attempt = attempts_.emplace_back();
    attempt.what = std::move(what);
    try {
      attempt.achieves = achieves(program, attempt);
    } catch (const OutOfTime&) {
      limits_.analysis.deadline.check();
      attempt.undecided = "time limit";
    } catch (const UserError& tooLarge) {
      attempt.undecided = tooLarge.diagnostics().front().message;
    }
    return attempt.achieves;
  }

  bool achieves(const std::shared_ptr<const Program>& program, Attempt& attempt) {
    AnalysisOptions question = limits_.analysis;
    question.candidateLimit = kMostCandidates;
    question.deadline = limits_.analysis.deadline.atMost(kMostSeconds);
    Preparation preparation(program, limits_.unroll, Rules::Licensed, limits_.narrowFirst);
    for (const Demand& demand : demands_) {
      const Model& model = *demand.model.model;
      const Assessment found =
          assess(engine_, preparation.of(model, question.deadline), demand.goal, question, 1);
      if (!found.good && !hasOnlyOldIncidents(demand, preparation, question)) {
        attempt.undecided = found.findings.empty() && !found.missing ? found.undecided : std::nullopt;
        return false;
      }
    }
    return true;
  }

  /// Where all that is wrong was so in the test as it is written, and is no race (a barrier that some miss, a
  /// fault), the change does what changes of synchronization can do.
  bool hasOnlyOldIncidents(const Demand& demand, Preparation& preparation, AnalysisOptions question) {
    const Goal& goal = demand.goal;
    if (!goal.raceFree || goal.neverSatisfied || goal.neverViolated || goal.sometimesSatisfied ||
        goal.sometimesViolated || goal.outcomes) {
      return false;
    }
    const Model& model = *demand.model.model;
    question.outcomes = OutcomeSearch::None;
    const std::set<PlacedIncident>& old = oldIncidents(model, question);
    if (old.empty()) {
      return false;
    }
    const PreparedTest prepared = preparation.of(model, question.deadline);
    const Analysis now = engine_.analyse(prepared, question);
    const bool races = std::ranges::any_of(
        now.flags, [&](const FlagFinding& finding) { return makesUndefined(model.checks[finding.check]); });
    return !races && !now.undecided && std::ranges::all_of(now.incidents, [&](const Incident& incident) {
      return old.contains(placed(prepared.program(), incident));
    });
  }

  using PlacedIncident = std::pair<IncidentKind, std::uint32_t>;  ///< and where it is in the text

  static PlacedIncident placed(const Program& program, const Incident& incident) {
    const auto& code = program.threads[incident.where.thread].instructions;
    return {incident.kind,
            incident.where.instruction < code.size() ? code[incident.where.instruction].place.span.begin : 0};
  }

  /// Of the test as it is written, which is the same for every change: with the places that changes of it
  /// have, in the text with all that may be inserted.
  const std::set<PlacedIncident>& oldIncidents(const Model& model, const AnalysisOptions& question) {
    const auto known = old_.find(&model);
    if (known != old_.end()) {
      return known->second;
    }
    const PreparedTest written =
        Preparation(test_.programOf(test_.asWritten()), limits_.unroll, Rules::Licensed, limits_.narrowFirst)
            .of(model, question.deadline);
    std::set<PlacedIncident> found;
    for (const Incident& incident : engine_.analyse(written, question).incidents) {
      found.insert(placed(written.program(), incident));
    }
    return old_.emplace(&model, std::move(found)).first->second;
  }

  const EditedTest& test_;
  const std::vector<Demand>& demands_;
  Engine& engine_;
  const SearchLimits& limits_;
  std::vector<Attempt> attempts_;
  std::map<const Model*, std::set<PlacedIncident>> old_;
};

}  // namespace

std::vector<Attempt> tryToRefute(const EditedTest& test, const std::vector<Demand>& demands,
                                 const EditKinds& kinds, Engine& engine, const SearchLimits& limits) {
  return Refutation(test, demands, engine, limits).run(kinds);
}

}  // namespace hrfcheck::inline advise
