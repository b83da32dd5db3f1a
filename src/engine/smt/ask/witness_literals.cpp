#include "engine/smt/ask/witness_literals.h"

namespace hrfcheck::inline engine::smt {
namespace {

void addPairs(const PairLiterals& relation, std::size_t size, std::vector<Lit>& literals) {
  relation.may(size).forEach([&](EventId a, EventId b) { literals.push_back(relation.at(a, b)); });
}

}  // namespace

std::vector<Lit> witnessLiterals(const Encoding& encoding) {
  const CandidateFormula& candidate = encoding.candidate();
  const EventStructure& structure = candidate.structure();
  std::vector<Lit> literals{encoding.condition()};
  for (EventId e = 0; e < candidate.size(); ++e) {
    literals.push_back(candidate.exec(e));
    if (structure.events()[e].kind == EventKind::Read) {
      for (const auto& [value, literal] : candidate.code().events[e].values.entries()) {
        literals.push_back(literal);
      }
    }
  }
  for (const auto& [arrival, literal] : candidate.code().passes) {
    literals.push_back(literal);
  }
  addPairs(candidate.rf(), candidate.size(), literals);
  addPairs(candidate.co(), candidate.size(), literals);
  addPairs(candidate.arrivalOrders().before(), candidate.size(), literals);
  for (const PairLiterals& choice : encoding.choices()) {
    addPairs(choice, candidate.size(), literals);
  }
  return literals;
}

std::vector<Lit> outcomeLiterals(const Encoding& encoding) {
  std::vector<Lit> literals;
  for (const GuardedValues& values : encoding.observed()) {
    for (const auto& [value, literal] : values.entries()) {
      if (literal != kTrue && literal != kFalse) {
        literals.push_back(literal);
      }
    }
  }
  return literals;
}

}  // namespace hrfcheck::inline engine::smt
