#include "simt/reference_steps.h"

#include <algorithm>
#include <stdexcept>

#include "program/ir/scope_levels.h"
#include "simt/reference_code.h"

namespace hrfcheck::test {
namespace {

/// No generated program does more between two accesses.
constexpr unsigned kMostLocalSteps = 10'000;

bool holdsFor(const SimtState& state, ThreadId lane, const Instruction& instruction) {
  const auto& predicate = instruction.predicate;
  return !predicate || (state.registers[lane][predicate->reg] != 0) != predicate->negated;
}

BarrierKey keyOf(const Program& program, ThreadId lane, const BarrierOp& op) {
  return {program.scopes.instanceOf(lane, op.level), op.id.value, op.count.has_value()};
}

}  // namespace

bool isMemoryInstruction(const Operation& operation) {
  return std::holds_alternative<LoadOp>(operation) || std::holds_alternative<StoreOp>(operation) ||
         std::holds_alternative<RmwOperation>(operation) || std::holds_alternative<LockLoadOp>(operation) ||
         std::holds_alternative<UnlockStoreOp>(operation);
}

SimtRules::SimtRules(const Program& program, const ReferenceOptions& options)
    : program_(program), options_(options), finalVariables_(finalVariablesByName(program)) {
  std::map<ScopeInstanceId, std::vector<ThreadId>> byWave;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    if (options.lanes == LaneModel::Stack) {
      byWave[program.scopes.instanceOf(t, kWaveLevel)].push_back(t);
    } else {
      lanesOf_.push_back({t});
    }
  }
  for (const auto& [wave, lanes] : byWave) {
    lanesOf_.push_back(lanes);
  }
}

std::vector<SimtState> SimtRules::starts() {
  SimtState start;
  for (const MemoryLocation& location : program_.locations) {
    start.memory.push_back(location.initial);
  }
  for (const Thread& thread : program_.threads) {
    start.registers.push_back(thread.initialRegisters);
  }
  for (const auto& lanes : lanesOf_) {
    start.waves.push_back({{{std::nullopt, 0, Lanes(lanes.begin(), lanes.end())}}, {}, {}});
  }
  return settled(start);
}

const Instruction& SimtRules::instructionAt(const WaveState& wave) const {
  const StackEntry& top = wave.stack.back();
  return program_.threads[*top.lanes.begin()].instructions.at(top.at);
}

/// Each lane has its own column, which differs in constants at most.
Lanes SimtRules::guarded(const SimtState& state, const WaveState& wave) const {
  Lanes result;
  const StackEntry& top = wave.stack.back();
  for (const ThreadId lane : top.lanes) {
    if (holdsFor(state, lane, program_.threads[lane].instructions.at(top.at))) {
      result.insert(lane);
    }
  }
  return result;
}

Value SimtRules::valueOf(const SimtState& state, ThreadId lane, const ExprPtr& expr) const {
  const auto value = evaluate(*expr, [&](RegisterId reg) { return state.registers[lane][reg]; });
  return value ? *value : throw std::runtime_error("a division by zero");
}

LocationId SimtRules::locationOf(const SimtState& state, ThreadId lane, const ExprPtr& address) const {
  const auto location = program_.locationAt(valueOf(state, lane, address));
  return location ? *location : throw std::runtime_error("an access to nothing");
}

LockBit SimtRules::bitOf(ThreadId lane, LocationId word) const {
  const std::uint64_t number = program_.locations[word].byteAddress / 4;
  return {program_.scopes.instanceOf(lane, kGroupLevel),
          options_.lockBits == 0 ? number : number % options_.lockBits};
}

/// Everything that happens without a step, in every way in which it may.
std::vector<SimtState> SimtRules::settled(SimtState state) {
  std::vector<SimtState> left{std::move(state)};
  std::vector<SimtState> done;
  for (unsigned steps = 0; !left.empty(); ++steps) {
    if (steps > kMostLocalSteps) {
      throw std::runtime_error("a loop without an access");
    }
    SimtState now = left.back();
    left.pop_back();
    std::vector<SimtState> next;
    for (std::size_t wave = 0; wave < now.waves.size() && next.empty(); ++wave) {
      next = alone(now, wave);
    }
    if (next.empty() && (openBarrier(now) || joinVote(now))) {
      next = {now};
    }
    if (next.empty()) {
      done.push_back(now);
    }
    left.insert(left.end(), next.begin(), next.end());
  }
  std::ranges::sort(done);
  done.erase(std::ranges::unique(done).begin(), done.end());
  return done;
}

/// One thing that a wave does without a step; nothing where it stands before one, waits or has ended.
std::vector<SimtState> SimtRules::alone(const SimtState& state, std::size_t wave) {
  const WaveState& here = state.waves[wave];
  if (here.ended() || here.waits || !here.acting.empty()) {
    return {};
  }
  SimtState next = state;
  const StackEntry& top = here.stack.back();
  if (top.at >= program_.threads[*top.lanes.begin()].instructions.size()) {
    leave(next, wave, top.lanes);
    return {next};
  }
  const Operation& operation = instructionAt(here).operation;
  const Lanes lanes = guarded(state, here);
  if (std::holds_alternative<VoteOp>(operation) && options_.lanes == LaneModel::Its) {
    return {};  // joinVote
  }
  if (lanes.empty()) {
    goOn(next, wave);
    return {next};
  }
  if (isMemoryInstruction(operation)) {
    next.waves[wave].acting = lanes;
    return {next};
  }
  if (std::holds_alternative<BarrierOp>(operation)) {
    return {};
  }
  if (const auto* branch = std::get_if<BranchOp>(&operation)) {
    Lanes taken;
    for (const ThreadId lane : lanes) {
      const auto& own = std::get<BranchOp>(program_.threads[lane].instructions[top.at].operation);
      if (valueOf(state, lane, own.condition) != 0) {
        taken.insert(lane);
      }
    }
    return branched(state, wave, branch->target, taken);
  }
  if (const auto* jump = std::get_if<JumpOp>(&operation)) {
    return branched(state, wave, jump->target, lanes);
  }
  if (std::holds_alternative<ExitOp>(operation)) {
    const bool all = lanes == top.lanes;
    leave(next, wave, lanes);
    if (!all) {
      goOn(next, wave);
    }
    return {next};
  }
  if (std::holds_alternative<VoteOp>(operation)) {
    vote(next, wave);
  } else if (std::holds_alternative<AssignOp>(operation)) {
    for (const ThreadId lane : lanes) {
      const auto& own = std::get<AssignOp>(program_.threads[lane].instructions[top.at].operation);
      next.registers[lane][own.target] = valueOf(state, lane, own.value);
    }
  }  // fences, nop, ssy: nothing
  goOn(next, wave);
  return {next};
}

/// Some lanes of the top go to `target`, the others go on; several states where they part.
std::vector<SimtState> SimtRules::branched(const SimtState& state, std::size_t wave, std::size_t target,
                                           const Lanes& taken) {
  const StackEntry top = state.waves[wave].stack.back();
  Lanes others;
  std::ranges::set_difference(top.lanes, taken, std::inserter(others, others.end()));
  if (others.empty() || taken.empty()) {
    SimtState next = state;
    next.waves[wave].stack.back().at = taken.empty() ? top.at + 1 : target;
    pop(next.waves[wave]);
    return {next};
  }
  const std::size_t meeting = meetingPoint(program_.threads[*top.lanes.begin()], top.at);
  const StackEntry there{meeting, target, taken};
  const StackEntry onward{meeting, top.at + 1, others};
  std::vector<SimtState> result;
  for (const auto& sides : {std::vector{there, onward}, std::vector{onward, there}}) {
    SimtState next = state;
    WaveState& parted = next.waves[wave];
    parted.stack.back().at = meeting;
    for (const StackEntry& side : sides) {
      if (side.at != meeting) {
        parted.stack.push_back(side);
      } else if (meeting == program_.threads[*side.lanes.begin()].instructions.size()) {
        leave(next, wave, side.lanes);  // nobody waits at the end
      }
    }
    pop(parted);
    result.push_back(next);
  }
  return result;
}

void SimtRules::goOn(SimtState& state, std::size_t wave) const {
  if (!state.waves[wave].ended()) {
    ++state.waves[wave].stack.back().at;
    pop(state.waves[wave]);
  }
}

/// Takes off what has come to its end. Lanes that come to the end of the code exit there, before they meet.
void SimtRules::pop(WaveState& wave) const {
  while (!wave.ended()) {
    const StackEntry& top = wave.stack.back();
    const bool atEnd =
        !top.lanes.empty() && top.at >= program_.threads[*top.lanes.begin()].instructions.size();
    if (top.lanes.empty() || (!atEnd && top.reconvergence == top.at)) {
      wave.stack.pop_back();
    } else {
      return;
    }
  }
}

void SimtRules::leave(SimtState& state, std::size_t wave, const Lanes& lanes) const {
  for (StackEntry& entry : state.waves[wave].stack) {
    std::erase_if(entry.lanes, [gone = lanes](ThreadId lane) { return gone.contains(lane); });
  }
  pop(state.waves[wave]);
  std::set<ThreadId> owners;  // those that have not ended
  for (const WaveState& left : state.waves) {
    for (const ThreadId lane : left.ended() ? Lanes() : left.live()) {
      owners.insert(owner(lane));
    }
  }
  std::erase_if(state.sections, [&](const auto& section) { return !owners.contains(section.first); });
}

void SimtRules::vote(SimtState& state, std::size_t wave) const {
  const Lanes lanes = guarded(state, state.waves[wave]);
  const std::size_t at = state.waves[wave].stack.back().at;
  const auto own = [&](ThreadId lane) -> const VoteOp& {
    return std::get<VoteOp>(program_.threads[lane].instructions[at].operation);
  };
  const auto yes = [&](ThreadId lane) { return valueOf(state, lane, own(lane).ballot) != 0; };
  const bool any = std::ranges::any_of(lanes, yes);
  const bool all = std::ranges::all_of(lanes, yes);
  for (const ThreadId lane : lanes) {
    state.registers[lane][own(lane).target] = (own(lane).vote == Vote::Any ? any : all) ? 1 : 0;
  }
}

/// Threads by themselves: all of a wave that have not ended come to the same vote, and those whose guard
/// holds are counted.
bool SimtRules::joinVote(SimtState& state) const {
  if (options_.lanes != LaneModel::Its) {
    return false;
  }
  std::map<ScopeInstanceId, std::vector<std::size_t>> byWave;
  for (std::size_t w = 0; w < state.waves.size(); ++w) {
    if (!state.waves[w].ended()) {
      byWave[program_.scopes.instanceOf(lanesOf_[w].front(), kWaveLevel)].push_back(w);
    }
  }
  for (const auto& [instance, members] : byWave) {
    const std::size_t at = state.waves[members.front()].stack.back().at;
    const bool come = std::ranges::all_of(members, [&](std::size_t w) {
      const WaveState& wave = state.waves[w];
      return !wave.waits && wave.stack.back().at == at &&
             std::holds_alternative<VoteOp>(instructionAt(wave).operation);
    });
    if (come) {
      countVotes(state, members);
      return true;
    }
  }
  return false;
}

void SimtRules::countVotes(SimtState& state, const std::vector<std::size_t>& waves) const {
  std::vector<std::size_t> voters;
  bool any = false;
  bool all = true;
  for (const std::size_t w : waves) {
    if (!guarded(state, state.waves[w]).empty()) {
      const auto& op = std::get<VoteOp>(instructionAt(state.waves[w]).operation);
      const bool yes = valueOf(state, lanesOf_[w].front(), op.ballot) != 0;
      any = any || yes;
      all = all && yes;
      voters.push_back(w);
    }
  }
  for (const std::size_t w : voters) {
    const auto& op = std::get<VoteOp>(instructionAt(state.waves[w]).operation);
    state.registers[lanesOf_[w].front()][op.target] = (op.vote == Vote::Any ? any : all) ? 1 : 0;
  }
  for (const std::size_t w : waves) {
    goOn(state, w);
  }
}

/// Whether a wave that waits may go on.
bool SimtRules::mayPass(const SimtState& state, std::size_t wave) const {
  const WaveState& here = state.waves[wave];
  const auto& op = std::get<BarrierOp>(instructionAt(here).operation);
  if (op.count) {
    const auto found = state.arrivals.find(*here.waits);
    return found != state.arrivals.end() && found->second >= static_cast<unsigned>(op.count->value);
  }
  const bool endedCount = options_.strictBarriers || options_.lanes == LaneModel::None;
  for (std::size_t other = 0; other < state.waves.size(); ++other) {
    const bool meets = program_.scopes.contains(std::get<0>(*here.waits), lanesOf_[other].front());
    const bool excused = state.waves[other].ended() && !endedCount;
    if (meets && !excused && state.waves[other].waits != here.waits) {
      return false;
    }
  }
  return true;
}

bool SimtRules::openBarrier(SimtState& state) const {
  std::vector<std::size_t> going;
  for (std::size_t w = 0; w < state.waves.size(); ++w) {
    if (state.waves[w].waits && mayPass(state, w)) {
      going.push_back(w);
    }
  }
  for (const std::size_t w : going) {
    state.waves[w].waits.reset();
    goOn(state, w);
  }
  return !going.empty();
}

bool SimtRules::enabled(const SimtState& state, std::size_t wave) const {
  const WaveState& here = state.waves[wave];
  return !here.ended() && !here.waits &&
         (!here.acting.empty() || std::holds_alternative<BarrierOp>(instructionAt(here).operation));
}

bool SimtRules::ended(const SimtState& state) const {
  return std::ranges::all_of(state.waves, &WaveState::ended);
}

std::vector<SimtStep> SimtRules::steps(const SimtState& state) {
  std::vector<SimtStep> result;
  for (std::size_t w = 0; w < state.waves.size(); ++w) {
    if (!enabled(state, w)) {
      continue;
    }
    const auto add = [&](const SimtState& next) {
      for (const SimtState& after : settled(next)) {
        result.push_back({w, after});
      }
    };
    const WaveState& here = state.waves[w];
    if (here.acting.empty()) {
      SimtState next = state;
      arrive(next, w);
      add(next);
      continue;
    }
    std::vector<ThreadId> order(here.acting.begin(), here.acting.end());
    const auto own = [&](ThreadId lane) -> const Instruction& {
      return program_.threads[lane].instructions[here.stack.back().at];
    };
    if (!options_.collective) {
      for (const ThreadId lane : order) {
        SimtState next = state;
        access(next, lane, own(lane));
        next.waves[w].acting.erase(lane);
        if (next.waves[w].acting.empty()) {
          goOn(next, w);
        }
        add(next);
      }
      continue;
    }
    do {
      SimtState next = state;
      for (const ThreadId lane : order) {
        access(next, lane, own(lane));
      }
      next.waves[w].acting.clear();
      goOn(next, w);
      add(next);
    } while (std::ranges::next_permutation(order).found);
  }
  return result;
}

void SimtRules::arrive(SimtState& state, std::size_t wave) {
  WaveState& here = state.waves[wave];
  const Instruction& instruction = instructionAt(here);
  const auto& op = std::get<BarrierOp>(instruction.operation);
  const Lanes lanes = guarded(state, here);
  if (lanes.size() < here.live().size()) {
    const ThreadId first = lanesOf_[wave].front();
    warn("bar-divergence", first, program_.threads[first].instructions[here.stack.back().at]);
  }
  const BarrierKey key = keyOf(program_, lanesOf_[wave].front(), op);
  if (op.count) {
    unsigned& arrivals = state.arrivals[key];
    arrivals = std::min<unsigned>(arrivals + static_cast<unsigned>(lanesOf_[wave].size()), 64);
  }
  if (op.waits) {
    here.waits = key;
  } else {
    goOn(state, wave);
  }
}

void SimtRules::access(SimtState& state, ThreadId lane, const Instruction& instruction) {
  if (const auto* load = std::get_if<LoadOp>(&instruction.operation)) {
    state.registers[lane][load->target] = state.memory[locationOf(state, lane, load->address)];
  } else if (const auto* store = std::get_if<StoreOp>(&instruction.operation)) {
    const LocationId word = locationOf(state, lane, store->address);
    state.memory[word] = valueOf(state, lane, store->value);
    state.unloaded.insert(word);
  } else if (const auto* rmw = std::get_if<RmwOperation>(&instruction.operation)) {
    this->rmw(state, lane, *rmw);
  } else if (const auto* lock = std::get_if<LockLoadOp>(&instruction.operation)) {
    lockLoad(state, lane, *lock);
  } else {
    unlockStore(state, lane, std::get<UnlockStoreOp>(instruction.operation));
  }
}

void SimtRules::rmw(SimtState& state, ThreadId lane, const RmwOperation& o) {
  const LocationId word = locationOf(state, lane, o.address);
  Value& cell = state.memory[word];
  const Value old = cell;
  const Value operand = valueOf(state, lane, o.operand);
  if (o.op != RmwOp::CompareSwap) {
    cell = rmwResult(o.op, o.kind, old, operand);
    state.unloaded.insert(word);
  } else if (old == valueOf(state, lane, o.expected)) {
    cell = operand;
    state.unloaded.insert(word);
  }
  if (o.target) {
    state.registers[lane][*o.target] = old;
  }
}

void SimtRules::lockLoad(SimtState& state, ThreadId lane, const LockLoadOp& o) {
  const LocationId word = locationOf(state, lane, o.address);
  const bool taken = state.taken.try_emplace(bitOf(lane, word), BitOwner{lane, word}).second;
  if (o.target) {
    state.registers[lane][*o.target] = state.memory[word];
  }
  if (o.locked) {
    state.registers[lane][*o.locked] = taken ? 1 : 0;
  }
  const auto& code = program_.threads[lane].instructions;
  const auto at = static_cast<std::size_t>(
      std::ranges::find_if(
          code, [&](const Instruction& i) { return std::get_if<LockLoadOp>(&i.operation) == &o; }) -
      code.begin());
  if (taken && o.target && isUsed(lane, at, *o.target)) {
    state.unloaded.erase(word);
  }
  const bool looked = o.locked && isUsed(lane, at, *o.locked);
  if (!taken && !looked) {
    warn("lost-lock", lane, code[at]);
  }
  if (taken || !looked) {
    enter(state, lane, word, code[at]);
  }
}

ThreadId SimtRules::owner(ThreadId lane) const {
  if (!options_.wavesOwn) {
    return lane;
  }
  ThreadId first = 0;
  while (program_.scopes.instanceOf(first, kWaveLevel) != program_.scopes.instanceOf(lane, kWaveLevel)) {
    ++first;
  }
  return first;
}

void SimtRules::enter(SimtState& state, ThreadId lane, LocationId word, const Instruction& instruction) {
  for (const auto& [other, theirs] : state.sections) {
    if (other != owner(lane) && theirs == word) {
      warn("mutual-exclusion", lane, instruction);
    }
  }
  state.sections.emplace(owner(lane), word);
}

void SimtRules::unlockStore(SimtState& state, ThreadId lane, const UnlockStoreOp& o) {
  const LocationId word = locationOf(state, lane, o.address);
  const auto& code = program_.threads[lane].instructions;
  const Instruction& instruction = *std::ranges::find_if(
      code, [&](const Instruction& i) { return std::get_if<UnlockStoreOp>(&i.operation) == &o; });
  const auto found = state.taken.find(bitOf(lane, word));
  if (found == state.taken.end()) {
    warn("free-release", lane, instruction);
  } else {
    if (owner(found->second.lane) != owner(lane)) {
      warn("non-owner", lane, instruction);
    }
    if (found->second.word != word) {
      warn("alias-release", lane, instruction);
    }
    state.taken.erase(found);
  }
  state.sections.erase({owner(lane), word});
  const Value stored = valueOf(state, lane, o.value);
  if (state.unloaded.erase(word) > 0 && state.memory[word] != stored) {
    warn("clobber", lane, instruction);
  }
  state.memory[word] = stored;
}

/// By the code after an instruction, or by who looks at the final state.
bool SimtRules::isUsed(ThreadId lane, std::size_t after, RegisterId reg) const {
  std::set<RegisterId> atEnd;
  for (const StateVariable& v : finalVariables_) {
    if (v.thread == lane) {
      atEnd.insert(v.reg);
    }
  }
  return test::isUsed(program_.threads[lane], after, reg, atEnd);
}

void SimtRules::warn(const char* kind, ThreadId lane, const Instruction& instruction) {
  const auto& code = program_.threads[lane].instructions;
  const auto at = static_cast<std::uint32_t>(&instruction - code.data());
  warnings_.emplace(kind, program_.instructionName(lane, at));
}

}  // namespace hrfcheck::test
