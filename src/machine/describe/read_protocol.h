#pragma once

#include "machine/describe/machine_line.h"
#include "machine/describe/machine_words.h"
#include "machine/rules/protocol.h"

namespace hrfcheck::inline machine {

// The clauses of a machine file, line by line; levels are those of the tests of the machine.

/// `on CONDITIONS`, whose first word has been taken.
ProtocolClause readClause(MachineLine& line, LevelWords levels);
/// `STEP ... [if CONDITIONS]`, no word of which has been taken; nothing where the first word is no step.
std::optional<ProtocolStep> readStep(MachineLine& line, LevelWords levels);

/// The name of a rule.
/// @throws UserError where the next word is none
const MachineLine::Word& takeRule(MachineLine& line);
/// @throws UserError where the next word is no level
std::uint32_t takeLevel(MachineLine& line, LevelWords levels);

/// "it is one of" for a first word that is neither a key nor a step.
std::vector<std::string> stepNames();

}  // namespace hrfcheck::inline machine
