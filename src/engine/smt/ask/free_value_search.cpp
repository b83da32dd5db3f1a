// Executions with values that no write computes from the test's constants, looked for until there is none
// that is not like one that is known.
//
// A solution shows an execution S in which some reads return values that are not known. Let X be the reads
// whose value is made of theirs, along reads-from and data and address dependencies. The values of X become
// known, and what X has to do with the rest is written down, as the structure of S:
//
//  - of each thread with a read or a write in X, or made of X: all that it decides on its path (branches,
//    predicates, whether a compare-and-swap succeeds, whether there is a fault, where accesses are);
//  - which writes the reads of X read from, and that no other read reads from a write that is made of X;
//  - the values of the other reads of these threads, which something may be made of together with one of X;
//  - what comparisons of the condition would be of the final values that are made of X.
//
// In any execution E with this structure, the values of X can be exchanged for those of S: every write
// stores, every read returns and every branch goes as it does in E or in S, and the two agree where both have
// a say. What is exchanged does not meet the rest: a read from it is in X. So the result is an
// execution with the same events, reads-from, coherence and dependencies as E, and with as few unknown values
// as E has outside of X. Therefore a read of X needs no more looking at where E has this structure. When no
// read is left to look at, every execution can be led to one whose values are all known, read by read, and
// the search is complete.
//
// What is decided along the whole path is more than what X decides; that leaves executions apart which are
// alike, and costs time alone.

#include "engine/smt/ask/free_value_search.h"

#include <algorithm>

#include "engine/smt/encode/conditions.h"
#include "program/condition/condition.h"
#include "util/invariant.h"

namespace hrfcheck::inline engine::smt {
namespace {

/// Executions that are looked at: some seconds' worth.
constexpr std::size_t kMostLookedAt = 256;
/// Open values below this are nicer to read.
constexpr std::size_t kSmallBits = 4;
constexpr std::size_t kMostMadeSmallest = 16 * kSmallBits;

bool reads(EventKind kind) {
  return kind == EventKind::Read;
}
bool writes(EventKind kind) {
  return kind == EventKind::Write || kind == EventKind::InitialWrite;
}

}  // namespace

/// An execution that was found.
struct FreeValueSearch::Found {
  std::set<EventId> unknown;  ///< reads whose value is not known
  std::set<EventId> made;     ///< events whose value or address is made of theirs, these among them
  std::set<ThreadId> threads;
  using Values = std::map<EventId, std::pair<LocationId, Value>>;
  Values values;  ///< of the reads among `made`
  Values beside;  ///< of the other reads of these threads
};

FreeValueSearch::FreeValueSearch(Encoding& encoding, const EventStructure& structure, const FreeReads& free,
                                 Solver& solver)
    : encoding_(encoding), structure_(structure), free_(free), solver_(solver) {}

CircularSearch FreeValueSearch::run() {
  const ProgramCode& code = encoding_.candidate().code();
  prepareReads();
  prepareComparisons(*structure_.program().condition);
  if (structure_.program().filter) {
    prepareComparisons(*structure_.program().filter);
  }
  preferSmall();
  const Lit escapes = encoding_.formula().orOf(code.escapes);
  const Lit inexact = encoding_.formula().orOf(code.inexact);
  exact_ = encoding_.formula().andOf(-escapes, -inexact);
  solver_.completeEncoding();
  encoding_.formula().completeEncoding();
  CircularSearch result;
  if (!findsAnything(escapes, inexact)) {
    result.complete = solver_.reason().empty();
    return result;
  }
  bool done = false;
  for (std::size_t looked = 0; !done && looked < kMostLookedAt; ++looked) {
    done = !findOne();
  }
  result.complete = done && solver_.reason().empty() && !(tellsTwoVariables_ && !values_.empty());
  if (escapes != kFalse && ask({escapes})) {
    result.escapes = true;
    result.complete = false;
    const Found found = look();
    for (const auto& [read, what] : found.values) {
      values_.insert(what);
    }
  }
  result.complete = result.complete && (inexact == kFalse || !ask({inexact})) && solver_.reason().empty();
  result.values.assign(values_.begin(), values_.end());
  return result;
}

void FreeValueSearch::prepareReads() {
  Formula& formula = encoding_.formula();
  const CandidateFormula& candidate = encoding_.candidate();
  for (EventId e = 0; e < structure_.size(); ++e) {
    if (candidate.exec(e) == kFalse) {
      continue;
    }
    const EventKind kind = structure_.events()[e].kind;
    if (writes(kind)) {
      writes_.push_back(e);
    }
    if (!reads(kind)) {
      continue;
    }
    reads_.push_back(e);
    const EventCode& read = candidate.code().events[e];
    if (!free_.contains(e)) {
      continue;
    }
    std::vector<Lit> ways;
    if (const OpenValue* open = read.values.open()) {
      ways.push_back(open->when);
    }
    for (const auto& [l, here] : read.locations.entries()) {
      const std::vector<Value>& known = structure_.domain(e, static_cast<LocationId>(l));
      for (const auto& [value, literal] : read.values.entries()) {
        if (!std::ranges::binary_search(known, value)) {
          ways.push_back(formula.andOf(here, literal));
        }
      }
    }
    unknown_[e] = formula.andOf(read.exec, formula.orOf(std::move(ways)));
  }
}

void FreeValueSearch::prepareComparisons(const Condition& condition) {
  forEachComparison(condition, [&](const CompareCondition& c, bool) { addComparison(c); });
}

void FreeValueSearch::addComparison(const CompareCondition& comparison) {
  const auto* left = std::get_if<StateVariable>(&comparison.left);
  const auto* right = std::get_if<StateVariable>(&comparison.right);
  if (left != nullptr && right != nullptr) {
    tellsTwoVariables_ = true;
    return;
  }
  const StateVariable* variable = left != nullptr ? left : right;
  if (variable == nullptr) {
    return;
  }
  const auto with = [&](const GuardedValues& values) {
    const auto side = [&](const ConditionTerm& term) {
      const auto* constant = std::get_if<Value>(&term);
      return constant != nullptr ? GuardedValues(*constant) : values;
    };
    return smt::comparison(encoding_.formula(), comparison.op, side(comparison.left), side(comparison.right));
  };
  const CandidateFormula& candidate = encoding_.candidate();
  if (variable->isRegister()) {
    const Lit holds = with(candidate.finalValue(*variable));
    comparisons_.push_back({variable->thread, kNoEvent, holds});
    return;
  }
  for (const EventId w : writes_) {
    if (candidate.code().events[w].locations.is(static_cast<Value>(variable->location)) != kFalse) {
      comparisons_.push_back({std::nullopt, w, with(candidate.code().events[w].values)});
    }
  }
}

void FreeValueSearch::preferSmall() {
  small_ = encoding_.formula().fresh({"small"});
  for (const auto& [read, unused] : unknown_) {
    const OpenValue* open = encoding_.candidate().code().events[read].values.open();
    if (open == nullptr) {
      continue;
    }
    for (std::size_t i = kSmallBits; i < open->bits.size(); ++i) {
      encoding_.formula().clause({-small_, -open->when, -open->bits[i]});
    }
    for (std::size_t i = kSmallBits; i-- > 0;) {
      smaller_.push_back(-encoding_.formula().andOf(open->when, open->bits[i]));
    }
  }
}

Lit FreeValueSearch::someOf(const std::vector<Lit>& literals) {
  const Lit some = encoding_.formula().fresh({"some"});
  std::vector<Lit> clause = literals;
  clause.push_back(-some);
  encoding_.formula().clause(std::move(clause));
  return some;
}

bool FreeValueSearch::ask(std::vector<Lit> assumptions) {
  std::erase(assumptions, kTrue);
  isLastSatisfied_ =
      std::ranges::find(assumptions, kFalse) == assumptions.end() && solver_.check(assumptions) == Truth::Sat;
  return isLastSatisfied_;
}

/// The smallest numbers of few reads: then reports do not depend on what the solver happens to find.
bool FreeValueSearch::askForSmallest(Lit some) {
  std::vector<Lit> wanted{some, exact_, small_};
  if (!ask(wanted) || smaller_.size() > kMostMadeSmallest) {
    return isLastSatisfied_;
  }
  for (const Lit smaller : smaller_) {
    wanted.push_back(smaller);
    if (!ask(wanted)) {
      wanted.back() = -smaller;
    }
  }
  return ask(wanted);
}

/// Of most tests there is nothing to find, which one question tells.
bool FreeValueSearch::findsAnything(Lit escapes, Lit inexact) {
  std::vector<Lit> ways{escapes, inexact};
  for (const auto& [read, unknown] : unknown_) {
    ways.push_back(unknown);
  }
  return ask({someOf(ways)});
}

/// Looks for an execution with an unknown value. False where there is none, or the solver gives up.
bool FreeValueSearch::findOne() {
  std::vector<Lit> ways;
  for (const auto& [read, unknown] : unknown_) {
    ways.push_back(unknown);
  }
  const Lit some = someOf(ways);
  if (!ask({some, exact_}) || !(askForSmallest(some) || ask({some, exact_}))) {
    return false;
  }
  const Found found = look();
  learn(found, structureOf(found));
  return true;
}

FreeValueSearch::Found FreeValueSearch::look() const {
  Found found;
  for (const auto& [read, unknown] : unknown_) {
    if (isTrue(unknown)) {
      found.unknown.insert(read);
    }
  }
  found.made = found.unknown;
  spread(found);
  for (const EventId e : found.made) {
    found.threads.insert(structure_.events()[e].thread);
  }
  for (const EventId r : reads_) {
    if (found.threads.contains(structure_.events()[r].thread) && happens(r)) {
      (found.made.contains(r) ? found.values : found.beside)[r] = {locationOf(r), valueOf(r)};
    }
  }
  return found;
}

/// All that is made of unknown values, and what else it is made of.
void FreeValueSearch::spread(Found& found) const {
  const CandidateFormula& candidate = encoding_.candidate();
  std::map<EventId, std::vector<EventId>> sources;
  for (const auto* dependencies : {&candidate.code().addr, &candidate.code().data}) {
    for (const auto& [read, event, when] : *dependencies) {
      if (isTrue(when) && happens(read) && happens(event)) {
        sources[event].push_back(read);
      }
    }
  }
  for (const EventId r : reads_) {
    for (const EventId w : writes_) {
      if (happens(r) && candidate.rf().at(w, r) != kFalse && isTrue(candidate.rf().at(w, r))) {
        sources[r].push_back(w);
      }
    }
  }
  for (bool more = true; more;) {
    more = false;
    for (const auto& [event, from] : sources) {
      if (!found.made.contains(event) &&
          std::ranges::any_of(from, [&](EventId e) { return found.made.contains(e); })) {
        found.made.insert(event);
        more = true;
      }
    }
  }
}

/// All but the values of other reads: what can be said without making gates, while there is a solution.
std::vector<Lit> FreeValueSearch::structureOf(const Found& found) const {
  std::vector<Lit> pinned;
  pinThreads(found, pinned);
  pinReads(found, pinned);
  pinComparisons(found, pinned);
  return pinned;
}

void FreeValueSearch::pinThreads(const Found& found, std::vector<Lit>& pinned) const {
  for (const ThreadId t : found.threads) {
    for (const Decision& decision : encoding_.candidate().code().threads[t].decisions) {
      if (isTrue(decision.guard)) {
        pinned.push_back(decision.guard);
        pinned.push_back(isTrue(decision.holds) ? decision.holds : -decision.holds);
      }
    }
  }
}

void FreeValueSearch::pinReads(const Found& found, std::vector<Lit>& pinned) const {
  const PairLiterals& rf = encoding_.candidate().rf();
  for (const EventId r : reads_) {
    const bool made = found.made.contains(r);
    for (const EventId w : writes_) {
      const Lit from = rf.at(w, r);
      if (made && from != kFalse && isTrue(from)) {
        pinned.push_back(from);
      } else if (!made && found.made.contains(w)) {
        pinned.push_back(-from);
      }
    }
  }
}

void FreeValueSearch::pinComparisons(const Found& found, std::vector<Lit>& pinned) const {
  for (const Comparison& comparison : comparisons_) {
    const bool matters = comparison.thread ? found.threads.contains(*comparison.thread)
                                           : found.made.contains(comparison.write);
    if (matters) {
      pinned.push_back(isTrue(comparison.holds) ? comparison.holds : -comparison.holds);
    }
  }
}

Value FreeValueSearch::valueOf(EventId read) const {
  const GuardedValues& values = encoding_.candidate().code().events[read].values;
  if (const OpenValue* open = values.open(); open != nullptr && isTrue(open->when)) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < open->bits.size(); ++i) {
      number |= std::uint64_t{isTrue(open->bits[i]) ? 1U : 0U} << i;
    }
    return static_cast<Value>(number);
  }
  for (const auto& [value, literal] : values.entries()) {
    if (isTrue(literal)) {
      return value;
    }
  }
  INVARIANT(false, "a read that happens returns a value");
}

LocationId FreeValueSearch::locationOf(EventId read) const {
  for (const auto& [location, here] : encoding_.candidate().code().events[read].locations.entries()) {
    if (isTrue(here)) {
      return static_cast<LocationId>(location);
    }
  }
  INVARIANT(false, "a read that happens is of a location");
}

/// The literal of: a read returns this there.
Lit FreeValueSearch::returns(EventId read, LocationId location, Value value) {
  Formula& formula = encoding_.formula();
  const EventCode& code = encoding_.candidate().code().events[read];
  std::vector<Lit> ways{code.values.is(value)};
  if (const OpenValue* open = code.values.open()) {
    ways.push_back(formula.andOf(open->when, equalBits(formula, open->bits, constantBits(value))));
  }
  return formula.andOf(code.locations.is(static_cast<Value>(location)), formula.orOf(std::move(ways)));
}

/// What was found need not be found again.
void FreeValueSearch::learn(const Found& found, std::vector<Lit> literals) {
  Formula& formula = encoding_.formula();
  for (const auto& [read, what] : found.values) {
    const auto& [location, value] = what;
    if (std::ranges::binary_search(structure_.domain(read, location), value) ||
        !values_.insert(what).second) {
      continue;
    }
    for (auto& [other, unknown] : unknown_) {
      unknown = formula.andOf(unknown, -returns(other, location, value));
    }
  }
  for (const auto& [read, what] : found.beside) {
    literals.push_back(returns(read, what.first, what.second));
  }
  const Lit same = formula.andOf(std::move(literals));
  for (auto& [read, unknown] : unknown_) {
    if (found.made.contains(read)) {
      unknown = formula.andOf(unknown, -same);
    }
  }
}

}  // namespace hrfcheck::inline engine::smt
