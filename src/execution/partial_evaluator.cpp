// A model between two bounds, for a search: the steps and checks of the exact evaluator with some inputs open
// (node_values.cpp). With nothing open only choices of linearisations are left, and those are made one after
// another, each choice given up as soon as it refutes a requirement whatever the later ones are.

#include "execution/partial_evaluator.h"

#include "execution/model_checks.h"

namespace hrfcheck::inline execution {

struct PartialEvaluator::State {
  State(const Model& m, const Skeleton& s, const Deadline& deadline)
      : model(m), checks(m, s, deadline), needed(checks.neededUpper()) {}

  bool chooseFrom(std::size_t choice, const std::function<bool()>& visit,
                  const std::function<bool()>& proceed) {
    if (checks.refuted()) {
      return true;
    }
    if (choice == model.choices.size()) {
      return visit();
    }
    const bool finished = forEachLinearisation(checks.linearisations(choice), [&](const Relation& order) {
      if (!proceed()) {
        return false;
      }
      choices.push_back(order);
      checks.values().setChoice(choice, &order);
      const bool goOn = chooseFrom(choice + 1, visit, proceed);
      choices.pop_back();
      return goOn;
    });
    checks.values().setChoice(choice, nullptr);
    return finished;
  }

  const Model& model;
  ModelChecks checks;
  Inputs needed;
  std::vector<Relation> choices;
};

PartialEvaluator::PartialEvaluator(const Model& model, const Skeleton& skeleton, const Deadline& deadline)
    : state_(std::make_unique<State>(model, skeleton, deadline)) {}

PartialEvaluator::~PartialEvaluator() = default;

KnownParts& PartialEvaluator::lower() {
  return state_->checks.values().lower();
}

KnownParts& PartialEvaluator::upper() {
  return state_->checks.values().upper();
}

Inputs PartialEvaluator::neededUpper() const {
  return state_->needed;
}

void PartialEvaluator::changed(Inputs ofLower, Inputs ofUpper) {
  state_->checks.values().changed(ofLower, ofUpper);
}

void PartialEvaluator::setOpen(Inputs open) {
  state_->checks.values().setOpen(open);
}

bool PartialEvaluator::refuted() {
  return state_->checks.refuted();
}

bool PartialEvaluator::forEachConsistentChoice(const std::function<bool()>& visit,
                                               const std::function<bool()>& proceed) {
  return state_->chooseFrom(0, visit, proceed);
}

const std::vector<Relation>& PartialEvaluator::choices() const {
  return state_->choices;
}

bool PartialEvaluator::raised(std::size_t check) {
  return state_->checks.decided(check);
}

bool PartialEvaluator::hasPairs(std::size_t check) const {
  return state_->checks.hasPairs(check);
}

void PartialEvaluator::addPairs(std::size_t check, BitRows& pairs) {
  state_->checks.addPairs(check, pairs);
}

}  // namespace hrfcheck::inline execution
