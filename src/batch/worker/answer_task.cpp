#include "batch/worker/answer_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <new>

#include "batch/worker/answer_observed.h"
#include "batch/worker/answer_progress.h"
#include "batch/worker/answer_repair.h"
#include "batch/worker/row_details.h"
#include "check/check_options.h"
#include "check/expected_answers.h"
#include "check/prepare/preparation.h"
#include "check/races/shared_lock_bits.h"
#include "check/undecided_verdict.h"
#include "frontend/test_file.h"
#include "program/lock_unit/with_lock_bits.h"
#include "report/rows/answered_row.h"
#include "report/text/execution_line.h"
#include "report/text/text_report.h"
#include "util/hash.h"

namespace hrfcheck::inline batch {
namespace {

/// "file:line:column: message", and how many there are beside it.
std::string reasonOf(const UserError& error) {
  const Diagnostic& first = error.diagnostics().front();
  std::string text = first.message;
  if (first.place.known()) {
    text = fmt::format("{}: {}", first.place.shown(), text);
  }
  const std::size_t others = error.diagnostics().size() - 1;
  return others == 0 ? text : fmt::format("{} (and {} more)", text, others);
}

class TaskAnswer {
 public:
  TaskAnswer(const WorkerTask& task, const WorkerOptions& options, ModelChoice& models, Engine& engine,
             const AnswerCalls& calls)
      : task_(task), options_(options), models_(models), engine_(engine), calls_(calls) {}

  void run() {
    if (const auto chosen = choose()) {
      askAll(*chosen);
    }
  }

 private:
  /// Reads the test; the models to ask, or nothing when there is nothing to ask and the rows say why.
  std::optional<std::vector<ChosenModel>> choose() {
    try {
      const TestPath path = testPathOf(task_.test.path);
      LaunchOptions launch = launchOf(path.file);
      launch.test = path.test.empty() ? launch.test : path.test;
      const Deadline deadline = Deadline::after(options_.timeout);
      const SourcePtr source = readSource(path.file);
      plan_.sourceHash = hashText(source->text());
      keepTexts(*source);
      if (const auto dialect = unsupportedDialect(source)) {
        refuse(RowStatus::Unsupported, "dialect " + *dialect);
        return std::nullopt;
      }
      program_ = parseLitmus(withLaunch(withModule(source, launch, deadline), launch), launch.test, deadline);
      keepTexts(*source);
      if (const Place place = conditionPlace(*program_); place.known()) {
        condition_ = foundAt(place, path.file);
      }
      underModels_ = withLockBits(program_, options_.lockUnit);
      return chosenModels();
    } catch (const UserError& error) {
      refuse(RowStatus::Error, reasonOf(error), options_.details ? error.what() : "",
             findingsOf(error, testPathOf(task_.test.path).file));
    } catch (const OutOfTime&) {
      refuse(RowStatus::Undecided, "time limit");
    } catch (const std::bad_alloc&) {
      refuse(RowStatus::Undecided, "memory limit");
    } catch (const std::exception& error) {
      refuse(RowStatus::Crashed, error.what());
    }
    return std::nullopt;
  }

  /// For reports that show them; more are known once the test is read.
  void keepTexts(const Source& source) {
    if (options_.details) {
      texts_ = program_ ? rowTexts(source, *program_) : rowTexts(source);
    }
  }

  /// Rows of a CSV speak of kernels that go on past the end of their objects (docs/spirv.md).
  LaunchOptions launchOf(const std::string& file) const {
    LaunchOptions launch = options_.launch;
    const bool claimed = options_.question == CheckQuestion::Expected && task_.test.question;
    if (claimed && launch.outOfBounds.empty() && isModuleFile(file)) {
      launch.outOfBounds = "any";
    }
    return launch;
  }

  std::vector<ChosenModel> chosenModels() {
    std::vector<std::string> named = task_.test.models;
    const bool byLines = options_.expectLines && options_.models && models_.byDefault();
    const std::vector<std::string> own =
        byLines ? models_.namesExpected(*underModels_) : std::vector<std::string>{};
    if (named.empty() && own.empty()) {
      const bool asked = options_.models && !(models_.byDefault() && asksOnlyProgress());
      return asked ? models_.forProgram(*underModels_) : std::vector<ChosenModel>{};
    }
    std::erase(named, kProgressModel);
    std::ranges::copy_if(own, std::back_inserter(named),
                         [&](const std::string& model) { return !contains(named, model); });
    return models_.named(named, *underModels_);
  }

  /// A test with `terminates` lines has nothing to ask of a model that nobody named where it has no
  /// condition, or asks about wavefronts, which no model knows.
  bool asksOnlyProgress() const {
    const bool wavefronts = std::ranges::any_of(
        program_->terminates,
        [](const ProgressExpectation& expectation) { return expectation.simt != SimtMode::None; });
    return !program_->terminates.empty() &&
           (wavefronts || std::holds_alternative<TrueCondition>(program_->condition->node));
  }

  bool asksProgress() const {
    const bool expected = !program_->terminates.empty() || !task_.test.schedulers.empty();
    return options_.progress == ProgressRows::All ||
           (options_.progress == ProgressRows::Expected && expected);
  }

  CheckQuestion question() const {
    return options_.question == CheckQuestion::Expected
               ? task_.test.question.value_or(CheckQuestion::Everything)
               : options_.question;
  }

  unsigned unroll() const { return task_.test.unroll.value_or(options_.unroll); }

  bool done(const std::string& model) const {
    return contains(task_.done, model) || contains(plan_.kept, model);
  }

  static bool contains(const std::vector<std::string>& models, const std::string& model) {
    return std::ranges::find(models, model) != models.end();
  }

  /// Says what the test is asked under, and what is known of it.
  void tellPlan() {
    for (const std::string& model : plan_.models) {
      if (contains(task_.found.models, model) && stays(model)) {
        plan_.kept.push_back(model);
      }
    }
    calls_.plan(plan_);
  }

  /// Whether a row of an earlier run answers what is asked now.
  bool stays(const std::string& model) const {
    const std::optional<std::vector<std::string>>& schedulers = task_.found.schedulers;
    return !plan_.sourceHash.empty() && task_.found.sourceHash == plan_.sourceHash &&
           (model != kProgressModel || !schedulers || !program_ ||
            *schedulers == schedulersAsked(*program_, task_.test.schedulers));
  }

  ResultRow rowFor(std::size_t column) const {
    ResultRow row;
    row.test = task_.test.index;
    row.path = task_.test.path;
    row.sourceHash = plan_.sourceHash;
    row.model = plan_.models[column];
    row.column = column;
    row.columns = plan_.models.size();
    row.texts = texts_;
    row.condition = condition_;
    return row;
  }

  /// Nothing can be asked of this test.
  void refuse(RowStatus status, const std::string& reason, const std::string& report = "",
              const std::vector<RowFinding>& findings = {}) {
    plan_.models = task_.test.models.empty() ? std::vector<std::string>{""} : task_.test.models;
    tellPlan();
    for (std::size_t column = 0; column < plan_.models.size(); ++column) {
      if (!done(plan_.models[column])) {
        ResultRow row = rowFor(column);
        row.status = status;
        row.reason = reason;
        row.report = report;
        row.findings = findings;
        calls_.row(std::move(row));
      }
    }
  }

  void askAll(const std::vector<ChosenModel>& chosen) {
    for (const ChosenModel& choice : chosen) {
      plan_.models.push_back(choice.name);
    }
    if (asksProgress()) {
      plan_.models.emplace_back(kProgressModel);
    }
    const std::size_t firstDevice = plan_.models.size();
    for (const DeviceResults& results : observed()) {
      plan_.models.push_back(columnOf(results, plan_.models));
    }
    tellPlan();
    std::ranges::for_each(models_.takeWarnings(), calls_.warn);
    std::ranges::for_each(program_->warnings, calls_.warn);
    Preparation preparation(underModels_, unroll(), options_.rules);
    for (std::size_t column = 0; column < chosen.size(); ++column) {
      if (!done(chosen[column].name)) {
        calls_.row(rowOf(chosen[column], column, preparation));
      }
    }
    if (asksProgress() && !done(kProgressModel)) {
      calls_.begin(chosen.size());
      ResultRow row = rowFor(chosen.size());
      fillIn(row, [&] { answerProgress(row, program_, task_.test.schedulers, options_); });
      calls_.row(std::move(row));
    }
    for (std::size_t i = 0; i < observed().size(); ++i) {
      askObserved(chosen, observed()[i], firstDevice + i);
    }
  }

  /// What devices have shown of the test.
  const std::vector<DeviceResults>& observed() const {
    static const std::vector<DeviceResults> kNone;
    if (!options_.observed) {
      return kNone;
    }
    const auto found = options_.observed->find(program_->name);
    return found == options_.observed->end() ? kNone : found->second;
  }

  void askObserved(const std::vector<ChosenModel>& chosen, const DeviceResults& results, std::size_t column) {
    if (done(plan_.models[column])) {
      return;
    }
    calls_.begin(column);
    ResultRow row = rowFor(column);
    row.device = deviceOf(results);
    fillIn(row, [&] { answerObserved(row, *program_, results, chosen, models_, engine_, options_); });
    calls_.row(std::move(row));
  }

  ResultRow rowOf(const ChosenModel& choice, std::size_t column, Preparation& preparation) {
    ResultRow row = rowFor(column);
    if (!underModels_->notForModels.empty()) {
      row.status = RowStatus::Unsupported;
      row.reason = underModels_->notForModels;
      return row;
    }
    if (!choice.model) {
      row.status = choice.unknown ? RowStatus::Unsupported : RowStatus::NotApplicable;
      row.reason = choice.notApplicable;
      row.expected = statementsNaming(choice.name);
      return row;
    }
    row.expected = statementsUnder(choice);
    calls_.begin(column);
    fillIn(row, [&] { fill(row, verdictOf(choice, preparation), *choice.model); });
    if (options_.repair && row.races == RaceStatus::Racy) {
      calls_.found(row);
      row.repair = answerRepair(underModels_, choice, options_);
    }
    return row;
  }

  /// What the lines of the test state of the answer of a model that can be asked.
  std::vector<RowStatement> statementsUnder(const ChosenModel& choice) const {
    return inRows(expectedAnswers(*program_, choice.name, *choice.model));
  }

  /// What they state of a model that cannot be asked; what they say of every model does not concern it.
  std::vector<RowStatement> statementsNaming(const std::string& model) const {
    std::vector<ModelExpectation> named = program_->expects;
    std::erase_if(named, [&](const ModelExpectation& expectation) { return expectation.model != model; });
    return inRows(named);
  }

  static std::vector<RowStatement> inRows(const std::vector<ModelExpectation>& expectations) {
    std::vector<RowStatement> statements;
    for (const ModelExpectation& expectation : expectations) {
      statements.push_back({expectation.stated, static_cast<std::uint32_t>(expectation.place.position().line),
                            foundAt(expectation.place, expectation.place.source->name())});
    }
    return statements;
  }

  /// Fills in the row's answer, or why there is none.
  template <typename Answer>
  static void fillIn(ResultRow& row, const Answer& answer) {
    const auto start = std::chrono::steady_clock::now();
    const ResultRow unanswered = row;
    const auto fail = [&](RowStatus status, const std::string& reason) {
      row = unanswered;
      row.status = status;
      row.reason = reason;
    };
    try {
      answer();
    } catch (const std::bad_alloc&) {
      fail(RowStatus::Undecided, "memory limit");
    } catch (const UserError& error) {
      fail(RowStatus::Error, reasonOf(error));
    } catch (const std::exception& error) {
      fail(RowStatus::Crashed, error.what());
    }
    row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  Verdict verdictOf(const ChosenModel& choice, Preparation& preparation) {
    AnalysisOptions analysis;
    analysis.symmetry = options_.symmetry;
    analysis.enumerateInSearch = options_.enumerateInSearch;
    analysis.deadline = Deadline::after(options_.timeout);
    const CheckOptions options =
        checkOptions(analysis, question(), options_.details ? Explaining::ToTheEnd : Explaining::No);
    Verdict verdict;
    try {
      verdict = checkProgram(engine_, preparation.of(*choice.model, options.analysis.deadline), options);
      noteSharedLockBits(engine_, *program_, options_.lockUnit, unroll(), options_.rules, *choice.model,
                         options, verdict);
    } catch (const OutOfTime&) {
      verdict = undecidedVerdict(underModels_, *choice.model, unroll(), options.analysis, "time limit");
    }
    if (!choice.note.empty()) {
      verdict.notes.insert(verdict.notes.begin(), choice.note);
    }
    return verdict;
  }

  void fill(ResultRow& row, const Verdict& verdict, const Model& model) const {
    setAnswer(row, verdict, model, options_.countExecutions ? Witnesses::Executions : Witnesses::States);
    row.findings = findingsOf(verdict);
    if (options_.executions) {
      for (const Outcome& outcome : verdict.analysis.outcomes) {
        row.executions.push_back(executionLine(outcome.witness.execution()));
      }
    }
    if (options_.details) {
      row.report = textReport(verdict);
      row.picture = rowPicture(verdict, model);
    }
  }

  const WorkerTask& task_;
  const WorkerOptions& options_;
  ModelChoice& models_;
  Engine& engine_;
  const AnswerCalls& calls_;
  TestPlan plan_;
  std::vector<RowText> texts_;  ///< when details were asked for
  std::optional<FoundAt> condition_;
  std::shared_ptr<const Program> program_;
  std::shared_ptr<const Program> underModels_;  ///< with its lock bits as locations
};

}  // namespace

void answerTask(const WorkerTask& task, const WorkerOptions& options, ModelChoice& models, Engine& engine,
                const AnswerCalls& calls) {
  TaskAnswer(task, options, models, engine, calls).run();
}

}  // namespace hrfcheck::inline batch
