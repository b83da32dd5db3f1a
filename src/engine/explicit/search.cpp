// Candidate executions by backtracking, thrown away as soon as a requirement of the model is seen to fail.
//
// Threads run side by side, each as far as it can without asking (structure_stepper.h). What is decided, one
// thing after the other, is
//
// * for a read, which write it reads from: one that has been executed, or some other one. In the latter case
// it
//   is postponed until more writes have been executed, and then chooses among those. Where nobody can go on
//   any more, somebody reads from a write that has not been executed. That write is then promised: it must
//   happen, at that location. The read waits until the value of the write is known. Where threads wait for
//   each other in a circle, the value of one read is guessed, and the write must store it in the end (values
//   out of thin air, which only the model forbids);
// * for a write that was executed or promised, its place in the coherence order among those that have one.
//
// Barriers need no decision: they open when everyone waits, and those who still wait when nothing else can
// go on are blocked. Only where more threads come to a barrier than it waits for, their order is decided
// before everything else (search_arrivals.cpp). Hence every candidate (runs, reads-from, coherence) comes up
// exactly once: it answers each question in one way.
//
// A thread that goes on spinning for ever reads what is last in coherence (execution/witness/spinning.h), so
// once it has come to that, no write is placed behind the ones it reads. Where such runs can show nothing
// new, they are given up at once (SpinningRuns::LeftOut), and what follows a spin loop is certain.
//
// Before each decision that leaves a choice the model is evaluated between two bounds (partial_evaluator.h):
// on what is certain by now, and on what is still possible. What is certain includes events that no branch
// can avoid any more (program/structure/reach.h), so that for straight code program order, scopes and fences
// are all there from the start, and a decision adds a pair or two of reads-from or coherence.
//
// Reads that need not be postponed are decided first, and of those the one with the fewest writes to choose
// from.

#include "engine/explicit/search.h"

#include <algorithm>

#include "program/expr/operators.h"

namespace hrfcheck::inline engine {
namespace {

constexpr std::uint64_t kStepsBetweenLooks = 64;
constexpr Inputs kOpen =
    kHappenedInput | kLocInput | kAddrInput | kDataInput | kCtrlInput | kSyncInput | kRfInput | kCoInput;

const ExprPtr* storedValue(const Operation& operation) {
  if (const auto* store = std::get_if<StoreOp>(&operation)) {
    return &store->value;
  }
  const auto* rmw = std::get_if<RmwOperation>(&operation);
  const bool asGiven = rmw != nullptr && !combinesOld(rmw->op);
  return asGiven ? &rmw->operand : nullptr;
}

}  // namespace

Search::Search(const EventStructure& structure, const Model& model, PartialEvaluator& evaluator,
               const std::vector<SymmetryGroup>& groups, SpinningRuns spinning, const Deadline& deadline)
    : structure_(structure),
      evaluator_(evaluator),
      rules_(model, structure, deadline),
      groups_(groups),
      spinning_(spinning),
      reach_(structure, spinning),
      execution_(structure, evaluator, deadline),
      mayWrite_(structure.program().locations.size()),
      threads_(structure.threads().size()),
      occurrence_(structure.size(), 0) {
  for (EventId e = 0; e < structure.size(); ++e) {
    if (structure.events()[e].kind == EventKind::Write) {
      writes_.push_back(e);
      for (const LocationId location : structure.mayLocations()[e]) {
        mayWrite_[location].push_back(e);
      }
    }
  }
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    machines_.emplace_back(structure, t);
  }
  findReadsForever();
  collectArrivalOrders();
}

std::optional<std::string> Search::run(const std::function<bool()>& visit, const SearchLimits& limits) {
  visit_ = &visit;
  limits_ = limits;
  try {
    prepareAndExplore();
  } catch (const OutOfTime&) {
    undecided_ = "time limit";
  }
  return undecided_;
}

void Search::prepareAndExplore() {
  evaluator_.setOpen(kOpen);
  foreseeConstants();
  if (startThreads()) {
    chooseArrivalOrders(0, 1);
  }
}

bool Search::proceed() {
  if (looks_++ % kStepsBetweenLooks == 0) {
    if (limits_.activity != nullptr) {
      limits_.activity->count = counts_.decisions;
    }
    if (limits_.deadline.expired()) {
      undecided_ = "time limit";
    }
  }
  return !undecided_;
}

bool Search::step() {
  ++counts_.decisions;
  if (!proceed()) {
    return false;
  }
  const bool reached =
      limits_.candidates != 0 && (counts_.candidates >= limits_.candidates ||
                                  counts_.decisions >= kDecisionsPerCandidate * limits_.candidates);
  if (reached && !expectsToEnd()) {
    undecided_ = "candidate limit";
  }
  return !undecided_;
}

/// Sets a limit that should be enough, if it is worth it.
bool Search::expectsToEnd() {
  const double expected = static_cast<double>(limits_.candidates) / explored_;
  if (explored_ <= 0 || !limits_.goOn || !limits_.goOn(expected)) {
    return false;
  }
  limits_.candidates = static_cast<std::uint64_t>(2 * expected);
  return true;
}

/// What a write stores whatever its thread reads is known before it is executed.
void Search::foreseeConstants() {
  for (const EventId write : writes_) {
    const Event& event = structure_.events()[write];
    const ExprPtr* stored =
        storedValue(structure_.program().threads[event.thread].instructions[event.instruction].operation);
    if (stored != nullptr && registersOf(**stored).empty()) {
      if (const auto value = evaluate(**stored, [](RegisterId) { return Value{0}; })) {
        execution_.foresee(write, *value);
      }
    }
  }
}

/// Everything from here on; `share` is this part's share of the whole search. False to stop altogether.
bool Search::explore(double share) {
  const Trail::Mark mark = execution_.mark();
  const std::size_t threads = savedCount_;
  bool goOn = true;
  if (settle() && mayShowWanted()) {
    goOn = decide(share);
  } else {
    giveUp(share);
  }
  undoTo(mark, threads);
  return goOn;
}

bool Search::decide(double share) {
  const EventId write = wantingPlace();
  if (write != kNoEvent) {
    return choosePlace(write, share);
  }
  if (waitInCircle()) {
    giveUp(share);
    return true;
  }
  for (const bool stuck : {false, true}) {
    if (const std::optional<ThreadId> reader = pendingRead(stuck)) {
      return chooseSource(*reader, stuck, share);
    }
  }
  return decideRest(share);
}

/// Nothing is left but threads that wait for each other, or for nobody.
bool Search::decideRest(double share) {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    if (threads_[t].pause.kind == Pause::Kind::Read) {
      return guessValue(t, share);
    }
  }
  const auto overtakenOne = [&] {
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      if (overtaken(t)) {
        return true;
      }
    }
    return false;
  };
  if (!blockWaiting() || execution_.openPromises() != 0 || overtakenOne() || !arrivalsAreCanonical() ||
      endsInACircle()) {
    giveUp(share);
    return true;
  }
  return leaf(share);
}

bool Search::refuted() {
  execution_.tellEvaluator();
  const bool refuted = evaluator_.refuted();
  counts_.refuted += refuted ? 1 : 0;
  return refuted;
}

/// The alternatives from `begin` on, each followed by everything that it leads to; forgets them.
template <typename F>
bool Search::tryEach(double share, std::size_t begin, F&& choose) {
  const std::size_t end = alternatives_.size();
  if (begin == end || (end - begin > 1 && refuted())) {
    alternatives_.resize(begin);
    giveUp(share);
    return true;
  }
  const double each = share / static_cast<double>(end - begin);
  bool goOn = true;
  for (std::size_t i = begin; i < end && goOn; ++i) {
    if (!step()) {
      goOn = false;
      break;
    }
    const Trail::Mark mark = execution_.mark();
    const std::size_t threads = savedCount_;
    if (choose(alternatives_[i]) && inOrder()) {
      goOn = explore(each);
    } else {
      giveUp(each);
    }
    undoTo(mark, threads);
  }
  alternatives_.resize(begin);
  return goOn;
}

bool Search::choosePlace(EventId write, double share) {
  const std::size_t begin = alternatives_.size();
  collectPlaces(write);
  return tryEach(share, begin, [&](EventId after) {
    execution_.place(write, after);
    return true;
  });
}

bool Search::chooseSource(ThreadId t, bool stuck, double share) {
  const Pause pause = threads_[t].pause;
  const std::size_t begin = alternatives_.size();
  if (collectSources(pause.event, pause.location, stuck)) {
    alternatives_.push_back(kNoEvent);
  }
  return tryEach(share, begin, [&](EventId write) {
    if (write == kNoEvent) {
      execution_.postpone(pause.event);
      return true;
    }
    promiseWrite(write, pause.location);
    execution_.readFrom(pause.event, write);
    return true;
  });
}

/// The write will happen, at this location, and so will the read of its read-modify-write.
void Search::promiseWrite(EventId write, LocationId location) {
  if (execution_.executed(write)) {
    return;
  }
  execution_.promise(write);
  execution_.locate(write, location);
  execution_.wantPlace(write);
  if (const EventId read = readOf(write); read != kNoEvent && !execution_.executed(read)) {
    execution_.promise(read);
    execution_.locate(read, location);
  }
}

bool Search::guessValue(ThreadId t, double share) {
  const Pause pause = threads_[t].pause;
  const std::vector<Value>& domain = structure_.domain(pause.event, pause.location);
  const std::size_t begin = alternatives_.size();
  for (std::size_t i = 0; i < domain.size(); ++i) {
    alternatives_.push_back(static_cast<EventId>(i));
  }
  return tryEach(share, begin, [&](EventId i) { return giveValue(t, domain[i]); });
}

bool Search::leaf(double share) {
  giveUp(share);
  execution_.tellEvaluator();
  evaluator_.setOpen(0);
  ++counts_.candidates;
  const bool goOn = (*visit_)();
  evaluator_.setOpen(kOpen);
  return goOn;
}

bool Search::complete() const {
  return std::ranges::all_of(threads_, [](const Progress& p) { return p.state.end == ThreadEnd::Completed; });
}

/// What no access may touch stays as it is.
Value Search::finalMemory(LocationId location) const {
  const EventId last = execution_.coherenceLast(location);
  return last == kNoEvent ? structure_.program().locations[location].initial : execution_.value(last);
}

Value Search::finalValue(const StateVariable& v) const {
  return v.isRegister() ? threads_[v.thread].state.registers[v.reg] : finalMemory(v.location);
}

}  // namespace hrfcheck::inline engine
