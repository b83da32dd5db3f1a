#include "engine/smt/encode/encoding.h"

#include <algorithm>

#include "engine/smt/encode/conditions.h"
#include "engine/smt/encode/relations/checks.h"
#include "engine/smt/encode/relations/choices.h"
#include "execution/bounds/must_co.h"
#include "execution/elimination/update_chains.h"

namespace hrfcheck::inline engine::smt {

namespace {

/// For small tests it takes longer to ask the model than to solve the formula.
constexpr std::size_t kFewEvents = 32;

/// Chains of updates are judged by the values that are known.
KnownOfModel knownOf(const Model& model, const EventStructure& structure, const FreeReads* free,
                     const Deadline& deadline) {
  return {structure.size() > kFewEvents ? mustCo(model, structure, deadline) : Relation(structure.size()),
          free == nullptr ? updateChains(model, structure, deadline) : std::vector<LocationId>()};
}

}  // namespace

Encoding::Encoding(Formula& formula, const EventStructure& structure, const Model& model,
                   const std::vector<StateVariable>& observed, SpinningRuns spinning, const FreeReads* free)
    : formula_(formula),
      model_(model),
      candidate_(formula, structure, spinning, knownOf(model, structure, free, formula.deadline()), free),
      terms_(model, candidate_),
      relations_(formula, terms_) {
  const Program& program = structure.program();
  encodeChoices(relations_, model, choices_);
  relations_.assume(AcyclicTerms(terms_, model));
  for (const Check& check : model.checks) {
    if (check.role == CheckRole::Require) {
      requireCheck(relations_, check);
    }
  }
  const Lit filter = program.filter ? conditionLiteral(formula_, candidate_, *program.filter) : kTrue;
  eligible_ = formula_.andOf(candidate_.complete(), filter);
  raisesFlags_ = program.countsIncomplete() ? kTrue : eligible_;
  condition_ = conditionLiteral(formula_, candidate_, *program.condition);
  for (const StateVariable& v : observed) {
    observed_.push_back(candidate_.finalValue(v));
  }
}

std::vector<FlagQuestion> Encoding::flags() {
  std::vector<FlagQuestion> questions;
  for (std::size_t i = 0; i < model_.checks.size(); ++i) {
    if (model_.checks[i].role != CheckRole::Require) {
      questions.push_back(flag(i));
    }
  }
  return questions;
}

FlagQuestion Encoding::flag(std::size_t index) {
  const Check& check = model_.checks[index];
  FlagQuestion question{index, whenRaised(relations_, check), {}};
  const bool hasPairs = check.role == CheckRole::Flag && check.kind == CheckKind::Empty && check.negated &&
                        model_.nodes[check.node].type == CatType::Relation;
  if (hasPairs) {
    for (TermId term : instancesOf(terms_, check)) {
      addPairs(question, term);
    }
  }
  return question;
}

void Encoding::addPairs(FlagQuestion& question, TermId term) {
  const EventStructure& structure = candidate_.structure();
  std::map<InstructionPair, std::vector<Lit>> ways;
  terms_[term].may.forEach([&](EventId a, EventId b) {
    if (const auto pair = structure.instructionPair(a, b)) {
      ways[*pair].push_back(formula_.andOf(
          {candidate_.exec(a), candidate_.exec(b), relations_.pair(term, a, b, Polarity::Down)}));
    }
  });
  for (auto& [pair, literals] : ways) {
    const auto known = question.pairs.find(pair);
    if (known != question.pairs.end()) {
      literals.push_back(known->second);
    }
    question.pairs[pair] = formula_.orOf(std::move(literals));
  }
}

std::vector<IncidentQuestion> Encoding::incidents() {
  std::map<std::pair<IncidentKind, InstructionRef>, std::vector<Lit>> ways;
  std::vector<Lit> broken;
  const auto add = [&](IncidentKind kind, ThreadId t, const std::vector<EarlyEnd>& ends) {
    for (const EarlyEnd& end : ends) {
      ways[{kind, {t, end.instruction}}].push_back(end.when);
    }
  };
  const std::vector<ThreadCode>& threads = candidate_.code().threads;
  for (ThreadId t = 0; t < threads.size(); ++t) {
    add(IncidentKind::BoundReached, t, threads[t].bound);
    add(IncidentKind::Fault, t, threads[t].fault);
    for (const auto* ends : {&threads[t].bound, &threads[t].fault}) {
      for (const EarlyEnd& end : *ends) {
        broken.push_back(end.when);
      }
    }
    for (const SpinEnd& end : threads[t].spinning) {
      broken.push_back(end.when);
    }
  }
  // A thread that waits where another one stopped early or spins is no divergence.
  const Lit noneBroken = -formula_.orOf(std::move(broken));
  for (ThreadId t = 0; t < threads.size(); ++t) {
    add(IncidentKind::BarrierDivergence, t, threads[t].blocked);
  }
  std::vector<IncidentQuestion> questions;
  for (auto& [key, literals] : ways) {
    Lit happens = formula_.orOf(std::move(literals));
    if (key.first == IncidentKind::BarrierDivergence) {
      happens = formula_.andOf(happens, noneBroken);
    }
    questions.push_back({key.first, key.second, happens});
  }
  return questions;
}

}  // namespace hrfcheck::inline engine::smt
