#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "batch/compare/comparison.h"

namespace hrfcheck::inline batch {

/// The answers to one test, those that do not differ together, and what only some of them have.
struct AnswerGroups {
  struct Group {
    const ModelAnswer* answer;        ///< of the first of its models
    std::vector<std::string> models;  ///< in their order
  };
  /// Groups (places) and the racing pairs that these have and some other answered one has not.
  using Pairs = std::map<std::vector<std::size_t>, std::set<std::pair<std::string, std::string>>>;
  struct State {
    std::string state;
    std::string execution;            ///< that ends so, under the first of the groups
    std::vector<std::size_t> groups;  ///< that have it
  };

  std::vector<Group> groups;
  Pairs pairs;
  std::vector<State> states;  ///< of groups whose states are compared, not in all of them; sorted
};

/// @param test must outlive the result
AnswerGroups answerGroups(const TestAnswers& test, Basis basis);

}  // namespace hrfcheck::inline batch
