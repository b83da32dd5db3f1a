#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "advise/search/core_finder.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"

namespace hrfcheck::inline advise {

/// A model that a test is asked about, with its name.
struct AskedModel {
  std::string name;
  std::shared_ptr<const Model> model;
};

using FinalStates = std::set<std::vector<Value>>;

/// What must happen at all, lest a goal be achieved because nothing does.
enum class Happens {
  Anything,  ///< nothing need happen
  Counts,    ///< some execution counts: it could race (check/probe.h)
  Completes  ///< some execution completes, and passes the filter
};

/// What a assignment must achieve under a model.
struct Goal {
  bool raceFree = true;                 ///< no race, and defined otherwise
  bool neverSatisfied = false;          ///< no final state satisfies the condition
  bool neverViolated = false;           ///< every final state satisfies it
  bool sometimesSatisfied = false;      ///< some final state does
  bool sometimesViolated = false;       ///< some final state does not
  std::optional<FinalStates> outcomes;  ///< exactly these final states
  Happens happens = Happens::Anything;
};

/// How executions end: in a final state, or in any that satisfies the condition or does not.
struct Ending {
  std::optional<std::vector<Value>> state;
  bool satisfiesCondition = false;  ///< where there is no state

  friend auto operator<=>(const Ending&, const Ending&) = default;
};

/// The endings that some execution must have, by a goal.
std::vector<Ending> endingsWanted(const Goal& goal);

/// An execution that must not be.
struct BadExecution {
  Execution execution;
  std::optional<std::size_t>
      check;  ///< the flag that it raises; nothing where its final state is the trouble
  std::optional<std::pair<EventId, EventId>> pair = std::nullopt;  ///< that the flag relates, if it does
};

/// What an engine says of a program and a goal.
struct Assessment {
  bool good = false;
  std::vector<BadExecution> findings;
  bool missing = false;      ///< a final state is missing that should be there, or nothing happens
  std::vector<Ending> lost;  ///< those that are missing
  std::optional<std::string> undecided;  ///< why there is no answer; there may be findings nevertheless
  bool upToBound = false;                ///< a loop reached its bound
};

/// Asks an engine.
/// @param most at most as many findings
/// @throws OutOfTime
Assessment assess(Engine& engine, const PreparedTest& test, const Goal& goal, const AnalysisOptions& options,
                  std::size_t most);

/// What happens in a program.
/// @throws OutOfTime where that is not known in time
Happens happensIn(Engine& engine, const PreparedTest& test, const AnalysisOptions& options);

/// The final states of an analysis.
FinalStates outcomesOf(const Analysis& analysis);

}  // namespace hrfcheck::inline advise
