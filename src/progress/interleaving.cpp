// States and steps under interleaving.
//
// The granularity is that of CONCUR 2018: one step is one access to memory or one arrival at a barrier, and
// all that the thread does by itself behind it (registers, branches, fences, the exit) belongs to the step.
// What it does before its first action happens in the start state. A barrier that opens lets its waiters go
// on in the same step, and what these then do by themselves belongs to the step of the one who came last.
//
// A state is a row of words: for each location the number of its value, for each thread the number of its
// place (thread_places.h), then the words of the barriers (barrier_table.h). Since places carry their next
// action, and what follows it is remembered by what was read, a step is a few look-ups. Who has executed is
// not part of these states: lts.cpp pairs them with that, so that a step is worked out once however many
// histories lead to it.

#include "progress/interleaving.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "program/local_faults.h"
#include "program/same_code.h"
#include "util/invariant.h"

namespace hrfcheck {
namespace {

constexpr StateId kUnknown = std::numeric_limits<StateId>::max();

constexpr AgentMask bitOf(ThreadId t) {
  return AgentMask{1} << t;
}

std::size_t widthFor(const Program& program, const BarrierTable& barriers) {
  return program.locations.size() + program.threads.size() + barriers.words();
}

}  // namespace

std::vector<StateVariable> finalVariablesOf(const Program& program) {
  std::set<StateVariable> wanted;
  if (!program.observedByDefault) {
    wanted.insert(program.observed.begin(), program.observed.end());
  }
  for (const ConditionPtr& condition : {program.condition, program.filter}) {
    if (condition) {
      const std::vector<StateVariable> mentioned = variablesOf(*condition);
      wanted.insert(mentioned.begin(), mentioned.end());
    }
  }
  return {wanted.begin(), wanted.end()};
}

Interleaving::Interleaving(std::shared_ptr<const Program> program)
    : program_(std::move(program)),
      finalVariables_(finalVariablesOf(*program_)),
      barriers_(*program_),
      table_(widthFor(*program_, barriers_)) {
  if (program_->threads.size() > kMostAgents) {
    throw UserError(fmt::format("progress is worked out for up to {} threads; the test has {}", kMostAgents,
                                program_->threads.size()));
  }
  makePlaces();
  INVARIANT(start() == kStart, "the first state is the start");
}

void Interleaving::makePlaces() {
  std::vector<std::set<RegisterId>> wanted(program_->threads.size());
  for (const StateVariable& v : finalVariables_) {
    if (v.isRegister()) {
      wanted[v.thread].insert(v.reg);
    }
  }
  for (ThreadId t = 0; t < program_->threads.size(); ++t) {
    ThreadId like = 0;
    while (like < t &&
           (wanted[like] != wanted[t] || !sameCode(program_->threads[like], program_->threads[t]))) {
      ++like;
    }
    sharedPlaces_.push_back(like);
    places_.push_back(like < t ? places_[like] : std::make_shared<ThreadPlaces>(*program_, t, wanted[t]));
  }
}

StateId Interleaving::start() {
  numberOf(0);
  std::vector<std::uint32_t> words;
  for (const MemoryLocation& location : program_->locations) {
    words.push_back(numberOf(location.initial));
  }
  for (const auto& places : places_) {
    words.push_back(places->start());
  }
  words.resize(words.size() + barriers_.words(), 0);
  return stateWith(words);
}

std::uint32_t Interleaving::numberOf(Value value) {
  const auto fresh = static_cast<std::uint32_t>(values_.size());
  const auto [known, isNew] = valueNumbers_.try_emplace(value, fresh);
  if (isNew) {
    values_.push_back(value);
  }
  return known->second;
}

StateId Interleaving::stateWith(std::span<const std::uint32_t> words) {
  const auto [state, isNew] = table_.insert(words);
  if (isNew) {
    for (ThreadId t = 0; t < threads() && fault_.empty(); ++t) {
      fault_ = mistakeIn(words, t);
    }
    masks_.push_back(masksOf(words));
    after_.resize(after_.size() + threads(), kUnknown);
  }
  return state;
}

StateId Interleaving::after(StateId s, ThreadId t) {
  const std::size_t entry = static_cast<std::size_t>(s) * threads() + t;
  if (after_[entry] == kUnknown) {
    const StateId to = stateAfter(s, t);  // may grow after_
    after_[entry] = to;
  }
  return after_[entry];
}

StateId Interleaving::stateAfter(StateId s, ThreadId t) {
  INVARIANT((enabled(s) & bitOf(t)) != 0, "an enabled thread takes the step");
  std::vector<std::uint32_t> words(table_.row(s).begin(), table_.row(s).end());
  const Action& action = place(words, t).action;
  INVARIANT(action.kind != Action::Kind::Fault, "nobody goes on from a mistake of the test");
  if (action.kind == Action::Kind::Barrier) {
    arrive(words, t);
  } else if (action.isAccess()) {
    access(words, t);
  }
  return stateWith(words);
}

void Interleaving::access(std::vector<std::uint32_t>& words, ThreadId t) {
  const PlaceId from = words[threadWord(t)];
  const Action action = place(words, t).action;
  const Value old = values_[words[action.location]];
  if (const auto written = writtenBy(places_[t]->instruction(from), action, old)) {
    words[action.location] = numberOf(*written);
  }
  const bool reads = action.kind != Action::Kind::Store;
  words[threadWord(t)] = places_[t]->after(from, reads ? std::optional(old) : std::nullopt);
}

void Interleaving::arrive(std::vector<std::uint32_t>& words, ThreadId t) {
  const std::uint32_t number = barriers_.barrierOf(t, place(words, t).action.instruction);
  const BarrierTable::Barrier& barrier = barriers_.barriers()[number];
  std::uint32_t& arrivals = barrierWord(words, barrier.wordOf(t));
  arrivals = barrier.largestCount ? std::min(arrivals + 1, *barrier.largestCount) : arrivals + 1;
  const bool mayOpen = opens(words, barrier);
  const PlaceId here = words[threadWord(t)];
  const bool waits = std::get<BarrierOp>(places_[t]->instruction(here).operation).waits;
  const bool passes = !waits || mayPass(words, t);
  words[threadWord(t)] = passes ? places_[t]->after(here, std::nullopt) : places_[t]->waitingAt(here);
  if (!mayOpen) {
    return;
  }
  for (ThreadId other = 0; other < threads(); ++other) {
    const ThreadPlace& waiting = place(words, other);
    if (waiting.waits && barriers_.barrierOf(other, waiting.action.instruction) == number &&
        mayPass(words, other)) {
      words[threadWord(other)] = places_[other]->after(words[threadWord(other)], std::nullopt);
    }
  }
}

/// Takes off an arrival of everybody, once everybody has arrived; whether anybody may have been let go.
bool Interleaving::opens(std::vector<std::uint32_t>& words, const BarrierTable::Barrier& barrier) const {
  if (barrier.largestCount) {
    return true;
  }
  const auto arrived = [&](ThreadId agent) { return barrierWord(words, barrier.wordOf(agent)) > 0; };
  if (!std::ranges::all_of(barrier.agents, arrived)) {
    return false;
  }
  for (const ThreadId agent : barrier.agents) {
    --barrierWord(words, barrier.wordOf(agent));
  }
  return true;
}

/// Whether a thread that stands at a barrier and has arrived need not wait.
bool Interleaving::mayPass(const std::vector<std::uint32_t>& words, ThreadId t) const {
  const std::uint32_t instruction = place(words, t).action.instruction;
  const BarrierTable::Barrier& barrier = barriers_.barriers()[barriers_.barrierOf(t, instruction)];
  const std::uint32_t arrivals = words[program_->locations.size() + threads() + barrier.wordOf(t)];
  if (!barrier.largestCount) {
    return arrivals == 0;
  }
  const Operation& operation = program_->threads[t].instructions[instruction].operation;
  return arrivals >= arrivalsFor(std::get<BarrierOp>(operation));
}

Interleaving::Masks Interleaving::masksOf(std::span<const std::uint32_t> words) const {
  Masks masks;
  for (ThreadId t = 0; t < threads(); ++t) {
    const ThreadPlace& at = place(words, t);
    if (at.finished()) {
      masks.finished |= bitOf(t);
    } else if (!at.waits) {
      masks.enabled |= bitOf(t);
    }
  }
  return masks;
}

std::string Interleaving::mistakeIn(std::span<const std::uint32_t> words, ThreadId t) const {
  const ThreadPlace& at = place(words, t);
  if (at.action.kind != Action::Kind::Fault && at.action.kind != Action::Kind::Rmw) {
    return {};
  }
  const Instruction& instruction = program_->threads[t].instructions[at.action.instruction];
  if (at.action.kind == Action::Kind::Rmw) {
    const bool faults = faultsOn(instruction, at.action, values_[words[at.action.location]]);
    return faults ? fmt::format("{} makes an address of integers",
                                program_->instructionName(t, at.action.instruction))
                  : "";
  }
  return fmt::format("{} {}", program_->instructionName(t, at.action.instruction),
                     whatIsWrong(*program_, instruction, at.state));
}

ScheduleStep Interleaving::step(StateId s, ThreadId t) const {
  const Action& action = place(words(s), t).action;
  ScheduleStep step{.thread = t, .instruction = action.instruction, .read = {}, .written = {}};
  if (action.isAccess()) {
    const Value old = values_[words(s)[action.location]];
    if (action.kind != Action::Kind::Store) {
      step.read = old;
    }
    step.written = writtenBy(program_->threads[t].instructions[action.instruction], action, old);
  }
  return step;
}

Value Interleaving::valueAt(StateId s, const StateVariable& variable) const {
  return variable.isRegister() ? place(words(s), variable.thread).state.registers[variable.reg]
                               : values_[words(s)[variable.location]];
}

std::string Interleaving::describe(StateId s) const {
  std::string text;
  for (LocationId l = 0; l < program_->locations.size(); ++l) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", program_->locations[l].name,
                        program_->valueText(values_[words(s)[l]]));
  }
  for (ThreadId t = 0; t < threads(); ++t) {
    const ThreadPlace& at = place(words(s), t);
    const Thread& thread = program_->threads[t];
    text += fmt::format("{}{} ", text.empty() ? "" : "; ", thread.name);
    text += at.finished() ? "done" : fmt::format("@{}", at.action.instruction);
    for (RegisterId reg = 0; reg < thread.registers.size(); ++reg) {
      if (places_[t]->live(words(s)[threadWord(t)], reg)) {
        text += fmt::format(" {}={}", thread.registers[reg], program_->valueText(at.state.registers[reg]));
      }
    }
    text += at.waits ? " waits" : at.action.kind == Action::Kind::Diverges ? " for ever" : "";
  }
  return text;
}

std::vector<std::size_t> Interleaving::arrivalWords(ThreadId t) const {
  std::vector<std::size_t> result;
  for (const BarrierTable::Barrier& barrier : barriers_.barriers()) {
    if (!barrier.largestCount && std::ranges::find(barrier.agents, t) != barrier.agents.end()) {
      result.push_back(program_->locations.size() + threads() + barrier.wordOf(t));
    }
  }
  return result;
}

}  // namespace hrfcheck
