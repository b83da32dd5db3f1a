// States and steps under interleaving.
//
// The granularity is that of CONCUR 2018: one step is one access to memory or one arrival at a barrier, and
// all that the agent does by itself behind it (registers, branches, fences, the exit) belongs to the step.
// What it does before its first action happens in the start state. A barrier that opens lets its waiters go
// on in the same step, and what these then do by themselves belongs to the step of the one who came last.
//
// A state is a row of words: for each location the number of its value, for each agent the number of its
// place (agent_places.h), then the words of the barriers (barrier_table.h). Since places carry their next
// actions, and what follows them is remembered by what was read, a step is a few look-ups. Who has executed
// is not part of these states: lts.cpp pairs them with that, so that a step is worked out once however many
// histories lead to it.

#include "termination/interleaving.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "program/agents/local_faults.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

constexpr StateId kUnknown = std::numeric_limits<StateId>::max();

constexpr AgentMask bitOf(AgentId a) {
  return AgentMask{1} << a;
}

std::shared_ptr<const Agents> orThreads(const Program& program, std::shared_ptr<const Agents> agents) {
  return agents ? std::move(agents)
                : std::make_shared<const Agents>(Agents::threadsOf(program, CodeRunner::Fences::Pass));
}

std::size_t widthFor(const Program& program, const Agents& agents, const BarrierTable& barriers) {
  return program.locations.size() + agents.size() + barriers.words();
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

Interleaving::Interleaving(std::shared_ptr<const Program> program, std::shared_ptr<const Agents> agents,
                           const Deadline& deadline)
    : program_(std::move(program)),
      agents_(orThreads(*program_, std::move(agents))),
      finalVariables_(finalVariablesOf(*program_)),
      barriers_(*program_, *agents_),
      table_(widthFor(*program_, *agents_, barriers_)) {
  if (agents_->size() > kMostAgents) {
    throw UserError(
        fmt::format("progress supports up to {} threads; the test has {}", kMostAgents, agents_->size()));
  }
  makePlaces(deadline);
  INVARIANT(start() == kStart, "the first state is the start");
}

void Interleaving::makePlaces(const Deadline& deadline) {
  std::vector<std::vector<std::set<RegisterId>>> wanted;  // by agent and lane
  for (AgentId a = 0; a < agents_->size(); ++a) {
    wanted.emplace_back((*agents_)[a].lanes().size());
  }
  for (const StateVariable& v : finalVariables_) {
    if (v.isRegister()) {
      wanted[agents_->agentOf(v.thread)][agents_->laneOf(v.thread)].insert(v.reg);
    }
  }
  for (AgentId a = 0; a < agents_->size(); ++a) {
    AgentId like = 0;
    while (like < a && (wanted[like] != wanted[a] || !(*agents_)[like].executesLike((*agents_)[a]))) {
      ++like;
    }
    sharedPlaces_.push_back(like);
    places_.push_back(
        like < a ? places_[like]
                 : std::make_shared<AgentPlaces>(*program_, agents_->shared(a), wanted[a], deadline));
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
    for (AgentId a = 0; a < agents_->size() && fault_.empty(); ++a) {
      fault_ = mistakeIn(words, a);
    }
    masks_.push_back(masksOf(words));
    after_.resize(after_.size() + agents_->size(), kUnknown);
  }
  return state;
}

StateId Interleaving::after(StateId s, AgentId a, std::uint32_t choice) {
  if (choice > 0) {
    const std::tuple key{s, a, choice};
    const auto known = afterOthers_.find(key);
    return known != afterOthers_.end() ? known->second
                                       : afterOthers_.emplace(key, stateAfter(s, a, choice)).first->second;
  }
  const std::size_t entry = static_cast<std::size_t>(s) * agents_->size() + a;
  if (after_[entry] == kUnknown) {
    const StateId to = stateAfter(s, a, choice);  // may grow after_
    after_[entry] = to;
  }
  return after_[entry];
}

StateId Interleaving::stateAfter(StateId s, AgentId a, std::uint32_t choice) {
  INVARIANT((enabled(s) & bitOf(a)) != 0, "an enabled agent takes the step");
  std::vector<std::uint32_t> words(table_.row(s).begin(), table_.row(s).end());
  const Action& action = place(words, a).actions.at(choice);
  INVARIANT(action.kind != Action::Kind::Fault, "nobody goes on from a mistake of the test");
  if (action.kind == Action::Kind::Barrier) {
    arrive(words, a, choice);
  } else if (action.isAccess()) {
    access(words, a, choice);
  }
  return stateWith(words);
}

void Interleaving::access(std::vector<std::uint32_t>& words, AgentId a, std::uint32_t choice) {
  const PlaceId from = words[agentWord(a)];
  const Action action = place(words, a).actions[choice];
  const Value old = values_[words[action.location]];
  if (const auto written = writtenBy(instructionOf(a, action), action, old)) {
    words[action.location] = numberOf(*written);
  }
  const bool reads = action.kind != Action::Kind::Store;
  words[agentWord(a)] = places_[a]->after(from, choice, reads ? std::optional(old) : std::nullopt);
}

void Interleaving::arrive(std::vector<std::uint32_t>& words, AgentId a, std::uint32_t choice) {
  const Action arrival = place(words, a).actions[choice];
  const std::uint32_t number = barrierOf(a, arrival);
  const BarrierTable::Barrier& barrier = barriers_.barriers()[number];
  countArrival(words, a, arrival);
  const bool mayOpen = opens(words, barrier);
  const PlaceId here = words[agentWord(a)];
  const bool waits = std::get<BarrierOp>(instructionOf(a, arrival).operation).waits;
  const bool passes = !waits || mayPass(words, a, arrival);
  words[agentWord(a)] =
      passes ? places_[a]->after(here, choice, std::nullopt) : places_[a]->waitingAt(here, choice);
  if (!mayOpen) {
    return;
  }
  for (AgentId other = 0; other < agents_->size(); ++other) {
    const AgentPlace& waiting = place(words, other);
    if (!waiting.waits) {
      continue;
    }
    const Action& arrived = waiting.actions[*waiting.waits];
    if (barrierOf(other, arrived) == number && mayPass(words, other, arrived)) {
      words[agentWord(other)] = places_[other]->after(words[agentWord(other)], *waiting.waits, std::nullopt);
    }
  }
}

void Interleaving::countArrival(std::vector<std::uint32_t>& words, AgentId a, const Action& arrival) {
  const BarrierTable::Barrier& barrier = barriers_.barriers()[barrierOf(a, arrival)];
  const auto lanes = static_cast<std::uint32_t>(std::popcount(arrival.lanes));
  std::uint32_t& word = words[barrierWord(barrier.wordOf(a, arrival.instruction))];
  switch (barrier.kind) {
    case BarrierTable::Kind::All:
    case BarrierTable::Kind::Named:
      ++word;
      break;
    case BarrierTable::Kind::Counted:
      word = std::min(word + lanes, barrier.largestCount);
      break;
    case BarrierTable::Kind::CountedByValue:
      word = countedArrivals_.after(word, {arrival.instance, arrival.id}, barrier.largestCount);
      break;
  }
}

/// Takes off an arrival everywhere, once there has been one everywhere; whether anybody may have been let go.
bool Interleaving::opens(std::vector<std::uint32_t>& words, const BarrierTable::Barrier& barrier) const {
  if (barrier.kind == BarrierTable::Kind::Counted || barrier.kind == BarrierTable::Kind::CountedByValue) {
    return true;
  }
  const auto arrivals = std::span(words).subspan(barrierWord(barrier.firstWord), barrier.words());
  const bool everywhere = std::ranges::find(arrivals, 0U) == arrivals.end();
  if (everywhere) {
    std::ranges::for_each(arrivals, [](std::uint32_t& word) { --word; });
  }
  return everywhere || barrier.kind == BarrierTable::Kind::Named;
}

/// Whether an agent that has arrived at a barrier need not wait.
bool Interleaving::mayPass(const std::vector<std::uint32_t>& words, AgentId a, const Action& arrival) const {
  const BarrierTable::Barrier& barrier = barriers_.barriers()[barrierOf(a, arrival)];
  const std::uint32_t word = words[barrierWord(barrier.wordOf(a, arrival.instruction))];
  switch (barrier.kind) {
    case BarrierTable::Kind::All:
      return word == 0;
    case BarrierTable::Kind::Named:
      return allHaveCome(words, a, arrival);
    case BarrierTable::Kind::Counted:
      return word >= arrivalsFor(arrival.count.value());
    case BarrierTable::Kind::CountedByValue:
      return countedArrivals_.arrivals(word, {arrival.instance, arrival.id}) >=
             arrivalsFor(arrival.count.value());
  }
  INVARIANT(false, "a kind of barrier without a meaning");
}

/// Whether at every place that may be the barrier of this arrival somebody has arrived as often as `a` has.
bool Interleaving::allHaveCome(const std::vector<std::uint32_t>& words, AgentId a,
                               const Action& arrival) const {
  const BarrierTable::Barrier& barrier = barriers_.barriers()[barrierOf(a, arrival)];
  const std::uint32_t own = words[barrierWord(barrier.wordOf(a, arrival.instruction))];
  for (std::uint32_t i = 0; i < barrier.places.size(); ++i) {
    const BarrierOp& there = barrier.places[i].op;
    if (mayBeEqual(there.instance, arrival.instance) && mayBeEqual(there.id, arrival.id) &&
        words[barrierWord(barrier.firstWord + i)] < own) {
      return false;
    }
  }
  return true;
}

Interleaving::Masks Interleaving::masksOf(std::span<const std::uint32_t> words) const {
  Masks masks;
  for (AgentId a = 0; a < agents_->size(); ++a) {
    const AgentPlace& at = place(words, a);
    if (at.finished()) {
      masks.finished |= bitOf(a);
    } else if (!at.waits) {
      masks.enabled |= bitOf(a);
    }
  }
  return masks;
}

std::string Interleaving::mistakeIn(std::span<const std::uint32_t> words, AgentId a) const {
  for (const Action& action : place(words, a).actions) {
    if (std::string mistake = mistakeOf(words, a, action); !mistake.empty()) {
      return mistake;
    }
  }
  return {};
}

std::string Interleaving::mistakeOf(std::span<const std::uint32_t> words, AgentId a,
                                    const Action& action) const {
  if (action.kind != Action::Kind::Fault && action.kind != Action::Kind::Rmw) {
    return {};
  }
  const Instruction& instruction = instructionOf(a, action);
  const std::string name = program_->instructionName(agents_->actor(a, action), action.instruction);
  if (action.kind == Action::Kind::Rmw) {
    const bool faults = faultsOn(instruction, action, values_[words[action.location]]);
    return faults ? fmt::format("address computed from integers at {}", name) : "";
  }
  const LocalState& state = place(words, a).state.lanes[action.lane()];
  return fmt::format("{} at {}", whatIsWrong(*program_, instruction, state), name);
}

ScheduleStep Interleaving::step(StateId s, AgentId a, std::uint32_t choice) const {
  const Action& action = place(words(s), a).actions.at(choice);
  ScheduleStep step{.agent = a,
                    .choice = choice,
                    .thread = agents_->actor(a, action),
                    .instruction = action.instruction,
                    .read = {},
                    .written = {}};
  if (action.isAccess()) {
    const Value old = values_[words(s)[action.location]];
    if (action.kind != Action::Kind::Store) {
      step.read = old;
    }
    step.written = writtenBy(instructionOf(a, action), action, old);
  }
  return step;
}

Value Interleaving::valueAt(StateId s, const StateVariable& variable) const {
  if (!variable.isRegister()) {
    return values_[words(s)[variable.location]];
  }
  const AgentPlace& at = place(words(s), agents_->agentOf(variable.thread));
  return at.state.lanes[agents_->laneOf(variable.thread)].registers[variable.reg];
}

std::size_t Interleaving::actions(StateId s) const {
  std::size_t actions = 0;
  for (AgentMask left = enabled(s); left != 0; left &= left - 1) {
    actions += choices(s, static_cast<AgentId>(std::countr_zero(left)));
  }
  return actions;
}

bool Interleaving::ended(StateId s) const {
  return static_cast<std::size_t>(std::popcount(finished(s))) == agents().size();
}

std::vector<Value> Interleaving::finalState(StateId s) const {
  std::vector<Value> values;
  for (const StateVariable& variable : finalVariables_) {
    values.push_back(valueAt(s, variable));
  }
  return values;
}

std::string Interleaving::describe(StateId s) const {
  std::string text;
  for (LocationId l = 0; l < program_->locations.size(); ++l) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", program_->locations[l].name,
                        program_->valueText(values_[words(s)[l]]));
  }
  for (AgentId a = 0; a < agents_->size(); ++a) {
    const PlaceId number = words(s)[agentWord(a)];
    const AgentPlace& at = (*places_[a])[number];
    for (std::size_t lane = 0; lane < at.state.lanes.size(); ++lane) {
      const LocalState& here = at.state.lanes[lane];
      const Thread& thread = program_->threads[(*agents_)[a].lanes()[lane]];
      text += fmt::format("{}{} ", text.empty() ? "" : "; ", thread.name);
      text += here.at >= thread.instructions.size() ? "done" : fmt::format("@{}", here.at);
      for (RegisterId reg = 0; reg < thread.registers.size(); ++reg) {
        if (places_[a]->live(number, lane, reg)) {
          text += fmt::format(" {}={}", thread.registers[reg], program_->valueText(here.registers[reg]));
        }
      }
    }
    text += at.waits ? " waits" : at.diverges() ? " for ever" : "";
  }
  return text;
}

std::vector<std::size_t> Interleaving::arrivalWords(AgentId a) const {
  std::vector<std::size_t> result;
  for (const BarrierTable::Barrier& barrier : barriers_.barriers()) {
    for (const std::uint32_t word : barrier.wordsOf(a)) {
      result.push_back(barrierWord(word));
    }
  }
  return result;
}

}  // namespace hrfcheck::inline termination
