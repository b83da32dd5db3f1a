#include <fmt/format.h>

#include <algorithm>

#include "report/termination/counterexample.h"
#include "report/termination/progress_report.h"
#include "report/termination/promise_text.h"
#include "report/termination/schedule_steps.h"
#include "report/termination/simt_text.h"
#include "report/text/paint.h"
#include "report/text/shown_file.h"
#include "report/text/text_layout.h"
#include "report/text/text_report.h"
#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

class ProgressText {
 public:
  ProgressText(const ProgressReport& report, const ProgressTextOptions& options)
      : report_(report),
        result_(report.result),
        program_(*report.result.program),
        options_(options),
        paint_{options.colour} {}

  std::string text() {
    const std::string file = shownFile(program_);
    line("{}  ·  {}  ·  {}, {}{}", paint_.strong(file), counted(result_.agents, agentWord()),
         counted(result_.states, "state"), counted(result_.edges, "step"), result_.explored ? "" : " so far");
    line("");
    verdicts();
    models();
    condition();
    causes();
    hangs();
    findings();
    statistics();
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    out_ += trimmed(fmt::format(text, std::forward<Args>(args)...)) + "\n";
  }

  std::string painted(const SchedulerVerdict& verdict) const {
    switch (verdict.answer) {
      case ProgressAnswer::Terminates:
        return paint_.good(fmt::format("{:<10}", nameOf(verdict.answer)));
      case ProgressAnswer::MayHang:
        return paint_.bad(fmt::format("{:<10}", nameOf(verdict.answer)));
      case ProgressAnswer::Undecided:
        break;
    }
    return paint_.doubtful(fmt::format("undecided ({})", verdict.reason));
  }

  std::string expectation(const SchedulerVerdict& verdict) const {
    const std::optional<TerminationJudgement> judgement = judgeVerdict(result_, verdict);
    if (!judgement) {
      return "";
    }
    const bool expected = *expectedOf(result_, verdict.scheduler);
    const char* word = nameOf(expected ? ProgressAnswer::Terminates : ProgressAnswer::MayHang);
    switch (*judgement) {
      case TerminationJudgement::AsExpected:
        return "as expected";
      case TerminationJudgement::NotAsExpected:
        return paint_.bad(fmt::format("FAILED: expected '{}'", word));
      case TerminationJudgement::Undecided:
      case TerminationJudgement::Conditional:
        break;
    }
    return fmt::format("expected '{}'", word);
  }

  void verdicts() {
    std::size_t width = 7;
    for (const SchedulerVerdict& verdict : result_.verdicts) {
      width = std::max(width, schedulerName(program_, verdict.scheduler).size());
    }
    for (const SchedulerVerdict& verdict : result_.verdicts) {
      const std::string kind = verdict.lasso ? nameOf(verdict.lasso->kind) : "";
      line("  {}  {}  {:<11}  {}", padded(schedulerName(program_, verdict.scheduler), width),
           painted(verdict), kind, expectation(verdict));
    }
    platforms();
  }

  /// What those platforms promise that were asked about.
  void platforms() {
    bool first = true;
    for (const SchedulerVerdict& verdict : result_.verdicts) {
      if (const std::string promise = platformPromise(program_, verdict.scheduler); !promise.empty()) {
        if (first) {
          line("");
        }
        wrapLine("  ", fmt::format("{} promises: {}", verdict.scheduler.platform, promise));
        first = false;
      }
    }
  }

  bool some(ProgressAnswer answer) const {
    return std::ranges::any_of(result_.verdicts,
                               [&](const SchedulerVerdict& verdict) { return verdict.answer == answer; });
  }

  void models() {
    line("");
    if (some(ProgressAnswer::MayHang)) {
      mayHang();
    }
    if (some(ProgressAnswer::Terminates)) {
      terminates();
    }
  }

  void mayHang() {
    if (report_.models.empty()) {
      line("  may hang: under interleaving; no memory model was used");
    }
    for (const Promise& promise : report_.models) {
      const std::string why = hangText(program_, promise);
      wrapLine("  ", hangIsCertain(promise)
                         ? fmt::format("may hang: certain, since {}", why)
                         : fmt::format("may hang: {}: {}", paint_.doubtful("conditional"), why));
    }
  }

  void terminates() {
    if (report_.models.empty()) {
      line("  terminates: under interleaving; no memory model was used");
    }
    for (const Promise& promise : report_.models) {
      wrapLine("  ", fmt::format(
                         "terminates: {}: {}",
                         terminationIsExact(promise) ? paint_.good("exact") : paint_.doubtful("conditional"),
                         promiseText(program_, promise)));
    }
    for (const OrdinarySpin& spin : result_.ordinarySpins) {
      line("    {} spins on an ordinary access, {}, which need never observe what another thread stores",
           program_.instructionName(spin.thread, spin.load),
           program_.threads[spin.thread].instructions[spin.load].text);
    }
  }

  void condition() {
    if (!result_.conditionHolds || std::holds_alternative<TrueCondition>(program_.condition->node)) {
      return;
    }
    line("  {}: {} over {} of the interleavings", conditionText(program_),
         *result_.conditionHolds ? "holds" : paint_.bad("does not hold"),
         counted(result_.finalStates.size(), "final state"));
  }

  void hangs() {
    for (const Counterexample& hang : counterexamplesOf(result_)) {
      const Lasso& lasso = hang.lasso();
      line("");
      line("  {} under {}: {}", paint_.bad("may hang"), named(hang.verdicts), kindText(lasso.kind));
      for (const std::string& told : storyOf(program_, hang)) {
        wrapLine("    ", told);
      }
      for (const std::string& step : scheduleLines(program_, lasso.stem, lasso.loop)) {
        line("  {}", step);
      }
      if (!lasso.loop.empty()) {
        owed(hang);
      }
      const std::string schedule = scheduleText(lasso.stem, lasso.loop);
      if (!lasso.loop.empty()) {
        line("    {}", paint_.faint("--replay \"" + schedule + "\""));
      }
    }
  }

  std::string named(const std::vector<const SchedulerVerdict*>& verdicts) const {
    const bool all = verdicts.size() > 2 && verdicts.size() == result_.verdicts.size();
    return all ? "every scheduler" : schedulerNames(program_, verdicts);
  }

  const char* agentWord() const {
    switch (result_.simt) {
      case SimtMode::None:
        return "thread";
      case SimtMode::Its:
        return "lane";
      case SimtMode::Stack:
        break;
    }
    return "wavefront";
  }

  void causes() {
    for (const Cause& cause : result_.causes) {
      wrapLine("  ", paint_.bad(causeText(program_, cause)));
    }
  }

  /// Of each kind all, and the schedule of the first one, which is the shortest.
  void findings() {
    for (const auto& name : kFindingNames) {
      bool first = true;
      for (const Finding& finding : result_.findings) {
        if (finding.kind != name.value) {
          continue;
        }
        if (first) {
          line("");
        }
        wrapLine("  ", "warning: " + findingText(program_, finding));
        for (const std::string& step :
             first ? scheduleLines(program_, finding.trace, {}) : std::vector<std::string>()) {
          line("  {}", step);
        }
        first = false;
      }
    }
    if (result_.explored && !result_.findingsComplete) {
      line("");
      line("  warnings: not all were looked for (time limit)");
    }
  }

  /// Broken between words where it is long.
  void wrapLine(const std::string& indent, const std::string& text) {
    std::string at = indent;
    std::string word;
    for (const char c : text + " ") {
      if (c != ' ') {
        word += c;
        continue;
      }
      if (characters(at) + characters(word) > kLineWidth) {
        line("{}", at);
        at = indent + "  ";
      }
      at += word + " ";
      word.clear();
    }
    line("{}", at);
  }

  static std::string kindText(HangKind kind) {
    switch (kind) {
      case HangKind::Deadlock:
        return "a deadlock";
      case HangKind::DeadRegion:
        return "a dead region, from which no schedule leads to the end";
      case HangKind::Livelock:
        return "a livelock, in which every enabled thread runs";
      case HangKind::Starvation:
        break;
    }
    return "starvation";
  }

  /// To whom a step is owed at every state of the loop, and gets it: schedulers of one fair set share a line.
  void owed(const Counterexample& hang) {
    std::vector<std::pair<std::vector<ThreadId>, std::vector<const SchedulerVerdict*>>> sets;
    for (const SchedulerVerdict* verdict : hang.verdicts) {
      const auto known =
          std::ranges::find(sets, verdict->lasso->fair, [](const auto& set) { return set.first; });
      if (known == sets.end()) {
        sets.push_back({verdict->lasso->fair, {verdict}});
      } else {
        known->second.push_back(verdict);
      }
    }
    for (const auto& [fair, verdicts] : sets) {
      line("    owed a step throughout, and run: {}{}", threadNames(program_, fair),
           sets.size() == 1 ? "" : " (" + schedulerNames(program_, verdicts) + ")");
    }
    if (!hang.lasso().starved.empty()) {
      line("    starved: {}", threadNames(program_, hang.lasso().starved));
    }
    if (!hang.lasso().blocked.empty()) {
      line("    waiting at a barrier: {}", threadNames(program_, hang.lasso().blocked));
    }
  }

  void statistics() {
    if (!options_.statistics) {
      return;
    }
    line("");
    line("  {} and {} without execution history; {:.3f} s", counted(result_.baseStates, "state"),
         counted(result_.baseEdges, "step"), report_.seconds);
    line("  the end can{} be reached from every state", result_.stuck ? "not" : "");
  }

  const ProgressReport& report_;
  const ProgressResult& result_;
  const Program& program_;
  const ProgressTextOptions& options_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::optional<bool> expectedOf(const ProgressResult& result, const SchedulerSpec& scheduler) {
  const auto& expectations = result.program->terminates;
  const auto found = std::ranges::find_if(expectations, [&](const ProgressExpectation& expectation) {
    return expectation.simt == result.simt && expectation.scheduler == scheduler;
  });
  return found == expectations.end() ? std::nullopt : std::optional(found->terminates);
}

std::optional<TerminationJudgement> judgeVerdict(const ProgressResult& result,
                                                 const SchedulerVerdict& verdict) {
  const std::optional<bool> expected = expectedOf(result, verdict.scheduler);
  return expected ? std::optional(judgeTermination(terminates(verdict.answer), *expected, false))
                  : std::nullopt;
}

bool someTerminate(const ProgressResult& result) {
  return std::ranges::any_of(result.verdicts, [](const SchedulerVerdict& verdict) {
    return verdict.answer == ProgressAnswer::Terminates;
  });
}

bool someMayHang(const ProgressResult& result) {
  return std::ranges::any_of(result.verdicts, [](const SchedulerVerdict& verdict) {
    return verdict.answer == ProgressAnswer::MayHang;
  });
}

bool isConditional(const ProgressReport& report) {
  const bool terminate = someTerminate(report.result);
  const bool hang = someMayHang(report.result);
  return std::ranges::any_of(report.models, [&](const Promise& promise) {
    return (terminate && !terminationIsExact(promise)) || (hang && !hangIsCertain(promise));
  });
}

std::string progressText(const ProgressReport& report, const ProgressTextOptions& options) {
  return ProgressText(report, options).text();
}

}  // namespace hrfcheck::inline report
