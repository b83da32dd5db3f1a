// Which requirements forbid an outcome: the model is asked again with some of them left out. Sets are tried
// by size, so that the first that forbids it is a smallest one; there are few requirements, and a question
// about one outcome is quick. Where sets of three do not suffice, requirements are left out one by one for as
// long as the rest forbids it.
//
// Each requirement of the set is then shown at work on an execution that it alone refutes: one that ends in
// the outcome and satisfies all the others (or at least the others of the set; there is one, since they do
// not suffice). Of several such executions it is one in which what is shown has to do with threads or
// locations of the condition; of these one that breaks the requirement by no more pairs than it must (another
// one by fewer of the same pairs is preferred); then one in which accesses of one location keep their order,
// and in which fewest steps break it.
//
// Under a part of the requirements the test is prepared anew: fewer of them may need more iterations of
// loops, or may leave them bounded. Where executions are cut then, not to find the outcome does not show that
// it is forbidden.
//
// Requirements that depend on no order that the model asks for (linearisations) come first. Where they allow
// the outcome, but the model without any requirement does not, it is such an order that cannot exist.

#include "check/explain/forbidden.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "check/explain/violation.h"
#include "check/prepare/preparation.h"
#include "execution/evaluate/node_facts.h"
#include "util/invariant.h"

namespace hrfcheck::inline check {
namespace {

using CheckSet = std::vector<std::size_t>;

constexpr std::size_t kLargestTried = 3;
constexpr std::size_t kMostCompared = 500;

struct Undecided {
  std::string why;
};

/// What is known of the outcome under some requirements.
struct Known {
  std::optional<Execution> execution;  ///< ends in it
  bool complete = true;                ///< there is none where none was found
};

class Explanation {
 public:
  Explanation(Engine& engine, const PreparedTest& test, const AnalysisOptions& options)
      : engine_(engine),
        test_(test),
        model_(test.model()),
        options_(options),
        subject_(test.structure().program()) {
    options_.outcomes = OutcomeSearch::Condition;
    options_.flags = false;
    options_.symmetry = false;
    options_.dumpSmt2 = nullptr;
    for (std::size_t i = 0; i < model_.checks.size(); ++i) {
      if (model_.checks[i].role == CheckRole::Require) {
        requirements_.push_back(i);
      }
    }
  }

  Forbidden explain() {
    Forbidden result;
    choices_ = false;
    if (forbids({})) {
      result.noCandidate = true;
      return result;
    }
    const CheckSet all = std::exchange(requirements_, withoutChoices());
    if (const std::optional<Execution> candidate = knownUnder(with(requirements_)).execution) {
      choices_ = true;
      requirements_ = all;
      if (forbids({})) {
        result.refutations.push_back(missingOrder(*candidate));
        return result;
      }
    }
    const CheckSet core = smallestCore(result.smallest);
    choices_ = true;
    requirements_ = all;
    for (const std::size_t check : core) {
      if (std::optional<Refutation> refuted = refutation(check, core)) {
        result.refutations.push_back(std::move(*refuted));
      }
    }
    if (result.refutations.empty()) {
      throw Undecided{"it is not allowed, but under parts of the model loops reach their bound"};
    }
    return result;
  }

 private:
  Model with(const CheckSet& requirements) const {
    Model model = model_;
    model.checks.clear();
    if (!choices_) {
      model.choices.clear();
    }
    for (const std::size_t check : requirements) {
      model.checks.push_back(model_.checks[check]);
    }
    return model;
  }

  /// The requirements that depend on no order that the model asks for.
  CheckSet withoutChoices() const {
    const std::vector<NodeFacts> facts = factsOf(model_);
    CheckSet result = requirements_;
    std::erase_if(
        result, [&](std::size_t check) { return choicesNeeded(inputsOf(model_.checks[check], facts)) > 0; });
    return result;
  }

  Known knownUnder(const Model& model) {
    const Analysis analysis = engine_.analyse(preparedAnew(test_, model, options_.deadline), options_);
    for (const Outcome& outcome : analysis.outcomes) {
      if (outcome.satisfiesCondition) {
        return {outcome.witness.execution()};
      }
    }
    if (analysis.undecided) {
      throw Undecided{*analysis.undecided};
    }
    return {std::nullopt, std::ranges::none_of(analysis.incidents, [](const Incident& incident) {
              return incident.kind == IncidentKind::BoundReached;
            })};
  }

  bool allows(const CheckSet& requirements) { return knownUnder(with(requirements)).execution.has_value(); }

  bool forbids(const CheckSet& requirements) {
    const Known known = knownUnder(with(requirements));
    open_ = open_ || !known.complete;
    return !known.execution && known.complete;
  }

  /// @param smallest set to whether none is smaller
  CheckSet smallestCore(bool& smallest) {
    CheckSet chosen;
    for (std::size_t size = 1; size <= std::min(kLargestTried, requirements_.size()); ++size) {
      if (choose(size, 0, chosen)) {
        smallest = !open_;
        return chosen;
      }
    }
    smallest = false;
    CheckSet core = requirements_;
    for (const std::size_t check : requirements_) {
      CheckSet rest = core;
      std::erase(rest, check);
      if (forbids(rest)) {
        core = rest;
      }
    }
    return core;
  }

  /// Completes `chosen` to a set of `size` requirements that forbids the outcome.
  bool choose(std::size_t size, std::size_t from, CheckSet& chosen) {
    if (chosen.size() == size) {
      return forbids(chosen);
    }
    for (std::size_t i = from; i < requirements_.size(); ++i) {
      chosen.push_back(requirements_[i]);
      if (choose(size, i + 1, chosen)) {
        return true;
      }
      chosen.pop_back();
    }
    return false;
  }

  /// On executions that satisfy the others of the core, and as many further requirements as can be. Nothing
  /// where no execution is known of which it depends whether the outcome is allowed.
  std::optional<Refutation> refutation(std::size_t check, const CheckSet& core) {
    CheckSet kept = core;
    std::erase(kept, check);
    choices_ = true;
    choices_ = allows(kept);
    if (!choices_ && !allows(kept)) {
      return std::nullopt;
    }
    for (const std::size_t other : choices_ ? requirements_ : withoutChoices()) {
      if (std::ranges::find(core, other) == core.end()) {
        kept.push_back(other);
        if (!allows(kept)) {
          kept.pop_back();
        }
      }
    }
    std::ranges::sort(kept);
    Refutation best = clearest(check, with(kept));
    best.othersHold = choices_ && kept.size() + 1 == requirements_.size();
    return best;
  }

  /// An execution, and what is worth comparing of it.
  struct Candidate {
    Refutation refutation;
    Distance distance = Distance::None;  ///< of what is shown from the condition
    std::set<std::pair<EventId, EventId>> violation;
    /// How far it breaks the order of accesses of one location, and how much is shown: less is better.
    std::tuple<std::size_t, std::size_t, std::size_t> weight;
  };

  /// Keeps the candidates of which no other one breaks the requirement by part of the same pairs, unless that
  /// one has less to do with the condition; of equal ones the first of least weight.
  static void keep(std::vector<Candidate>& kept, Candidate fresh) {
    const auto within = [](const Candidate& part, const Candidate& whole) {
      return part.distance <= whole.distance && std::ranges::includes(whole.violation, part.violation);
    };
    for (const Candidate& old : kept) {
      const bool same = old.violation == fresh.violation && old.distance == fresh.distance;
      if (within(old, fresh) && (!same || old.weight <= fresh.weight)) {
        return;
      }
    }
    std::erase_if(kept, [&](const Candidate& old) { return within(fresh, old); });
    kept.push_back(std::move(fresh));
  }

  /// Of the executions that the other requirements allow, the one that shows best how this one refutes it:
  /// nothing is broken without need.
  Refutation clearest(std::size_t check, const Model& others) {
    std::vector<Candidate> kept;
    std::size_t looked = 0;
    const auto look = [&](Execution execution) {
      keep(kept,
           candidate({check, model_.checks[check].name, std::move(execution), false, {}, std::nullopt}));
      return ++looked < kMostCompared;
    };
    AnalysisOptions options = options_;
    options.outcomes = OutcomeSearch::None;
    options.candidateLimit = 100 * kMostCompared;
    options.eachSatisfying = [&](const Witness& witness) { return look(witness.execution()); };
    makeExplicitEngine()->analyse(preparedAnew(test_, others, options.deadline), options);
    if (kept.empty()) {
      std::optional<Execution> execution = knownUnder(others).execution;
      INVARIANT(execution.has_value(), "no requirement of a smallest set can be left out");
      look(std::move(*execution));
    }
    const auto rank = [](const Candidate& candidate) {
      return std::tie(candidate.distance, candidate.weight);
    };
    return std::move(std::ranges::min_element(kept, {}, rank)->refutation);
  }

  Candidate candidate(Refutation refutation) const {
    Candidate result{std::move(refutation), Distance::None, {}, {}};
    Refutation& shown = result.refutation;
    Deriver deriver(model_, shown.execution);
    const Check& check = model_.checks[shown.check];
    result.violation = violationOf(model_, check, deriver, shown.execution);
    Objection objection = objectionOf(model_, check, deriver, shown.execution, subject_);
    result.distance = distanceOf(objection, shown.execution, subject_);
    shown.steps = std::move(objection.steps);
    shown.member = objection.member;
    result.weight = {stepsAgainstOrder(shown.execution), shown.steps.size(), factsIn(shown.steps)};
    return result;
  }

  static std::size_t factsIn(const std::vector<Derivation>& steps) {
    std::size_t facts = 0;
    for (const Derivation& step : steps) {
      facts += step.size();
    }
    return facts;
  }

  /// The order that a choice has to contain, as a definition of `model`.
  static CatNodeId restrictedOrder(Model& model, const Choice& choice) {
    const auto add = [&](CatBinary op, CatNodeId left, CatNodeId right) {
      model.nodes.push_back({BinaryNode{op, left, right}, CatType::Relation, choice.place, ""});
      return static_cast<CatNodeId>(model.nodes.size() - 1);
    };
    const CatNodeId members = add(CatBinary::Product, choice.set, choice.set);
    const CatNodeId inside = add(CatBinary::Intersection, choice.order, members);
    return choice.within ? add(CatBinary::Intersection, inside, *choice.within) : inside;
  }

  /// The first order that an execution leaves no room for.
  Refutation missingOrder(const Execution& candidate) const {
    Refutation result{model_.checks.size(), "", candidate, false, {}, std::nullopt};
    Execution made = candidate;
    made.choices.clear();
    for (const Choice& choice : model_.choices) {
      Model bare = model_;
      bare.checks.clear();
      bare.choices.clear();
      const CatNodeId order = restrictedOrder(bare, choice);
      Deriver deriver(bare, made);
      if (const auto cycle = deriver.cycle(order)) {
        result.name = choice.name;
        for (const Derivation& step : *cycle) {
          result.steps.push_back(deriver.derive(choice.order, step.from, step.to));
        }
        return result;
      }
    }
    return result;
  }

  Engine& engine_;
  const PreparedTest& test_;
  const Model& model_;
  AnalysisOptions options_;
  ConditionSubject subject_;
  CheckSet requirements_;
  bool open_ = false;    ///< of some set it is not known what it allows
  bool choices_ = true;  ///< whether the model's orders are asked for
};

}  // namespace

Forbidden whyForbidden(Engine& engine, const PreparedTest& test, const AnalysisOptions& options) {
  Forbidden result;
  try {
    return Explanation(engine, test, options).explain();
  } catch (const Undecided& undecided) {
    result.undecided = undecided.why;
  } catch (const OutOfTime&) {
    result.undecided = "time limit";
  } catch (const UserError&) {
    result.undecided = "it is not allowed, but under parts of the model the test is too large";
  }
  return result;
}

}  // namespace hrfcheck::inline check
