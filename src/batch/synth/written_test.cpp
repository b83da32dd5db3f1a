#include "batch/synth/written_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <optional>

#include "check/check_options.h"
#include "frontend/litmus.h"
#include "report/log/herd_log.h"
#include "util/enum_names.h"

namespace hrfcheck::inline batch {
namespace {

constexpr std::array kFormNames{EnumName{SynthForm::Plain, "plain"},
                                EnumName{SynthForm::Filtered, "filtered"}};
static_assert(coversUpTo(kFormNames, SynthForm::Filtered), "every form has its name");

/// A verdict in the words of the search.
SynthAnswer answerOf(const Verdict& verdict) {
  if (verdict.racy || verdict.undefined) {
    return SynthAnswer::Racy;
  }
  return verdict.condition == Status::Allowed ? SynthAnswer::Allowed : SynthAnswer::Forbidden;
}

/// What the models say of one text.
class Checked {
 public:
  Checked(const std::string& litmus, const SynthQuestion& question, const std::vector<std::string>& models,
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
      vacuous_ = vacuous_ || verdict.standing() == Standing::Vacuous;
      LogEntry entry = logEntry(verdict, Witnesses::States);
      entry.models = {models[m]};
      log_ += printLog(entry);
    }
  }

  const std::vector<SynthAnswer>& answers() const { return answers_; }
  /// Of some model.
  bool vacuous() const { return vacuous_; }
  const std::string& log() const { return log_; }

 private:
  std::vector<SynthAnswer> answers_;
  bool vacuous_ = false;
  std::string log_;
};

using Filters = std::vector<std::optional<SynthFilter>>;

/// Nothing, then every set of reads, the smaller ones first.
Filters filtersByReads(const SynthShape& shape) {
  std::vector<std::size_t> reads;
  for (std::size_t s = 0; s < shape.steps.size(); ++s) {
    if (shape.steps[s].reads()) {
      reads.push_back(s);
    }
  }
  std::vector<unsigned> sets(std::size_t{1} << reads.size());
  std::iota(sets.begin(), sets.end(), 0U);
  std::ranges::stable_sort(sets, {}, [](unsigned set) { return std::popcount(set); });
  Filters filters;
  for (const unsigned set : sets) {
    SynthFilter filter{std::vector<bool>(shape.steps.size(), false), false};
    for (std::size_t i = 0; i < reads.size(); ++i) {
      filter.reads[reads[i]] = ((set >> i) & 1U) != 0;
    }
    filters.push_back(set == 0 ? std::nullopt : std::optional(filter));
  }
  return filters;
}

bool forbiddenByAll(const std::vector<SynthAnswer>& answers) {
  return std::ranges::all_of(answers, [](SynthAnswer a) { return a == SynthAnswer::Forbidden; });
}

/// Tries one form after the other.
class Writer {
 public:
  Writer(const AnsweredTest& test, const SynthQuestion& question, const std::vector<std::string>& models,
         const std::string& name, Engine& engine, const Deadline& deadline)
      : test_(test),
        question_(question),
        models_(models),
        engine_(engine),
        deadline_(deadline),
        annotations_(annotationsOf(test.shape, test.numbers, question.bounds)),
        written_{
            name,        "", "", SynthForm::Plain, test.shape.threads.sizes.size(), test.shape.steps.size(),
            test.answers} {
    for (std::size_t m = 0; m < models.size(); ++m) {
      comment_ += fmt::format("{}{}: {}", m == 0 ? "" : "; ", models[m], nameOf(test.answers[m]));
    }
  }

  WrittenTest run() {
    const bool forbidden = forbiddenByAll(test_.answers);
    const Filters filters =
        forbidden ? filtersByReads(test_.shape) : Filters{std::nullopt, SynthFilter::whole(test_.shape)};
    for (const auto& filter : filters) {
      if (write(filter, forbidden)) {
        written_.form = filter ? SynthForm::Filtered : SynthForm::Plain;
        return std::move(written_);
      }
    }
    INVARIANT(false, "the engine answers a synthesized test as the search does");
  }

 private:
  /// @returns whether the engine answers as the search did
  bool write(const std::optional<SynthFilter>& filter, bool withExecutions) {
    written_.litmus =
        litmusOf(test_.shape, annotations_, test_.observation, filter, written_.name, {comment_});
    const Checked checked(written_.litmus, question_, models_, engine_, deadline_);
    written_.log = checked.log();
    return checked.answers() == test_.answers && !(withExecutions && checked.vacuous());
  }

  const AnsweredTest& test_;
  const SynthQuestion& question_;
  const std::vector<std::string>& models_;
  Engine& engine_;
  const Deadline& deadline_;
  std::vector<StepAnnotation> annotations_;
  std::string comment_;
  WrittenTest written_;
};

}  // namespace

const char* nameOf(SynthForm form) {
  return nameIn(kFormNames, form);
}

WrittenTest writeTest(const AnsweredTest& test, const SynthQuestion& question,
                      const std::vector<std::string>& models, const std::string& name, Engine& engine,
                      const Deadline& deadline) {
  return Writer(test, question, models, name, engine, deadline).run();
}

}  // namespace hrfcheck::inline batch
