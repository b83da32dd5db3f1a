#include "synth/agree.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "synth/brute_bounds.h"
#include "synth/brute_force.h"

namespace hrfcheck::test {
namespace {

using Counts = std::map<std::string, std::uint64_t>;  ///< tests, by the answers of the models

bool forbiddenByAll(const std::string& answers) {
  return answers.find_first_not_of('f') == std::string::npos;
}

Counts byExecutions(const SynthQuestion& question, unsigned events) {
  AnswerSearch search(question);
  const ShapeSpace space(question.bounds, events);
  Counts counts;
  SynthCounts seen;
  for (std::uint64_t number = 0; number < space.numbers(); ++number) {
    if (const auto shape = space.at(number)) {
      search.search(*shape, {}, seen, [&](const AnsweredTest& test) {
        std::string answers;
        for (const SynthAnswer answer : test.answers) {
          answers += nameOf(answer)[0];
        }
        ++counts[answers];
      });
    }
  }
  std::erase_if(counts, [](const auto& entry) { return forbiddenByAll(entry.first); });
  return counts;
}

Counts byPrograms(const SynthQuestion& question, unsigned events) {
  Counts counts;
  forEachBruteTest(bruteBounds(question.bounds, events), question.models, question.targets,
                   [&](const std::string& /*test*/, const std::string& answers) { ++counts[answers]; });
  return counts;
}

}  // namespace

std::uint64_t testsAgreedOn(const SynthQuestion& question) {
  std::uint64_t tests = 0;
  for (unsigned events = 1; events <= question.bounds.events; ++events) {
    const Counts executions = byExecutions(question, events);
    const Counts programs = byPrograms(question, events);
    CHECK_MESSAGE(executions == programs, fmt::format("{} events", events));
    if (std::getenv("SYNTH_LARGE") != nullptr) {
      MESSAGE(events, " events: ", executions.size(),
              " combinations of answers, the same by both methods: ", executions == programs);
    }
    for (const auto& [answers, count] : executions) {
      const auto other = programs.find(answers);
      CHECK_MESSAGE((other != programs.end() && other->second == count),
                    fmt::format("{} events, {}: {} and {}", events, answers, count,
                                other == programs.end() ? 0 : other->second));
      tests += count;
    }
  }
  return tests;
}

}  // namespace hrfcheck::test
