#include "synth/judge/judge.h"

#include <algorithm>
#include <array>

#include "cat/model/undefining_checks.h"
#include "util/enum_names.h"

namespace hrfcheck::inline synth {
namespace {

constexpr std::array kAnswerNames{EnumName{SynthAnswer::Forbidden, "forbidden"},
                                  EnumName{SynthAnswer::Allowed, "allowed"},
                                  EnumName{SynthAnswer::Racy, "racy"}};
static_assert(coversUpTo(kAnswerNames, SynthAnswer::Racy), "every answer has its name");

}  // namespace

const char* nameOf(SynthAnswer answer) {
  return nameIn(kAnswerNames, answer);
}

std::optional<SynthAnswer> synthAnswerNamed(const std::string& name) {
  return valueNamed(kAnswerNames, name);
}

bool tellApart(SynthAnswer first, SynthAnswer second) {
  const bool oneIsRacy = (first == SynthAnswer::Racy) != (second == SynthAnswer::Racy);
  return oneIsRacy || (first == SynthAnswer::Allowed && second == SynthAnswer::Forbidden);
}

SynthJudge::SynthJudge(const Model& model, const EventStructure& structure, const Deadline& deadline)
    : model_(model), evaluator_(model, structure, deadline) {}

SynthAnswer SynthJudge::judge(const std::vector<const Execution*>& executions) {
  SynthAnswer answer = SynthAnswer::Forbidden;
  for (const Execution* execution : executions) {
    const bool open = evaluator_.forEachChoice(
        *execution, [&](const std::vector<Relation>& /*choices*/, const Evaluation& evaluation) {
          if (!evaluation.consistent()) {
            return true;
          }
          answer = SynthAnswer::Allowed;
          const bool racy = std::ranges::any_of(evaluation.flags, [&](const RaisedFlag& flag) {
            return makesUndefined(model_.checks[flag.check]);
          });
          if (racy) {
            answer = SynthAnswer::Racy;
          }
          return !racy;
        });
    if (!open) {
      return answer;
    }
  }
  return answer;
}

bool SynthJudge::consistent(const Execution& execution) {
  return !evaluator_.forEachChoice(execution, [](const std::vector<Relation>& /*choices*/,
                                                 const Evaluation& e) { return !e.consistent(); });
}

}  // namespace hrfcheck::inline synth
