#include "certify/stated.h"

#include <fmt/format.h>

#include <algorithm>

#include "cat/licence/licences.h"
#include "cat/licence/rule_words.h"
#include "certify/kept_clauses.h"
#include "certify/tables.h"
#include "check/declared_property.h"
#include "engine/spinning_runs.h"
#include "program/flow/elsewhere.h"
#include "util/invariant.h"
#include "util/utf8.h"

namespace hrfcheck::inline certify {
namespace {

const char* basisWords(LicenceBasis basis) {
  switch (basis) {
    case LicenceBasis::Definitions:
      return "shown by the definitions of the model";
    case LicenceBasis::ByHand:
      return "shown by hand";
    case LicenceBasis::Declared:
      return "declared by the file of the model";
    case LicenceBasis::NotEstablished:
      break;
  }
  return "not shown";
}

/// Without paths and lines: a certificate is read elsewhere.
std::string consideredText(const Reason& reason, const Program& program, const Licences& licences) {
  const std::string why = reason.licence ? fmt::format("{}, {}", nameOf(*reason.licence),
                                                       basisWords(licences.of(*reason.licence).basis))
                                         : "the model's requirements";
  return fmt::format("at {}: {} ({})", program.instructionName(reason.where.thread, reason.where.instruction),
                     whatIsLeft(reason.rule), why);
}

}  // namespace

Grounds groundsOf(const PreparedTest& test) {
  Grounds grounds;
  if (!test.program().openValues.empty()) {
    grounds.assumptions.push_back(cleaned(test.program().openValues, Controls::None));
  }
  if (const std::optional<std::string> assumed = assumedOfFunctionsElsewhere(test.program())) {
    grounds.assumptions.push_back(cleaned(*assumed, Controls::None));
  }
  if (std::ranges::any_of(test.reasons(), &Reason::declared)) {
    grounds.assumptions.push_back(declaredAssumption(test.model()));
  }
  const Licences licences(test.model());
  for (const Reason& reason : test.reasons()) {
    grounds.considered.push_back(consideredText(reason, test.program(), licences));
  }
  return grounds;
}

std::string formulaText(const smt::Encoding& encoding, const Model& model, const Questions& questions,
                        const KeptClauses& kept) {
  std::string text = legendText(encoding, model, questions);
  text += fmt::format("p cnf {} {}\n", kept.variables(), kept.clauses().size());
  for (const std::vector<smt::Lit>& clause : kept.clauses()) {
    text += fmt::format("{} 0\n", fmt::join(clause, " "));
  }
  return text;
}

Stated statedOf(const std::shared_ptr<const EventStructure>& structure, const Model& model,
                const Deadline& deadline) {
  const std::vector<StateVariable> variables = variablesOfCertificate(structure->program());
  KeptClauses kept(nullptr);
  smt::Formula formula(kept, deadline);
  smt::Encoding encoding(formula, *structure, model, variables,
                         spinningRunsFor(*structure, model, AnalysisOptions()));
  const Questions questions = questionsOf(encoding, model);
  return {eventsText(*structure, variables), formulaText(encoding, model, questions, kept)};
}

const char* quantifierWord(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::Exists:
      return "exists";
    case Quantifier::NotExists:
      return "not-exists";
    case Quantifier::Forall:
      return "forall";
  }
  INVARIANT(false, "a quantifier without a word");
}

}  // namespace hrfcheck::inline certify
