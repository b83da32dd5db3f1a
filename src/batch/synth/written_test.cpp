#include "batch/synth/written_test.h"

#include <fmt/format.h>

#include "check/check_options.h"
#include "frontend/litmus.h"
#include "report/log/herd_log.h"

namespace hrfcheck::inline batch {
namespace {

/// A verdict in the words of the search.
SynthAnswer answerOf(const Verdict& verdict) {
  if (verdict.racy || verdict.undefined) {
    return SynthAnswer::Racy;
  }
  return verdict.condition == Status::Allowed ? SynthAnswer::Allowed : SynthAnswer::Forbidden;
}

/// What both models say of one text.
class Checked {
 public:
  Checked(const std::string& litmus, const SynthQuestion& question, const std::array<std::string, 2>& models,
          Engine& engine, const Deadline& deadline) {
    const auto source = std::make_shared<const Source>("synth.litmus", litmus);
    const auto skeleton = std::make_shared<const Skeleton>(parseLitmus(source), 4, SpinRounds::All, deadline);
    AnalysisOptions analysis;
    analysis.deadline = deadline;
    for (std::size_t m = 0; m < models.size(); ++m) {
      const CheckOptions options = checkOptions(analysis, CheckQuestion::Everything, Explaining::No);
      const Verdict verdict = checkProgram(engine, skeleton, *question.models[m], options);
      if (verdict.incomplete) {
        throw OutOfTime{};
      }
      answers_.push_back(answerOf(verdict));
      LogEntry entry = logEntry(verdict, Witnesses::States);
      entry.models = {models[m]};
      log_ += printLog(entry);
    }
  }

  const std::vector<SynthAnswer>& answers() const { return answers_; }
  const std::string& log() const { return log_; }

 private:
  std::vector<SynthAnswer> answers_;
  std::string log_;
};

}  // namespace

WrittenTest writeTest(const AnsweredTest& test, const SynthQuestion& question,
                      const std::array<std::string, 2>& models, const std::string& name, Engine& engine,
                      const Deadline& deadline) {
  const std::vector<std::string> comments{
      fmt::format("{}: {}; {}: {}", models[0], nameOf(test.answers[0]), models[1], nameOf(test.answers[1]))};
  WrittenTest written{
      name, "", "", SynthForm::Plain, test.shape.threads.sizes.size(), test.shape.steps.size(), test.answers};
  const std::vector<StepAnnotation> annotations = annotationsOf(test.shape, test.numbers, question.bounds);
  for (const SynthForm form : {SynthForm::Plain, SynthForm::Filtered}) {
    written.form = form;
    written.litmus = litmusOf(test.shape, annotations, test.observation, form, name, comments);
    const Checked checked(written.litmus, question, models, engine, deadline);
    written.log = checked.log();
    if (checked.answers() == test.answers) {
      return written;
    }
  }
  INVARIANT(false, "the engine answers a synthesized test as the search does");
}

}  // namespace hrfcheck::inline batch
