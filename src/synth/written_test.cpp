#include "synth/written_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "check/check_options.h"
#include "check/prepare/preparation.h"
#include "frontend/convert/convert.h"
#include "frontend/litmus.h"
#include "frontend/print/print_litmus.h"
#include "report/log/herd_log.h"
#include "synth/programs/read_filters.h"
#include "util/enum_names.h"

namespace hrfcheck::inline synth {
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

/// Asks the models of a question about texts, each in its dialect, and keeps what they say.
class Checked {
 public:
  Checked(const SynthQuestion& question, const std::vector<std::string>& models, Engine& engine,
          const Deadline& deadline)
      : question_(question),
        models_(models),
        engine_(engine),
        deadline_(deadline),
        answers_(models.size(), SynthAnswer::Forbidden) {}

  /// Asks the models that take this dialect; of HSA, the one beside them, too.
  /// @param target empty for HSA
  void ask(TestText& text, const std::string& target) {
    constexpr unsigned kUnroll = 4;  // there are no loops
    Preparation preparation(parseLitmus(std::make_shared<const Source>("synth.litmus", text.litmus)), kUnroll,
                            question_.rules);
    for (std::size_t m = 0; m < models_.size(); ++m) {
      if (question_.targetOf(m) == target) {
        const Verdict verdict = ask(text, preparation, models_[m], *question_.models[m]);
        answers_[m] = answerOf(verdict);
        vacuous_ = vacuous_ || verdict.standing() == Standing::Vacuous;
      }
    }
    if (target.empty() && question_.beside.model) {
      ask(text, preparation, question_.beside.name, *question_.beside.model);
    }
  }

  /// Of those that were asked.
  const std::vector<SynthAnswer>& answers() const { return answers_; }
  /// Of some model.
  bool vacuous() const { return vacuous_; }

 private:
  Verdict ask(TestText& text, Preparation& preparation, const std::string& name, const Model& model) {
    AnalysisOptions analysis;
    analysis.deadline = deadline_;
    analysis.symmetry = question_.rules != Rules::Plain;
    const CheckOptions options = checkOptions(analysis, CheckQuestion::Everything, Explaining::No);
    Verdict verdict = checkProgram(engine_, preparation.of(model, deadline_), options);
    if (verdict.incomplete) {
      throw OutOfTime{};
    }
    LogEntry entry = logEntry(verdict, Witnesses::States);
    entry.models = {name};
    text.log += printLog(entry);
    return verdict;
  }

  const SynthQuestion& question_;
  const std::vector<std::string>& models_;
  Engine& engine_;
  const Deadline& deadline_;
  std::vector<SynthAnswer> answers_;
  bool vacuous_ = false;
};

/// The dialects that tests are converted to, each once.
std::set<std::string> targetsOf(const SynthQuestion& question) {
  std::set<std::string> targets(question.targets.begin(), question.targets.end());
  targets.erase("");
  return targets;
}

/// A test in another dialect, behind its comment the notes of the conversion.
/// @pre it can be said there
TestText convertedText(const TestText& test, const std::string& target, const std::string& comment) {
  Program program = *parseLitmus(std::make_shared<const Source>("synth.litmus", test.litmus));
  program.name = fmt::format("{}.{}", test.name, target);
  const Conversion conversion = convert(program, target);
  std::vector<std::string> comments{comment};
  comments.insert(comments.end(), conversion.notes.begin(), conversion.notes.end());
  return {program.name, printLitmus(conversion.program, comments), ""};
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
        written_{name,
                 {},
                 {},
                 SynthForm::Plain,
                 test.shape.threads.sizes.size(),
                 test.shape.steps.size(),
                 test.answers,
                 test.reached} {
    for (std::size_t m = 0; m < models.size(); ++m) {
      comment_ += fmt::format("{}{}: {}", m == 0 ? "" : "; ", models[m], nameOf(test.answers[m]));
    }
    if (test.reached) {
      comment_ += fmt::format("; {}: {}", question.machine->name, *test.reached ? "reached" : "not reached");
    }
  }

  std::optional<WrittenTest> run() {
    const bool forbidden = forbiddenByAll(test_.answers);
    const ReadFilters filters =
        forbidden ? filtersByReads(test_.shape) : ReadFilters{std::nullopt, SynthFilter::whole(test_.shape)};
    for (const auto& filter : filters) {
      if (write(filter, forbidden)) {
        written_.form = filter ? SynthForm::Filtered : SynthForm::Plain;
        return std::move(written_);
      }
    }
    return std::nullopt;
  }

 private:
  /// @returns whether the engine answers as the search did
  bool write(const std::optional<SynthFilter>& filter, bool withExecutions) {
    Checked checked(question_, models_, engine_, deadline_);
    written_.hsa = {written_.name,
                    litmusOf(test_.shape, annotations_, test_.observation, filter, written_.name, {comment_}),
                    ""};
    checked.ask(written_.hsa, "");
    written_.converted.clear();
    for (const std::string& target : targetsOf(question_)) {
      written_.converted.push_back(convertedText(written_.hsa, target, comment_));
      checked.ask(written_.converted.back(), target);
    }
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

std::optional<WrittenTest> writeTest(const AnsweredTest& test, const SynthQuestion& question,
                                     const std::vector<std::string>& models, const std::string& name,
                                     Engine& engine, const Deadline& deadline) {
  return Writer(test, question, models, name, engine, deadline).run();
}

}  // namespace hrfcheck::inline synth
