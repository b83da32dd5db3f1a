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

#include "termination/system/interleaving.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "program/agents/local_faults.h"
#include "program/flow/divided_accesses.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
namespace {

constexpr StateId kUnknown = std::numeric_limits<StateId>::max();

constexpr AgentMask agentBit(AgentId a) {
  return AgentMask{1} << a;
}

std::shared_ptr<const Agents> orThreads(const Program& program, std::shared_ptr<const Agents> agents) {
  return agents ? std::move(agents)
                : std::make_shared<const Agents>(Agents::threadsOf(program, CodeRunner::Fences::Pass));
}

/// Lanes that access memory in one action: more orders than these are not explored.
constexpr std::size_t kMostTogether = 6;

std::uint32_t factorial(std::size_t n) {
  return n < 2 ? 1 : static_cast<std::uint32_t>(n) * factorial(n - 1);
}

/// Which of the actions that are left follow each other, by a choice of an order of so many.
std::vector<std::uint32_t> order(std::size_t together, std::uint32_t choice) {
  std::vector<std::uint32_t> result;
  for (; together > 1; --together) {
    result.push_back(choice / factorial(together - 1));
    choice %= factorial(together - 1);
  }
  result.push_back(choice);
  return result;
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
                           const SimtRules& rules, const Deadline& deadline)
    : program_(std::move(program)),
      agents_(orThreads(*program_, std::move(agents))),
      rules_(rules),
      finalVariables_(finalVariablesOf(*program_)),
      locks_(*program_, rules.lockBits),
      barriers_(*program_, *agents_),
      table_(program_->locations.size() + agents_->size() + barriers_.words() + locks_.words()) {
  if (agents_->size() > kMostAgents) {
    throw UserError(
        fmt::format("progress supports up to {} threads; the test has {}", kMostAgents, agents_->size()));
  }
  refuseDividedAtomics(*program_);
  endsOpenBarriers_ = rules_.ended == EndedAgents::LetGo ||
                      (rules_.ended == EndedAgents::AsTheLanguageSays &&
                       !std::ranges::all_of(barriers_.barriers(), &BarrierTable::Barrier::waitsForTheEnded));
  findVoters();
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
  words.resize(words.size() + barriers_.words() + locks_.words(), 0);
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
  INVARIANT((enabled(s) & agentBit(a)) != 0, "an enabled agent takes the step");
  std::vector<std::uint32_t> words(table_.row(s).begin(), table_.row(s).end());
  stepFrom_ = s;
  stepBy_ = a;
  stepChoice_ = choice;
  for (const std::uint32_t action : order(lanesTogether(words, a), choice)) {
    perform(words, a, action);
  }
  if (endsOpenBarriers_ || !wavefronts_.empty()) {
    settle(words);
  }
  return stateWith(words);
}

std::uint32_t Interleaving::choices(StateId s, AgentId a) const {
  const std::size_t together = lanesTogether(words(s), a);
  return together > 1 ? factorial(together) : static_cast<std::uint32_t>(place(words(s), a).actions.size());
}

/// How many lanes access memory in one action.
std::size_t Interleaving::lanesTogether(std::span<const std::uint32_t> words, AgentId a) const {
  const std::vector<Action>& actions = place(words, a).actions;
  if (!rules_.collective || !actions.front().isAccess()) {
    return 1;
  }
  if (actions.size() > kMostTogether) {
    throw UserError(instructionOf(a, actions.front()).place,
                    fmt::format("{} lanes access memory here together; the orders of up to {} are explored",
                                actions.size(), kMostTogether),
                    "choose --lanes serial");
  }
  return actions.size();
}

std::vector<Action> Interleaving::actionsOf(StateId s, AgentId a, std::uint32_t choice) const {
  std::vector<Action> left = place(words(s), a).actions;
  std::vector<Action> actions;
  for (const std::uint32_t next : order(lanesTogether(words(s), a), choice)) {
    actions.push_back(left.at(next));
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return actions;
}

void Interleaving::perform(std::vector<std::uint32_t>& words, AgentId a, std::uint32_t choice) {
  const Action& action = place(words, a).actions.at(choice);
  INVARIANT(action.kind != Action::Kind::Fault, "nobody goes on from a mistake of the test");
  if (action.kind == Action::Kind::Barrier) {
    arrive(words, a, choice);
  } else if (action.kind == Action::Kind::Vote) {
    words[agentWord(a)] = places_[a]->waitingAt(words[agentWord(a)], choice);
  } else if (action.kind == Action::Kind::Diverge) {
    words[agentWord(a)] = places_[a]->after(words[agentWord(a)], choice, {});
  } else if (action.isAccess()) {
    access(words, a, choice);
  }
}

void Interleaving::access(std::vector<std::uint32_t>& words, AgentId a, std::uint32_t choice) {
  const PlaceId from = words[agentWord(a)];
  const Action action = place(words, a).actions[choice];
  const Value old = values_[words[action.location]];
  Seen seen;
  if (action.isOfLockUnit()) {
    seen = useLock(words, a, action, old);
  } else if (action.reads()) {
    seen.value = old;
  }
  if (const auto written = writtenBy(instructionOf(a, action), action, old)) {
    words[action.location] = numberOf(*written);
    if (const auto data = locks_.dataWord(action.location)) {
      words[lockWord(*data)] = action.kind == Action::Kind::UnlockStore ? 0 : 1;
    }
  }
  words[agentWord(a)] = places_[a]->after(from, choice, seen);
}

void Interleaving::notice(FindingKind kind, AgentId a, const Action& action,
                          const std::optional<LockHolder>& holder) {
  const ThreadId thread = agents_->actor(a, action);
  if (noticed_.emplace(kind, thread, action.instruction).second) {
    notices_.push_back({kind, thread, action.instruction, holder, stepFrom_, stepBy_, stepChoice_});
  }
}

bool Interleaving::knowsNoLanes() const {
  return locks_.words() == 0 && wavefronts_.empty() && agents_->size() == program_->threads.size();
}

Interleaving::Masks Interleaving::masksOf(std::span<const std::uint32_t> words) const {
  Masks masks;
  for (AgentId a = 0; a < agents_->size(); ++a) {
    const AgentPlace& at = place(words, a);
    if (at.finished()) {
      masks.finished |= agentBit(a);
    } else if (!at.waits) {
      masks.enabled |= agentBit(a);
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
  const Action& action = place(words(s), a).actions.at(order(lanesTogether(words(s), a), choice).front());
  ScheduleStep step{.agent = a,
                    .choice = choice,
                    .thread = agents_->actor(a, action),
                    .instruction = action.instruction,
                    .read = {},
                    .written = {}};
  step.lanes = action.lanes;
  step.active = activeLanes(s, a);
  step.live = liveLanes(s, a);
  step.width = static_cast<std::uint32_t>((*agents_)[a].lanes().size());
  step.chooses = action.kind == Action::Kind::Diverge;
  if (action.isAccess()) {
    const Value old = values_[words(s)[action.location]];
    if (action.reads()) {
      step.read = old;
    }
    step.written = writtenBy(instructionOf(a, action), action, old);
    step.location = action.location;
  }
  if (action.isOfLockUnit()) {
    const auto holder = holderFor(s, a, action);
    step.locked = action.kind == Action::Kind::LockLoad ? std::optional(!holder) : std::nullopt;
    step.unlocks = action.kind == Action::Kind::UnlockStore;
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

}  // namespace hrfcheck::inline termination
