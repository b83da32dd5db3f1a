#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "program/program.h"
#include "progress/barrier_table.h"
#include "progress/lts.h"
#include "progress/progress.h"
#include "progress/state_table.h"
#include "progress/thread_places.h"

namespace hrfcheck {

/// What a test's condition and filter speak of and what it asks to list (ProgressResult::finalVariables).
std::vector<StateVariable> finalVariablesOf(const Program& program);

/// The states of a program under interleaving without who has executed: memory, places, barriers. They are
/// made as they are asked for, so that a schedule can be followed without exploring everything.
class Interleaving {
 public:
  /// @throws UserError for more threads than kMostAgents
  explicit Interleaving(std::shared_ptr<const Program> program);

  const Program& program() const { return *program_; }
  const std::vector<StateVariable>& finalVariables() const { return finalVariables_; }
  std::size_t threads() const { return places_.size(); }

  static constexpr StateId kStart = 0;
  std::size_t states() const { return table_.size(); }
  AgentMask enabled(StateId s) const { return masks_[s].enabled; }
  AgentMask finished(StateId s) const { return masks_[s].finished; }
  /// The state behind the action of a thread that is enabled.
  StateId after(StateId s, ThreadId t);
  /// "P1:3 leaves memory", once there is a state in which a thread stands before such an instruction.
  const std::string& fault() const { return fault_; }
  /// The same of one thread in one state; empty where it stands before no such instruction.
  std::string mistakeOf(StateId s, ThreadId t) const { return mistakeIn(words(s), t); }

  /// The action of a thread in a state, `from` and `to` left open.
  ScheduleStep step(StateId s, ThreadId t) const;
  Value valueAt(StateId s, const StateVariable& variable) const;
  std::string describe(StateId s) const;

  /// The words of a state: by location the number of its value, by thread its place, and the barriers' words.
  std::span<const std::uint32_t> words(StateId s) const { return table_.row(s); }
  StateId stateWith(std::span<const std::uint32_t> words);
  std::size_t threadWord(ThreadId t) const { return program_->locations.size() + t; }
  /// The words that say how often a thread has arrived at barriers, if any count this thread alone.
  std::vector<std::size_t> arrivalWords(ThreadId t) const;
  /// Threads with equal numbers have the same places by the same numbers: their code is the same.
  std::uint32_t placesOf(ThreadId t) const { return sharedPlaces_[t]; }

 private:
  struct Masks {
    AgentMask enabled = 0;
    AgentMask finished = 0;
  };
  void makePlaces();
  StateId start();
  std::uint32_t numberOf(Value value);
  StateId stateAfter(StateId s, ThreadId t);
  void access(std::vector<std::uint32_t>& words, ThreadId t);
  void arrive(std::vector<std::uint32_t>& words, ThreadId t);
  bool opens(std::vector<std::uint32_t>& words, const BarrierTable::Barrier& barrier) const;
  bool mayPass(const std::vector<std::uint32_t>& words, ThreadId t) const;
  Masks masksOf(std::span<const std::uint32_t> words) const;
  std::string mistakeIn(std::span<const std::uint32_t> words, ThreadId t) const;
  const ThreadPlace& place(std::span<const std::uint32_t> words, ThreadId t) const {
    return (*places_[t])[words[threadWord(t)]];
  }
  std::uint32_t& barrierWord(std::vector<std::uint32_t>& words, std::uint32_t word) const {
    return words[program_->locations.size() + places_.size() + word];
  }

  std::shared_ptr<const Program> program_;
  std::vector<StateVariable> finalVariables_;
  BarrierTable barriers_;
  std::vector<std::shared_ptr<ThreadPlaces>> places_;  ///< by thread; one for threads with the same code
  std::vector<std::uint32_t> sharedPlaces_;
  std::vector<Value> values_;
  std::unordered_map<Value, std::uint32_t> valueNumbers_;
  StateTable table_;
  std::vector<Masks> masks_;
  std::vector<StateId> after_;  ///< by state and thread; kUnknown where not asked yet
  std::string fault_;
};

}  // namespace hrfcheck
