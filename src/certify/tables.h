#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/smt/encode/encoding.h"
#include "execution/execution.h"

namespace hrfcheck::inline certify {

class KeptClauses;

/// What final states of a certificate list: those that tell outcomes apart first, then those that the
/// condition or the filter needs besides.
std::vector<StateVariable> variablesOfCertificate(const Program& program);

/// events.txt
std::string eventsText(const EventStructure& structure, const std::vector<StateVariable>& variables);

/// One execution, without the assignment that makes the formula true.
std::string executionText(const Execution& execution, const Model& model,
                          const std::vector<StateVariable>& variables);

/// What is asked of a formula by name, "flag data-race" or "incident fault P0 3", each with its literal.
/// Flags of one name are one question.
struct Questions {
  std::vector<std::pair<std::string, smt::Lit>> flags;
  std::vector<std::pair<std::string, smt::Lit>> incidents;
};
Questions questionsOf(smt::Encoding& encoding, const Model& model);

/// "incident fault P0 3".
std::string incidentText(IncidentKind kind, const InstructionRef& where);

/// A check's name as its file has it.
const std::string& nameInFile(const Check& check);

/// The comments of formula.cnf that say what literals stand for.
std::string legendText(const smt::Encoding& encoding, const Model& model, const Questions& questions);

/// formula.cnf
std::string formulaText(const smt::Encoding& encoding, const Model& model, const Questions& questions,
                        const KeptClauses& kept);

}  // namespace hrfcheck::inline certify
