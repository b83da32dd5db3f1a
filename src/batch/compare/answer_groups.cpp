#include "batch/compare/answer_groups.h"

#include <algorithm>

namespace hrfcheck::inline batch {
namespace {

bool alike(const ModelAnswer& a, const ModelAnswer& b, Basis basis) {
  return a.answered() && b.answered() ? !differ(a, b, basis) && a.races == b.races
                                      : a.status == b.status && a.reason == b.reason;
}

std::vector<AnswerGroups::Group> grouped(const TestAnswers& test, Basis basis) {
  std::vector<AnswerGroups::Group> groups;
  for (const ModelAnswer& answer : test.answers) {
    const auto same = std::ranges::find_if(
        groups, [&](const AnswerGroups::Group& group) { return alike(*group.answer, answer, basis); });
    if (same != groups.end()) {
      same->models.push_back(answer.model);
    } else {
      groups.push_back({&answer, {answer.model}});
    }
  }
  return groups;
}

}  // namespace

AnswerGroups answerGroups(const TestAnswers& test, Basis basis) {
  AnswerGroups result{grouped(test, basis), {}, {}};
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> pairs;
  std::map<std::string, AnswerGroups::State> states;
  std::size_t answered = 0;
  std::size_t withStates = 0;
  for (std::size_t i = 0; i < result.groups.size(); ++i) {
    const ModelAnswer& answer = *result.groups[i].answer;
    if (!answer.answered()) {
      continue;
    }
    ++answered;
    for (const auto& pair : answer.pairs) {
      pairs[pair].push_back(i);
    }
    if (basis == Basis::Promises && answer.anything) {
      continue;
    }
    ++withStates;
    for (const auto& [state, execution] : answer.states) {
      states.try_emplace(state, AnswerGroups::State{state, execution, {}}).first->second.groups.push_back(i);
    }
  }
  for (const auto& [pair, groups] : pairs) {
    if (groups.size() < answered) {
      result.pairs[groups].insert(pair);
    }
  }
  for (const auto& [text, state] : states) {
    if (state.groups.size() < withStates) {
      result.states.push_back(state);
    }
  }
  return result;
}

}  // namespace hrfcheck::inline batch
