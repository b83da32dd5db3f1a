// What "allows more" means: a model is a promise to a program. For a racy program the models with races
// promise nothing, so that everything may happen; otherwise the final states are what may happen. A model
// allows more than another on a test if more may happen, and over a corpus if it does so on some test and the
// other never does. This orders models without races, too: `sc` promises the interleavings to every program,
// racy or not, and so allows less than a model that promises them to the race-free ones alone.
//
// Racing pairs are compared as well, but make no model weaker: a program that is racy for two reasons is no
// more undefined than one that is racy for one. Basis::Candidates asks another question, about the executions
// that a definition admits before it looks for races.
//
// Over all of a corpus, "allows more or the same" is a preorder only as far as all models answer the same
// tests. With tests of several dialects, or answers that are missing, two pairs of models say nothing about a
// third; nothing here (nor in model_classes.cpp) concludes from one pair to another.

#include "batch/compare/comparison.h"

#include <algorithm>

#include "cat/model/model.h"
#include "util/invariant.h"

namespace hrfcheck::inline batch {
namespace {

std::string stateText(const LoggedState& state) {
  std::string text;
  for (const auto& [name, value] : state) {
    text += (text.empty() ? "" : " ") + name + "=" + value;
  }
  return text;
}

ModelAnswer modelAnswer(const ResultRow& row) {
  ModelAnswer answer;
  answer.model = row.model;
  answer.status = row.status;
  answer.reason = row.reason;
  answer.races = row.races;
  if (!row.log) {
    return answer;
  }
  answer.anything = row.races == RaceStatus::Racy || undefinedBehaviour(*row.log);
  answer.observation = row.log->observation;
  answer.listsSomeOfAlike =
      std::ranges::find(row.log->onlyThroughValueCycle, kSomeStates) != row.log->onlyThroughValueCycle.end();
  for (const LoggedPair& pair : row.log->pairs) {
    if (pair.flag == kRaceFlag) {
      answer.pairs.emplace(pair.first, pair.second);
    }
  }
  for (std::size_t i = 0; i < row.log->states.size(); ++i) {
    answer.states[stateText(row.log->states[i])] = i < row.executions.size() ? row.executions[i] : "";
  }
  return answer;
}

/// Whether every state of the one is a state of the other.
bool within(const ModelAnswer& inner, const ModelAnswer& outer) {
  return std::ranges::all_of(inner.states,
                             [&](const auto& state) { return outer.states.contains(state.first); });
}

/// A model that defines no races says nothing about them.
bool racesDiffer(const ModelAnswer& first, const ModelAnswer& second) {
  return first.races != RaceStatus::NotDefined && second.races != RaceStatus::NotDefined &&
         (first.races != second.races || first.pairs != second.pairs);
}

void keepSmaller(std::optional<Example>& example, const Example& candidate) {
  if (!example || candidate < *example) {
    example = candidate;
  }
}

/// There should be an answer, and there is none.
bool isProblem(const ResultRow& row) {
  return row.status != RowStatus::Answered && row.status != RowStatus::Vacuous &&
         row.status != RowStatus::NotApplicable;
}

}  // namespace

TestAnswers answersOf(const std::vector<ResultRow>& rows) {
  INVARIANT(!rows.empty(), "a test has rows");
  TestAnswers answers{rows.front().test, rows.front().path, "", {}};
  for (const ResultRow& row : rows) {
    if (row.log) {
      answers.condition = row.log->condition;
    }
    if (row.status != RowStatus::NotApplicable && !row.model.empty()) {
      answers.answers.push_back(modelAnswer(row));
    }
  }
  return answers;
}

Strength compareAnswers(const ModelAnswer& first, const ModelAnswer& second, Basis basis) {
  if (!first.answered() || !second.answered()) {
    return Strength::Unknown;
  }
  if (basis == Basis::Promises && (first.anything || second.anything)) {
    return first.anything == second.anything ? Strength::Equal
           : first.anything                  ? Strength::FirstAllowsMore
                                             : Strength::SecondAllowsMore;
  }
  const bool firstWithin = within(first, second);
  const bool secondWithin = within(second, first);
  if ((!firstWithin && second.listsSomeOfAlike) || (!secondWithin && first.listsSomeOfAlike)) {
    return Strength::Unknown;  // the states that are missing may be like some that are listed
  }
  return firstWithin && secondWithin ? Strength::Equal
         : firstWithin               ? Strength::SecondAllowsMore
         : secondWithin              ? Strength::FirstAllowsMore
                                     : Strength::Incomparable;
}

bool differ(const ModelAnswer& first, const ModelAnswer& second, Basis basis) {
  const Strength strength = compareAnswers(first, second, basis);
  return strength != Strength::Unknown && (strength != Strength::Equal || racesDiffer(first, second));
}

Strength joined(Strength some, Strength more) {
  if (some == Strength::Unknown || more == Strength::Unknown) {
    return some == Strength::Unknown ? more : some;
  }
  if (some == Strength::Equal || more == Strength::Equal || some == more) {
    return some == Strength::Equal ? more : some;
  }
  return Strength::Incomparable;
}

Strength turned(Strength strength) {
  return strength == Strength::FirstAllowsMore    ? Strength::SecondAllowsMore
         : strength == Strength::SecondAllowsMore ? Strength::FirstAllowsMore
                                                  : strength;
}

bool differs(const TestAnswers& answers, Basis basis) {
  const auto differsFrom = [&](const ModelAnswer& first) {
    return std::ranges::any_of(answers.answers,
                               [&](const ModelAnswer& second) { return differ(first, second, basis); });
  };
  return std::ranges::any_of(answers.answers, differsFrom);
}

void Comparison::compare(const ModelAnswer& first, const ModelAnswer& second, PairComparison& pair,
                         const std::function<Example()>& example) const {
  const Strength strength = compareAnswers(first, second, basis_);
  pair.first = first.model;
  pair.second = second.model;
  ++(strength == Strength::Unknown ? pair.unknown : pair.tests);
  pair.strength = joined(pair.strength, strength);
  const bool incomparable = strength == Strength::Incomparable;
  pair.incomparable += incomparable ? 1 : 0;
  if (strength == Strength::FirstAllowsMore || incomparable) {
    ++pair.firstMore;
    keepSmaller(pair.firstExample, example());
  }
  if (strength == Strength::SecondAllowsMore || incomparable) {
    ++pair.secondMore;
    keepSmaller(pair.secondExample, example());
  }
  if (strength == Strength::Equal && differ(first, second, basis_)) {
    ++pair.racesDiffer;
  }
}

void Comparison::add(std::vector<ResultRow> rows, const std::function<TestSize(const std::string&)>& size) {
  std::ranges::sort(rows, {}, &ResultRow::column);
  TestAnswers test = answersOf(rows);
  for (const ResultRow& row : rows) {
    if (row.status != RowStatus::NotApplicable && !row.model.empty()) {
      models_.emplace(row.column, row.model);
    }
    if (isProblem(row)) {
      ResultRow& problem = problems_[{row.test, row.column}] = row;
      problem.log.reset();
      problem.executions.clear();
    }
  }
  std::optional<Example> example;
  const auto measured = [&]() -> Example {
    if (!example) {
      example = Example{size(test.path), test.path};
    }
    return *example;
  };
  for (std::size_t i = 0; i < test.answers.size(); ++i) {
    for (std::size_t j = i + 1; j < test.answers.size(); ++j) {
      const ModelAnswer& first = test.answers[i];
      const ModelAnswer& second = test.answers[j];
      compare(first, second, pairs_[{first.model, second.model}], measured);
    }
  }
  const auto answered = std::ranges::count_if(test.answers, &ModelAnswer::answered);
  ++(answered > 1 ? tests_ : alone_);
  if (differs(test, basis_)) {
    const std::size_t place = test.test;
    differing_.emplace(place, std::move(test));
  }
}

std::vector<std::string> Comparison::models() const {
  std::vector<std::string> names;
  for (const auto& [column, model] : models_) {
    names.push_back(model);
  }
  return names;
}

std::vector<PairComparison> Comparison::pairs() const {
  std::vector<PairComparison> all;
  const std::vector<std::string> names = models();
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i + 1; j < names.size(); ++j) {
      const auto found = pairs_.find({names[i], names[j]});
      PairComparison pair = found == pairs_.end() ? PairComparison{} : found->second;
      pair.first = names[i];
      pair.second = names[j];
      all.push_back(std::move(pair));
    }
  }
  return all;
}

}  // namespace hrfcheck::inline batch
