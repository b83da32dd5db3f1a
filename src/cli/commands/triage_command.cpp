#include <fmt/format.h>

#include <algorithm>

#include "advise/advice_engine.h"
#include "check/check_options.h"
#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "check/models/scope_of_model.h"
#include "check/prepare/preparation.h"
#include "cli/asked_models.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/usage_error.h"
#include "cli/run_watch.h"
#include "frontend/test_file.h"
#include "report/triage/triage_report.h"
#include "triage/answer.h"
#include "util/read_source.h"

namespace hrfcheck::inline cli {
namespace {

constexpr const char* kByHand = "by hand";

/// The pairs of the report and those that were named.
Report pairsOf(const TriageArguments& arguments) {
  Report report;
  if (arguments.given) {
    report = readReport(readSource(*arguments.given));
  }
  for (const auto& [first, second] : arguments.lines) {
    report.pairs.push_back(inOrder({readAccess(first), readAccess(second), kByHand}));
  }
  report.pairs = eachOnce(report.pairs);
  return report;
}

class TriageRun {
 public:
  explicit TriageRun(const TriageArguments& arguments)
      : arguments_(arguments),
        watch_({arguments.progress, arguments.memory}),
        models_(makeModelLibrary(arguments.includes, arguments.search.timeout, &watch_.stop()),
                arguments.models, arguments.search.anyDialect),
        engine_(makeEngine(arguments.search.engine, arguments.search.solver)),
        adviceEngine_(arguments.search.engine == EngineChoice::Auto
                          ? makeAdviceEngine()
                          : makeEngine(arguments.search.engine, arguments.search.solver)),
        output_(arguments.report.output) {
    std::vector<std::string> inputs{testPathOf(arguments.file).file};
    if (arguments.given) {
      inputs.push_back(*arguments.given);
    }
    requireOtherFiles({{"-o", arguments.report.output}}, inputs, models_);
    report_.file = arguments.file;
  }

  ExitStatus run() {
    watch_.onStuck([this](const std::string& why) { return lastWords(why); });
    const Report report = pairsOf(arguments_);
    report_.pairs = report.pairs;
    report_.withoutLines = report.withoutLines;
    std::vector<ChosenModel> chosen;
    try {
      const RunWatch::Work work(watch_, "reading " + arguments_.file);
      read();
      chosen = models_.forProgram(*report_.program);
    } catch (const OutOfTime&) {
      return lastWords(watch_.reason("time limit"));
    }
    complain(report_.program->warnings);
    complain(models_.takeWarnings());
    Preparation preparation(report_.program, arguments_.search.unroll, Rules::Unsettled);
    for (const ChosenModel& choice : chosen) {
      if (choice.model) {
        ask(preparation, choice);
      } else if (choice.named) {
        complain({notApplicable(choice, *report_.program)});
        worsen(ExitStatus::BadInput);
      }
    }
    finish();
    return status_;
  }

 private:
  void worsen(ExitStatus status) { status_ = graver(status_, status); }

  void read() {
    written_ =
        readTest(arguments_.file, arguments_.launch, std::nullopt, deadlineUnder(watch_, arguments_.search));
    report_.program = forModels(written_, arguments_.search.lockUnit).program;
  }

  /// Where the work at hand does not stop: said from another thread, which ends the process then.
  ExitStatus lastWords(const std::string& why) {
    if (report_.program == nullptr) {
      report_.undecided = why;
      complain({{Severity::Warning,
                 {},
                 fmt::format("undecided ({}): {} was not read", why, arguments_.file),
                 ""}});
    } else if (!asking_.empty()) {
      report_.models.push_back({asking_, nullptr, std::nullopt, why, std::nullopt, ""});
    } else if (!report_.models.empty() && report_.models.back().noRepair.empty()) {
      report_.models.back().noRepair = why;
    }
    finish();
    return graver(status_, ExitStatus::Undecided);
  }

  void finish() {
    if (arguments_.report.format == Format::Json) {
      output_.write(triageJson(report_));
    } else if (report_.program != nullptr) {
      output_.write(triageText(report_, useColour(arguments_.report)));
    }
    output_.commit();
  }

  void ask(Preparation& preparation, const ChosenModel& choice) {
    const auto model = std::make_shared<const Model>(withRaces(*choice.model));
    if (!definesRaces(*model)) {
      throw UserError(fmt::format("{} does not say what a race is", choice.name),
                      "--race-flag NAME says which flag of a model is one");
    }
    if (!choice.note.empty()) {
      complain({{Severity::Warning, {}, choice.note, ""}});
    }
    TriagedModel triaged{choice.name, model, std::nullopt, "", std::nullopt, ""};
    asking_ = choice.name;
    try {
      const RunWatch::Work work(watch_, fmt::format("{} under {}", report_.program->name, choice.name));
      const CheckOptions options =
          checkUnder(watch_, arguments_.search, CheckQuestion::Races, Explaining::Briefly);
      const PreparedTest test = preparation.of(*model, options.analysis.deadline);
      triaged.answer = answerPairs(*engine_, test, report_.pairs, options);
    } catch (const OutOfTime&) {
      triaged.undecided = watch_.reason("time limit");
    }
    asking_.clear();
    judge(triaged);
    report_.models.push_back(std::move(triaged));
    repair(report_.models.back());
  }

  void judge(TriagedModel& triaged) {
    if (!triaged.answer) {
      worsen(ExitStatus::Undecided);
      return;
    }
    for (PairAnswer& answer : triaged.answer->pairs) {
      if (answer.verdict == PairVerdict::Undecided) {
        answer.why = watch_.reason(answer.why);
      }
      worsen(statusOf(answer.verdict));
    }
  }

  ExitStatus statusOf(PairVerdict verdict) const {
    switch (verdict) {
      case PairVerdict::Race:
        return arguments_.failOnRacy ? ExitStatus::Failed : ExitStatus::Done;
      case PairVerdict::NotFound:
      case PairVerdict::Undecided:
        return ExitStatus::Undecided;
      default:
        return ExitStatus::Done;
    }
  }

  /// Of the whole test: edits after which no pair races.
  void repair(TriagedModel& triaged) {
    const auto races = [](const PairAnswer& answer) { return answer.verdict == PairVerdict::Race; };
    if (!arguments_.repair || !triaged.answer || std::ranges::none_of(triaged.answer->pairs, races)) {
      return;
    }
    if (isModule(report_.program->source)) {
      triaged.noRepair = "edits change source text, but this is read as a SPIR-V module";
      return;
    }
    try {
      const RunWatch::Work work(watch_, "repairing " + report_.program->name);
      triaged.repair = hrfcheck::repair(requestFor(triaged), *adviceEngine_);
      if (triaged.repair->search.stopped) {
        triaged.repair->search.stopped = watch_.reason(*triaged.repair->search.stopped);
      }
    } catch (const OutOfTime&) {
      triaged.noRepair = watch_.reason("time limit");
    } catch (const UserError& error) {
      triaged.noRepair = error.diagnostics().front().message;
    }
  }

  AdviceRequest requestFor(const TriagedModel& triaged) {
    AdviceRequest request;
    request.program = report_.program;
    request.search.analysis = analysisUnder(watch_, arguments_.search);
    const Deadline deadline = request.search.analysis.deadline;
    request.search.unroll = arguments_.search.unroll;
    request.read = [this, deadline, test = written_->testInFile](const SourcePtr& source) {
      const SourcePtr again = editedSource(source, arguments_.launch, deadline);
      return forModels(parseLitmus(again, test, deadline), arguments_.search.lockUnit).program;
    };
    request.models.push_back({triaged.model, triaged.asked});
    request.goal = RepairGoal::RaceFree;
    return request;
  }

  const TriageArguments& arguments_;
  RunWatch watch_;  ///< its thread looks at the others, and only while a Work goes on
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Engine> adviceEngine_;
  Output output_;
  TriageReport report_;
  std::shared_ptr<const Program> written_;
  std::string asking_;  ///< the model's name
  ExitStatus status_ = ExitStatus::Done;
};

}  // namespace

ExitStatus runTriage(const TriageArguments& arguments) {
  return TriageRun(arguments).run();
}

}  // namespace hrfcheck::inline cli
