#pragma once

#include "check/check.h"
#include "execution/evaluate/evaluate.h"

namespace hrfcheck::inline check {

/// The races of an analysis: one per pair of the race flag, explained and with fixes where asked for and as
/// far as there is time, most telling first.
/// @param notes gets a sentence on what there was no time for
std::vector<Race> explainRaces(Engine& engine, const PreparedTest& test, const Analysis& analysis,
                               const CheckOptions& options, std::vector<std::string>& notes);

/// A racing pair of instructions that an execution shows.
struct SeenRace {
  std::size_t pair;  ///< index into the pairs that were looked for
  EventId first, second;
};

/// Which of some pairs the race flag relates in an execution, the first of them, and its events: a pair names
/// instructions only. The execution gets the choices of the model with which they race.
/// @param check the race flag, index into Model::checks
std::optional<SeenRace> seenRace(Evaluator& evaluator, Execution& execution, std::size_t check,
                                 const std::vector<InstructionPair>& pairs);

/// The finding of the flag of this name, or null.
const FlagFinding* findFlag(const Model& model, const Analysis& analysis, const std::string& name);

}  // namespace hrfcheck::inline check
