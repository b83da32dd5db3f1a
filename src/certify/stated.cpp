#include "certify/stated.h"

#include <fmt/format.h>

#include "certify/kept_clauses.h"
#include "certify/tables.h"
#include "engine/spinning_runs.h"
#include "util/invariant.h"

namespace hrfcheck::inline certify {

std::string formulaText(const smt::Encoding& encoding, const Model& model, const Questions& questions,
                        const KeptClauses& kept) {
  std::string text = legendText(encoding, model, questions);
  text += fmt::format("p cnf {} {}\n", kept.variables(), kept.clauses().size());
  for (const std::vector<smt::Lit>& clause : kept.clauses()) {
    text += fmt::format("{} 0\n", fmt::join(clause, " "));
  }
  return text;
}

Stated statedOf(const std::shared_ptr<const Skeleton>& skeleton, const Model& model,
                const Deadline& deadline) {
  const std::vector<StateVariable> variables = variablesOfCertificate(skeleton->program());
  KeptClauses kept(nullptr);
  smt::Formula formula(kept, deadline);
  smt::Encoding encoding(formula, *skeleton, model, variables,
                         spinningRunsFor(*skeleton, model, AnalysisOptions()));
  const Questions questions = questionsOf(encoding, model);
  return {eventsText(*skeleton, variables), formulaText(encoding, model, questions, kept)};
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
