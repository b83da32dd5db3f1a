#include "program/structure/event_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "program/flow/outside_models.h"
#include "program/ir/program.h"
#include "program/structure/silent_rmws.h"
#include "program/unroll/constant_branches.h"
#include "program/unroll/loop_ranges.h"
#include "program/unroll/spin_loops.h"
#include "program/values/value_flow.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline program {
namespace {

/// What kinds of events an instruction gives, in order.
struct EventShape {
  std::vector<EventKind> kinds;
  std::optional<Atomicity> atomicity;
};

EventShape shapeOf(const Operation& operation) {
  return std::visit(
      Overloaded{[](const LoadOp& o) {
                   return EventShape{{EventKind::Read}, o.atomicity};
                 },
                 [](const StoreOp& o) {
                   return EventShape{{EventKind::Write}, o.atomicity};
                 },
                 [](const RmwOperation& o) {
                   return EventShape{{EventKind::Read, EventKind::Write}, o.atomicity};
                 },
                 [](const FenceOp& o) {
                   return EventShape{{EventKind::Fence}, o.atomicity};
                 },
                 [](const BarrierOp& o) {
                   const std::uint32_t level = o.memoryLevel.value_or(o.level);
                   return EventShape{{EventKind::Arrive, EventKind::Depart},
                                     Atomicity{Order::AcquireRelease, level}};
                 },
                 []<OneOf<AssignOp, BranchOp, JumpOp, ExitOp, NopOp> Op>(const Op&) { return EventShape(); },
                 OutsideModels<EventShape>{}},
      operation);
}

/// A relation over this many events takes 8 MB, and an analysis keeps dozens.
constexpr std::size_t kMostEvents = 8192;

std::size_t possibleEvents(const Program& program, const std::vector<UnrolledThread>& threads) {
  std::size_t events = 0;
  for (ThreadId t = 0; t < threads.size(); ++t) {
    for (const UnrolledNode& node : threads[t].nodes) {
      events += shapeOf(program.threads[t].instructions[node.instruction].operation).kinds.size();
    }
  }
  return events;
}

/// @throws UserError when a test has too many events
void checkSize(const Program& program, std::size_t events) {
  if (events > kMostEvents) {
    throw UserError(
        Place{program.source, {}},
        fmt::format(
            "the test has at least {} events, including the initial writes of the locations that it accesses; the limit is {}",
            events, kMostEvents),
        "use shorter arrays or a smaller --unroll");
  }
}

/// By location: whether some access may be there.
std::vector<bool> touchedBy(const ValueFlow& flow, std::size_t locations) {
  std::vector<bool> touched(locations, false);
  for (const auto& thread : flow.nodeLocations) {
    for (const std::vector<LocationId>& ofNode : thread) {
      for (const LocationId l : ofNode) {
        touched[l] = true;
      }
    }
  }
  return touched;
}

bool isAccess(EventKind kind) {
  return kind == EventKind::Read || kind == EventKind::Write;
}

/// The order of one of the events of a shape with an atomicity.
Order orderOf(EventKind kind, const EventShape& shape, const Conventions& conventions) {
  const Order order = shape.atomicity->order;
  if (!conventions.splitReadModifyWrites || !isAccess(kind) || shape.kinds.size() == 1) {
    return order;
  }
  const Order mine = kind == EventKind::Read ? Order::Acquire : Order::Release;
  return order == mine || order == Order::AcquireRelease ? mine : Order::Relaxed;
}

}  // namespace

EventStructure::EventStructure(std::shared_ptr<const Program> program, unsigned unrollBound,
                               RoundBounds roundBounds, const Deadline& deadline, ReadValues readValues,
                               StoringLoops storingLoops)
    : program_(std::move(program)),
      unrollBound_(unrollBound),
      roundBounds_(roundBounds),
      storingLoops_(storingLoops) {
  validate(*program_);
  if (!program_->notForModels.empty()) {
    throw UserError(Place{program_->source, {}}, program_->notForModels,
                    "'hrfcheck progress' determines whether its threads terminate");
  }
  unrollThreads(deadline);
  if (storingLoops != StoringLoops::Bounded) {
    findLoopsThatStore(deadline);
  }
  if (roundBounds == RoundBounds::All || roundBounds == RoundBounds::AllPaired) {
    lengthenSpinLoops(deadline);
  } else if (roundBounds == RoundBounds::Last) {
    shortenSpinLoops(deadline);
  }
  if (roundBounds == RoundBounds::FewPaired || roundBounds == RoundBounds::AllPaired) {
    pairRoundBounds(deadline);
  }
  checkSize(*program_, possibleEvents(*program_, threads_));
  const Quantity most = readValues == ReadValues::InferredIfFew ? Quantity::Few : Quantity::Enumerable;
  ValueFlow flow = readValues == ReadValues::LeftOut
                       ? inferLocations(*program_, threads_, deadline)
                       : inferValues(*program_, threads_, deadline, {}, {}, most);
  makeEvents(touchedBy(flow, program_->locations.size()));
  checkSize(*program_, events_.size());
  domains_ = std::move(flow.domains);
  makeMayLocations(flow.nodeLocations);
  statics_ = StaticRelations(events_, *program_, barriers_, deadline);
  makeTags();
}

EventStructure::EventStructure(const EventStructure& draft, const Relation& impossible,
                               const Deadline& deadline)
    : EventStructure(draft) {
  const auto event = [&](LocationId location, AccessPlace place, bool writes) {
    if (place.thread == kNoThread) {
      return initialWrites_[location];
    }
    const NodeEvents& events = nodeEvents_[place.thread][place.node];
    return writes && events.second != kNoEvent ? events.second : events.first;
  };
  const MayRead mayRead = [&](LocationId location, AccessPlace write, AccessPlace read) {
    return !impossible.contains(event(location, write, true), event(location, read, false));
  };
  ValueFlow flow = inferValues(*program_, threads_, deadline, mayRead);
  domains_ = std::move(flow.domains);
  makeMayLocations(flow.nodeLocations);
  for (auto& [where, values] : flow.reads) {
    const auto& [node, location] = where;
    ownDomains_[{nodeEvents_[node.first][node.second].first, location}] = std::move(values);
  }
}

EventStructure::EventStructure(const EventStructure& like, std::shared_ptr<const Program> rescoped)
    : program_(std::move(rescoped)),
      unrollBound_(like.unrollBound_),
      roundBounds_(like.roundBounds_),
      storingLoops_(like.storingLoops_),
      lastWrites_(like.lastWrites_),
      lengthened_(like.lengthened_),
      silentRmwsAreRead_(like.silentRmwsAreRead_),
      threads_(like.threads_),
      domains_(like.domains_),
      ownDomains_(like.ownDomains_),
      mayLocations_(like.mayLocations_) {
  std::vector<bool> touched;
  for (const EventId e : like.initialWrites_) {
    touched.push_back(e != kNoEvent);
  }
  makeEvents(touched);
  INVARIANT(events_.size() == like.events_.size(), "other scopes make no other events");
  statics_ = StaticRelations(events_, *program_, barriers_, {});
  makeTags();
}

EventStructure::EventStructure(const EventStructure& like, const MoreValues& more, const Deadline& deadline)
    : program_(like.program_),
      unrollBound_(like.unrollBound_),
      roundBounds_(like.roundBounds_),
      storingLoops_(like.storingLoops_),
      lastWrites_(like.lastWrites_),
      lengthened_(like.lengthened_),
      silentRmwsAreRead_(like.silentRmwsAreRead_),
      threads_(like.threads_),
      moreValues_(like.moreValues_) {
  INVARIANT(!like.narrowed(), "values that are narrowed are those of one model");
  moreValues_.insert(moreValues_.end(), more.begin(), more.end());
  ValueFlow flow = inferValues(*program_, threads_, deadline, {}, moreValues_);
  makeEvents(touchedBy(flow, program_->locations.size()));
  checkSize(*program_, events_.size());
  domains_ = std::move(flow.domains);
  makeMayLocations(flow.nodeLocations);
  statics_ = StaticRelations(events_, *program_, barriers_, deadline);
  makeTags();
}

EventStructure::EventStructure(const EventStructure& like, CircularValues circularValues)
    : EventStructure(like) {
  circularValues_ = circularValues;
}

EventStructure::EventStructure(const EventStructure& like, LastWrites lastWrites) : EventStructure(like) {
  lastWrites_ = lastWrites;
}

void EventStructure::unrollThreads(const Deadline& deadline) {
  for (ThreadId t = 0; t < program_->threads.size(); ++t) {
    threads_.push_back(unrolled(t, loopsOf(t, deadline), deadline));
    checkSize(*program_, possibleEvents(*program_, threads_));
  }
}

std::vector<Loop> EventStructure::loopsOf(ThreadId t, const Deadline& deadline) const {
  const Thread& thread = program_->threads[t];
  if (roundBounds_ == RoundBounds::Bounded) {
    PacedLook look(deadline);
    return loopRanges(thread, look);
  }
  return findLoops(thread, observedRegisters(*program_, t));
}

/// Counts on threads in which loops with updates are bounded.
void EventStructure::findLoopsThatStore(const Deadline& deadline) {
  std::vector<std::set<RegisterId>> observed;
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    observed.push_back(observedRegisters(*program_, t));
  }
  const StoringLoopsFound found =
      loopsThatStore(*program_, unrolledForSecondRounds(deadline), observed,
                     storingLoops_ == StoringLoops::SpinRead ? Readers::Any : Readers::Rounds, deadline);
  silentRmwsAreRead_ = found.readByThoseThatStay;
  for (ThreadId t = 0; t < found.loops.size(); ++t) {
    threads_[t] = unrolled(t, found.loops[t], deadline);
  }
}

/// The first round of a loop may access other locations than the second one, and those behind that, which
/// find what the first one has left.
std::vector<UnrolledThread> EventStructure::unrolledForSecondRounds(const Deadline& deadline) const {
  constexpr unsigned kTwo = 2;
  if (unrollBound_ >= kTwo) {
    return threads_;
  }
  std::vector<UnrolledThread> longer;
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    longer.push_back(unrolled(t, threads_[t].loops, deadline, kTwo));
  }
  return longer;
}

UnrolledThread EventStructure::unrolled(ThreadId t, std::vector<Loop> loops, const Deadline& deadline) const {
  return unrolled(t, std::move(loops), deadline, unrollBound_);
}

/// Without what no run comes to, as constants alone say.
UnrolledThread EventStructure::unrolled(ThreadId t, std::vector<Loop> loops, const Deadline& deadline,
                                        unsigned bound) const {
  const Thread& thread = program_->threads[t];
  return withoutUntakenSides(thread, unroll(thread, bound, std::move(loops), deadline), deadline);
}

/// Counts on threads whose spin loops have few rounds: a spin loop writes at most once, in its last one.
void EventStructure::lengthenSpinLoops(const Deadline& deadline) {
  if (!hasSpinLoops()) {
    return;
  }
  const auto locations = [&] {
    try {
      return inferLocations(*program_, threads_, deadline).nodeLocations;
    } catch (const TooManyValues&) {
      return inferValues(*program_, threads_, deadline).nodeLocations;
    }
  };
  const auto nodeLocations = locations();
  std::vector<UnrolledThread> longer = threads_;
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    std::vector<Loop> loops = threads_[t].loops;
    for (Loop& loop : loops) {
      if (loop.spin) {
        const unsigned rounds = loop.updates ? updatesThatMatter(*program_, threads_, nodeLocations, t, loop)
                                             : roundsThatMatter(*program_, threads_, nodeLocations, t, loop);
        loop.earlierRounds += std::max(rounds, 1U) - 1;
        lengthened_ = lengthened_ || rounds > 1;
      }
    }
    longer[t] = unrolled(t, std::move(loops), deadline);
  }
  threads_ = std::move(longer);
}

/// One more round of each spin loop.
void EventStructure::pairRoundBounds(const Deadline& deadline) {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    std::vector<Loop> loops = threads_[t].loops;
    for (Loop& loop : loops) {
      loop.earlierRounds += loop.spin ? 1 : 0;
    }
    threads_[t] = unrolled(t, std::move(loops), deadline);
  }
}

/// Leaves the last round of those loops in which, and behind which, nothing shows that there was an earlier
/// one.
void EventStructure::shortenSpinLoops(const Deadline& deadline) {
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    std::vector<Loop> loops = threads_[t].loops;
    for (Loop& loop : loops) {
      loop.earlierRounds -= loop.spin && loop.earlierRounds == 1 && !loop.leavesBehind ? 1 : 0;
    }
    threads_[t] = unrolled(t, std::move(loops), deadline);
  }
}

bool EventStructure::hasSpinLoops() const {
  return std::ranges::any_of(
      threads_, [](const UnrolledThread& t) { return std::ranges::any_of(t.loops, &Loop::spin); });
}

bool EventStructure::readsBothWays() const {
  std::vector<bool> atomically(program_->locations.size()), ordinarily(program_->locations.size());
  for (EventId e = 0; e < size(); ++e) {
    if (events_[e].kind == EventKind::Read) {
      for (const LocationId location : mayLocations_[e]) {
        (events_[e].atomic ? atomically : ordinarily)[location] = true;
      }
    }
  }
  for (LocationId location = 0; location < atomically.size(); ++location) {
    if (atomically[location] && ordinarily[location]) {
      return true;
    }
  }
  return false;
}

bool EventStructure::hasSilentRmws() const {
  return std::ranges::any_of(
      threads_, [](const UnrolledThread& t) { return std::ranges::any_of(t.loops, &Loop::updates); });
}

bool EventStructure::spinsWithStores() const {
  return std::ranges::any_of(threads_, [](const UnrolledThread& t) {
    return std::ranges::any_of(t.loops, [](const Loop& loop) { return loop.updates || loop.storesOwn; });
  });
}

void EventStructure::makeEvents(const std::vector<bool>& touched) {
  barriers_ = Barriers(*program_);
  initialWrites_.assign(touched.size(), kNoEvent);
  for (LocationId l = 0; l < touched.size(); ++l) {
    if (touched[l]) {
      Event event;
      event.kind = EventKind::InitialWrite;
      event.initialOf = l;
      initialWrites_[l] = static_cast<EventId>(events_.size());
      events_.push_back(event);
    }
  }
  initialCount_ = events_.size();
  nodeEvents_.resize(threads_.size());
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    const std::vector<UnrolledNode>& nodes = threads_[t].nodes;
    nodeEvents_[t].resize(nodes.size());
    for (NodeId n = 0; n < nodes.size(); ++n) {
      makeNodeEvents(t, n);
    }
  }
}

void EventStructure::makeNodeEvents(ThreadId t, NodeId n) {
  const std::uint32_t instruction = threads_[t].nodes[n].instruction;
  const Operation& operation = program_->threads[t].instructions[instruction].operation;
  const EventShape shape = shapeOf(operation);
  const auto first = static_cast<EventId>(events_.size());
  for (EventKind kind : shape.kinds) {
    Event event;
    event.kind = kind;
    event.thread = t;
    event.node = n;
    event.instruction = instruction;
    if (shape.atomicity) {
      event.atomic = isAccess(kind);
      event.remote = shape.atomicity->remote;
      event.order = orderOf(kind, shape, program_->conventions);
      event.scope = program_->scopes.instanceOf(t, shape.atomicity->level);
    }
    if (const auto* rmw = std::get_if<RmwOperation>(&operation)) {
      noteFailure(event, *rmw);
    } else if (const auto* barrier = std::get_if<BarrierOp>(&operation)) {
      noteMeeting(event, *barrier);
    }
    events_.push_back(event);
  }
  NodeEvents& here = nodeEvents_[t][n];
  here.first = shape.kinds.empty() ? kNoEvent : first;
  if (shape.kinds.size() == 2) {
    here.second = first + 1;
    events_[first].partner = first + 1;
    events_[first + 1].partner = first;
  }
}

void EventStructure::noteFailure(Event& event, const RmwOperation& o) const {
  if (event.kind == EventKind::Read && o.failureOrder && *o.failureOrder != o.atomicity.order) {
    event.failureOrder = o.failureOrder;
  }
}

/// OpenCL 2.0, section 3.3.6.2 (fences of work-group functions): entry releases, exit acquires.
void EventStructure::noteMeeting(Event& event, const BarrierOp& o) const {
  const Order mine = event.kind == EventKind::Arrive ? Order::Release : Order::Acquire;
  event.order = o.order == mine || o.order == Order::AcquireRelease ? std::optional(mine) : std::nullopt;
  event.barrier = barriers_.numberOf(event.thread, o);
  event.meeting = barriers_[event.barrier].scope;
}

void EventStructure::makeMayLocations(const std::vector<std::vector<std::vector<LocationId>>>& ofNodes) {
  mayLocations_.resize(size());
  for (EventId e = 0; e < size(); ++e) {
    const Event& event = events_[e];
    if (event.kind == EventKind::InitialWrite) {
      mayLocations_[e] = {event.initialOf};
    } else if (isAccess(event.kind)) {
      mayLocations_[e] = ofNodes[event.thread][event.node];
    }
  }
}

const std::vector<Value>& EventStructure::domain(EventId read, LocationId location) const {
  const auto own = ownDomains_.find({read, location});
  return own == ownDomains_.end() ? domains_[location] : own->second;
}

bool EventStructure::narrows(EventId read) const {
  const auto own = ownDomains_.lower_bound({read, LocationId{0}});
  return own != ownDomains_.end() && own->first.first == read;
}

InstructionRef EventStructure::instructionOf(EventId e) const {
  return {events_[e].thread, events_[e].instruction};
}

std::optional<InstructionPair> EventStructure::instructionPair(EventId a, EventId b) const {
  const InstructionRef one = instructionOf(a);
  const InstructionRef other = instructionOf(b);
  if (one == other || one.thread == kNoThread || other.thread == kNoThread) {
    return std::nullopt;
  }
  return one < other ? InstructionPair{one, other} : InstructionPair{other, one};
}

std::string EventStructure::describe(EventId e) const {
  const Event& event = events_[e];
  if (event.kind == EventKind::InitialWrite) {
    const MemoryLocation& location = program_->locations[event.initialOf];
    return fmt::format("initial {}={}", location.name,
                       valueText(*program_, event.initialOf, location.initial));
  }
  return fmt::format("{} {}", program_->instructionName(event.thread, event.instruction),
                     program_->threads[event.thread].instructions[event.instruction].text);
}

}  // namespace hrfcheck::inline program
