#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "program/agents/agents.h"
#include "termination/system/agent_places.h"
#include "termination/system/barrier_table.h"
#include "termination/system/lock_unit.h"
#include "termination/system/lts.h"
#include "termination/system/simt_rules.h"
#include "termination/system/state_table.h"
#include "termination/system/state_text.h"
#include "termination/termination.h"

namespace hrfcheck::inline termination {

/// What a test's condition and filter speak of and what it asks to list (ProgressResult::finalVariables).
std::vector<StateVariable> finalVariablesOf(const Program& program);

/// Something noticed on a step of the graph of interleavings.
struct Notice {
  FindingKind kind;
  ThreadId thread;
  std::uint32_t instruction;
  std::optional<LockHolder> holder;
  StateId from;
  AgentId agent;
  std::uint32_t choice;
};

/// What an action of the lock unit makes of the critical section of a word, as the code of the lane sees it:
/// the lane enters it by an ldslk that takes the lock bit, or behind which nobody looks whether it did; it
/// leaves it by its stsul.
struct SectionEvent {
  ThreadId lane;
  std::uint32_t instruction;
  LocationId word;
  bool enters;
};

/// The states of a program under interleaving without who has executed: memory, places, barriers. They are
/// made as they are asked for, so that a schedule can be followed without exploring everything.
class Interleaving {
 public:
  /// @param agents what runs; null: every thread an agent by itself
  /// @throws UserError for more agents than kMostAgents, and for votes of threads that are nobody's lanes
  /// @throws OutOfTime when the deadline has expired
  Interleaving(std::shared_ptr<const Program> program, std::shared_ptr<const Agents> agents,
               const SimtRules& rules = {}, const Deadline& deadline = {});

  const Program& program() const { return *program_; }
  const Agents& agents() const { return *agents_; }
  const std::vector<StateVariable>& finalVariables() const { return finalVariables_; }

  static constexpr StateId kStart = 0;
  std::size_t states() const { return table_.size(); }
  AgentMask enabled(StateId s) const { return masks_[s].enabled; }
  AgentMask finished(StateId s) const { return masks_[s].finished; }
  /// How many actions an enabled agent chooses from.
  std::uint32_t choices(StateId s, AgentId a) const;
  /// How many actions there are in a state, of all agents.
  std::size_t actions(StateId s) const;
  bool ended(StateId s) const;  ///< all agents have finished
  /// The values of finalVariables.
  std::vector<Value> finalState(StateId s) const;
  /// The state behind an action of an agent that is enabled.
  StateId after(StateId s, AgentId a, std::uint32_t choice);
  /// "out-of-bounds access at P1:3", once there is a state in which an agent stands before such an
  /// instruction.
  const std::string& fault() const { return fault_; }
  /// The same of one agent in one state; empty where it stands before no such instruction.
  std::string mistakeOf(StateId s, AgentId a) const { return mistakeIn(words(s), a); }

  /// An action of an agent in a state, `from` and `to` left open.
  ScheduleStep step(StateId s, AgentId a, std::uint32_t choice) const;
  Value valueAt(StateId s, const StateVariable& variable) const;
  const AgentPlace& placeOf(StateId s, AgentId a) const { return place(words(s), a); }
  /// The lanes of an agent that execute what comes next, and those that have not ended.
  LaneMask activeLanes(StateId s, AgentId a) const { return places_[a]->active(words(s)[agentWord(a)]); }
  LaneMask liveLanes(StateId s, AgentId a) const { return places_[a]->liveLanes(words(s)[agentWord(a)]); }
  /// Who holds the lock bit by which an action of the lock unit locks.
  std::optional<LockHolder> holderFor(StateId s, AgentId a, const Action& action) const;
  /// What an action of an agent does to the critical sections of some words (by location), in order, is put
  /// into `events`.
  void sectionEvents(StateId s, AgentId a, std::uint32_t choice, const std::vector<bool>& ofWords,
                     std::vector<SectionEvent>& events) const;
  /// Whether a lock bit (LockUnit::bitWord) may have been free, or somebody else's, while a lane was in the
  /// critical section of a word by it: it was freed by another owner or another word, or missed by a lane
  /// that did not look.
  bool mayBeMissed(std::uint32_t bit) const { return missedBits_.contains(bit); }
  /// Who a lock belongs to: the lane itself, or the first lane of its wavefront (SimtRules::wavefrontOwns).
  ThreadId ownerOf(ThreadId lane) const;
  const LockUnit& locks() const { return locks_; }
  const SimtRules& rules() const { return rules_; }
  /// Nothing in a state or a report says which lane did what: no lock bits, votes or wavefronts.
  bool knowsNoLanes() const;
  /// What was noticed on the way, each once, where it was met first.
  const std::vector<Notice>& notices() const { return notices_; }
  StateText textOf(StateId s) const;

  /// The words of a state: by location the number of its value, by agent its place, and the barriers' words.
  std::span<const std::uint32_t> words(StateId s) const { return table_.row(s); }
  StateId stateWith(std::span<const std::uint32_t> words);
  std::size_t agentWord(AgentId a) const { return program_->locations.size() + a; }
  /// The words that say how often an agent has arrived at barriers, if any count this agent alone.
  std::vector<std::size_t> arrivalWords(AgentId a) const;
  /// Agents with equal numbers have the same places by the same numbers: their code is the same.
  AgentId placesOf(AgentId a) const { return sharedPlaces_[a]; }

 private:
  struct Masks {
    AgentMask enabled = 0;
    AgentMask finished = 0;
  };
  void makePlaces(const Deadline& deadline);
  StateId start();
  std::uint32_t numberOf(Value value);
  StateId stateAfter(StateId s, AgentId a, std::uint32_t choice);
  /// The actions of one step, in their order.
  std::vector<Action> actionsOf(StateId s, AgentId a, std::uint32_t choice) const;
  void perform(std::vector<std::uint32_t>& words, AgentId a, std::uint32_t choice);
  void access(std::vector<std::uint32_t>& words, AgentId a, std::uint32_t choice);
  Seen useLock(std::vector<std::uint32_t>& words, AgentId a, const Action& action, Value old);
  bool release(std::vector<std::uint32_t>& words, std::uint32_t barrier);
  bool isExcused(const std::vector<std::uint32_t>& words, const BarrierTable::Barrier& barrier,
                 AgentId a) const;
  void settle(std::vector<std::uint32_t>& words);
  bool endVote(std::vector<std::uint32_t>& words, const std::vector<AgentId>& wavefront);
  void findVoters();
  void refuseVotes() const;
  std::size_t lanesTogether(std::span<const std::uint32_t> words, AgentId a) const;
  bool isWanted(AgentId a, const Action& action, const std::optional<RegisterId>& reg) const;
  void notice(FindingKind kind, AgentId a, const Action& action,
              const std::optional<LockHolder>& holder = {});
  void noticeRelease(std::span<const std::uint32_t> words, AgentId a, const Action& action, Value old);
  void arrive(std::vector<std::uint32_t>& words, AgentId a, std::uint32_t choice);
  void countArrival(std::vector<std::uint32_t>& words, AgentId a, const Action& arrival);
  bool opens(std::vector<std::uint32_t>& words, const BarrierTable::Barrier& barrier) const;
  bool allHaveCome(const std::vector<std::uint32_t>& words, AgentId a, const Action& arrival) const;
  bool mayPass(const std::vector<std::uint32_t>& words, AgentId a, const Action& arrival) const;
  Masks masksOf(std::span<const std::uint32_t> words) const;
  std::string mistakeIn(std::span<const std::uint32_t> words, AgentId a) const;
  std::string mistakeOf(std::span<const std::uint32_t> words, AgentId a, const Action& action) const;
  const Instruction& instructionOf(AgentId a, const Action& action) const {
    return program_->threads[agents_->actor(a, action)].instructions[action.instruction];
  }
  std::uint32_t barrierOf(AgentId a, const Action& action) const {
    return barriers_.barrierOf(agents_->actor(a, action), action.instruction);
  }
  const AgentPlace& place(std::span<const std::uint32_t> words, AgentId a) const {
    return (*places_[a])[words[agentWord(a)]];
  }
  std::size_t barrierWord(std::uint32_t word) const {
    return program_->locations.size() + places_.size() + word;
  }
  std::size_t lockWord(std::uint32_t word) const {
    return barrierWord(static_cast<std::uint32_t>(barriers_.words())) + word;
  }

  std::shared_ptr<const Program> program_;
  std::shared_ptr<const Agents> agents_;
  SimtRules rules_;
  std::vector<StateVariable> finalVariables_;
  LockUnit locks_;
  std::vector<std::vector<AgentId>> wavefronts_;  ///< those whose lanes vote
  BarrierTable barriers_;
  bool endsOpenBarriers_ = false;  ///< when an agent ends, others may be let go
  CountedArrivals countedArrivals_;
  std::vector<std::shared_ptr<AgentPlaces>> places_;  ///< by agent; one for agents with the same code
  std::vector<AgentId> sharedPlaces_;
  std::vector<Value> values_;
  std::unordered_map<Value, std::uint32_t> valueNumbers_;
  StateTable table_;
  std::vector<Masks> masks_;
  std::vector<StateId> after_;  ///< by state and agent, of the first choice; kUnknown where not asked yet
  std::map<std::tuple<StateId, AgentId, std::uint32_t>, StateId> afterOthers_;  ///< of the other choices
  std::string fault_;
  std::set<std::tuple<FindingKind, ThreadId, std::uint32_t>> noticed_;
  std::vector<Notice> notices_;
  std::set<std::uint32_t> missedBits_;
  StateId stepFrom_ = 0;  ///< the step that is taken
  AgentId stepBy_ = 0;
  std::uint32_t stepChoice_ = 0;
};

}  // namespace hrfcheck::inline termination
