#include <fmt/format.h>

#include <algorithm>

#include "advise/advice_engine.h"
#include "check/engine_choice.h"
#include "check/models/scope_of_model.h"
#include "cli/asked_models.h"
#include "cli/asked_test.h"
#include "cli/commands/commands.h"
#include "cli/model_folders.h"
#include "cli/output/output.h"
#include "cli/output/usage_error.h"
#include "cli/run_watch.h"
#include "frontend/compilers/clang_text.h"
#include "report/advice_report.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {
namespace {

/// What repair and narrow do alike.
class AdviceRun {
 public:
  AdviceRun(const AdviceArguments& arguments, Purpose purpose)
      : arguments_(arguments),
        purpose_(purpose),
        watch_({arguments.progress, arguments.memory}),
        models_(makeModelLibrary(arguments.includes, arguments.search.timeout, &watch_.stop()),
                namedModels(arguments), arguments.search.anyDialect),
        engine_(arguments.search.engine == EngineChoice::Auto
                    ? makeAdviceEngine()
                    : makeEngine(arguments.search.engine, arguments.search.solver)),
        output_(std::nullopt) {
    requireOtherFiles({{"-o", arguments.edited}}, {testPathOf(arguments.file).file}, models_);
  }

  ExitStatus run() {
    watch_.onStuck([this](const std::string& why) { return undecided(why); });
    deadline_ = deadlineUnder(watch_, arguments_.search);
    Advice advice;
    try {
      advice = ask(requested());
    } catch (const OutOfTime&) {
      return undecided(watch_.reason("time limit"));
    }
    if (advice.search.stopped) {
      advice.search.stopped = watch_.reason(*advice.search.stopped);
    }
    write(advice);
    return statusOf(advice);
  }

 private:
  /// Where there is no advice at all.
  ExitStatus undecided(const std::string& why) {
    complain({{Severity::Warning, {}, fmt::format("undecided ({}): {}", why, arguments_.file), ""}});
    if (arguments_.report.format == Format::Json) {
      output_.write(unreadAdviceJson(arguments_.file, purpose_, why));
    }
    return ExitStatus::Undecided;
  }

  static std::vector<std::string> namedModels(const AdviceArguments& arguments) {
    std::vector<std::string> names = arguments.models;
    if (!names.empty()) {
      names.insert(names.end(), arguments.also.begin(), arguments.also.end());
    }
    return names;
  }

  bool asksForNoRace() const {
    return purpose_ == Purpose::Narrow
               ? arguments_.keep == Keep::RaceFreedom
               : arguments_.goal.value_or(RepairGoal::RaceFree) == RepairGoal::RaceFree;
  }

  /// What a forall asks for holds where it is repaired, too, unless somebody asks for less.
  RepairGoal goalFor(const Program& program) const {
    return arguments_.goal.value_or(hasForall(program) ? RepairGoal::Hold : RepairGoal::RaceFree);
  }

  /// Of several models that nobody named, those that define no race have nothing to say: ptx of CUDA.
  /// @returns those that are left out
  static std::vector<ChosenModel> leaveOutWithoutRaces(std::vector<ChosenModel>& chosen) {
    const auto defines = [](const ChosenModel& choice) {
      return choice.model && definesRaces(*choice.model);
    };
    std::vector<ChosenModel> without;
    if (std::ranges::any_of(chosen, defines)) {
      const auto rest = std::ranges::stable_partition(chosen, defines);
      without.assign(rest.begin(), rest.end());
      chosen.erase(rest.begin(), rest.end());
    }
    return without;
  }

  AdviceRequest requested() {
    const RunWatch::Work work(watch_, "reading " + arguments_.file);
    AdviceRequest request;
    const auto written = readTest(arguments_.file, arguments_.launch, std::nullopt, deadline_);
    if (isModule(written->source)) {
      throw UsageError("edits change source text, but this is read as a SPIR-V module",
                       arguments_.launch.via.empty() ? "" : "omit --via");
    }
    complain(written->warnings);
    request.program = forModels(written, arguments_.search.lockUnit).program;
    request.read = [this, test = written->testInFile](const SourcePtr& source) {
      const SourcePtr again = editedSource(source, arguments_.launch, deadline_);
      return forModels(parseLitmus(again, test, deadline_), arguments_.search.lockUnit).program;
    };
    std::vector<ChosenModel> chosen = models_.forProgram(*request.program);
    if (arguments_.models.empty()) {
      const std::vector<ChosenModel> more = models_.named(arguments_.also, *request.program);
      chosen.insert(chosen.end(), more.begin(), more.end());
    }
    complain(models_.takeWarnings());
    if (arguments_.models.empty() && asksForNoRace()) {
      for (const ChosenModel& choice : leaveOutWithoutRaces(chosen)) {
        if (choice.model) {
          request.beside.push_back({choice.name, choice.model});
        }
      }
    }
    for (const ChosenModel& choice : chosen) {
      request.models.push_back({choice.name, applicable(choice, *request.program).model});
    }
    request.kinds = arguments_.kinds;
    request.costs = arguments_.costs.empty() ? Costs{} : costsFrom(readSource(arguments_.costs));
    request.goal = goalFor(*request.program);
    request.keep = arguments_.keep;
    request.weakenings = arguments_.table;
    return request;
  }

  Advice ask(AdviceRequest request) {
    std::optional<RunWatch::Work> work;
    const std::string name = request.program->name;
    const auto say = [&](const std::string& what) {
      work.reset();
      work.emplace(watch_, what);
    };
    say((purpose_ == Purpose::Narrow ? "narrowing " : "repairing ") + name);
    request.search.analysis = analysisUnder(watch_, arguments_.search);
    request.search.analysis.deadline = deadline_;
    request.search.unroll = arguments_.search.unroll;
    request.search.all = arguments_.all;
    request.search.progress = [&](const SearchState& state) {
      const std::string best = state.best ? fmt::format("{}", *state.best) : "none";
      say(fmt::format("{}: best cost {}, at least {}; {} sets of edits tried", name, best, state.lowerBound,
                      state.asked));
    };
    return purpose_ == Purpose::Narrow ? narrow(request, *engine_) : repair(request, *engine_);
  }

  void write(const Advice& advice) {
    const bool edited = advice.search.best && advice.text && !advice.notAsWritten;
    if (arguments_.report.format == Format::Json) {
      output_.write(adviceJson(advice));
    } else {
      // A diff is written as it is: broken lines would not apply.
      output_.write(adviceText(advice, {useColour(arguments_.report), arguments_.table}));
    }
    output_.commit();
    if (edited && arguments_.edited) {
      Output file(*arguments_.edited);
      file.write(*advice.text);
      file.commit();
    }
    if (edited && arguments_.inPlace && !advice.nothingToDo()) {
      Output file(testPathOf(arguments_.file).file);
      file.write(*advice.text);
      file.commit();
    }
  }

  static ExitStatus statusOf(const Advice& advice) {
    if (advice.notAsWritten || advice.search.impossible) {
      return ExitStatus::Failed;
    }
    return advice.search.optimal ? ExitStatus::Done : ExitStatus::Undecided;
  }

  const AdviceArguments& arguments_;
  Purpose purpose_;
  RunWatch watch_;     ///< its thread looks at the others, and only while a Work goes on
  Deadline deadline_;  ///< of all that is done: reading, the search, and what follows it
  ModelChoice models_;
  std::unique_ptr<Engine> engine_;
  Output output_;
};

ExitStatus adviceOf(const AdviceArguments& arguments, Purpose purpose) {
  if (arguments.listCosts) {
    const Costs costs = arguments.costs.empty() ? Costs{} : costsFrom(readSource(arguments.costs));
    return runShow(costsText(costs));
  }
  return AdviceRun(arguments, purpose).run();
}

}  // namespace

ExitStatus runRepair(const AdviceArguments& arguments) {
  frontend::via::expectManyCompilations();
  return adviceOf(arguments, Purpose::Repair);
}

ExitStatus runNarrow(const AdviceArguments& arguments) {
  return adviceOf(arguments, Purpose::Narrow);
}

}  // namespace hrfcheck::inline cli
