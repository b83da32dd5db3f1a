#include <fmt/format.h>

#include <chrono>
#include <fstream>

#include "check/engine_choice.h"
#include "check/model_choice.h"
#include "check/test_skeletons.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/model_folders.h"
#include "cli/report_writer.h"
#include "litmus/litmus.h"
#include "util/invariant.h"

namespace hrfcheck {
namespace {

AnalysisOptions analysisOptions(const CheckArguments& arguments, const std::atomic<bool>& interrupted) {
  AnalysisOptions options = arguments.search.analysisOptions(interrupted);
  switch (arguments.question) {
    case Question::Everything:
      break;
    case Question::Condition:
      options.outcomes = OutcomeSearch::Condition;
      options.flags = false;
      break;
    case Question::Races:
      options.outcomes = OutcomeSearch::None;
      break;
  }
  return options;
}

ExitStatus judge(const Verdict& verdict, const CheckArguments& arguments) {
  const bool broken = arguments.expectConditions && verdict.program->quantifier != Quantifier::Exists &&
                      verdict.conditionHolds == false;
  const bool unwanted = (arguments.failOnRacy && verdict.racy) ||
                        (arguments.failOnAllowed && verdict.condition == Status::Allowed);
  if (broken || unwanted || !verdict.faults.empty()) {
    return ExitStatus::Failed;
  }
  return verdict.settled() ? ExitStatus::Done : ExitStatus::Undecided;
}

class CheckRun {
 public:
  explicit CheckRun(const CheckArguments& arguments)
      : arguments_(arguments),
        models_(makeModelLibrary(arguments.includes), arguments.models),
        engine_(makeEngine(arguments.search.engine)),
        interrupted_(catchInterrupts()),
        writer_(arguments.report) {
    if (arguments.report.format == Format::Herd && models_.several()) {
      throw UserError("--format herd has no place for a model's name", "ask about one model at a time");
    }
    if (arguments.dumpSmt2) {
      dump_.open(*arguments.dumpSmt2);
      if (!dump_) {
        throw UserError(fmt::format("cannot write {}", *arguments.dumpSmt2));
      }
    }
  }

  ExitStatus run() {
    if (!models_.brokenModels().empty()) {
      writer_.diagnose(models_.brokenModels());
      worsen(ExitStatus::BadInput);
    }
    for (std::size_t i = 0; i < arguments_.files.size(); ++i) {
      if (interrupted_) {
        const std::size_t left = arguments_.files.size() - i;
        const char* what = left == 1 ? "test was" : "tests were";
        writer_.diagnose(
            {{Severity::Warning, {}, fmt::format("interrupted: {} {} not checked", left, what), ""}});
        worsen(ExitStatus::Undecided);
        break;
      }
      try {
        checkFile(arguments_.files[i]);
      } catch (const UserError& error) {
        writer_.diagnose(error.diagnostics());
        worsen(ExitStatus::BadInput);
      }
    }
    writer_.finish();
    closeDump();
    return status_;
  }

 private:
  void worsen(ExitStatus status) { status_ = graver(status_, status); }

  void checkFile(const std::string& file) {
    const std::shared_ptr<const Program> program = parseLitmus(readSource(file));
    const std::vector<ChosenModel> chosen = models_.forProgram(*program);
    std::vector<Diagnostic> warnings = models_.takeWarnings();
    warnings.insert(warnings.end(), program->warnings.begin(), program->warnings.end());
    writer_.diagnose(warnings);
    TestSkeletons skeletons(program, arguments_.search.unroll);
    std::vector<TimedVerdict> verdicts;
    std::vector<SkippedModel> skipped;
    for (const ChosenModel& choice : chosen) {
      if (!choice.model) {
        skipped.push_back({file, choice.name, choice.notApplicable});
        continue;
      }
      verdicts.push_back(checkOne(skeletons.of(*choice.model), choice));
      worsen(judge(verdicts.back().verdict, arguments_));
    }
    writer_.add(*program, std::move(verdicts), std::move(skipped), chosen.size() > 1);
  }

  TimedVerdict checkOne(const std::shared_ptr<const Skeleton>& skeleton, const ChosenModel& choice) {
    CheckOptions options;
    options.analysis = analysisOptions(arguments_, interrupted_);
    options.cancelled = &interrupted_;
    if (dump_.is_open()) {
      dump_ << "; " << skeleton->program().name << " under " << choice.name << "\n";
      options.analysis.dumpSmt2 = &dump_;
    }
    const auto start = std::chrono::steady_clock::now();
    Verdict verdict = check(*engine_, skeleton, *choice.model, options);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (!choice.note.empty()) {
      verdict.notes.insert(verdict.notes.begin(), choice.note);
    }
    return {std::move(verdict), taken.count()};
  }

  void closeDump() {
    if (dump_.is_open()) {
      dump_.close();
      if (!dump_) {
        throw UserError(fmt::format("cannot write {}", *arguments_.dumpSmt2));
      }
    }
  }

  const CheckArguments& arguments_;
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  const std::atomic<bool>& interrupted_;
  ReportWriter writer_;
  std::ofstream dump_;
  ExitStatus status_ = ExitStatus::Done;
};

}  // namespace

ExitStatus runCheck(const CheckArguments& arguments) {
  return CheckRun(arguments).run();
}

}  // namespace hrfcheck
