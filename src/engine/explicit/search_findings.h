#pragma once

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/explicit/found_flags.h"
#include "engine/explicit/possible_findings.h"
#include "engine/explicit/search.h"
#include "engine/orbits.h"

namespace hrfcheck::inline engine {

/// Gathers what the candidates of a search show into an Analysis.
class SearchFindings {
 public:
  /// All must outlive the findings. With `orbits` the search visits representatives only.
  SearchFindings(const Model& model, std::shared_ptr<const EventStructure> structure,
                 const AnalysisOptions& options, Search& search, PartialEvaluator& evaluator,
                 const Orbits* orbits);

  /// Ends the search when all of these have been found; they are all that there may be. To be said before it.
  void expectOutcomes(const std::set<std::vector<Value>>& outcomes);
  /// Nothing but these incidents is wanted: the search leaves out what cannot show one that it has not found.
  void wantIncidents(const Incidents& incidents);

  /// Looks at the candidate at hand, which may still be inconsistent. False when nothing more is wanted.
  bool add();

  std::uint64_t consistent() const { return consistent_; }

  /// Everything that there may be was found before the search was at its end.
  bool foundEverything() const { return foundEverything_; }

  /// The flag that is enough has been found, and so the search has ended early.
  bool endedByUntil() const { return endedByUntil_; }

  /// How many times the limit of candidates the search should go, should it end by then: the more, the more
  /// outcomes it finds, each of which costs a solver more than a candidate, or a hundred decisions, cost the
  /// search.
  double patience(const SearchCounts& counts) const;

  /// All of it, sorted and complete; leaves this empty. `counted`: the search has ended by itself.
  Analysis take(bool counted);

 private:
  struct Found {
    Witness witness;
    bool satisfies = false;
    std::map<Orbits::Ties, std::uint64_t> counts;  ///< of executions, by their ties
  };
  struct ValuesHash {
    std::size_t operator()(const std::vector<Value>& values) const;
  };

  bool addComplete();
  bool addIncomplete();
  void addIncidents();
  void addOutcome();
  bool listsMore(bool satisfies) const;
  std::uint64_t outcomesFound() const { return outcomes_.size() + unlisted_.size(); }
  void show();
  void addFlags();
  void addPairs(std::size_t check, FoundFlags::Flag& flag);
  Orbits::Ties ties() const;
  bool wantsMore() const;
  void noteFound(IncidentKind kind, const InstructionRef& where);
  Witness witness();
  void takeOutcomes(Analysis& analysis, bool counted);

  const Model& model_;
  std::shared_ptr<const EventStructure> structure_;
  const Program& program_;
  const AnalysisOptions& options_;
  Search& search_;
  PartialEvaluator& evaluator_;
  const Orbits* orbits_;
  const std::vector<StateVariable>& observed_;
  bool everyChoice_;
  bool incompleteFlags_;  ///< those of executions that do not complete are wanted
  WitnessPacker packer_;

  std::unordered_map<std::vector<Value>, Found, ValuesHash> outcomes_;
  /// Final states beyond AnalysisOptions::mostOutcomes, and whether they satisfy the condition.
  std::unordered_map<std::vector<Value>, bool, ValuesHash> unlisted_;
  /// Of `outcomes_`, where there are no orbits: those that satisfy the condition, and those that do not.
  std::pair<std::uint64_t, std::uint64_t> listed_{0, 0};
  /// Executions that end in a final state of `unlisted_`, likewise.
  std::pair<std::uint64_t, std::uint64_t> unlistedExecutions_{0, 0};
  std::vector<InstructionPair> until_;  ///< pairs that end the analysis, sorted
  bool foundUntil_ = false;
  bool endedByUntil_ = false;
  bool seenEnough_ = false;  ///< AnalysisOptions::eachSatisfying has said so
  bool satisfied_ = false;   ///< by a state that was found, or by none that there is
  bool violated_ = false;    ///< likewise
  FoundFlags found_;
  const std::set<std::vector<Value>>* possibleOutcomes_ = nullptr;
  std::optional<Incidents> wanted_;  ///< those that were not found yet, where nothing else is wanted
  bool foundEverything_ = false;
  std::map<std::size_t, BitRows> seenPairs_;  ///< of events, by check
  std::uint64_t consistent_ = 0;

  std::vector<Value> values_;
  BitRows pairs_;
  std::vector<WitnessRead> reads_;
  std::vector<EventId> closed_;
  std::vector<std::vector<EventId>> coherence_;
};

}  // namespace hrfcheck::inline engine
