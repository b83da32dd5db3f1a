#pragma once

#include <memory>
#include <string>
#include <vector>

#include "questions/answer.h"
#include "questions/cancellations.h"
#include "questions/places.h"
#include "questions/question.h"

namespace hrfcheck::inline questions {

/// Answers questions, each in a process of its own: a question that crashes, takes too long or needs too much
/// memory is one answer that says so. Any number of threads may ask at once.
class Answers {
 public:
  /// @param program how hrfcheck's command line begins
  Answers(std::vector<std::string> program, const QuestionLimits& limits)
      : program_(std::move(program)), limits_(limits), places_(limits.running, limits.waiting) {}

  /// The question can be cancelled by its id.
  /// @throws TooManyQuestions where too many wait
  Answer ask(const Question& question);
  /// The same of a question that could be cancelled already: by `entry`, whatever its id.
  Answer ask(const Question& question, const Cancellations::Entry& entry);

  /// To be able to cancel what is asked later.
  std::unique_ptr<Cancellations::Entry> open(const std::string& id) { return cancellations_.open(id); }
  std::size_t cancel(const std::string& id) { return cancellations_.cancel(id); }
  /// No question is answered from now on.
  void stop() { cancellations_.cancelAll(); }

 private:
  std::vector<std::string> program_;
  QuestionLimits limits_;
  Places places_;
  Cancellations cancellations_;
};

}  // namespace hrfcheck::inline questions
