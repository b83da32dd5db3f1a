#pragma once

#include "check/check.h"

namespace hrfcheck::inline check {

/// What a reader must know to take the answer right: features outside the model's source, undefined
/// behaviour with its place, cut loops, promotion by third parties.
/// @param asked what the analysis was asked for
std::vector<std::string> notesOf(const Model& model, const Analysis& analysis,
                                 const EventStructure& structure, const AnalysisOptions& asked);

/// That not all values out of thin air are known, and which instructions would have to justify each other.
std::string thinAirNote(const Program& program, const std::vector<InstructionRef>& instructions);

/// That there are values out of thin air, and that those which are alike are not all listed.
std::string circularValuesNote(const Program& program, const std::vector<InstructionRef>& instructions);

/// "P1:0 (file.litmus:6)".
std::string placeText(const Program& program, InstructionRef where);

}  // namespace hrfcheck::inline check
