#include "program/settle/known_run.h"

#include <algorithm>

#include "program/expr/addresses.h"
#include "program/expr/further_operators.h"
#include "program/flow/copied_instructions.h"
#include "program/flow/ended_threads.h"
#include "program/flow/lane_exchanges.h"
#include "program/flow/outside_models.h"
#include "program/settle/relaxed_accesses.h"

namespace hrfcheck::inline program {
namespace {

/// Instructions that one run executes.
constexpr std::size_t kMostSteps = 20'000'000;

std::vector<RegisterId> observedOf(const Program& program, ThreadId t) {
  const std::set<RegisterId> observed = observedRegisters(program, t);
  return {observed.begin(), observed.end()};
}

bool hasWords(const Instruction& instruction) {
  Instruction plain;
  Instruction own;
  own.marks = instruction.marks;
  return !haveSameMarks(plain, own);
}

}  // namespace

KnownRun::KnownRun(const Program& program, const std::vector<CodeFlow>& flows, RunAssumptions assumptions,
                   OrderUnderModel& order, const Deadline& deadline)
    : program_(program),
      flows_(flows),
      assumptions_(std::move(assumptions)),
      corrected_(assumptions_),
      meetings_(program),
      accesses_(program, meetings_, order),
      look_(deadline),
      places_(program.threads.size()),
      memory_(program.locations.size()) {
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    residues_.emplace_back(program.threads[t], observedOf(program, t));
  }
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    const MemoryLocation& location = program.locations[l];
    const bool said = !location.open && !isUnknown(location.initial) &&
                      !(program.launched() && location.space == AddressSpace::Local);
    if (said) {
      memory_[l] = location.initial;
    }
  }
  runAll();
  for (const Residue& residue : residues_) {
    for (const LocationId location : residue.usedAfterAll()) {
      keep(location);
    }
  }
  if (corrected_.loops == assumptions_.loops && !waits_) {
    for (const LocationId location : accesses_.unordered()) {
      keep(location);
    }
  }
}

/// From barrier to barrier. Where nobody goes on, those who wait do so for ever, and what is behind is not
/// known to meet.
void KnownRun::runAll() {
  for (;;) {
    for (ThreadId t = 0; t < places_.size(); ++t) {
      run(t);
    }
    if (openBarriers()) {
      continue;
    }
    const auto stuck = std::ranges::find(places_, Status::Waits, &Place::status);
    if (stuck == places_.end() || corrected_.loops != assumptions_.loops || waits_) {
      return;
    }
    const auto t = static_cast<ThreadId>(stuck - places_.begin());
    meetings_.losesCountAt(stuck->waitsAt, meetings_.arrivals(t)[stuck->waitsAt] - 1);
    stuck->status = Status::Runs;
    next(t);
  }
}

void KnownRun::run(ThreadId t) {
  while (places_[t].status == Status::Runs) {
    look_.spend(1);
    if (++steps_ > kMostSteps || residues_[t].here() > kMostNodes) {
      throw TooLong{};
    }
    step(t);
  }
}

bool KnownRun::opens(std::uint32_t barrier) const {
  const std::vector<ThreadId>& participants = meetings_.barriers()[barrier].participants;
  const auto waits = [&](ThreadId t) {
    return places_[t].status == Status::Waits && places_[t].waitsAt == barrier;
  };
  const auto first = std::ranges::find_if(participants, waits);
  if (first == participants.end()) {
    return false;
  }
  const bool letsGo = !waitsForTheEnded(program_, std::get<BarrierOp>(instruction(*first).operation));
  return std::ranges::all_of(
      participants, [&](ThreadId t) { return waits(t) || (letsGo && places_[t].status == Status::Ended); });
}

bool KnownRun::openBarriers() {
  bool opened = false;
  for (std::uint32_t b = 0; b < meetings_.barriers().size(); ++b) {
    if (!opens(b)) {
      continue;
    }
    opened = true;
    for (const ThreadId t : meetings_.barriers()[b].participants) {
      if (places_[t].status == Status::Waits && places_[t].waitsAt == b) {
        places_[t].status = Status::Runs;
        next(t);
      }
    }
  }
  return opened;
}

/// An iteration that changes nothing waits for what it reads, which is then not settled.
bool KnownRun::goesRoundForEver(ThreadId t) {
  Place& place = places_[t];
  const KnownRegisters& known = residues_[t].known();
  const std::size_t done = place.done + residues_[t].here();
  const bool again = place.head == place.at && place.doneAtHead == done && place.atHead == known;
  if (again && place.readSince.empty()) {
    throw TooLong{};
  }
  if (again) {
    for (const LocationId location : place.readSince) {
      keep(location);
    }
    place.status = Status::Stopped;
    waits_ = true;
    return true;
  }
  place.head = place.at;
  place.atHead = known;
  place.doneAtHead = done;
  place.readSince.clear();
  return false;
}

void KnownRun::step(ThreadId t) {
  Place& place = places_[t];
  const Thread& thread = program_.threads[t];
  if (place.at >= thread.instructions.size()) {
    end(t);
    return;
  }
  if (flows_[t].isHead(place.at)) {
    const auto loop = assumptions_.loops.find({t, place.at, ++place.iterations[place.at]});
    if (loop != assumptions_.loops.end()) {
      writePart(t, {place.at, loop->second});
      return;
    }
    if (goesRoundForEver(t)) {
      return;
    }
  }
  const Instruction& instruction = thread.instructions[place.at];
  if (const auto& predicate = instruction.predicate) {
    const auto& value = residues_[t].known()[predicate->reg];
    if (!value) {
      unknownExit(t);
      return;
    }
    if ((*value != 0) == predicate->negated) {
      next(t);
      return;
    }
  }
  std::visit(
      Overloaded{[&](const LoadOp& o) { load(t, o); }, [&](const StoreOp& o) { store(t, o); },
                 [&](const RmwOperation& o) { update(t, o); },
                 [&](const FenceOp& o) {
                   residues_[t].write(place.at, o);
                   next(t);
                 },
                 [&](const BarrierOp& o) { barrier(t, o); }, [&](const AssignOp& o) { assign(t, o); },
                 [&](const BranchOp& o) { branch(t, o); }, [&](const JumpOp& o) { place.at = o.target; },
                 [&](const ExitOp&) { end(t); }, [&](const NopOp&) { next(t); }, OutsideModels<void>{}},
      instruction.operation);
}

void KnownRun::end(ThreadId t) {
  residues_[t].finish();
  places_[t].status = Status::Ended;
}

void KnownRun::fault(ThreadId t, const Operation& operation) {
  residues_[t].write(places_[t].at, operation);
  places_[t].status = Status::Stopped;
}

std::optional<LocationId> KnownRun::settledAt(ThreadId t, const PartialValue& address, bool ordinary) {
  const Value* at = std::get_if<Value>(&address);
  const auto location = at == nullptr ? std::nullopt : program_.locationAt(*at);
  if (!location) {
    return std::nullopt;
  }
  const Instruction& in = instruction(t);
  const bool ownWords = hasWords(in) && !handsOver(in);
  if (!ordinary || ownWords || !in.reference.empty()) {
    keep(*location);
  }
  return corrected_.kept[*location] ? std::nullopt : location;
}

void KnownRun::addAccess(ThreadId t, LocationId location, bool writes) {
  const Instruction& access = instruction(t);
  Place& place = places_[t];
  if (writes) {
    ++place.done;
  } else if (place.head != kNoHead) {
    place.readSince.push_back(location);
  }
  if (isRelaxedAccess(access)) {
    accesses_.addRelaxed(location, t, access, places_[t].decided);
  } else {
    accesses_.add(location, t, writes, handsOver(access), places_[t].decided);
  }
}

namespace {

/// The thread stops at the access: it is outside of every location, or it has no address.
bool failsAt(const Program& program, const PartialValue& address) {
  const Value* at = std::get_if<Value>(&address);
  return std::holds_alternative<NoValue>(address) || (at != nullptr && !program.locationAt(*at));
}

}  // namespace

void KnownRun::load(ThreadId t, const LoadOp& o) {
  const PartialValue address = partialValue(*o.address, residues_[t].known());
  if (failsAt(program_, address)) {
    fault(t, o);
    return;
  }
  if (const auto location = settledAt(t, address, !o.atomicity || isRelaxedAccess(instruction(t)))) {
    if (memory_[*location]) {
      addAccess(t, *location, false);
      residues_[t].set(o.target, *memory_[*location], places_[t].at);
      ++leftOut_;
      next(t);
      return;
    }
    keep(*location);
  }
  residues_[t].write(places_[t].at, o);
  next(t);
}

void KnownRun::store(ThreadId t, const StoreOp& o) {
  const PartialValue address = partialValue(*o.address, residues_[t].known());
  const PartialValue value = partialValue(*o.value, residues_[t].known());
  if (failsAt(program_, address) || std::holds_alternative<NoValue>(value)) {
    fault(t, o);
    return;
  }
  if (const auto location = settledAt(t, address, !o.atomicity || isRelaxedAccess(instruction(t)))) {
    if (const Value* stored = std::get_if<Value>(&value)) {
      addAccess(t, *location, true);
      memory_[*location] = *stored;
      ++leftOut_;
      next(t);
      return;
    }
    keep(*location);
  }
  residues_[t].write(places_[t].at, o);
  next(t);
}

void KnownRun::update(ThreadId t, const RmwOperation& o) {
  const PartialValue address = partialValue(*o.address, residues_[t].known());
  const auto location = settledAt(t, address, isRelaxedAccess(instruction(t)));
  if (location && updateSettled(t, o, *location)) {
    next(t);
    return;
  }
  if (failsAt(program_, address)) {
    fault(t, o);
    return;
  }
  residues_[t].write(places_[t].at, o);
  next(t);
}

/// @returns whether it may be left out: what it computes with is known, and nobody looks at its result
bool KnownRun::updateSettled(ThreadId t, const RmwOperation& o, LocationId location) {
  const PartialValue operand = partialValue(*o.operand, residues_[t].known());
  const Value* by = std::get_if<Value>(&operand);
  std::optional<Value>& cell = memory_[location];
  if (by == nullptr || !cell || isAddress(*by) || isAddress(*cell)) {
    keep(location);
    return false;
  }
  addAccess(t, location, true);
  cell = rmwResult(o.op, o.kind, *cell, *by);
  if (o.target) {
    residues_[t].expectUnused(*o.target, location);
  }
  ++leftOut_;
  return true;
}

void KnownRun::assign(ThreadId t, const AssignOp& o) {
  const PartialValue value = partialValue(*o.value, residues_[t].known());
  if (std::holds_alternative<NoValue>(value)) {
    fault(t, o);
    return;
  }
  if (const Value* known = std::get_if<Value>(&value)) {
    residues_[t].set(o.target, *known, places_[t].at);
  } else {
    residues_[t].write(places_[t].at, o);
  }
  next(t);
}

void KnownRun::branch(ThreadId t, const BranchOp& o) {
  const PartialValue condition = partialValue(*o.condition, residues_[t].known());
  if (std::holds_alternative<NoValue>(condition)) {
    BranchOp here = o;
    here.target = residues_[t].here() + 1;
    fault(t, here);
  } else if (const Value* known = std::get_if<Value>(&condition)) {
    places_[t].at = *known != 0 ? o.target : places_[t].at + 1;
  } else {
    unknownExit(t);
  }
}

void KnownRun::barrier(ThreadId t, const BarrierOp& o) {
  const std::uint32_t number = meetings_.numberOf(t, o);
  ResidualInstruction& written = residues_[t].write(places_[t].at, o);
  written.barrier = number;
  written.arrival = meetings_.arrivals(t)[number];
  if (meetings_.arrive(t, number, instruction(t))) {
    places_[t].status = Status::Waits;
    places_[t].waitsAt = number;
  } else {
    next(t);
  }
}

/// A loop is left as it is from its head on, and what was run of the iteration is not to be run: that is for
/// the next run.
void KnownRun::unknownExit(ThreadId t) {
  Place& place = places_[t];
  const CodePart part = flows_[t].partAround(place.at);
  if (part.from == place.at && !flows_[t].isHead(place.at)) {
    writePart(t, part);
    return;
  }
  corrected_.loops.emplace(std::tuple(t, part.from, place.iterations[part.from]), part.end);
  place.status = Status::Stopped;
}

/// What is done in it, and how often, is for executions to find out.
void KnownRun::writePart(ThreadId t, CodePart part) {
  const std::vector<std::uint32_t> instructions = flows_[t].instructionsOf(part);
  for (const std::uint32_t i : instructions) {
    if (const auto* o = std::get_if<BarrierOp>(&program_.threads[t].instructions[i].operation)) {
      const std::uint32_t number = meetings_.numberOf(t, *o);
      meetings_.losesCountAt(number, meetings_.arrivals(t)[number]);
    }
  }
  keepNamed(t, instructions);
  residues_[t].writePart(instructions, part.from, part.end);
  places_[t].at = part.end;
  places_[t].decided = true;
}

/// Locations that these instructions name, as far as that is seen; others are found where the structure is
/// made (Settled::touches).
void KnownRun::keepNamed(ThreadId t, const std::vector<std::uint32_t>& instructions) {
  const std::vector<Instruction>& code = program_.threads[t].instructions;
  KnownRegisters known = residues_[t].known();
  for (const std::uint32_t i : instructions) {
    visitParts(
        code[i].operation,
        Overloaded{[&](TargetPart<const RegisterId> part) { known[part.reg].reset(); }, [](const auto&) {}});
  }
  for (const std::uint32_t i : instructions) {
    visitParts(code[i].operation, Overloaded{[&](AddressPart<const ExprPtr> part) {
                                               const PartialValue address = partialValue(*part.expr, known);
                                               if (const Value* at = std::get_if<Value>(&address)) {
                                                 if (const auto location = program_.locationAt(*at)) {
                                                   keep(*location);
                                                 }
                                               }
                                             },
                                             [](const auto&) {}});
  }
}

}  // namespace hrfcheck::inline program
