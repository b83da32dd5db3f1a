#include "advise/declared/declaration_search.h"

#include <algorithm>
#include <set>
#include <utility>

#include "check/prepare/preparation.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline advise {
namespace {

/// Choices of edits of declarations that are looked at.
constexpr std::size_t kMostChoices = 200;

class DeclarationSearch {
 public:
  DeclarationSearch(Advice& advice, const AdviceRequest& request, Engine& engine,
                    const ProgramRepair& repairWith, const Deadline& deadline)
      : advice_(advice),
        request_(request),
        engine_(engine),
        repairWith_(repairWith),
        deadline_(deadline),
        demands_(advice.demands),
        impossible_(advice.search.impossible) {}

  void run() {
    try {
      auto edits = wordEdits(request_.program, request_.read, request_.kinds, request_.costs, deadline_);
      tryAll(declaredChoices(edits, kMostChoices), {});
      // Of edits of objects, the cheapest cost more than most of words, and more are compiled to find them.
      const auto races = racing();
      for (const ObjectEdits which : {ObjectEdits::Stores, ObjectEdits::Types}) {
        const auto objects = objectEdits(request_.program, request_.read, request_.kinds, request_.costs,
                                         races, best(), deadline_, which);
        std::set<std::uint32_t> places;
        for (const std::vector<DeclaredEdit>& here : objects) {
          places.insert(here.front().place.span.begin);
        }
        edits.insert(edits.end(), objects.begin(), objects.end());
        if (!objects.empty()) {
          tryAll(declaredChoices(edits, kMostChoices), places);
        }
      }
    } catch (const OutOfTime&) {
      advice_.search.stopped = "time limit";
      all_ = false;
    }
    SearchResult& search = advice_.search;
    search.optimal = search.best && search.optimal && all_;
    search.impossible = !search.best && impossible_ && all_;
    if (search.best && !search.optimal) {
      search.state.lowerBound = 0;
      search.stopped = search.stopped.value_or("not all edits of declarations were looked at");
    }
  }

 private:
  /// The instructions that race under some model; nothing where others may, or something else is asked for.
  std::optional<std::set<InstructionRef>> racing() {
    std::set<InstructionRef> all;
    for (const Demand& demand : demands_) {
      const Goal& goal = demand.goal;
      if (!goal.raceFree || goal.neverViolated || goal.neverSatisfied || goal.sometimesSatisfied) {
        return std::nullopt;
      }
      Preparation preparation(request_.program, request_.search.unroll, Rules::Licensed,
                              request_.search.narrowFirst);
      const PreparedTest test = preparation.of(*demand.model.model, request_.search.analysis.deadline);
      AnalysisOptions question = request_.search.analysis;
      question.outcomes = OutcomeSearch::None;
      const Analysis analysis = engine_.analyse(test, question);
      // Other forms of a test have instructions of their own.
      if (analysis.undecided || test.structure().programPtr() != request_.program) {
        return std::nullopt;
      }
      for (const FlagFinding& finding : analysis.flags) {
        for (const FlagPair& pair : finding.pairs) {
          all.insert(pair.first);
          all.insert(pair.second);
        }
      }
    }
    return all;
  }

  std::optional<Cost> best() const {
    return advice_.search.best ? std::optional(advice_.search.best->cost) : std::nullopt;
  }

  /// @param places where not empty, only choices with an edit at one of them
  void tryAll(const std::vector<DeclaredChoice>& choices, const std::set<std::uint32_t>& places) {
    all_ = all_ && choices.size() < kMostChoices;
    for (const DeclaredChoice& choice : choices) {
      if (best() && costOf(choice) >= *best()) {
        return;
      }
      if (places.empty() || std::ranges::any_of(choice, [&](const DeclaredEdit& edit) {
            return places.contains(edit.place.span.begin);
          })) {
        look(choice);
      }
    }
  }

  void look(const DeclaredChoice& choice) {
    const Cost cost = costOf(choice);
    const auto below = best() ? std::optional(*best() - cost) : std::nullopt;
    std::shared_ptr<const Program> program;
    try {
      program = programWith(*request_.program, request_.read, choice);
    } catch (const UserError&) {
      return;  // edits that do not go together
    }
    Advice found = repairWith_(program, {false, false, false, false, false, false}, below);
    if (!found.search.best) {
      found = repairWith_(program, request_.kinds, below);
    }
    impossible_ = impossible_ && found.search.impossible;
    all_ = all_ && !found.search.stopped;
    if (found.search.best) {
      found.search.best->cost += cost;
      found.search.state.lowerBound += cost;
      found.search.others.clear();
      found.search.allFound = false;
      found.declared = choice;
      advice_ = std::move(found);
    }
  }

  Advice& advice_;
  const AdviceRequest& request_;
  Engine& engine_;
  const ProgramRepair& repairWith_;
  const Deadline& deadline_;
  std::vector<Demand> demands_;  ///< of the test as it is written
  bool all_ = true;              ///< choices were looked at to the end
  bool impossible_;
};

}  // namespace

void editDeclarations(Advice& advice, const AdviceRequest& request, Engine& engine,
                      const ProgramRepair& repairWith, const Deadline& deadline) {
  DeclarationSearch(advice, request, engine, repairWith, deadline).run();
}

}  // namespace hrfcheck::inline advise
