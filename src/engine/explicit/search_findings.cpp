#include "engine/explicit/search_findings.h"

#include <algorithm>

#include "engine/spinning_runs.h"

namespace hrfcheck::inline engine {
namespace {

/// So many executions are counted although they show nothing new.
constexpr std::uint64_t kCounted = 30;

}  // namespace

SearchFindings::SearchFindings(const Model& model, std::shared_ptr<const EventStructure> structure,
                               const AnalysisOptions& options, Search& search, PartialEvaluator& evaluator,
                               const Orbits* orbits)
    : model_(model),
      structure_(std::move(structure)),
      program_(structure_->program()),
      options_(options),
      search_(search),
      evaluator_(evaluator),
      orbits_(orbits),
      observed_(orbits != nullptr ? orbits->observed() : program_.observed),
      everyChoice_(options.flags && flagsHangOnChoices(model)),
      incompleteFlags_(wantsFlagsOfIncomplete(program_, options)),
      packer_(structure_),
      pairs_(BitRows::relation(structure_->size())),
      coherence_(program_.locations.size()) {
  if (const std::optional<bool> truth = constantTruth(*program_.condition)) {
    satisfied_ = !*truth;
    violated_ = *truth;
  }
  if (options.until && options.until->pair) {
    const InstructionPair& pair = *options.until->pair;
    until_ = orbits != nullptr ? orbits->pairsLike(pair) : std::vector<InstructionPair>{pair};
  }
}

std::size_t SearchFindings::ValuesHash::operator()(const std::vector<Value>& values) const {
  std::uint64_t hash = 0x9e3779b97f4a7c15U;
  for (const Value value : values) {
    hash = (hash ^ static_cast<std::uint64_t>(value)) * 0xff51afd7ed558ccdU;
    hash ^= hash >> 29U;
  }
  return hash;
}

double SearchFindings::patience(const SearchCounts& counts) const {
  const std::uint64_t found = outcomesFound();
  return found * 8 >= counts.candidates && found * 128 >= counts.decisions ? 5000 : 5;
}

bool SearchFindings::add() {
  const bool goOn = search_.complete() ? addComplete() : addIncomplete();
  endedByUntil_ = !goOn && foundUntil_;
  const bool allThere = possibleOutcomes_ != nullptr && outcomesFound() == possibleOutcomes_->size();
  foundEverything_ = foundEverything_ || (allThere && consistent_ >= kCounted);
  return goOn && !foundEverything_;
}

bool SearchFindings::addComplete() {
  const auto read = [&](const StateVariable& v) { return search_.finalValue(v); };
  if (program_.filter && !holds(*program_.filter, read)) {
    return true;
  }
  bool first = true;
  const auto take = [&] {
    if (first) {
      ++consistent_;
      addOutcome();
      show();
    }
    first = false;
    if (options_.flags) {
      addFlags();
    }
    return everyChoice_;
  };
  evaluator_.forEachConsistentChoice(take, [&] { return search_.step(); });
  return wantsMore() && !search_.stopped();
}

bool SearchFindings::wantsMore() const {
  const bool settled = foundUntil_ && options_.outcomes == OutcomeSearch::None;
  return !settled && !seenEnough_ && !foundEverything_ &&
         (options_.eachSatisfying || (options_.flags && !foundUntil_) ||
          options_.outcomes == OutcomeSearch::All || !satisfied_ || !violated_);
}

void SearchFindings::expectOutcomes(const std::set<std::vector<Value>>& outcomes) {
  if (orbits_ == nullptr && options_.outcomes == OutcomeSearch::All) {
    possibleOutcomes_ = &outcomes;
  }
}

void SearchFindings::wantIncidents(const Incidents& incidents) {
  wanted_ = incidents;
  foundEverything_ = incidents.empty();
  search_.leaveOutWithout(incidents);
}

void SearchFindings::noteFound(IncidentKind kind, const InstructionRef& where) {
  if (!wanted_) {
    return;
  }
  wanted_->erase({kind, where});
  if (orbits_ != nullptr) {
    for (const InstructionRef& other : orbits_->instructionsLike(where)) {
      wanted_->erase({kind, other});
    }
  }
  foundEverything_ = wanted_->empty();
  search_.leaveOutWithout(*wanted_);
}

void SearchFindings::addOutcome() {
  if (options_.outcomes == OutcomeSearch::None) {
    return;
  }
  values_.clear();
  for (const StateVariable& v : observed_) {
    values_.push_back(search_.finalValue(v));
  }
  const auto known = outcomes_.find(values_);
  if (known != outcomes_.end()) {
    ++known->second.counts[ties()];
    return;
  }
  if (const auto counted = unlisted_.find(values_); counted != unlisted_.end()) {
    ++(counted->second ? unlistedExecutions_.first : unlistedExecutions_.second);
    return;
  }
  const bool satisfies =
      holds(*program_.condition, [&](const StateVariable& v) { return search_.finalValue(v); });
  if (!listsMore(satisfies)) {
    unlisted_.emplace(values_, satisfies);
    ++(satisfies ? unlistedExecutions_.first : unlistedExecutions_.second);
    return;
  }
  ++(satisfies ? listed_.first : listed_.second);
  if (options_.outcomes == OutcomeSearch::Condition) {
    const Orbits::Verdicts verdicts =
        orbits_ != nullptr ? orbits_->verdictsOf(values_) : Orbits::Verdicts{satisfies, !satisfies};
    if ((satisfied_ || !verdicts.satisfied) && (violated_ || !verdicts.violated)) {
      return;
    }
    satisfied_ = satisfied_ || verdicts.satisfied;
    violated_ = violated_ || verdicts.violated;
  }
  outcomes_.emplace(values_, Found{witness(), satisfies, {{ties(), 1}}});
}

/// Whether another final state that does or does not satisfy the condition is to be listed. With orbits all
/// representatives are: they are few.
bool SearchFindings::listsMore(bool satisfies) const {
  return options_.mostOutcomes == 0 || orbits_ != nullptr || outcomes_.size() < options_.mostOutcomes ||
         (satisfies ? listed_.first : listed_.second) == 0;
}

void SearchFindings::show() {
  const auto read = [&](const StateVariable& v) { return search_.finalValue(v); };
  if (options_.eachSatisfying && holds(*program_.condition, read)) {
    seenEnough_ = !options_.eachSatisfying(witness());
  }
}

/// Of the candidate, which is a representative: how many blocks of a group have the same attribute.
Orbits::Ties SearchFindings::ties() const {
  Orbits::Ties ties;
  if (orbits_ == nullptr) {
    return ties;
  }
  for (const SymmetryGroup& group : orbits_->groups()) {
    std::uint32_t run = 0;
    EventId before = kNoEvent;
    const auto endRun = [&] {
      if (run >= 2) {
        ties.push_back(run);
      }
    };
    for (const EventId leader : group.leaders) {
      const bool reads = structure_->events()[leader].kind == EventKind::Read;
      const EventId attribute = reads ? search_.execution().source(leader) : leader;
      if (attribute != before) {
        endRun();
        run = 0;
      }
      ++run;
      before = attribute;
    }
    endRun();
  }
  std::ranges::sort(ties);
  return ties;
}

void SearchFindings::addFlags() {
  for (std::size_t i = 0; i < model_.checks.size(); ++i) {
    if (model_.checks[i].role == CheckRole::Require || !evaluator_.raised(i)) {
      continue;
    }
    const auto [found, fresh] = found_.flags.try_emplace(i);
    FoundFlags::Flag& flag = found->second;
    if (fresh) {
      flag.witness = witness();
    }
    if (evaluator_.hasPairs(i)) {
      addPairs(i, flag);
    } else {
      foundUntil_ = foundUntil_ || (options_.until && options_.until->check == i);
    }
  }
}

void SearchFindings::addPairs(std::size_t check, FoundFlags::Flag& flag) {
  BitRows& seen = seenPairs_.try_emplace(check, BitRows::relation(structure_->size())).first->second;
  pairs_.clear();
  evaluator_.addPairs(check, pairs_);
  pairs_ -= seen;
  if (pairs_.empty()) {
    return;
  }
  seen |= pairs_;
  pairs_.toRelation().forEach([&](EventId a, EventId b) {
    const auto pair = structure_->instructionPair(a, b);
    if (pair && !flag.pairs.contains(*pair)) {
      flag.pairs.emplace(*pair, witness());
      foundUntil_ = foundUntil_ || (options_.until && options_.until->check == check &&
                                    (!options_.until->pair || std::ranges::binary_search(until_, *pair)));
    }
  });
}

bool SearchFindings::addIncomplete() {
  bool first = true;
  const auto take = [&] {
    if (first) {
      ++consistent_;
      addIncidents();
    }
    first = false;
    if (incompleteFlags_) {
      addFlags();
    }
    return incompleteFlags_ && everyChoice_;
  };
  evaluator_.forEachConsistentChoice(take, [&] { return search_.step(); });
  return wantsMore() && !search_.stopped();
}

void SearchFindings::addIncidents() {
  std::vector<Ending> endings;
  for (ThreadId t = 0; t < structure_->threads().size(); ++t) {
    endings.push_back({search_.thread(t).end, search_.thread(t).lastInstruction});
  }
  for (const auto& key : incidentsOf(endings)) {
    if (!found_.incidents.contains(key)) {
      found_.incidents.emplace(key, witness());
      noteFound(key.first, key.second);
    }
  }
}

Witness SearchFindings::witness() {
  const PartialExecution& execution = search_.execution();
  reads_.clear();
  closed_.clear();
  for (EventId e = 0; e < structure_->size(); ++e) {
    const Event& event = structure_->events()[e];
    if (!execution.executed(e)) {
      continue;
    }
    if (event.kind == EventKind::Read) {
      reads_.push_back({e, execution.source(e), execution.value(e)});
    } else if (event.kind == EventKind::Arrive && !execution.executed(event.partner)) {
      closed_.push_back(e);
    }
  }
  for (LocationId l = 0; l < coherence_.size(); ++l) {
    coherence_[l].clear();
    for (EventId e = execution.initialWrite(l); e != kNoEvent; e = execution.coherenceNext(e)) {
      coherence_[l].push_back(e);
    }
  }
  return packer_.pack({reads_, closed_, coherence_, evaluator_.choices(), search_.lateArrivals()});
}

void SearchFindings::takeOutcomes(Analysis& analysis, bool counted) {
  Orbits::Counts counts;
  std::pair<std::uint64_t, std::uint64_t> plain = unlistedExecutions_;
  for (auto& [values, found] : outcomes_) {
    for (const auto& [ties, count] : found.counts) {
      (found.satisfies ? plain.first : plain.second) += count;
      if (orbits_ != nullptr) {
        counts[{values, ties}] = count;
      }
    }
    analysis.outcomes.push_back({values, found.satisfies, std::move(found.witness)});
  }
  std::ranges::sort(analysis.outcomes, {}, &Outcome::values);
  for (const auto& [values, satisfies] : unlisted_) {
    ++(satisfies ? analysis.unlistedOutcomes.first : analysis.unlistedOutcomes.second);
  }
  if (counted && options_.outcomes == OutcomeSearch::All) {
    analysis.executionCounts = orbits_ != nullptr ? orbits_->executionCounts(counts) : plain;
  }
  outcomes_.clear();
  unlisted_.clear();
}

Analysis SearchFindings::take(bool counted) {
  Analysis analysis;
  takeOutcomes(analysis, counted);
  found_.moveTo(analysis);
  return orbits_ != nullptr ? orbits_->expand(std::move(analysis), options_) : analysis;
}

}  // namespace hrfcheck::inline engine
