#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "batch/expect/expect_lines.h"
#include "certify/certify.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/expected_answers.h"
#include "check/few_rounds.h"
#include "check/models/model_choice.h"
#include "check/other_answer.h"
#include "check/prepare/preparation.h"
#include "check/races/shared_lock_bits.h"
#include "check/undecided_verdict.h"
#include "cli/asked_models.h"
#include "cli/asked_test.h"
#include "cli/certificate_folder.h"
#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/report_writer.h"
#include "cli/output/usage_error.h"
#include "cli/output/version.h"
#include "cli/run_watch.h"
#include "frontend/litmus.h"
#include "frontend/test_file.h"
#include "report/rows/answered_row.h"
#include "util/invariant.h"

namespace hrfcheck::inline cli {
namespace {

/// What the `expect` lines of a test state that a verdict contradicts: an error for each, at its place. What
/// was not asked, or is not known, contradicts nothing.
/// @pre the model of the choice was asked
std::vector<Diagnostic> unmetExpectations(const ChosenModel& choice, const Verdict& verdict) {
  const std::vector<ModelExpectation> expected =
      expectedAnswers(*verdict.program, choice.name, *choice.model);
  if (expected.empty()) {
    return {};
  }
  ResultRow row;
  row.model = choice.name;
  setAnswer(row, verdict, *choice.model);
  std::vector<Diagnostic> unmet;
  for (const ModelExpectation& expectation : expected) {
    const ExpectationResult result = judgeStated(row, expectation.stated, "");
    if (result.outcome == ExpectationOutcome::Failed) {
      unmet.push_back({Severity::Error, expectation.place,
                       fmt::format("not as expected under {}: {}", choice.name, result.message), ""});
    }
  }
  return unmet;
}

class CheckRun {
 public:
  explicit CheckRun(const CheckArguments& arguments)
      : arguments_(arguments),
        watch_({arguments.progress, arguments.memory}),
        modelFiles_(makeModelLibrary(arguments.includes, arguments.search.timeout, &watch_.stop())),
        models_(makeModelLibrary(arguments.includes, arguments.search.timeout, &watch_.stop()),
                arguments.models, arguments.search.anyDialect),
        engine_(makeEngine(arguments.search.engine, arguments.search.solver)),
        writer_(arguments.report) {
    if (arguments.report.format == Format::Herd && models_.several()) {
      throw UsageError("--format herd has no place for a model's name", "give one model at a time");
    }
    if (arguments.unwanted.racy) {
      refuseModelsWithoutRaces(models_);
    }
    requireOtherFiles({{"-o", arguments.report.output}, {"--dump-smt2", arguments.dumpSmt2}}, arguments.files,
                      models_);
    if (arguments.certify) {
      certificates_.emplace(*arguments.certify);
    }
    if (arguments.dumpSmt2) {
      dump_.open(*arguments.dumpSmt2);
      if (!dump_) {
        throw UserError(fmt::format("cannot write {}", *arguments.dumpSmt2));
      }
    }
  }

  ExitStatus run() {
    watch_.onStuck([this](const std::string& why) { return lastWords(why); });
    if (!models_.brokenModels().empty()) {
      writer_.diagnose(models_.brokenModels());
      worsen(ExitStatus::BadInput);
    }
    for (; file_ < arguments_.files.size() && !watch_.interrupted(); ++file_) {
      try {
        checkFile(arguments_.files[file_]);
      } catch (const UserError& error) {
        writer_.diagnose(error.diagnostics());
        worsen(ExitStatus::BadInput);
      } catch (const OutOfTime&) {
        tellUnread(arguments_.files[file_]);
      }
    }
    finish("interrupted");
    return status_;
  }

 private:
  /// What is known of the test at hand.
  struct Current {
    std::shared_ptr<const Program> written;  ///< with its lock unit
    std::shared_ptr<const Program> program;
    std::vector<ChosenModel> chosen;
    std::size_t asking = 0;  ///< index into chosen
    std::vector<TimedVerdict> verdicts;
    std::vector<SkippedModel> skipped;
    std::optional<Verdict> race;  ///< under the model at hand, found before all of them are looked for
  };

  void tellUnread(const std::string& test) {
    writer_.diagnose({{Severity::Warning,
                       {},
                       fmt::format("undecided ({}): {} was not read", watch_.reason("time limit"), test),
                       ""}});
    worsen(ExitStatus::Undecided);
  }

  void worsen(ExitStatus status) { status_ = graver(status_, status); }

  /// Each of the tests of a kernel's file, unless one is named.
  void checkFile(const std::string& file) {
    SourcePtr source;
    std::vector<std::string> tests;
    {
      const RunWatch::Work work(watch_, "reading " + file);
      source =
          readTestSource(testPathOf(file).file, arguments_.launch, deadlineUnder(watch_, arguments_.search));
      tests = testsMeant(file, source, arguments_.launch);
    }
    for (const std::string& test : tests) {
      try {
        checkTest(file, source, test);
      } catch (const UserError& error) {
        writer_.diagnose(error.diagnostics());
        worsen(ExitStatus::BadInput);
      }
    }
  }

  void checkTest(const std::string& file, const SourcePtr& source, const std::string& test) {
    current_ = {};
    std::shared_ptr<const Program> program;
    {
      const RunWatch::Work work(watch_, "reading " + file);
      TestForModels read = forModels(parseLitmus(source, test, deadlineUnder(watch_, arguments_.search)),
                                     arguments_.search.lockUnit);
      current_.written = std::move(read.written);
      program = std::move(read.program);
      current_.chosen = models_.forExpectations(*program);
      if (arguments_.report.format == Format::Herd && models_.byDefault()) {
        current_.chosen.resize(1);
      }
    }
    std::vector<Diagnostic> warnings = models_.takeWarnings();
    warnings.insert(warnings.end(), program->warnings.begin(), program->warnings.end());
    writer_.diagnose(warnings);
    current_.program = program;
    Preparation preparation(program, arguments_.search.unroll, arguments_.search.rules);
    for (; current_.asking < current_.chosen.size(); ++current_.asking) {
      const ChosenModel& choice = current_.chosen[current_.asking];
      if (!choice.model) {
        current_.skipped.push_back({file, choice.name, choice.notApplicable});
        if (choice.named) {
          writer_.diagnose({notApplicable(choice, *program)});
          worsen(ExitStatus::BadInput);
        }
        continue;
      }
      TimedVerdict verdict = checkOne(preparation, choice);
      if (sharesItsName(choice)) {
        verdict.verdict.model = choice.name;
      }
      const bool asExpected = isAsExpected(choice, verdict.verdict);
      take(std::move(verdict));
      worsen(asExpected ? ExitStatus::Done : ExitStatus::Failed);
    }
    report();
  }

  /// Files of two folders may have one name: then each model is called what the user called it.
  bool sharesItsName(const ChosenModel& choice) const {
    return std::ranges::count_if(current_.chosen, [&](const ChosenModel& other) {
             return other.model && other.model->name == choice.model->name;
           }) > 1;
  }

  /// Tells what an `expect` line states otherwise.
  bool isAsExpected(const ChosenModel& choice, const Verdict& verdict) {
    const std::vector<Diagnostic> unmet = unmetExpectations(choice, verdict);
    writer_.diagnose(unmet);
    return unmet.empty();
  }

  void take(TimedVerdict verdict) {
    current_.verdicts.push_back(std::move(verdict));
    worsen(statusOf(current_.verdicts.back().verdict, arguments_.unwanted));
  }

  void report() {
    writer_.add(*current_.program, std::move(current_.verdicts), std::move(current_.skipped),
                current_.chosen.size() > 1);
  }

  TimedVerdict checkOne(Preparation& preparation, const ChosenModel& choice) {
    const Program& program = *current_.program;
    if (dump_.is_open()) {
      dump_ << "; " << program.name << " under " << choice.name << "\n";
    }
    const auto start = std::chrono::steady_clock::now();
    // All that is done for this test under this model counts against one limit.
    CheckOptions options = optionsFromNow();
    const Deadline deadline = options.analysis.deadline;
    current_.race = raceFirst(choice, options);
    Verdict verdict;
    {
      const RunWatch::Work work(watch_, fmt::format("{} under {}{}", program.name, choice.name,
                                                    current_.race ? ": RACY, other races" : ""));
      options.analysis.dumpSmt2 = dump_.is_open() ? &dump_ : nullptr;
      options.analysis.mostOutcomes = mostOutcomes();
      verdict = answer(preparation, *choice.model, options, current_.race);
      if (choice.beside) {
        compare(verdict, answer(preparation, *choice.beside, withoutReasons(options)));
      }
    }
    if (certificates_) {
      certify(preparation, choice, verdict, deadline);
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (verdict.analysis.undecided) {
      verdict.analysis.undecided = verdict.incomplete = watch_.reason(*verdict.analysis.undecided);
    }
    if (!choice.note.empty()) {
      verdict.notes.insert(verdict.notes.begin(), choice.note);
    }
    return {std::move(verdict), taken.count()};
  }

  /// Where somebody looks at all final states, or counts them, none may be left out. Otherwise more are kept
  /// than are printed, so that reports of tests with no more than these do not depend on the order in which
  /// engines find them.
  std::uint64_t mostOutcomes() const {
    constexpr std::uint64_t kKept = 4096;
    const std::uint64_t printed = arguments_.report.maxOutcomes;
    const bool counted =
        std::ranges::any_of(current_.program->expects, [](const ModelExpectation& expectation) {
          return propertyOf(expectation.stated) == ExpectedProperty::States;
        });
    const bool all = printed == 0 || counted || certificates_ || arguments_.report.format != Format::Text;
    return all ? 0 : std::max(kKept, printed);
  }

  /// Of a model that the user did not name as it is, its own name.
  static const std::string& fileOf(const ChosenModel& choice) {
    return choice.name == kDefaultPtxModel ? choice.model->name : choice.name;
  }

  void certify(Preparation& preparation, const ChosenModel& choice, const Verdict& verdict,
               const Deadline& deadline) {
    const std::string what = fmt::format("{} under {}", current_.program->name, choice.name);
    try {
      const RunWatch::Work work(watch_, "certificate of " + what);
      LoadedModel model = modelFiles_.loadWithSources(fileOf(choice));
      model.model = asJudged(std::move(model.model), *current_.program);
      const PreparedTest test = preparation.of(model.model, deadline);
      if (const std::string why = whyNotCertified(test.structure()); !why.empty()) {
        writer_.diagnose({{Severity::Warning, {}, fmt::format("no certificate for {}: {}", what, why), ""}});
        worsen(ExitStatus::Undecided);
        return;
      }
      const Certificate certificate =
          makeCertificate(test, model, deadline, {arguments_.search.lockUnit, versionNumber()});
      if (arguments_.question == CheckQuestion::Everything && !verdict.analysis.undecided) {
        INVARIANT(certificate.outcomes == outcomesOf(verdict),
                  "certificate and engine find the same outcomes");
      }
      certificates_->write(current_.program->name, choice.name, certificate.files);
    } catch (const OutOfTime&) {
      writer_.diagnose(
          {{Severity::Warning,
            {},
            fmt::format("undecided ({}): no certificate for {}", watch_.reason("time limit"), what),
            ""}});
      worsen(ExitStatus::Undecided);
    }
  }

  static std::set<std::vector<Value>> outcomesOf(const Verdict& verdict) {
    std::set<std::vector<Value>> outcomes;
    for (const Outcome& outcome : verdict.analysis.outcomes) {
      outcomes.insert(outcome.values);
    }
    return outcomes;
  }

  /// Notes what the model that is asked by default says otherwise.
  static void compare(Verdict& verdict, const Verdict& byDefault) {
    const std::string differs = howItDiffers(verdict, byDefault, kDefaultModel);
    if (!differs.empty()) {
      verdict.notes.insert(verdict.notes.begin(), differs);
    } else if (verdict.settled() && byDefault.analysis.undecided) {
      verdict.notes.push_back(fmt::format("whether {} disagrees is undecided ({})", kDefaultModel,
                                          *byDefault.analysis.undecided));
    }
  }

  /// For what is compared and not shown.
  static CheckOptions withoutReasons(CheckOptions options) {
    options.explain = false;
    options.analysis.dumpSmt2 = nullptr;
    options.analysis.mostOutcomes = 0;
    return options;
  }

  CheckOptions optionsFromNow() {
    return checkUnder(watch_, arguments_.search, arguments_.question, Explaining::Briefly);
  }

  /// @param race one that is known, if any
  Verdict answer(Preparation& preparation, const Model& model, const CheckOptions& options,
                 const std::optional<Verdict>& race = std::nullopt) {
    const auto undecided = [&](const std::string& why) {
      return race
                 ? raceFoundBefore(*race, why)
                 : undecidedVerdict(current_.program, model, arguments_.search.unroll, options.analysis, why);
    };
    try {
      Verdict verdict = checkProgram(*engine_, preparation.of(model, options.analysis.deadline), options);
      if (race && verdict.analysis.undecided && !verdict.racy) {
        return undecided(*verdict.analysis.undecided);
      }
      noteSharedLockBits(*engine_, *current_.written, arguments_.search.lockUnit, arguments_.search.unroll,
                         arguments_.search.rules, model, options, verdict);
      return verdict;
    } catch (const OutOfTime&) {
      return undecided("time limit");
    } catch (const std::bad_alloc&) {
      return undecided("memory limit");
    }
  }

  /// What can be said if the time ends, where races are asked for.
  std::optional<Verdict> raceFirst(const ChosenModel& choice, const CheckOptions& options) {
    if (!asksNoCondition(arguments_.question) || arguments_.search.rules != Rules::Licensed ||
        dump_.is_open()) {
      return std::nullopt;
    }
    const RunWatch::Work work(watch_, fmt::format("{} under {}", current_.program->name, choice.name));
    return raceInFewRounds(current_.program, *choice.model, options);
  }

  /// What is known, where the work at hand does not stop: said from another thread, which ends the process
  /// then.
  ExitStatus lastWords(const std::string& why) {
    if (current_.program) {
      std::optional<Verdict> race = current_.race;
      for (; current_.asking < current_.chosen.size(); ++current_.asking) {
        const ChosenModel& choice = current_.chosen[current_.asking];
        if (choice.model && race) {
          take({raceFoundBefore(*std::exchange(race, std::nullopt), why), 0});
        } else if (choice.model) {
          take({undecidedVerdict(current_.program, *choice.model, arguments_.search.unroll,
                                 optionsFromNow().analysis, why),
                0});
        }
      }
      report();
      ++file_;
    }
    finish(why);
    return status_;
  }

  void finish(const std::string& why) {
    if (const std::size_t left = arguments_.files.size() - file_; left > 0) {
      const char* what = left == 1 ? "test was" : "tests were";
      writer_.diagnose({{Severity::Warning, {}, fmt::format("{}: {} {} not checked", why, left, what), ""}});
      worsen(ExitStatus::Undecided);
    }
    writer_.finish();
    closeDump();
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
  RunWatch watch_;           ///< its thread looks at the others, and only while a Work goes on
  ModelLibrary modelFiles_;  ///< for the texts that certificates carry
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  ReportWriter writer_;
  std::ofstream dump_;
  std::optional<CertificateFolder> certificates_;
  ExitStatus status_ = ExitStatus::Done;
  std::size_t file_ = 0;  ///< index into the arguments' files
  Current current_;
};

}  // namespace

ExitStatus runCheck(const CheckArguments& arguments) {
  return CheckRun(arguments).run();
}

}  // namespace hrfcheck::inline cli
