#pragma once

#include <string>
#include <vector>

#include "serve/cancellations.h"
#include "serve/places.h"
#include "serve/question.h"

namespace hrfcheck::inline serve {

/// Answers questions, each in a process of its own: a question that crashes, takes too long or needs too much
/// memory is one answer that says so. Any number of threads may ask at once.
class Answers {
 public:
  /// @param program how hrfcheck's command line begins
  Answers(std::vector<std::string> program, const ServeLimits& limits)
      : program_(std::move(program)), limits_(limits), places_(limits.running, limits.waiting) {}

  /// A JSON object (src/serve/page/serve_openapi.json, "Answer"): the exit status of the command, what it
  /// printed, and where it did not end by itself, why.
  /// @throws Refused where too many questions wait
  std::string answer(const Question& question);

  std::size_t cancel(const std::string& id) { return cancellations_.cancel(id); }
  /// No question is answered from now on.
  void stop() { cancellations_.cancelAll(); }

 private:
  std::vector<std::string> program_;
  ServeLimits limits_;
  Places places_;
  Cancellations cancellations_;
};

}  // namespace hrfcheck::inline serve
