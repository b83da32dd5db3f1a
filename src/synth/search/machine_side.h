#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "synth/judge/outcome_judge.h"
#include "synth/search/answer_search.h"

namespace hrfcheck::inline synth {

/// What a machine shows of a test that tells two models apart (docs/synth.md, "Which of them a machine
/// implements").
enum class MachineShows {
  Reached,     ///< it reaches the final state, which one of the models promises not to be there
  NotReached,  ///< it does not
  Nothing,     ///< no model promises anything that the machine could keep or break
  Undecided,   ///< its exploration reached a limit
  Refused      ///< it has no rules for an operation of the test
};

/// The one of two models that a machine sides with: that which promises that the final state is not there, if
/// the machine does not reach it, and else the other.
/// @pre one of the models forbids it
std::size_t sideOf(const std::vector<SynthAnswer>& answers, bool reached);

/// Asks the machine of a question about tests that tell its models apart.
class MachineSides {
 public:
  /// @param question has a machine, and must outlive this
  explicit MachineSides(const SynthQuestion& question);

  /// @throws OutOfTime
  MachineShows shows(const AnsweredTest& test, const Deadline& deadline);

 private:
  using States = std::set<std::vector<Value>>;
  struct Explored {
    std::string text;      ///< of the program
    States states;         ///< its final states on the machine
    bool complete = true;  ///< these are all
    bool refused = false;
  };

  bool promisesNot(std::size_t model, const AnsweredTest& test, const Deadline& deadline);
  const Explored& explore(const std::shared_ptr<const Program>& program, const Deadline& deadline);

  const SynthQuestion& question_;
  std::vector<OutcomeJudge> judges_;  ///< by model
  Explored explored_;                 ///< the last program: tests come program by program
};

/// The same search, which visits the tests on which the machine of the question sides with one of the two
/// models, and counts the others.
ShapeSearch sidedSearch(ShapeSearch search, const SynthQuestion& question);

}  // namespace hrfcheck::inline synth
